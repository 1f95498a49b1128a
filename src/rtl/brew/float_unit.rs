//! Floating-point addition and multiplication.

use super::float_normalise::FloatNormalise;
use super::float_order::FloatOrder;
use super::float_round::FloatRound;
use super::sticky_shift::StickyShift;
use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Adds, subtracts and multiplies binary32 or binary16 numbers in eight stages.
///
/// Results are rounded to nearest even, and subnormal numbers are kept. The stages, each for one pair of numbers per cycle:
/// take apart; order; align; add; normalise in two; denormalise; round. The product comes from outside in place of the sum.
/// Both formats and both operations share the stages: a binary16 significand is at the top of the binary32 one, and a sum at
/// the top of a product.
#[hdl_module]
pub struct FloatUnit {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// For each stage but the last, whether it loads on this edge.
    #[part(0 = "Load the parts of both numbers on this edge.")]
    #[part(1 = "Load the larger and the smaller one on this edge.")]
    #[part(2 = "Load the smaller one aligned on this edge.")]
    #[part(3 = "Load the sum on this edge.")]
    #[part(4 = "Load the number shifted by 32 and 16 on this edge.")]
    #[part(5 = "Load the number normalised on this edge.")]
    #[part(6 = "Load the number denormalised on this edge.")]
    pub enable: [Signal<In, Bit>; 7],
    /// First number, binary16 in the lower half.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// binary16; as multiply and subtract the same for all numbers in the stages.
    pub half: Signal<In, Bit>,
    /// Multiply; else add or subtract.
    pub multiply: Signal<In, Bit>,
    /// Subtract; else add.
    pub subtract: Signal<In, Bit>,
    /// Significand of the first number, an edge later, as that of the second one.
    pub a_significand: Signal<Out, Bits<24>>,
    /// Significand of the second number.
    pub b_significand: Signal<Out, Bits<24>>,
    /// The product of the significands, three edges after them.
    pub product: Signal<In, Bits<48>>,
    /// Seven edges later.
    pub result: Signal<Out, Bits<32>>,
    order: FloatOrder,
    align: StickyShift,
    normalise: FloatNormalise,
    denormalise: StickyShift,
    round: FloatRound,
    larger: [Register<Bits<24>>; 2],
    smaller: Register<Bits<24>>,
    distance: Register<Bits<5>>,
    differences: [Register<Bit>; 2],
    may_cancel: Register<Bit>,
    exponents: [Register<Bits<10>>; 4],
    deficit: Register<Bits<10>>,
    signs: [Register<Bit>; 6],
    nans: [Register<Bit>; 6],
    infinites: [Register<Bit>; 6],
    aligned: Register<Bits<27>>,
    sum: Register<Bits<28>>,
    normal: Register<Bits<27>>,
    significand: Register<Bits<27>>,
    exponent: Register<Bits<9>>,
    small: Signal<Local, Bits<28>>,
    large: Signal<Local, Bits<28>>,
    total: Signal<Local, Bits<28>>,
    cancelled: Signal<Local, Bit>,
    magnitude: Signal<Local, Bits<48>>,
    subnormal: Signal<Local, Bit>,
    is_zero: Signal<Local, Bit>,
}

