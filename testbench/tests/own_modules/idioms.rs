//! Rust as one writes it elsewhere: alternatives, ranges, constants, generic parameters.

use super::harness::{Own, own};
use crate::block::block;
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Phase {
    Fetch,
    Decode,
    Execute,
    Store,
    Halt,
}

// Phases of a small processor: alternatives, guards and tuples.
block!(Sequencer {
    clock: In Clock, opcode: In Bits<4>, ready: In Bit, resume: In Bit, fetches: Out Bit, halted: Out Bit,
} { state: DFF<Phase> });

impl Logic for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        match (self.state.q.val(), self.ready.val()) {
            (Phase::Fetch, true) => self.state.d.next = Phase::Decode,
            (Phase::Decode, _) if self.opcode.val().all() => self.state.d.next = Phase::Halt,
            (Phase::Decode, _) => self.state.d.next = Phase::Execute,
            (Phase::Execute, true) => match self.opcode.val().index() {
                0..=3 | 9 => self.state.d.next = Phase::Store,
                4..9 => self.state.d.next = Phase::Fetch,
                _ if self.resume.val() => self.state.d.next = Phase::Fetch,
                _ => {}
            },
            (Phase::Store, _) => self.state.d.next = Phase::Fetch,
            (Phase::Halt, _) if self.resume.val() => self.state.d.next = Phase::Fetch,
            _ => {}
        }
        self.fetches.next = false;
        match self.state.q.val() {
            Phase::Fetch | Phase::Store => self.fetches.next = self.ready.val(),
            Phase::Decode | Phase::Execute | Phase::Halt => {}
        }
        self.halted.next = self.state.q.val() == Phase::Halt;
    }
}

/// A bus of bytes whose number is a parameter, as is what resets them.
#[derive(LogicBlock)]
struct Lanes<const N: usize, const RESET: u64> {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    checksum: Signal<Out, Bits<8>>,
    lane: [DFF<Bits<8>>; N],
    partial: [Signal<Local, Bits<8>>; N],
}

impl<const N: usize, const RESET: u64> Default for Lanes<N, RESET> {
    fn default() -> Self {
        Lanes {
            clock: Default::default(),
            clear: Default::default(),
            data: Default::default(),
            checksum: Default::default(),
            lane: std::array::from_fn(|_| DFF::default()),
            partial: std::array::from_fn(|_| Signal::default()),
        }
    }
}

impl<const N: usize, const RESET: u64> Logic for Lanes<N, RESET> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..N {
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].d.next = if i == 0 {
                self.data.val()
            } else {
                self.lane[(i + N - 1) % N].q.val()
            };
            if self.clear.val() {
                self.lane[i].d.next = bits::<8>(RESET + i as u64);
            }
            if i == 0 {
                self.partial[i].next = self.lane[i].q.val();
            } else {
                self.partial[i].next = self.partial[i - 1].val() ^ self.lane[i].q.val();
            }
        }
        self.checksum.next = self.partial[N - 1].val();
    }
}

lanesmith::top!(Lanes<5, 17> { clock, clear, data, checksum });

const fn log2(n: u64) -> u64 {
    (64 - (n - 1).leading_zeros()) as u64
}

/// A period that belongs to the type.
#[derive(LogicBlock, Default)]
struct Blinker<const PERIOD: u64> {
    clock: Signal<In, Clock>,
    led: Signal<Out, Bit>,
    rank: Signal<Out, Bits<4>>,
    count: DFF<Bits<6>>,
    on: DFF<Bit>,
}

impl<const PERIOD: u64> Blinker<PERIOD> {
    const LAST: u64 = PERIOD - 1;
}

impl<const PERIOD: u64> Logic for Blinker<PERIOD> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, on);
        if self.count.q.val() == Self::LAST {
            self.count.d.next = 0.into();
            self.on.d.next = !self.on.q.val();
        } else {
            self.count.d.next = self.count.q.val() + 1;
        }
        self.led.next = self.on.q.val();
        self.rank.next = bits::<4>(log2(PERIOD));
        if self.on.q.val() {
            self.rank.next = bits::<4>(0);
        }
    }
}

lanesmith::top!(Blinker<11> { clock, led, rank });

pub const MODULES: &[Own] = &[
    own!("alternatives, ranges and tuples", Sequencer),
    own!("lanes by const generics", Lanes<5, 17>),
    own!("an associated constant", Blinker<11>),
];
