//! Widgets that have a netlist: registers, counters, memories, FIFOs, synchronisers.

use super::Accepted;
use super::wrapper::wrap;
use lanesmith::hdl_gen;
use rust_hdl::prelude::*;
use rust_hdl::widgets::edge_ff::EdgeDFF;
use rust_hdl::widgets::fifo::fifo_logic::{FIFOReadLogic, FIFOWriteLogic};
use std::time::Duration;

type Byte = Bits<8>;

wrap!(Flop: DFF<Byte>, clocks: [clock], inputs: { d: Byte = [d] }, outputs: { q: Byte = [q] });
wrap!(EdgeFlop: EdgeDFF<Byte>, clocks: [clk], inputs: { d: Byte = [d] }, outputs: { q: Byte = [q] });
wrap!(InitFlop: DFFWithInit<Byte>, clocks: [clock], inputs: { d: Byte = [d] }, outputs: { q: Byte = [q] });
wrap!(Reset: AutoReset, clocks: [clock], inputs: {}, outputs: { reset: Bit = [reset] });
wrap!(
    Edge: EdgeDetector, clocks: [clock],
    inputs: { level: Bit = [input_signal] }, outputs: { found: Bit = [edge_signal] },
);
wrap!(
    OneShot: Shot<8>, clocks: [clock],
    inputs: { trigger: Bit = [trigger] }, outputs: { active: Bit = [active], fired: Bit = [fired] },
);
wrap!(Strobes: Strobe<8>, clocks: [clock], inputs: { enable: Bit = [enable] }, outputs: { strobe: Bit = [strobe] });
wrap!(
    Width: PulseWidthModulator<4>, clocks: [clock],
    inputs: { enable: Bit = [enable], threshold: Bits<4> = [threshold] }, outputs: { active: Bit = [active] },
);
wrap!(
    Delay: DelayLine<Byte, 8, 3>, clocks: [clock],
    inputs: { data_in: Byte = [data_in], delay: Bits<3> = [delay] }, outputs: { data_out: Byte = [data_out] },
);
wrap!(Pulses: Pulser, clocks: [clock], inputs: { enable: Bit = [enable] }, outputs: { pulse: Bit = [pulse] });
wrap!(Noise: LFSRSimple, clocks: [clock], inputs: { strobe: Bit = [strobe] }, outputs: { num: Bits<32> = [num] });
wrap!(
    Synchroniser: BitSynchronizer, clocks: [clock],
    inputs: { sig_in: Bit = [sig_in] }, outputs: { sig_out: Bit = [sig_out] },
);
wrap!(
    Sender: SyncSender<Byte>, clocks: [clock],
    inputs: { sig_in: Byte = [sig_in], ack_in: Bit = [ack_in], send: Bit = [send] },
    outputs: { sig_cross: Byte = [sig_cross], flag_out: Bit = [flag_out], busy: Bit = [busy] },
);
wrap!(
    Receiver: SyncReceiver<Byte>, clocks: [clock],
    inputs: { sig_cross: Byte = [sig_cross], flag_in: Bit = [flag_in] },
    outputs: { sig_out: Byte = [sig_out], ack_out: Bit = [ack_out], strobe: Bit = [update] },
);
wrap!(
    Vector: VectorSynchronizer<Byte>, clocks: [clock_in] [clock_out],
    inputs: { sig_in: Byte = [sig_in], send: Bit = [send] },
    outputs: { sig_out: Byte = [sig_out], busy: Bit = [busy], strobe: Bit = [update] },
);
wrap!(
    Ram: RAM<Byte, 4>, clocks: [read_clock] [write_clock],
    inputs: {
        read_address: Bits<4> = [read_address], write_address: Bits<4> = [write_address],
        write_data: Byte = [write_data], write_enable: Bit = [write_enable],
    },
    outputs: { read_data: Byte = [read_data] },
);
wrap!(Rom: ROM<Byte, 4>, clocks:, inputs: { address: Bits<4> = [address] }, outputs: { data: Byte = [data] });
wrap!(
    SynchronousRom: SyncROM<Byte, 4>, clocks: [clock],
    inputs: { address: Bits<4> = [address] }, outputs: { data: Byte = [data] },
);
wrap!(
    ReadLogic: FIFOReadLogic<Byte, 4, 5, 2>, clocks: [clock],
    inputs: {
        read: Bit = [read], write_address_delayed: Bits<5> = [write_address_delayed],
        ram_read_data: Byte = [ram_read_data],
    },
    outputs: {
        data_out: Byte = [data_out], empty: Bit = [empty], almost_empty: Bit = [almost_empty],
        underflow: Bit = [underflow], ram_read_address: Bits<4> = [ram_read_address],
        read_address: Bits<5> = [read_address_out], fill_level: Bits<5> = [fill_level],
    },
);
wrap!(
    WriteLogic: FIFOWriteLogic<Byte, 4, 5, 2>, clocks: [clock],
    inputs: { write: Bit = [write], data_in: Byte = [data_in], read_address: Bits<5> = [read_address] },
    outputs: {
        full: Bit = [full], almost_full: Bit = [almost_full], overflow: Bit = [overflow],
        ram_write_address: Bits<4> = [ram_write_address], ram_write_data: Byte = [ram_write_data],
        ram_write_enable: Bit = [ram_write_enable], write_address_delayed: Bits<5> = [write_address_delayed],
        fill_level: Bits<5> = [fill_level],
    },
);
wrap!(
    Fifo: SynchronousFIFO<Byte, 3, 4, 2>, clocks: [clock],
    inputs: { read: Bit = [read], write: Bit = [write], data_in: Byte = [data_in] },
    outputs: {
        data_out: Byte = [data_out], empty: Bit = [empty], almost_empty: Bit = [almost_empty],
        underflow: Bit = [underflow], full: Bit = [full], almost_full: Bit = [almost_full],
        overflow: Bit = [overflow],
    },
);
wrap!(
    RegisterFifo: RegisterFIFO<Byte>, clocks: [clock],
    inputs: { read: Bit = [read], write: Bit = [write], data_in: Byte = [data_in] },
    outputs: { data_out: Byte = [data_out], empty: Bit = [empty], full: Bit = [full] },
);
wrap!(
    Halver: FIFOReducer<8, 4, false>, clocks: [clock],
    inputs: { data_in: Byte = [data_in], empty: Bit = [empty], full: Bit = [full] },
    outputs: { data_out: Bits<4> = [data_out], read: Bit = [read], write: Bit = [write] },
);
wrap!(
    Reducer: FIFOReducerN<32, 4>, clocks: [clock],
    inputs: { data_in: Bits<32> = [data_in], empty: Bit = [empty], full: Bit = [full] },
    outputs: { data_out: Bits<4> = [data_out], read: Bit = [read], write: Bit = [write] },
);
wrap!(
    Expander: FIFOExpanderN<4, 32>, clocks: [clock],
    inputs: { data_in: Bits<4> = [data_in], empty: Bit = [empty], full: Bit = [full] },
    outputs: { data_out: Bits<32> = [data_out], read: Bit = [read], write: Bit = [write] },
);

