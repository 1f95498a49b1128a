"""Parsing, explaining, encoding and decoding, and the picture of an error."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import lanesmith

TEXT = "vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4"


def test_facts_of_an_instruction():
    one = lanesmith.parse(TEXT)
    assert (one.operation, one.lanes, one.d_type, one.a_type, one.b_type) == ("vadd4", 4, "s32", "s32", "u32")
    assert (one.saturate, one.accumulate, one.mask) == (True, False, 0b1010)
    assert (one.a_selector, one.b_selector) == ([2, 1, 4, 7], [3, 2, 1, 0])
    assert (one.destination, one.sources, one.guard, one.mode) == ("r1", ["r2", "r3", "r4"], None, None)
    assert str(lanesmith.parse(str(one))) == str(one)
    permute = lanesmith.parse("prmt.b32.rc8 %d, %a, 7, %c")
    assert (permute.mode, permute.sources) == ("rc8", ["%a", 7, "%c"])
    assert lanesmith.parse("@!p vadd2.u32.u32.u32 d, a, b, c").guard == "@!p"
    assert lanesmith.parse("dp2a.lo.s32.u32").d_type is None
    assert lanesmith.parse("neg.s8x4 d, a").sources == ["a"]


def test_words_and_fields():
    word = lanesmith.encode(TEXT)
    fields = {field.name: field.value for field in word.fields}
    assert fields["saturate"] == 1 and fields["mask"] == 0b1010 and fields["op"] == 0
    assert word.bits == 37 and hex(word) == "0xa7e154b0"
    assert lanesmith.parse(lanesmith.decode(0xA7E154B0).instruction).mask == 0b1010
    assert int(lanesmith.encode("prmt.b32.rc16")) == 6


def test_explanations_have_lanes():
    explained = lanesmith.explain(TEXT, a=0x7F80FF01, c=-1)
    assert [lane.limited for lane in explained.lanes] == [-1, 127, 127, 1]
    assert [lane.enabled for lane in explained.lanes] == [False, True, False, True]
    result = int(lanesmith.vop(TEXT, 0x7F80FF01, 0, -1))
    assert str(explained).endswith(f"d = r1 = {result:#010x}")
    brew = lanesmith.explain("$r1 <- $r2 + $r3", r2=("sint8x4s", 0x7F80FF01), r3=1)
    assert "0x7f80ff02 sint8x4s" in brew.text
    assert "d 0x77553311" in lanesmith.explain("prmt.b32 r1, r2, r3, 0x7531", 0x33221100, 0x77665544).text


@pytest.mark.parametrize(
    "call",
    [
        lambda: lanesmith.explain(TEXT, r1=5),
        lambda: lanesmith.explain("$r1 <- $r2 + $r3", a=5),
        lambda: lanesmith.explain("$r1 <- $r2 + $r3", r77=5),
        lambda: lanesmith.explain(TEXT, a=1.5),
        lambda: lanesmith.decode("0x12"),
        lambda: lanesmith.vop(7, 1, 2),
    ],
)
def test_wrong_kinds_of_arguments_are_type_errors(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("word", [1 << 37, 1 << 63, 0x7])
def test_words_of_no_instruction_are_errors(word):
    with pytest.raises(lanesmith.Error):
        lanesmith.decode(word)


@pytest.mark.parametrize("word", [-1, 1 << 64])
def test_words_that_are_too_wide_are_value_errors(word):
    with pytest.raises(ValueError):
        lanesmith.decode(word)


def test_an_error_has_the_place_underlined():
    with pytest.raises(lanesmith.Error) as raised:
        lanesmith.vop("vadd4.u32.u33.u32", 1, 2)
    lines = str(raised.value).splitlines()
    text = next(line for line in lines if "u33" in line and "|" in line)
    marks = lines[lines.index(text) + 1]
    assert marks.index("^") == text.index(".u33") and "^^^^" in marks
    assert "\x1b" not in str(raised.value)
    assert isinstance(raised.value, ValueError)


WRONG = [
    "vadd4.u32.u33.u32 r1, r2, r3, r4",
    "vadd4.u32.u32.u32 r1.b9, r2, r3, r4",
    "prmt.b32.foo r1, r2, r3, r4",
    "$r1 <- $r2 +",
    "",
    "vadd4 x",
]


@pytest.mark.skipif("LANESMITH" not in os.environ, reason="LANESMITH does not name the program lanesmith")
@pytest.mark.parametrize("text", WRONG)
def test_errors_are_those_of_the_command_line(text):
    with pytest.raises(lanesmith.Error) as raised:
        lanesmith.explain(text)
    ran = subprocess.run([os.environ["LANESMITH"], "explain", text], capture_output=True, text=True)
    assert ran.returncode == 2 and ran.stderr.strip() == str(raised.value).strip()


@pytest.mark.skipif("LANESMITH" not in os.environ, reason="LANESMITH does not name the program lanesmith")
def test_explanations_are_those_of_the_command_line():
    ran = subprocess.run([os.environ["LANESMITH"], "explain", TEXT, "--a", "7"], capture_output=True, text=True)
    assert ran.stdout.strip() == lanesmith.explain(TEXT, a=7).text.strip()


def test_the_stub_names_what_the_native_module_has():
    stub = ast.parse((Path(lanesmith.__file__).parent / "_lanesmith.pyi").read_text())
    names = {node.name for node in stub.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    names |= {node.target.id for node in stub.body if isinstance(node, ast.AnnAssign)}
    assert names == {name for name in dir(lanesmith._lanesmith) if not name.startswith("__")}
    assert (Path(lanesmith.__file__).parent / "py.typed").exists()


def test_everything_public_is_documented():
    for name in lanesmith.__all__:
        assert getattr(lanesmith, name).__doc__, name


def test_the_benchmark_measures_every_golden_model():
    command = [sys.executable, "-m", "lanesmith.bench", "--rows", "1000", "--repeats", "1", "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert found["format_version"] == 1 and len(found["vectors_per_second"]) == 10
    assert all(speed > 0 for speed in found["vectors_per_second"].values())
