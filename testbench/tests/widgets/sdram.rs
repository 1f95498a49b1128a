//! Widgets that have a netlist: SDRAM.

use super::Accepted;
use super::wrapper::wrap;
use lanesmith::hdl_gen;
use rust_hdl::prelude::*;

wrap!(
    Sdram: SDRAMBaseController<5, 5, 64, 16>, clocks: [clock],
    inputs: {
        data_in: Bits<64> = [data_in], write_not_read: Bit = [write_not_read], cmd_strobe: Bit = [cmd_strobe],
        cmd_address: Bits<32> = [cmd_address], read_data: Bits<16> = [sdram.read_data],
    },
    outputs: {
        busy: Bit = [busy], data_out: Bits<64> = [data_out], data_valid: Bit = [data_valid], error: Bit = [error],
        we_not: Bit = [sdram.we_not], cas_not: Bit = [sdram.cas_not], ras_not: Bit = [sdram.ras_not],
        cs_not: Bit = [sdram.cs_not], bank: Bits<2> = [sdram.bank], address: Bits<13> = [sdram.address],
        write_data: Bits<16> = [sdram.write_data], write_enable: Bit = [sdram.write_enable],
    },
);
wrap!(
    Burst: SDRAMBurstController<5, 5, 4, 16>, clocks: [clock],
    inputs: {
        data_in: Bits<16> = [data_in], write_not_read: Bit = [write_not_read], cmd_strobe: Bit = [cmd_strobe],
        cmd_address: Bits<32> = [cmd_address], read_data: Bits<16> = [sdram.read_data],
    },
    outputs: {
        busy: Bit = [busy], data_out: Bits<16> = [data_out], data_valid: Bit = [data_valid],
        data_strobe: Bit = [data_strobe], error: Bit = [error],
        we_not: Bit = [sdram.we_not], cas_not: Bit = [sdram.cas_not], ras_not: Bit = [sdram.ras_not],
        cs_not: Bit = [sdram.cs_not], bank: Bits<2> = [sdram.bank], address: Bits<13> = [sdram.address],
        write_data: Bits<16> = [sdram.write_data], write_enable: Bit = [sdram.write_enable],
    },
);

pub fn timings() -> MemoryTimings {
    MemoryTimings {
        initial_delay_in_nanoseconds: 100.0,
        ..MemoryTimings::mt48lc8m16a2(100e6)
    }
}

pub const ACCEPTED: &[Accepted] = &[
    Accepted {
        name: "`SDRAMBaseController`",
        make: || Sdram::top(SDRAMBaseController::new(3, timings(), OutputBuffer::Wired)),
    },
    Accepted {
        name: "`SDRAMBurstController`",
        make: || Burst::top(SDRAMBurstController::new(3, timings(), OutputBuffer::DelayOne)),
    },
];
