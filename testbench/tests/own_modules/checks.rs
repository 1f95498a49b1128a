//! Check sums of streams.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// CRC-8, x^8 + x^2 + x + 1, a bit in each clock.
#[derive(LogicBlock, Default)]
struct SerialCrc {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    valid: Signal<In, Bit>,
    data: Signal<In, Bit>,
    crc: Signal<Out, Bits<8>>,
    state: DFF<Bits<8>>,
}

impl Logic for SerialCrc {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        if self.clear.val() {
            self.state.d.next = 0.into();
        } else if self.valid.val() {
            if self.state.q.val().get_bit(7) != self.data.val() {
                self.state.d.next = (self.state.q.val() << 1) ^ bits::<8>(0x07);
            } else {
                self.state.d.next = self.state.q.val() << 1;
            }
        }
        self.crc.next = self.state.q.val();
    }
}

lanesmith::top!(SerialCrc {
    clock,
    clear,
    valid,
    data,
    crc
});

/// CRC-16-CCITT of a byte in each clock.
#[derive(LogicBlock, Default)]
struct ParallelCrc {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    crc: Signal<Out, Bits<16>>,
    state: DFF<Bits<16>>,
    steps: [Signal<Local, Bits<16>>; 9],
}

impl Logic for ParallelCrc {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.steps[0].next = self.state.q.val() ^ (bit_cast::<16, 8>(self.data.val()) << 8);
        if self.start.val() {
            self.steps[0].next = bits::<16>(0xffff) ^ (bit_cast::<16, 8>(self.data.val()) << 8);
        }
        for i in 0..8 {
            if self.steps[i].val().get_bit(15) {
                self.steps[i + 1].next = (self.steps[i].val() << 1) ^ bits::<16>(0x1021);
            } else {
                self.steps[i + 1].next = self.steps[i].val() << 1;
            }
        }
        self.state.d.next = self.steps[8].val();
        self.crc.next = self.state.q.val();
    }
}

lanesmith::top!(ParallelCrc {
    clock,
    start,
    data,
    crc
});

pub const MODULES: &[Own] = &[
    accepted("serial CRC-8", || Box::new(SerialCrc::default())),
    accepted("parallel CRC-16", || Box::new(ParallelCrc::default())),
];
