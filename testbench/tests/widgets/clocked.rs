//! Widgets that have a netlist and several clocks, or one that is not called `clock`.

use super::Accepted;
use super::wrapper::wrap_clocks;
use lanesmith::hdl_gen;
use rust_hdl::prelude::*;

type Byte = Bits<8>;

wrap_clocks!(
    Vector: VectorSynchronizer<Byte>, clocks: { clock_in = [clock_in], clock_out = [clock_out] },
    inputs: { sig_in: Byte = [sig_in], send: Bit = [send] },
    outputs: { sig_out: Byte = [sig_out], busy: Bit = [busy], strobe: Bit = [update] },
);
wrap_clocks!(
    Ram: RAM<Byte, 3>, clocks: { read_clock = [read_clock], write_clock = [write_clock] },
    inputs: {
        read_address: Bits<3> = [read_address], write_address: Bits<3> = [write_address],
        write_data: Byte = [write_data], write_enable: Bit = [write_enable],
    },
    outputs: { read_data: Byte = [read_data] },
);
wrap_clocks!(
    Fifo: AsynchronousFIFO<Byte, 3, 4, 2>, clocks: { read_clock = [read_clock], write_clock = [write_clock] },
    inputs: { read: Bit = [read], write: Bit = [write], data_in: Byte = [data_in] },
    outputs: {
        data_out: Byte = [data_out], empty: Bit = [empty], almost_empty: Bit = [almost_empty],
        underflow: Bit = [underflow], full: Bit = [full], almost_full: Bit = [almost_full],
        overflow: Bit = [overflow], read_fill: Bits<4> = [read_fill], write_fill: Bits<4> = [write_fill],
    },
);
wrap_clocks!(
    Narrow: CrossNarrowFIFO<16, 3, 4, 4, 5, 6>, clocks: { write_clock = [write_clock], read_clock = [read_clock] },
    inputs: { read: Bit = [read], write: Bit = [write], data_in: Bits<16> = [data_in] },
    outputs: { data_out: Bits<4> = [data_out], empty: Bit = [empty], full: Bit = [full] },
);
wrap_clocks!(
    Widen: CrossWidenFIFO<4, 5, 6, 16, 3, 4>, clocks: { write_clock = [write_clock], read_clock = [read_clock] },
    inputs: { read: Bit = [read], write: Bit = [write], data_in: Bits<4> = [data_in] },
    outputs: { data_out: Bits<16> = [data_out], empty: Bit = [empty], full: Bit = [full] },
);
wrap_clocks!(
    OnChip: SDRAMOnChipBuffer<16>, clocks: { clk = [buf_in.clk] },
    inputs: {
        we_not_in: Bit = [buf_in.we_not], cas_not_in: Bit = [buf_in.cas_not], ras_not_in: Bit = [buf_in.ras_not],
        cs_not_in: Bit = [buf_in.cs_not], bank_in: Bits<2> = [buf_in.bank], address_in: Bits<13> = [buf_in.address],
        write_data_in: Bits<16> = [buf_in.write_data], write_enable_in: Bit = [buf_in.write_enable],
        read_data_in: Bits<16> = [buf_out.read_data],
    },
    outputs: {
        we_not: Bit = [buf_out.we_not], cas_not: Bit = [buf_out.cas_not], ras_not: Bit = [buf_out.ras_not],
        cs_not: Bit = [buf_out.cs_not], bank: Bits<2> = [buf_out.bank], address: Bits<13> = [buf_out.address],
        write_data: Bits<16> = [buf_out.write_data], write_enable: Bit = [buf_out.write_enable],
        read_data: Bits<16> = [buf_in.read_data],
    },
);

pub const CLOCKED: &[Accepted] = &[
    Accepted {
        name: "`VectorSynchronizer`",
        make: || Vector::top(VectorSynchronizer::default()),
    },
    Accepted {
        name: "`RAM` on two clocks",
        make: || Ram::top(RAM::from((1..=8_u64).map(Byte::from))),
    },
    Accepted {
        name: "`AsynchronousFIFO`",
        make: || Fifo::top(AsynchronousFIFO::default()),
    },
    Accepted {
        name: "`CrossNarrowFIFO`",
        make: || Narrow::top(CrossNarrowFIFO::default()),
    },
    Accepted {
        name: "`CrossWidenFIFO`",
        make: || Widen::top(CrossWidenFIFO::default()),
    },
    Accepted {
        name: "`SDRAMOnChipBuffer`",
        make: || OnChip::top(SDRAMOnChipBuffer::default()),
    },
];
