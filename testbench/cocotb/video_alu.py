"""Random instructions with random gaps and stalls through `video_alu`; the golden model judges each result.

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
CORNERS = [0, 0x7F, 0x80, 0xFF, 0x7FFF8000, 0x80008000, 0x7F807F80, 0xFFFFFFFF]


def random_instruction():
    """The text of a SIMD video instruction, with any types, modifiers, mask and selectors."""
    lanes, letter = random.choice([(4, "b"), (2, "h")])
    name = random.choice(["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"])
    types = "".join(random.choice([".u32", ".s32"]) for _ in range(3))
    mode = random.choice(["", ".sat", ".add"])
    mask = "".join(sorted(random.sample("3210"[-lanes:], random.randint(1, lanes)), reverse=True))
    a, b = ("".join(random.choices("76543210"[-2 * lanes :], k=lanes)) for _ in "ab")
    return f"{name}{lanes}{types}{mode} r1.{letter}{mask}, r2.{letter}{a}, r3.{letter}{b}, r4"


def random_word():
    return random.choice([random.getrandbits(32), random.choice(CORNERS)])


async def drive(dut, expected):
    """Offers instructions with gaps between them, and notes what each should give when it is accepted."""
    for tag in range(INSTRUCTIONS):
        while random.random() < 0.3:
            await RisingEdge(dut.clock)
        text, (a, b, c) = random_instruction(), (random_word() for _ in range(3))
        dut.in_valid.value = 1
        dut.in_control.value = int(lanesmith.encode(text))
        dut.in_a.value, dut.in_b.value, dut.in_c.value = a, b, c
        dut.in_tag.value = tag % 256
        await RisingEdge(dut.clock)
        while not dut.in_ready.value:
            await RisingEdge(dut.clock)
        dut.in_valid.value = 0
        expected.append((text, (a, b, c), tag % 256))


async def check(dut, expected):
    """Accepts results with stalls between them, and compares them in order."""
    for _ in range(INSTRUCTIONS):
        while True:
            dut.out_ready.value = random.random() < 0.6
            await RisingEdge(dut.clock)
            if dut.out_valid.value and dut.out_ready.value:
                break
        assert expected, "a result without an instruction"
        text, operands, tag = expected.popleft()
        found = (int(dut.out_d.value), int(dut.out_tag.value))
        golden = (int(lanesmith.vop(text, *operands)), tag)
        assert found == golden, f"{found} instead of {golden}\n{lanesmith.explain(text, *operands)}"


@cocotb.test()
async def random_traffic(dut):
    cocotb.start_soon(Clock(dut.clock, 10, "ns").start())
    dut.in_valid.value, dut.out_ready.value, dut.reset.value = 0, 0, 1
    await ClockCycles(dut.clock, 3)
    dut.reset.value = 0
    expected = deque()
    cocotb.start_soon(drive(dut, expected))
    await with_timeout(check(dut, expected), 1000 * INSTRUCTIONS, "ns")
