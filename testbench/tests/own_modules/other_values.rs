//! Modules whose Verilog by rust-hdl computes other values than rust-hdl simulates; `docs/decisions.md` has the reasons.

use super::harness::{Own, accepted};
use crate::block::block;
use lanesmith::hdl::prelude::*;

// A twisted ring of six bits, and its decoded phases.
block!(Johnson { clock: In Clock, run: In Bit, ring: Out Bits<6>, phase_zero: Out Bit } { state: DFF<Bits<6>> });

impl Logic for Johnson {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        if self.run.val() {
            self.state.d.next = (self.state.q.val() << 1) | bit_cast::<6, 1>((!self.state.q.val().get_bit(5)).into());
        }
        self.ring.next = self.state.q.val();
        self.phase_zero.next = !self.state.q.val().get_bit(0) & !self.state.q.val().get_bit(5);
    }
}

// Fields called like loop variables of the same kernel.
block!(Shadowed { i: In Bits<4>, j: In Bits<4>, sum: Out Bits<4> } { chain: [Signal<Local, Bits<4>>; 4] });

impl Logic for Shadowed {
    #[hdl_gen]
    fn update(&mut self) {
        self.chain[0].next = self.j.val();
        for i in 0..3 {
            self.chain[i + 1].next = self.chain[i].val() + self.i.val();
        }
        self.sum.next = self.chain[3].val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Door {
    Closed,
    Opening,
    Open,
    Closing,
}

// A door whose arms have guards.
block!(GuardedDoor {
    clock: In Clock, button: In Bit, blocked: In Bit, position: Out Bits<4>, moving: Out Bit,
} { state: DFF<Door>, place: DFF<Bits<4>> });

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

// A range that includes its end.
block!(InclusivePopCount { x: In Bits<8>, count: Out Bits<4> } { sums: [Signal<Local, Bits<4>>; 9] });

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

// Guards on numbers, with a default behind them.
block!(Grade { points: In Bits<5>, bonus: In Bit, grade: Out Bits<3> });

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

// Numbers widened with their sign; those that this loses are not given.
block!(SignExtend { x: In Bits<8>, y: Out Bits<12> } { narrow: Signal<Local, Bits<8>> });

impl Logic for SignExtend {
    #[hdl_gen]
    fn update(&mut self) {
        self.narrow.next = self.x.val() | bits::<8>(1);
        self.y.next = unsigned_cast(signed_bit_cast::<12, 8>(signed_cast(self.narrow.val())));
    }
}

// How many words a ring buffer holds, as the host reads it.
block!(Level { head: In Bits<8>, tail: In Bits<8>, level: Out Bits<16> });

impl Logic for Level {
    #[hdl_gen]
    fn update(&mut self) {
        self.level.next = bit_cast::<16, 8>(self.head.val() - self.tail.val());
    }
}

// Whether all flags of a mask are set.
block!(AllOf { flags: In Bits<6>, mask: In Bits<6>, all: Out Bit });

impl Logic for AllOf {
    #[hdl_gen]
    fn update(&mut self) {
        self.all.next = self.flags.val() & self.mask.val() == self.mask.val();
    }
}

pub const MODULES: &[Own] = &[
    accepted("level of a ring buffer", || Box::new(Level::default())),
    accepted("all flags of a mask", || Box::new(AllOf::default())),
    accepted("Johnson counter", || Box::new(Johnson::default())),
    accepted("fields called like loop variables", || Box::new(Shadowed::default())),
    accepted("a door with guards", || Box::new(GuardedDoor::default())),
    accepted("a range that includes its end", || {
        Box::new(InclusivePopCount::default())
    }),
    accepted("guards on numbers", || Box::new(Grade::default())),
    accepted("sign extension", || Box::new(SignExtend::default())),
];
