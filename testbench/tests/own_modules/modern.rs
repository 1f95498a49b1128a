//! Rust as one writes it elsewhere: guards, ranges, alternatives, constants, indices.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

const STAGES: usize = 5;

const fn log2(n: u64) -> u64 {
    (64 - (n - 1).leading_zeros()) as u64
}

/// Stages counted by a constant, with a constant expression at the end.
#[derive(LogicBlock, Default)]
struct ConstantStages {
    clock: Signal<In, Clock>,
    data: Signal<In, Bits<4>>,
    late: Signal<Out, Bits<4>>,
    stage: [DFF<Bits<4>>; STAGES],
}

impl Logic for ConstantStages {
    #[hdl_gen]
    fn update(&mut self) {
        self.stage[0].clock.next = self.clock.val();
        self.stage[0].d.next = self.data.val();
        for i in 1..STAGES {
            self.stage[i].clock.next = self.clock.val();
            self.stage[i].d.next = self.stage[i - 1].q.val();
        }
        self.late.next = self.stage[STAGES - 1].q.val();
    }
}

lanesmith::top!(ConstantStages { clock, data, late });

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
    accepted("a Rust constant of stages", || Box::new(ConstantStages::default())),
    accepted("an associated constant", || Box::new(Blinker::<11>::default())),
];
