"""Golden agrees with the vectors, one row at a time and in arrays."""

import random
from collections import defaultdict

import numpy as np
import pytest
from vectors import rows

import lanesmith

PTX = ["ptx_vop", "ptx_vset", "ptx_dp", "ptx_packed"]
#: Rows from which on an array is evaluated bit-sliced.
MANY = 512
KINDS = ["u32", "s32"]


def operands(row):
    """The sources of a row; packed instructions have no c."""
    count = row["instruction"].count(",")
    return [int(row[name], 16) for name in "abc"[:count]]


@pytest.mark.parametrize("name", PTX)
def test_every_row_of_ptx_by_itself(name):
    checked = 0
    for row in rows(name):
        d = lanesmith.vop(row["instruction"], *operands(row))
        assert isinstance(d, np.uint32)
        assert d == int(row["d"], 16), row
        checked += 1
    assert checked > 500


@pytest.mark.parametrize("name", PTX)
def test_rows_of_ptx_in_arrays(name, seed):
    by_instruction = defaultdict(list)
    for row in rows(name):
        by_instruction[row["instruction"]].append(row)
    chosen = random.Random(seed).sample(sorted(by_instruction), min(60, len(by_instruction)))
    for instruction in chosen:
        own = by_instruction[instruction]
        columns = np.array([[*operands(row), int(row["d"], 16)] for row in own], np.uint32)
        columns = np.resize(columns, (MANY + len(own), columns.shape[1]))
        found = lanesmith.vop(instruction, *columns.T[:-1])
        np.testing.assert_array_equal(found, columns.T[-1], instruction)


def permutes():
    by_mode = defaultdict(list)
    for row in rows("prmt"):
        by_mode[row["permute"]].append([int(row[name], 16) for name in "abcd"])
    return by_mode


def test_every_row_of_prmt_by_itself_and_in_arrays():
    assert len(permutes()) >= 7
    for text, own in permutes().items():
        mode = text.split()[0].removeprefix("prmt.b32").removeprefix(".") or None
        for a, b, c, d in own:
            assert lanesmith.prmt(a, b, c, mode) == lanesmith.vop(text, a, b, c) == d
        a, b, c, d = np.resize(np.array(own, np.uint32), (MANY + 7, 4)).T
        np.testing.assert_array_equal(lanesmith.prmt(a, b, c, mode), d, text)


def brew_cases(name):
    """By instruction and types of $r2 and $r3: contents, and the expected value, type code and exception."""
    cases = defaultdict(list)
    for row in rows(name):
        if row.get("agrees", "yes") != "yes":
            continue
        kinds = tuple(int(row[kind] or "0", 16) for kind in ("a_type", "b_type"))
        values = [int(row[value] or "0", 16) for value in "ab"]
        invalid = row["d"] == "invalid"
        expected = [0, 0, 1] if invalid else [int(row["d"], 16), int(row["d_type"], 16), 0]
        any_nan = "nan" in (row.get("notes") or "").split(";")
        cases[row["words"], kinds].append((values, expected, any_nan))
    return cases


def quiet(value, code):
    """NaN lanes replaced by the quiet NaN."""
    if code == lanesmith.BREW_TYPES["fp32"]:
        return 0x7FC00000 if value & 0x7FFFFFFF > 0x7F800000 else value
    halves = [value & 0xFFFF, value >> 16]
    low, high = (0x7E00 if half & 0x7FFF > 0x7C00 else half for half in halves)
    return high << 16 | low


def agree(found, expected, any_nan):
    if any_nan and found[1] == expected[1]:
        found, expected = ([quiet(one[0], one[1]), *one[1:]] for one in (found, expected))
    return found == expected


@pytest.mark.parametrize("name", ["brew_alu", "brew_page"])
def test_every_row_of_brew_by_itself_and_some_in_arrays(name, seed):
    cases = brew_cases(name)
    in_arrays = set(random.Random(seed).sample(sorted(cases), 60))
    checked = 0
    for (words, (a_type, b_type)), own in cases.items():
        words = [int(word, 16) for word in words.split()]
        for (a, b), expected, any_nan in own:
            found = lanesmith.brew(words, r2=(a_type, a), r3=(b_type, b))
            found = [int(found.value), int(found.type), int(found.invalid)]
            assert agree(found, expected, any_nan), (words, a_type, a, b_type, b, found, expected)
            checked += 1
        if (" ".join(f"{word:04x}" for word in words), (a_type, b_type)) not in in_arrays:
            continue
        a, b = np.resize(np.array([values for values, _, _ in own], np.uint32), (MANY + len(own), 2)).T
        found = lanesmith.brew(words, r2=(a_type, a), r3=(b_type, b))
        for i, one in enumerate(zip(*(column.tolist() for column in found))):
            _, expected, any_nan = own[i % len(own)]
            assert agree([int(part) for part in one], expected, any_nan), (words, a_type, b_type, i, one, expected)
    assert checked > 10000


def test_brew_encodings():
    checked = 0
    for row in rows("brew_encoding"):
        words = [int(word, 16) for word in row["words"].split()]
        assert lanesmith.assemble(row["assembly"]) == words, row
        checked += 1
    assert checked > 3000


@pytest.mark.parametrize("name", ["ptx_legality", "ptx_vset_legality", "ptx_dp_legality", "ptx_packed_legality"])
def test_instructions_that_the_assembler_accepts_are_read_and_their_words_read_back(name):
    accepted = [row["instruction"] for row in rows(name) if row["accepted"] == "yes"]
    assert len(accepted) > 20
    for text in accepted:
        parsed, word = lanesmith.parse(text), lanesmith.encode(text)
        assert word.value == sum(field.value << field.lo for field in word.fields)
        again = lanesmith.parse(lanesmith.decode(word.value).instruction)
        for fact in ("operation", "lanes", "a_type", "b_type", "saturate", "accumulate", "mask"):
            assert getattr(again, fact) == getattr(parsed, fact), (text, fact)


def test_instructions_that_differ_in_one_place_are_kept_apart(seed):
    texts = [f"vadd4.{d}.{a}.{b}{mode} r1, r2, r3, r4" for d in KINDS for a in KINDS for b in KINDS for mode in ("", ".sat", ".add")]
    texts += [f"vadd4.u32.u32.u32 r1.b{mask}, r2, r3, r4" for mask in ("0", "1", "2", "3", "10", "321")]
    texts += [f"vadd4.u32.u32.u32 r1, r2.b{digits}, r3, r4" for digits in ("0000", "3210", "7654")]
    texts += [f"vadd4.u32.u32.u32 r1, r2, r3.b{digits}, r4" for digits in ("0000", "3210", "4444")]
    texts += ["vadd2.u32.u32.u32 r1, r2, r3, r4", "vsub4.u32.u32.u32 r1, r2, r3, r4"]
    random_ = np.random.default_rng(seed)
    a, b, c = (random_.integers(0, 1 << 32, MANY, dtype=np.uint32) for _ in range(3))
    results = set()
    for text in texts:
        found = lanesmith.vop(text, a, b, c)
        results.add(found.tobytes())
        for row in range(4):
            explained = lanesmith.explain(text, a[row], b[row], c[row]).text
            assert found[row] == int(explained.rsplit("= ", 1)[1], 16), explained
    assert len(results) > 25
