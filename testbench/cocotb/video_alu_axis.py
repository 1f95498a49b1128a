"""Frames of random instructions through `video_alu_axis` by the drivers of cocotbext-axi; the golden model judges each result.

A start for a testbench of your own: copy this file. `COCOTB_RANDOM_SEED` repeats a run, `INSTRUCTIONS` sets its length.
"""

import os
import random

import cocotb
import lanesmith
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource
from video_alu import random_instruction, random_word

INSTRUCTIONS = int(os.environ.get("INSTRUCTIONS", 300))
BYTES = 17  # of s_axis_tdata


def beat(text, operands):
    """The bytes of an instruction: a, b, c, control word, each the lowest byte first."""
    word = int(lanesmith.encode(text)) << 96 | operands[2] << 64 | operands[1] << 32 | operands[0]
    return word.to_bytes(BYTES, "little")


async def full_rate(dut, clocks):
    """The number of accepted results in so many clocks."""
    accepted = 0
    for _ in range(clocks):
        await RisingEdge(dut.aclk)
        accepted += bool(dut.m_axis_tvalid.value) and bool(dut.m_axis_tready.value)
    return accepted


async def stable(dut):
    """A result holds until it is accepted."""
    waiting = None
    while True:
        await RisingEdge(dut.aclk)
        found = [bool(dut.m_axis_tvalid.value)]
        if found[0]:
            found += [int(port.value) for port in (dut.m_axis_tdata, dut.m_axis_tlast, dut.m_axis_tuser)]
        assert waiting is None or found == waiting, f"{found} after {waiting}"
        waiting = found if found[0] and not dut.m_axis_tready.value else None


async def start(dut):
    cocotb.start_soon(Clock(dut.aclk, 10, "ns").start())
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "s_axis"), dut.aclk, dut.aresetn, False, byte_lanes=BYTES)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "m_axis"), dut.aclk, dut.aresetn, False, byte_lanes=4)
    dut.aresetn.value = 0
    await ClockCycles(dut.aclk, 3)
    dut.aresetn.value = 1
    cocotb.start_soon(stable(dut))
    return source, sink


async def frame(source, length):
    """Sends a frame, and returns the bytes and tags that should come back."""
    work = [(random_instruction(), [random_word() for _ in range(3)], random.randrange(256)) for _ in range(length)]
    data = b"".join(beat(text, operands) for text, operands, _ in work)
    users = [tag for _, _, tag in work for _ in range(BYTES)]
    await source.send(AxiStreamFrame(data, tuser=users))
    golden = b"".join(int(lanesmith.vop(text, *operands)).to_bytes(4, "little") for text, operands, _ in work)
    return golden, [tag for _, _, tag in work for _ in range(4)]


@cocotb.test()
async def random_frames(dut):
    source, sink = await start(dut)
    source.set_pause_generator(random.random() < 0.3 for _ in iter(int, 1))
    sink.set_pause_generator(random.random() < 0.4 for _ in iter(int, 1))
    left, expected = INSTRUCTIONS, []
    while left > 0:
        length = random.randint(1, min(left, 20))
        expected.append(await frame(source, length))
        left -= length
    for number, golden in enumerate(expected):
        received = await with_timeout(sink.recv(compact=False), 1000 * INSTRUCTIONS, "ns")
        assert (bytes(received.tdata), list(received.tuser)) == golden, f"frame {number}"


@cocotb.test()
async def one_result_in_each_clock(dut):
    source, sink = await start(dut)
    golden = await frame(source, 200)
    await RisingEdge(dut.m_axis_tvalid)
    assert await full_rate(dut, 200) == 200
    received = await with_timeout(sink.recv(compact=False), 1000, "ns")
    assert (bytes(received.tdata), list(received.tuser)) == golden