fn bytes() -> impl Iterator<Item = Byte> {
    (0..13_u64).map(|i| (i * 19 + 7).into())
}

pub const ACCEPTED: &[Accepted] = &[
    Accepted {
        name: "`DFF`",
        make: || Flop::top(DFF::default()),
    },
    Accepted {
        name: "`EdgeDFF`",
        make: || EdgeFlop::top(EdgeDFF::new(0xa5.into())),
    },
    Accepted {
        name: "`DFFWithInit`",
        make: || InitFlop::top(DFFWithInit::new(0xa5.into())),
    },
    Accepted {
        name: "`AutoReset`",
        make: || Reset::top(AutoReset::default()),
    },
    Accepted {
        name: "`EdgeDetector`",
        make: || Edge::top(EdgeDetector::new(true)),
    },
    Accepted {
        name: "`Shot`",
        make: || OneShot::top(Shot::new(1000, Duration::from_millis(5))),
    },
    Accepted {
        name: "`Strobe`",
        make: || Strobes::top(Strobe::new(1000, 100.0)),
    },
    Accepted {
        name: "`PulseWidthModulator`",
        make: || Width::top(PulseWidthModulator::default()),
    },
    Accepted {
        name: "`Pulser`",
        make: || Pulses::top(Pulser::new(1000, 50.0, Duration::from_millis(6))),
    },
    Accepted {
        name: "`DelayLine`",
        make: || Delay::top(DelayLine::default()),
    },
    Accepted {
        name: "`LFSRSimple`",
        make: || Noise::top(LFSRSimple::default()),
    },
    Accepted {
        name: "`BitSynchronizer`",
        make: || Synchroniser::top(BitSynchronizer::default()),
    },
    Accepted {
        name: "`SyncSender`",
        make: || Sender::top(SyncSender::default()),
    },
    Accepted {
        name: "`SyncReceiver`",
        make: || Receiver::top(SyncReceiver::default()),
    },
    Accepted {
        name: "`VectorSynchronizer` on one clock",
        make: || Vector::top(VectorSynchronizer::default()),
    },
    Accepted {
        name: "`RAM`, with or without contents",
        make: || Ram::top(RAM::from(bytes())),
    },
    Accepted {
        name: "`ROM`",
        make: || Rom::top(ROM::from(bytes())),
    },
    Accepted {
        name: "`SyncROM`",
        make: || SynchronousRom::top(SyncROM::from(bytes())),
    },
    Accepted {
        name: "`FIFOReadLogic`",
        make: || ReadLogic::top(FIFOReadLogic::default()),
    },
    Accepted {
        name: "`FIFOWriteLogic`",
        make: || WriteLogic::top(FIFOWriteLogic::default()),
    },
    Accepted {
        name: "`SynchronousFIFO`",
        make: || Fifo::top(SynchronousFIFO::default()),
    },
    Accepted {
        name: "`RegisterFIFO`",
        make: || RegisterFifo::top(RegisterFIFO::default()),
    },
    Accepted {
        name: "`FIFOReducer`",
        make: || Halver::top(FIFOReducer::default()),
    },
    Accepted {
        name: "`FIFOReducerN`",
        make: || Reducer::top(FIFOReducerN::new(WordOrder::MostSignificantFirst)),
    },
    Accepted {
        name: "`FIFOExpanderN`",
        make: || Expander::top(FIFOExpanderN::new(WordOrder::LeastSignificantFirst)),
    },
];
