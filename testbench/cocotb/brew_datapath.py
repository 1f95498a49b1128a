"""Random instructions with random gaps through `brew_datapath`; the golden model judges each retired instruction.

A start for a testbench of your own: copy this file. `COCOTB_RANDOM_SEED` repeats a run, `INSTRUCTIONS` sets its length.
"""

import os
import random
from collections import deque

import cocotb
import lanesmith
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout

INSTRUCTIONS = int(os.environ.get("INSTRUCTIONS", 300))
CORNERS = [0, 0x7F, 0x80, 0x7FFF8000, 0x7F807F80, 0x7F800000, 0x7FC00001, 0x00800001, 0x3C00FC00, 0xFFFFFFFF]


def random_instruction():
    """A destination and an instruction for it. Few registers, so that results meet again."""
    d, a, b = (random.randrange(4) for _ in range(3))
    operator = random.choice("+-*^|&" + "+-*" * 2)
    value = random.choice([random.getrandbits(32), random.choice(CORNERS)])
    return d, random.choice(
        [
            f"$r{d} <- {value:#x}",
            f"type $r{d} <- {random.choice(list(lanesmith.BREW_TYPES))}",
            f"$r{d} <- $r{a} {random.choice(['<<', '>>', '>>>'])} $r{b}",
            f"$r{d} <- -$r{a}",
        ]
        + [f"$r{d} <- $r{a} {operator} $r{b}"] * 4
    )


def program():
    """Loads all registers, whose contents are unknown at first, then random instructions."""
    yield from ((register, f"$r{register} <- {random.getrandbits(32):#x}") for register in range(4))
    yield from (random_instruction() for _ in range(INSTRUCTIONS))


async def drive(dut, expected):
    """Shows one instruction after the other at the window, with gaps between them."""
    for order, (register, text) in enumerate(program()):
        while random.random() < 0.3:
            await RisingEdge(dut.clock)
        words = lanesmith.assemble(text)
        window = words + [random.getrandbits(16) for _ in range(3 - len(words))]
        dut.in_valid.value, dut.in_address.value = 1, order
        dut.in_word0.value, dut.in_word1.value, dut.in_word2.value = window
        await RisingEdge(dut.clock)
        while not dut.in_ready.value:
            await RisingEdge(dut.clock)
        assert int(dut.in_length.value) == len(words), f"length of {text}"
        dut.in_valid.value = 0
        expected.append((order, register, text))


async def check(dut, expected):
    """Compares each retired instruction with the golden model on the registers so far."""
    registers = {f"r{register}": ("int32", 0) for register in range(4)}
    for _ in range(INSTRUCTIONS + 4):
        await RisingEdge(dut.clock)
        while not dut.retire_valid.value:
            await RisingEdge(dut.clock)
        assert expected, "a retirement without an instruction"
        order, register, text = expected.popleft()
        value, code, invalid = lanesmith.brew(text, **registers)
        golden = [order, order, register, bool(invalid), int(code)]
        ports = [dut.retire_order, dut.retire_address, dut.retire_register, dut.retire_exception, dut.retire_type]
        found = [int(port.value) for port in ports]
        if dut.retire_write.value:
            golden.append(int(value))
            found.append(int(dut.retire_value.value))
        written = not invalid and not text.startswith("type")
        golden.append(written)
        found.append(bool(dut.retire_write.value))
        assert found == golden, f"{found} instead of {golden}\n{lanesmith.explain(text, **registers)}"
        registers[f"r{register}"] = (int(code), int(value))


@cocotb.test()
async def random_programs(dut):
    cocotb.start_soon(Clock(dut.clock, 10, "ns").start())
    dut.in_valid.value, dut.reset.value = 0, 1
    await ClockCycles(dut.clock, 3)
    dut.reset.value = 0
    expected = deque()
    cocotb.start_soon(drive(dut, expected))
    await with_timeout(check(dut, expected), 2000 * INSTRUCTIONS, "ns")
