"""The testbenches pass on the shipped Verilog, and fail on Verilog with a fault."""

import shutil

import pytest
from conftest import RTL, SEED

UNITS = {"video_alu": "video_alu_l3", "riscv_pcpi": "riscv_pcpi_l3", "brew_datapath": "brew_datapath_d3"}


@pytest.mark.parametrize("testbench", UNITS)
def test_a_shipped_unit_passes(simulator, simulate, testbench):
    print(f"COCOTB_RANDOM_SEED={SEED}")
    output, passed = simulate(simulator, testbench, RTL / UNITS[testbench])
    assert passed, output
