"""The testbenches pass on the shipped Verilog, and fail on Verilog with a fault."""

import re
import shutil
from pathlib import Path

import pytest

RTL = Path(__file__).parents[2] / "rtl_out"
UNITS = {"video_alu": "video_alu_l3", "riscv_pcpi": "riscv_pcpi_l3_vset_dot", "brew_datapath": "brew_datapath_d3"}

# Unit, file, a text in it, and what replaces it.
FAULTS = {
    "results do not wait": ("video_alu", "video_alu_handshake.v", "out_ready | ~out_valid", "1'b1"),
    "instructions are lost": ("video_alu", "video_alu_handshake.v", "valid_0_q <= in_valid", "valid_0_q <= in_valid & ~in_tag[7]"),
    "a tag comes early": ("video_alu", "video_alu_handshake.v", "tag_1_q <= tag_0_q", "tag_1_q <= in_tag"),
    "saturation to the wrong end": ("video_alu", "merge_byte.v", "clamp ? ~negative", "clamp ? negative"),
    "foreign words are answered": ("riscv_pcpi", "riscv_pcpi.v", " & custom_opcode_simd", ""),
    "the answer comes early": ("riscv_pcpi", "riscv_executor.v", "waited_q == 3'b011", "waited_q == 3'b010"),
    "withdrawal is ignored": ("riscv_pcpi", "riscv_executor.v", "(~present | ~operation | finish)", "(~operation | finish)"),
    "c takes the wrong operand": ("riscv_pcpi", "riscv_executor.v", "core_d : rs1", "core_d : rs2"),
    "overflow of equal signs only": ("brew_datapath", "lane_overflow.v", "~(a_sign ^ addend_sign)", "(a_sign ^ addend_sign)"),
    "floats are not rounded": ("brew_datapath", "float_round.v", "kept + increment", "kept"),
    "results are not kept": ("brew_datapath", "brew_datapath.v", "write_back = retired_q &", "write_back = ~retired_q &"),
    "instructions overrun": ("brew_datapath", "brew_datapath.v", "take = issue | ~instruction_valid_0_q", "take = 1'b1"),
}


@pytest.mark.parametrize("testbench", UNITS)
def test_a_shipped_unit_passes(simulator, simulate, testbench):
    passed, output = simulate(simulator, testbench, RTL / UNITS[testbench])
    assert passed, output
    assert re.search(r"TESTS=1 PASS=1 FAIL=0", output), output


@pytest.mark.parametrize("simulator", ["icarus"], indirect=True)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(simulator, simulate, tmp_path, fault):
    testbench, file, right, wrong = FAULTS[fault]
    folder = tmp_path / "rtl"
    shutil.copytree(RTL / UNITS[testbench], folder)
    text = (folder / file).read_text()
    assert text.count(right) == 1, f"{file} does not have this text once"
    (folder / file).write_text(text.replace(right, wrong))
    passed, output = simulate(simulator, testbench, folder)
    assert not passed, output
    assert re.search(r"TESTS=1 PASS=0 FAIL=1", output), output


@pytest.mark.parametrize("simulator", ["icarus"], indirect=True)
def test_the_runner_of_the_page_passes(simulator, tmp_path, monkeypatch):
    page = (RTL.parent / "docs" / "python.md").read_text()
    example = re.search(r"```python\n(from pathlib .*?)```", page, re.DOTALL).group(1)
    (tmp_path / "rtl_out").symlink_to(RTL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(Path(__file__).parent)
    exec(example, {})


@pytest.mark.parametrize("simulator", ["icarus"], indirect=True)
def test_a_seed_gives_its_operands_again(simulator, simulate, tmp_path):
    folder = tmp_path / "rtl"
    shutil.copytree(RTL / "video_alu_l3", folder)
    text = (folder / "video_alu.v").read_text()
    (folder / "video_alu.v").write_text(text.replace("assign out_d = core_d", "assign out_d = ~core_d"))

    def difference(seed):
        passed, output = simulate(simulator, "video_alu", folder, seed=seed)
        assert not passed
        return re.search(r"AssertionError: (.* instead of .*)", output).group(1)

    assert difference(7) == difference(7) != difference(8)
