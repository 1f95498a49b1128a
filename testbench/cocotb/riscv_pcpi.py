"""Random instructions through `riscv_pcpi` as PicoRV32 offers them; the golden model judges each answer.

A start for a testbench of your own: copy this file. `COCOTB_RANDOM_SEED` repeats a run, `INSTRUCTIONS` sets its length.
"""

import os
import random

import cocotb
import lanesmith
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge

INSTRUCTIONS = int(os.environ.get("INSTRUCTIONS", 300))
LATENCY = int(os.environ.get("LATENCY", 3))
OPCODE = 0x2B  # custom-1
SWAP_C = 0b0110000_101  # {funct7, funct3}
CORNERS = [0, 0x7F, 0x80, 0xFF, 0x7FFF8000, 0x80008000, 0x7F807F80, 0xFFFFFFFF]


def random_name():
    """The name of an instruction on all lanes in their places."""
    name = random.choice(["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"]) + random.choice("24")
    return name + "".join(random.choice([".u32", ".s32"]) for _ in range(3)) + random.choice(["", ".sat", ".add"])


def random_word():
    return random.choice([random.getrandbits(32), random.choice(CORNERS)])


def instruction_word(function, opcode=OPCODE):
    """An R-type word with this function and any registers."""
    registers = [random.getrandbits(5) for _ in range(3)]
    rs2, rs1, rd = registers
    return function >> 3 << 25 | rs2 << 20 | rs1 << 15 | (function & 7) << 12 | rd << 7 | opcode


async def offer(dut, word, rs1, rs2, clocks):
    """Offers a word for at most so many clocks: the clock of the answer, counted from 0, and rd; (None, None) without an answer."""
    dut.pcpi_valid.value, dut.pcpi_insn.value = 1, word
    dut.pcpi_rs1.value, dut.pcpi_rs2.value = rs1, rs2
    answer = (None, None)
    for clock in range(clocks):
        await RisingEdge(dut.clock)
        assert dut.pcpi_wr.value == dut.pcpi_ready.value, "pcpi_wr differs from pcpi_ready"
        own = word & 0x7F == OPCODE
        assert dut.pcpi_wait.value == own, f"pcpi_wait is {dut.pcpi_wait.value} for {word:#010x}"
        if dut.pcpi_ready.value:
            answer = (clock, int(dut.pcpi_rd.value))
            break
    dut.pcpi_valid.value = 0
    while True:  # The core is busy with other instructions.
        await RisingEdge(dut.clock)
        if random.random() < 0.5:
            return answer


@cocotb.test()
async def random_instructions(dut):
    cocotb.start_soon(Clock(dut.clock, 10, "ns").start())
    dut.pcpi_valid.value, dut.reset_n.value = 0, 0
    await ClockCycles(dut.clock, 3)
    dut.reset_n.value = 1
    c = 0
    for _ in range(INSTRUCTIONS):
        name, a, b = random_name(), random_word(), random_word()
        word = instruction_word(int(lanesmith.encode(name)) & 0x1FF)
        kind = random.choices(["executed", "withdrawn", "swap c", "foreign"], [8, 1, 2, 1])[0]
        if kind == "executed":
            d = int(lanesmith.vop(name, a, b, c))
            found = await offer(dut, word, a, b, LATENCY + 1)
            assert found == (LATENCY, d), f"{found} instead of {(LATENCY, d)}\n{lanesmith.explain(name, a, b, c)}"
        elif kind == "withdrawn":
            found = await offer(dut, word, a, b, random.randint(1, LATENCY))
            assert found == (None, None), "an answer before its time"
        elif kind == "swap c":
            found = await offer(dut, instruction_word(SWAP_C), a, b, LATENCY + 1)
            assert found == (0, c), f"{found} instead of {(0, c)} for a swap of c"
            c = a
        else:
            found = await offer(dut, instruction_word(random.getrandbits(10), 0x33), a, b, LATENCY + 2)
            assert found == (None, None), "an answer to a foreign word"
