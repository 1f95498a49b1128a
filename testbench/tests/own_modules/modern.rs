//! Rust as one writes it elsewhere: guards, ranges, alternatives, constants, indices.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

const LIMIT: u64 = 19;
const STAGES: usize = 5;

const fn log2(n: u64) -> u64 {
    (64 - (n - 1).leading_zeros()) as u64
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Door {
    Closed,
    Opening,
    Open,
    Closing,
}

/// A door whose arms have guards.
#[derive(LogicBlock, Default)]
struct GuardedDoor {
    clock: Signal<In, Clock>,
    button: Signal<In, Bit>,
    blocked: Signal<In, Bit>,
    position: Signal<Out, Bits<4>>,
    moving: Signal<Out, Bit>,
    state: DFF<Door>,
    place: DFF<Bits<4>>,
}

impl Logic for GuardedDoor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, place);
        self.moving.next = false;
        match self.state.q.val() {
            Door::Closed if self.button.val() => self.state.d.next = Door::Opening,
            Door::Opening if self.place.q.val().all() => self.state.d.next = Door::Open,
            Door::Opening => {
                self.moving.next = true;
                self.place.d.next = self.place.q.val() + 1;
            }
            Door::Open if !self.blocked.val() && !self.button.val() => self.state.d.next = Door::Closing,
            Door::Closing if self.blocked.val() => self.state.d.next = Door::Opening,
            Door::Closing if !self.place.q.val().any() => self.state.d.next = Door::Closed,
            Door::Closing => {
                self.moving.next = true;
                self.place.d.next = self.place.q.val() - 1;
            }
            _ => {}
        }
        self.position.next = self.place.q.val();
    }
}

lanesmith::top!(GuardedDoor {
    clock,
    button,
    blocked,
    position,
    moving
});

/// A range that includes its end.
#[derive(LogicBlock, Default)]
struct InclusivePopCount {
    x: Signal<In, Bits<8>>,
    count: Signal<Out, Bits<4>>,
    sums: [Signal<Local, Bits<4>>; 9],
}

impl Logic for InclusivePopCount {
    #[hdl_gen]
    fn update(&mut self) {
        self.sums[0].next = 0.into();
        for i in 1..=8 {
            self.sums[i].next = self.sums[i - 1].val() + self.x.val().get_bit(i - 1);
        }
        self.count.next = self.sums[8].val();
    }
}

lanesmith::top!(InclusivePopCount { x, count });

/// A limit that is a constant of Rust.
#[derive(LogicBlock, Default)]
struct ConstantLimit {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    count: Signal<Out, Bits<5>>,
    last: Signal<Out, Bit>,
    state: DFF<Bits<5>>,
}

impl Logic for ConstantLimit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.last.next = self.state.q.val() == LIMIT;
        if self.enable.val() {
            self.state.d.next = self.state.q.val() + 1;
            if self.last.val() {
                self.state.d.next = bits(LIMIT - 14);
            }
        }
        self.count.next = self.state.q.val();
    }
}

lanesmith::top!(ConstantLimit {
    clock,
    enable,
    count,
    last
});

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
        self.rank.next = bits(log2(PERIOD));
        if self.on.q.val() {
            self.rank.next = bits::<4>(0);
        }
    }
}

lanesmith::top!(Blinker<11> { clock, led, rank });

/// Index arithmetic, which does not wrap as bits do.
#[derive(LogicBlock, Default)]
struct IndexSums {
    a: Signal<In, Bits<4>>,
    b: Signal<In, Bits<4>>,
    table: Signal<In, Bits<32>>,
    average: Signal<Out, Bits<4>>,
    crowded: Signal<Out, Bit>,
    picked: Signal<Out, Bit>,
    nibble: Signal<Out, Bits<4>>,
    shifted: Signal<Out, Bits<32>>,
}

impl Logic for IndexSums {
    #[hdl_gen]
    fn update(&mut self) {
        self.average.next = ((self.a.val().index() + self.b.val().index()) >> 1).to_bits();
        self.crowded.next = self.a.val().index() + self.b.val().index() > 15;
        self.picked.next = self.table.val().get_bit(self.a.val().index() + self.b.val().index());
        self.nibble.next = self.table.val().get_bits::<4>(self.a.val().index() + 12);
        self.shifted.next = bit_cast::<32, 6>((self.a.val().index() * 2 + self.b.val().index()).to_bits::<6>()) << 3;
    }
}

lanesmith::top!(IndexSums {
    a,
    b,
    table,
    average,
    crowded,
    picked,
    nibble,
    shifted
});

/// Guards on numbers, with a default behind them.
#[derive(LogicBlock, Default)]
struct Grade {
    points: Signal<In, Bits<5>>,
    bonus: Signal<In, Bit>,
    grade: Signal<Out, Bits<3>>,
}

impl Logic for Grade {
    #[hdl_gen]
    fn update(&mut self) {
        match self.points.val().index() {
            31 => self.grade.next = 7.into(),
            30 if self.bonus.val() => self.grade.next = 7.into(),
            0 if !self.bonus.val() => self.grade.next = 0.into(),
            _ if self.points.val() > 20 => self.grade.next = 5.into(),
            _ => self.grade.next = 2.into(),
        }
    }
}

lanesmith::top!(Grade { points, bonus, grade });

pub const MODULES: &[Own] = &[
    accepted("a door with guards", || Box::new(GuardedDoor::default())),
    accepted("a range with its end", || Box::new(InclusivePopCount::default())),
    accepted("a Rust constant as limit", || Box::new(ConstantLimit::default())),
    accepted("a Rust constant of stages", || Box::new(ConstantStages::default())),
    accepted("an associated constant", || Box::new(Blinker::<11>::default())),
    accepted("sums of indices", || Box::new(IndexSums::default())),
    accepted("guards on numbers", || Box::new(Grade::default())),
];
