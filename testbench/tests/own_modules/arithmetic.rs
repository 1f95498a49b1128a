//! Units of arithmetic and logic.

use super::harness::{Own, accepted, refused};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum AluOp {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Less,
}

/// An operation by its code.
#[derive(LogicBlock, Default)]
struct Decode {
    code: Signal<In, Bits<3>>,
    op: Signal<Out, AluOp>,
}

impl Logic for Decode {
    #[hdl_gen]
    fn update(&mut self) {
        match self.code.val().index() {
            0 => self.op.next = AluOp::Add,
            1 => self.op.next = AluOp::Sub,
            2 => self.op.next = AluOp::And,
            3 => self.op.next = AluOp::Or,
            4 => self.op.next = AluOp::Xor,
            _ => self.op.next = AluOp::Less,
        }
    }
}

/// Arithmetic and logic behind a decoder whose output is an enum.
#[derive(LogicBlock, Default)]
struct Alu {
    code: Signal<In, Bits<3>>,
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    result: Signal<Out, Bits<16>>,
    zero: Signal<Out, Bit>,
    carry: Signal<Out, Bit>,
    decode: Decode,
    wide: Signal<Local, Bits<17>>,
}

impl Logic for Alu {
    #[hdl_gen]
    fn update(&mut self) {
        self.decode.code.next = self.code.val();
        self.wide.next = bit_cast::<17, 16>(self.a.val()) + bit_cast::<17, 16>(self.b.val());
        self.carry.next = false;
        match self.decode.op.val() {
            AluOp::Add => {
                self.result.next = bit_cast::<16, 17>(self.wide.val());
                self.carry.next = self.wide.val().get_bit(16);
            }
            AluOp::Sub => {
                self.result.next = self.a.val() - self.b.val();
                self.carry.next = self.a.val() < self.b.val();
            }
            AluOp::And => self.result.next = self.a.val() & self.b.val(),
            AluOp::Or => self.result.next = self.a.val() | self.b.val(),
            AluOp::Xor => self.result.next = self.a.val() ^ self.b.val(),
            AluOp::Less => {
                self.result.next = 0.into();
                if self.a.val() < self.b.val() {
                    self.result.next = 1.into();
                }
            }
        }
        self.zero.next = self.result.val() == 0;
    }
}

lanesmith::top!(Alu {
    code,
    a,
    b,
    result,
    zero,
    carry
});

/// Sum and difference that stay within 8 bits.
#[derive(LogicBlock, Default)]
struct Saturating {
    subtract: Signal<In, Bit>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    clipped: Signal<Out, Bit>,
    sum: Signal<Local, Bits<9>>,
}

impl Logic for Saturating {
    #[hdl_gen]
    fn update(&mut self) {
        self.clipped.next = false;
        if self.subtract.val() {
            self.sum.next = bit_cast::<9, 8>(self.a.val()) - bit_cast::<9, 8>(self.b.val());
            self.y.next = bit_cast::<8, 9>(self.sum.val());
            if self.sum.val().get_bit(8) {
                self.y.next = 0.into();
                self.clipped.next = true;
            }
        } else {
            self.sum.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
            self.y.next = self.sum.val().get_bits::<8>(0);
            if self.sum.val().get_bit(8) {
                self.y.next = 0xff.into();
                self.clipped.next = true;
            }
        }
    }
}

lanesmith::top!(Saturating {
    subtract,
    a,
    b,
    y,
    clipped
});

/// Shifts and rotates by 0 to 31.
#[derive(LogicBlock, Default)]
struct BarrelShifter {
    value: Signal<In, Bits<32>>,
    amount: Signal<In, Bits<5>>,
    kind: Signal<In, Bits<2>>,
    y: Signal<Out, Bits<32>>,
    signs: Signal<Local, Bits<32>>,
}

impl Logic for BarrelShifter {
    #[hdl_gen]
    fn update(&mut self) {
        self.signs.next = 0.into();
        if self.value.val().get_bit(31) && self.amount.val().any() {
            self.signs.next = bits::<32>(0xffff_ffff_u64) << (bits::<6>(32) - bit_cast::<6, 5>(self.amount.val()));
        }
        match self.kind.val().index() {
            0 => self.y.next = self.value.val() << self.amount.val(),
            1 => self.y.next = self.value.val() >> self.amount.val(),
            2 => self.y.next = (self.value.val() >> self.amount.val()) | self.signs.val(),
            _ => {
                self.y.next = (self.value.val() >> self.amount.val())
                    | (self.value.val() << (bits::<6>(32) - bit_cast::<6, 5>(self.amount.val())));
            }
        }
    }
}

lanesmith::top!(BarrelShifter { value, amount, kind, y });

/// The number of bits set, as a chain of sums.
#[derive(LogicBlock, Default)]
struct PopCount {
    x: Signal<In, Bits<16>>,
    count: Signal<Out, Bits<5>>,
    sums: [Signal<Local, Bits<5>>; 17],
}

impl Logic for PopCount {
    #[hdl_gen]
    fn update(&mut self) {
        self.sums[0].next = 0.into();
        for i in 0..16 {
            self.sums[i + 1].next = self.sums[i].val() + self.x.val().get_bit(i);
        }
        self.count.next = self.sums[16].val();
    }
}

lanesmith::top!(PopCount { x, count });

