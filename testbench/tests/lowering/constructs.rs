//! Each construct of the kernel language against the kernel itself.

use super::pair::compare;
use crate::block::block;
use lanesmith::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

block!(Operators {
    a: In Bits<8>, b: In Bits<8>, c: In Bits<3>, f: In Bit, g: In Bit,
    sum: Out Bits<8>, difference: Out Bits<8>, and: Out Bits<8>, or: Out Bits<8>, xor: Out Bits<8>, not: Out Bits<8>,
    left: Out Bits<8>, right: Out Bits<8>, left_by: Out Bits<8>, right_by: Out Bits<8>, power: Out Bits<64>,
    equal: Out Bit, unequal: Out Bit, less: Out Bit, at_most: Out Bit, more: Out Bit, at_least: Out Bit,
    both: Out Bit, either: Out Bit, neither: Out Bit, all: Out Bit, any: Out Bit, parity: Out Bit,
    mixed: Out Bits<8>, carry: Out Bits<8>, masked: Out Bit, below: Out Bit, halved: Out Bits<8>, grown: Out Bits<16>,
});

// Precedence is among what is tested.
#[allow(clippy::precedence)]
impl Logic for Operators {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.and.next = self.a.val() & self.b.val();
        self.or.next = self.a.val() | self.b.val();
        self.xor.next = self.a.val() ^ self.b.val();
        self.not.next = !self.a.val();
        self.left.next = self.a.val() << 3;
        self.right.next = self.a.val() >> 3;
        self.left_by.next = self.a.val() << self.c.val();
        self.right_by.next = self.a.val() >> self.c.val();
        self.power.next = 1 << self.c.val();
        self.equal.next = self.a.val() == self.b.val();
        self.unequal.next = self.a.val() != 7;
        self.less.next = self.a.val() < self.b.val();
        self.at_most.next = self.a.val() <= self.b.val();
        self.more.next = self.a.val() > self.b.val();
        self.at_least.next = self.a.val() >= 128;
        self.both.next = self.f.val() && self.g.val();
        self.either.next = self.f.val() || self.g.val();
        self.neither.next = !(self.f.val() | self.g.val());
        self.all.next = self.a.val().all();
        self.any.next = self.a.val().any();
        self.parity.next = self.a.val().xor();
        self.carry.next = self.a.val() + (self.a.val() < self.b.val());
        self.masked.next = self.a.val() & self.b.val() == self.b.val();
        self.below.next = self.a.val() | self.b.val() < self.b.val();
        // What wraps or falls off does so before it is shifted down or widened.
        self.halved.next = (self.a.val() + 1) >> 1;
        self.grown.next = bit_cast::<16, 8>(self.a.val() << 4) | bit_cast::<16, 8>(!self.b.val());
        self.mixed.next = (self.a.val() + 250 - self.b.val() ^ 0x55) & !(self.a.val() << 1 | 3);
    }
}

#[test]
fn operators_have_the_width_and_precedence_of_rust() {
    compare(Operators::default(), 400);
}

block!(Product { a: In Bits<16>, b: In Bits<16>, product: Out Bits<32>, fifth: Out Bits<32> });

impl Logic for Product {
    #[hdl_gen]
    fn update(&mut self) {
        self.product.next = self.a.val() * self.b.val();
        self.fifth.next = self.a.val() * bits::<16>(5);
    }
}

#[test]
fn a_product_has_twice_the_width() {
    compare(Product::default(), 200);
}

block!(Casts {
    a: In Bits<8>, b: In Bits<8>, f: In Bit, wide: In Bits<40>,
    sum: Out Bits<16>, low: Out Bits<4>, join: Out Bits<20>, flag: Out Bits<8>, literal: Out Bits<12>,
    high: Out Bits<8>, extended: Out Bits<64>,
});

impl Logic for Casts {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
        self.low.next = bit_cast::<4, 8>(self.a.val() - self.b.val());
        self.join.next = (bit_cast::<20, 8>(self.a.val()) << 10) | bit_cast::<20, 8>(self.b.val());
        self.flag.next = bit_cast::<8, 1>((!self.f.val()).into()) + 3;
        self.literal.next = bits::<12>(0xabc);
        self.high.next = bit_cast::<8, 40>(self.wide.val() >> 32);
        self.extended.next = bit_cast::<64, 40>(self.wide.val() + 1);
    }
}