impl Logic for FloatUnit {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.order { clock, enable: self.enable[0].val(), a, b, half, multiply, subtract });
        self.a_significand.next = self.order.a_significand.val();
        self.b_significand.next = self.order.b_significand.val();

        for i in 0..2 {
            connect!(self.larger[i], self.differences[i] { clock, enable: self.enable[i + 1].val() });
        }
        self.larger[0].d.next = self.order.larger.val();
        self.larger[1].d.next = self.larger[0].q.val();
        self.differences[0].d.next = self.order.difference.val();
        self.differences[1].d.next = self.differences[0].q.val();
        connect!(self.smaller { clock, enable: self.enable[1].val(), d: self.order.smaller.val() });
        connect!(self.distance { clock, enable: self.enable[1].val(), d: self.order.distance.val() });
        for i in 0..4 {
            connect!(self.exponents[i] { clock, enable: self.enable[i + 1].val() });
        }
        self.exponents[0].d.next = self.order.exponent.val();
        for i in 1..4 {
            self.exponents[i].d.next = self.exponents[i - 1].q.val();
        }
        for i in 0..6 {
            connect!(self.signs[i], self.nans[i], self.infinites[i] { clock, enable: self.enable[i + 1].val() });
        }
        self.signs[0].d.next = self.order.sign.val();
        self.nans[0].d.next = self.order.nan.val();
        self.infinites[0].d.next = self.order.infinite.val();
        for i in 1..6 {
            self.signs[i].d.next = self.signs[i - 1].q.val();
            self.nans[i].d.next = self.nans[i - 1].q.val();
            self.infinites[i].d.next = self.infinites[i - 1].q.val();
        }
        self.signs[3].d.next = self.signs[2].q.val() & !self.cancelled.val();

        connect!(self.align { word: bit_cast::<27, 24>(self.smaller.q.val()) << 3, amount: self.distance.q.val() });
        connect!(self.aligned { clock, enable: self.enable[2].val(), d: self.align.shifted.val() });

        self.small.next = bit_cast::<28, 27>(self.aligned.q.val());
        self.large.next = bit_cast::<28, 24>(self.larger[1].q.val()) << 3;
        self.total.next = self.large.val() + self.small.val();
        if self.differences[1].q.val() {
            self.total.next = self.large.val() - self.small.val();
        }
        self.may_cancel.clock.next = self.clock.val();
        self.may_cancel.enable.next = self.enable[3].val();
        self.may_cancel.d.next = self.differences[1].q.val() & !self.multiply.val();
        connect!(self.sum { clock, enable: self.enable[3].val(), d: self.total.val() });
        // Equal magnitudes of opposite signs give +0 when rounding to nearest.
        self.cancelled.next = self.may_cancel.q.val() & !self.sum.q.val().any();

        self.magnitude.next = bit_cast::<48, 28>(self.sum.q.val()) << 20;
        if self.multiply.val() {
            self.magnitude.next = self.product.val();
        }
        connect!(self.normalise {
            clock, enable: self.enable[4].val(), magnitude, exponent: self.exponents[3].q.val(),
        });
        connect!(self.normal { clock, enable: self.enable[5].val(), d: self.normalise.normal.val() });

        // Exponents below 1 make the number subnormal: shifted right until the exponent is 1, and coded as 0.
        connect!(self.deficit { clock, enable: self.enable[5].val(), d: self.normalise.deficit.val() });
        self.subnormal.next = !self.deficit.q.val().get_bit(9) & self.deficit.q.val().any();
        self.is_zero.next = !self.normal.q.val().get_bit(26);
        connect!(self.denormalise { word: self.normal.q.val(), amount: 0.into() });
        self.exponent.clock.next = self.clock.val();
        self.exponent.enable.next = self.enable[6].val();
        self.exponent.d.next = bits::<9>(1) - self.deficit.q.val().get_bits::<9>(0);
        if self.subnormal.val() | self.is_zero.val() {
            self.exponent.d.next = 0.into();
        }
        if self.subnormal.val() {
            self.denormalise.amount.next = self.deficit.q.val().get_bits::<5>(0);
            if self.deficit.q.val().get_bits::<5>(5).any() {
                self.denormalise.amount.next = 31.into();
            }
        }
        connect!(self.significand { clock, enable: self.enable[6].val(), d: self.denormalise.shifted.val() });

        connect!(self.round {
            significand: self.significand.q.val(), exponent: self.exponent.q.val(), sign: self.signs[5].q.val(),
            nan: self.nans[5].q.val(), infinite: self.infinites[5].q.val(), half,
        });
        self.result.next = self.round.packed.val();
    }
}