/// Zeros above the first one, by a loop in which the last assignment wins.
#[derive(LogicBlock, Default)]
struct LeadingZeros {
    x: Signal<In, Bits<12>>,
    count: Signal<Out, Bits<4>>,
}

impl Logic for LeadingZeros {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.next = 12.into();
        for i in 0..12 {
            if self.x.val().get_bit(i) {
                self.count.next = bits::<4>(11) - i.to_bits();
            }
        }
    }
}

lanesmith::top!(LeadingZeros { x, count });

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum DivState {
    Idle,
    Busy,
    Done,
}

/// Restoring division, a bit in each clock.
#[derive(LogicBlock, Default)]
struct Divider {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    dividend: Signal<In, Bits<8>>,
    divisor: Signal<In, Bits<8>>,
    quotient: Signal<Out, Bits<8>>,
    remainder: Signal<Out, Bits<8>>,
    ready: Signal<Out, Bit>,
    state: DFF<DivState>,
    steps: DFF<Bits<4>>,
    work: DFF<Bits<17>>,
    by: DFF<Bits<9>>,
    rest: Signal<Local, Bits<9>>,
}

impl Logic for Divider {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, steps, work, by);
        self.rest.next = self.work.q.val().get_bits::<9>(7) - self.by.q.val();
        match self.state.q.val() {
            DivState::Idle => {
                if self.start.val() {
                    self.work.d.next = bit_cast::<17, 8>(self.dividend.val());
                    self.by.d.next = bit_cast::<9, 8>(self.divisor.val());
                    self.steps.d.next = 8.into();
                    self.state.d.next = DivState::Busy;
                }
            }
            DivState::Busy => {
                if self.work.q.val().get_bits::<9>(7) >= self.by.q.val() {
                    self.work.d.next = (bit_cast::<17, 9>(self.rest.val()) << 8)
                        | (bit_cast::<17, 7>(self.work.q.val().get_bits::<7>(0)) << 1)
                        | bits::<17>(1);
                } else {
                    self.work.d.next = self.work.q.val() << 1;
                }
                self.steps.d.next = self.steps.q.val() - 1;
                if self.steps.q.val() == 1 {
                    self.state.d.next = DivState::Done;
                }
            }
            DivState::Done => {
                self.state.d.next = DivState::Idle;
            }
        }
        self.quotient.next = self.work.q.val().get_bits::<8>(0);
        self.remainder.next = self.work.q.val().get_bits::<8>(8);
        self.ready.next = self.state.q.val() == DivState::Done;
    }
}

lanesmith::top!(Divider {
    clock,
    start,
    dividend,
    divisor,
    quotient,
    remainder,
    ready
});

/// Shift-and-add multiplication.
#[derive(LogicBlock, Default)]
struct Multiplier {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    x: Signal<In, Bits<12>>,
    y: Signal<In, Bits<12>>,
    product: Signal<Out, Bits<24>>,
    busy: Signal<Out, Bit>,
    addend: DFF<Bits<24>>,
    factor: DFF<Bits<12>>,
    sum: DFF<Bits<24>>,
}

impl Logic for Multiplier {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, addend, factor, sum);
        if self.start.val() && !self.factor.q.val().any() {
            self.addend.d.next = bit_cast::<24, 12>(self.x.val());
            self.factor.d.next = self.y.val();
            self.sum.d.next = 0.into();
        } else {
            self.addend.d.next = self.addend.q.val() << 1;
            self.factor.d.next = self.factor.q.val() >> 1;
            if self.factor.q.val().get_bit(0) {
                self.sum.d.next = self.sum.q.val() + self.addend.q.val();
            }
        }
        self.busy.next = self.factor.q.val().any();
        self.product.next = self.sum.q.val();
    }
}

lanesmith::top!(Multiplier {
    clock,
    start,
    x,
    y,
    product,
    busy
});

/// Multiplies 16 by 16 bits and accumulates.
#[derive(LogicBlock, Default)]
struct Mac {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    sum: Signal<Out, Bits<40>>,
    product: DFF<Bits<32>>,
    valid: DFF<Bit>,
    accumulator: DFF<Bits<40>>,
}

impl Logic for Mac {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, product, valid, accumulator);
        self.product.d.next = self.a.val() * self.b.val();
        self.valid.d.next = self.enable.val();
        if self.valid.q.val() {
            self.accumulator.d.next = self.accumulator.q.val() + bit_cast::<40, 32>(self.product.q.val());
        }
        if self.clear.val() {
            self.accumulator.d.next = 0.into();
        }
        self.sum.next = self.accumulator.q.val();
    }
}

lanesmith::top!(Mac {
    clock,
    clear,
    enable,
    a,
    b,
    sum
});

pub const MODULES: &[Own] = &[
    accepted("ALU behind a decoder with an enum port", || Box::new(Alu::default())),
    refused(
        "a local that both branches assign and read",
        || Box::new(Saturating::default()),
        "top: `sum`: is read between two assignments to it: read it below the last one, or read the register's output \
         `….q.val()` if the value before this clock is meant",
    ),
    accepted("barrel shifter with rotation", || Box::new(BarrelShifter::default())),
    accepted("population count", || Box::new(PopCount::default())),
    accepted("leading zeros", || Box::new(LeadingZeros::default())),
    accepted("restoring divider", || Box::new(Divider::default())),
    accepted("shift-and-add multiplier", || Box::new(Multiplier::default())),
    accepted("multiply-accumulate", || Box::new(Mac::default())),
];
