"""The testbenches pass on the shipped Verilog, and fail on Verilog with a fault."""

import os
import re
import shutil
import subprocess
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


@pytest.fixture(scope="module")
def axi_stream(tmp_path_factory):
    """The video ALU with AXI-Stream ports."""
    program = os.environ.get("LANESMITH")
    if program is None:
        pytest.skip("LANESMITH does not name the program lanesmith")
    pytest.importorskip("cocotbext.axi")
    folder = tmp_path_factory.mktemp("axi_stream")
    subprocess.run([program, "generate", "--stream", "axi", "--out", folder], check=True)
    return folder


# File, a text in it, and what replaces it.
AXI_STREAM_FAULTS = {
    "nothing": ("video_alu_axis.v", "", ""),
    "a mark comes early": ("video_alu_axis.v", "m_axis_tlast = last_2_q", "m_axis_tlast = last_1_q"),
    "marks do not wait": ("video_alu_axis.v", "if (s_axis_tready)", "if (s_axis_tvalid)"),
    "results do not wait": ("video_alu_handshake.v", "out_ready | ~out_valid", "1'b1"),
    "every second clock is lost": ("video_alu_axis.v", ".in_ready   (s_axis_tready)", ".in_ready   (ready)"),
}


@pytest.mark.parametrize("fault", AXI_STREAM_FAULTS)
def test_cocotbext_axi_drives_the_unit_and_finds_faults(simulator, simulate, axi_stream, tmp_path, fault):
    file, right, wrong = AXI_STREAM_FAULTS[fault]
    folder = tmp_path / "rtl"
    shutil.copytree(axi_stream, folder)
    text = (folder / file).read_text()
    assert not right or text.count(right) == 1, f"{file} does not have this text once"
    if fault == "every second clock is lost":
        half = "  wire ready;\n  reg half = 0;\n  always @(posedge aclk) half <= ~half;\n  assign s_axis_tready = ready & half;\n"
        text = text.replace("  wire unit_reset", half + "  wire unit_reset")
        text = text.replace(".in_valid   (s_axis_tvalid)", ".in_valid   (s_axis_tvalid & half)")
    (folder / file).write_text(text.replace(right, wrong) if right else text)
    passed, output = simulate(simulator, "video_alu_axis", folder)
    assert passed == (fault == "nothing"), output
    assert re.search(r"TESTS=2 PASS=2 FAIL=0" if passed else r"TESTS=2 PASS=[01] FAIL=[12]", output), output