#[test]
fn casts_come_after_their_argument() {
    compare(Casts::default(), 200);
}

block!(Slices {
    a: In Bits<16>, i: In Bits<4>, f: In Bit,
    fixed: Out Bits<5>, beyond: Out Bits<8>, moving: Out Bits<4>, scaled: Out Bits<4>, shifted_scale: Out Bits<4>,
    bit: Out Bit, moving_bit: Out Bit, replaced: Out Bits<16>, moving_replaced: Out Bits<16>, twice: Out Bit,
    of_sum: Out Bits<4>,
});

impl Logic for Slices {
    #[hdl_gen]
    fn update(&mut self) {
        self.fixed.next = self.a.val().get_bits::<5>(6);
        self.beyond.next = self.a.val().get_bits::<8>(12);
        self.moving.next = self.a.val().get_bits::<4>(self.i.val().index());
        self.scaled.next = self.a.val().get_bits::<4>(self.i.val().get_bits::<2>(0).index() * 4);
        self.shifted_scale.next = self
            .a
            .val()
            .get_bits::<4>(3 + self.i.val().get_bits::<2>(1).index() * 4 + 1);
        self.bit.next = self.a.val().get_bit(9);
        self.moving_bit.next = self.a.val().get_bit(self.i.val().index());
        self.replaced.next = self.a.val().replace_bit(5, self.f.val());
        self.moving_replaced.next = self.a.val().replace_bit(self.i.val().index(), self.f.val());
        self.twice.next = self.a.val().get_bits::<4>(2).get_bit(1);
        self.of_sum.next = (self.a.val() + 1).get_bits::<4>(3);
    }
}

#[test]
fn slices_may_move_and_may_be_taken_of_anything() {
    compare(Slices::default(), 400);
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Idle,
    Run,
    Stop,
}

#[hdl_module]
struct Branches {
    a: Signal<In, Bits<2>>,
    b: Signal<In, Bits<8>>,
    f: Signal<In, Bit>,
    step: Signal<Local, Step>,
    is_run: Signal<Out, Bit>,
    named: Signal<Out, Bits<8>>,
    listed: Signal<Out, Bits<8>>,
    chain: Signal<Out, Bits<8>>,
    truth: Signal<Out, Bits<8>>,
    covered: Signal<Out, Bits<8>>,
    kept: Signal<Out, Bits<8>>,
}

#[allow(unreachable_patterns)]
impl Logic for Branches {
    #[hdl_gen]
    fn update(&mut self) {
        // Reads of a signal mean its settled value, also above its assignment.
        self.is_run.next = self.step.val() == Step::Run;
        match self.step.val() {
            Step::Idle => self.named.next = self.b.val(),
            Step::Run => {
                self.named.next = self.b.val() + 1;
            }
            Step::Stop => {
                self.named.next = 0.into();
            }
        }
        match self.a.val().index() {
            0 => self.step.next = Step::Idle,
            0b10 => self.step.next = Step::Run,
            _ => self.step.next = Step::Stop,
        }
        self.listed.next = 7.into();
        match self.b.val().index() {
            0 => self.listed.next = 1.into(),
            0xff => {
                if self.f.val() {
                    self.listed.next = 2.into();
                }
            }
            128 => {}
            _ => self.listed.next = 3.into(),
        }
        if self.f.val() {
            self.chain.next = 1.into();
        } else if self.a.val() == 2 {
            self.chain.next = 2.into();
        } else {
            self.chain.next = self.b.val();
        }
        match self.f.val() {
            true => self.truth.next = self.b.val(),
            false => self.truth.next = !self.b.val(),
        }
        match self.f.val() {
            true => self.covered.next = self.b.val() + 2,
            false => self.covered.next = self.b.val() + 3,
            _ => {}
        }
        self.kept.next = self.b.val();
        if self.a.val().any() {
            self.kept.next = 0.into();
            if self.f.val() {
                self.kept.next = 9.into();
            }
        }
    }
}

#[test]
fn branches_give_the_value_assigned_last() {
    compare(Branches::default(), 300);
}
