"""Arguments: shapes, dtypes, operands that the text gives, and errors about all of them."""

import threading

import numpy as np
import pytest

import lanesmith

ADD = "vadd4.u32.u32.u32"


def words(*values):
    return np.array(values, np.uint32)


@pytest.mark.parametrize("count", [1, 511, 512, 2048, 2049, 5000])
def test_results_have_the_shape_of_their_operands(count):
    a = np.arange(count, dtype=np.uint32)
    found = lanesmith.vop(ADD, a, 1)
    assert found.dtype == np.uint32 and found.shape == (count,)
    np.testing.assert_array_equal(found & 0xFF, (a + 1) & 0xFF)


def test_operands_broadcast_and_may_be_strided():
    a, b = np.arange(6, dtype=np.uint32).reshape(2, 3), words(10, 20, 30)
    np.testing.assert_array_equal(lanesmith.vop(ADD, a, b), a + b)
    np.testing.assert_array_equal(lanesmith.vop(ADD, a[:, ::2], 1), a[:, ::2] + 1)
    np.testing.assert_array_equal(lanesmith.vop(ADD, a.T, 1), a.T + 1)
    np.testing.assert_array_equal(lanesmith.vop(ADD, a, words(7)), a + 7)
    assert lanesmith.vop(ADD, a[:0], 1).shape == (0, 3)
    assert lanesmith.vop(ADD, words(1), 1).shape == (1,)
    assert lanesmith.vop(ADD, np.array(1, np.uint32), np.uint32(1)) == 2
    assert lanesmith.vop(ADD, -1, 0) == 0xFFFFFFFF


def test_operands_may_lie_at_odd_addresses():
    a = np.frombuffer(b"\0" + bytes(range(40)), np.uint8)[1:].view(np.uint32)
    assert not a.flags.aligned
    np.testing.assert_array_equal(lanesmith.vop(ADD, a, 1), a + 1)


def test_read_only_operands_stay_as_they_are():
    a = words(1, 2, 3)
    a.flags.writeable = False
    np.testing.assert_array_equal(lanesmith.vop(ADD, a, a), [2, 4, 6])
    np.testing.assert_array_equal(a, [1, 2, 3])


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ((ADD, words(1).astype(np.int32), 1), TypeError, "a has dtype int32"),
        ((ADD, words(1).astype(np.float64), 1), TypeError, "a has dtype float64"),
        ((ADD, words(1).astype(">u4"), 1), TypeError, "a has dtype >u4"),
        ((ADD, 1.5, 1), TypeError, "a is a float"),
        ((ADD, True, 1), TypeError, "a is a bool"),
        ((ADD, [1, 2], 1), TypeError, "a is a list"),
        ((ADD, 1 << 32, 1), ValueError, "a is 4294967296"),
        ((ADD, 1, -(1 << 31) - 1), ValueError, "b is -2147483649"),
        ((ADD, words(1, 2), words(1, 2, 3)), ValueError, "do not broadcast: a (2,), b (3,)"),
        ((ADD, 1), TypeError, "operand b is missing"),
        (("add.u8x4", 1, 2, 3), ValueError, "another value"),
        (("neg.s8x4", 1, 2), TypeError, "has 1 sources"),
        (("dp4a.u32.u32 r1, 7, r2, r3", 8, 1), ValueError, "a is the number 7 in the text"),
        (("vadd4.u32.u32.u32 r1, r2, r2, r3", 1, 2), ValueError, "register r2, which is also a"),
    ],
)
def test_wrong_operands_are_named(arguments, error, message):
    with pytest.raises(error) as raised:
        lanesmith.vop(*arguments)
    assert message in str(raised.value)


def test_the_text_may_give_operands():
    assert lanesmith.vop("dp4a.u32.u32 r1, 0x01020304, r2, 5", None, 0x01010101) == 15
    assert lanesmith.vop("dp4a.u32.u32 r1, 0x01020304, r2, r3", 0x01020304, 0x01010101, 5) == 15
    assert lanesmith.vop("vadd4.u32.u32.u32 r1, r2, r2, r3", 0x01020304) == 0x02040608
    assert lanesmith.vop("neg.s8x4", 0x01020304) == 0xFFFEFDFC
    assert lanesmith.vop("add.u8x4", words(0xFF), 1)[0] == 0
    assert lanesmith.vop("@!p vadd4.u32.u32.u32.add r1.b0, r2, r3, r4", 1, 2, 100) == 103


def test_registers_of_brew():
    text = "$r1 <- $r2 + $r3"
    by_name, by_code = (lanesmith.brew(text, r2=(kind, 0x7F), r3=1) for kind in ("sint8x4s", 6))
    assert by_name == by_code == (0x7F, 6, False)
    both = lanesmith.brew(text, r2=("int8x4", words(1, 2)), r3=("int8x4", np.uint32(1)))
    np.testing.assert_array_equal(both.value, [2, 3])
    assert both.type.dtype == np.uint8 and both.invalid.dtype == np.bool_
    assert lanesmith.brew("$r1 <- $r1 + $r1", r1=21).value == 42
    assert lanesmith.brew("type $r1 <- fp32", r1=("int32", 5)) == (5, 8, False)
    assert lanesmith.brew(text, r2=("fp32", 0x3F800000), r3=("fp32", 0x40000000)).value == 0x40400000
    assert lanesmith.brew([0xFFFF, 0xFFFF]).invalid
    assert lanesmith.brew(text, r2=(7, 5), r3=1, r1=9) == (9, 0, True)


@pytest.mark.parametrize(
    "instruction, registers, error, message",
    [
        ("$r1 <- $r2 + $r3", {"r15": 1}, TypeError, "r15 is not a register"),
        ("$r1 <- $r2 + $r3", {"r2": ("int9", 1)}, ValueError, "'int9' is not a type"),
        ("$r1 <- $r2 + $r3", {"r2": (15, 1)}, ValueError, "15 is not a type"),
        ("$r1 <- $r2 + $r3", {"r2": 1.0}, TypeError, "r2 is a float"),
        ("$r1 <- $r2 + $r3", {"r2": words(1, 2), "r3": words(1, 2, 3)}, ValueError, "do not broadcast"),
        ("$r1 <- $r2 +", {}, lanesmith.Error, "instruction:1:"),
        ("$r1 <- 1\n$r2 <- 2", {}, lanesmith.Error, "not the words of one instruction"),
        ([], {}, lanesmith.Error, "not the words of one instruction"),
        ([1 << 16], {}, ValueError, "16 bits"),
        ("type $r0...$r7 <- int8x4, int8x4, int8x4, int8x4, int8x4, int8x4, int8x4, int8x4", {}, lanesmith.Error, ""),
    ],
)
def test_wrong_registers_are_named(instruction, registers, error, message):
    with pytest.raises(error) as raised:
        lanesmith.brew(instruction, **registers)
    assert message in str(raised.value)


def test_threads_compute_side_by_side():
    a = np.random.default_rng(1).integers(0, 1 << 32, 50_000, dtype=np.uint32)
    names = [f"v{name}4.u32.u32.u32{mode}" for name in ("add", "sub", "min", "max") for mode in ("", ".sat", ".add")]
    found = {}
    threads = [threading.Thread(target=lambda name=name: found.update({name: lanesmith.vop(name, a, 3)})) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in names:
        np.testing.assert_array_equal(found[name][:300], lanesmith.vop(name, a[:300], 3), name)


def test_a_panic_is_an_exception():
    with pytest.raises(lanesmith.InternalError, match="asked for"):
        lanesmith._lanesmith._panic()
