//! The first two steps of an addition and of a multiplication.

use super::float_unpack::FloatUnpack;
use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Takes two numbers apart: the larger first to add, exponents added to multiply.
///
/// The outputs follow the inputs by one edge. Results that infinities and NaNs alone decide are outputs of their own.
#[hdl_module]
pub struct FloatOrder {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge.
    pub enable: Signal<In, Bit>,
    /// First number, binary16 in the lower half; outputs follow an edge later.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// Numbers are binary16; else binary32.
    pub half: Signal<In, Bit>,
    /// Multiply; else add or subtract.
    pub multiply: Signal<In, Bit>,
    /// Subtract; else add.
    pub subtract: Signal<In, Bit>,
    /// Significand of the first number, as all outputs an edge later.
    pub a_significand: Signal<Out, Bits<24>>,
    /// Significand of the second number.
    pub b_significand: Signal<Out, Bits<24>>,
    /// Significand of the number of larger magnitude.
    pub larger: Signal<Out, Bits<24>>,
    /// Significand of the number of smaller magnitude.
    pub smaller: Signal<Out, Bits<24>>,
    /// Exponent difference, at most 31.
    pub distance: Signal<Out, Bits<5>>,
    /// The magnitudes are subtracted.
    pub difference: Signal<Out, Bit>,
    /// Biased exponent of the larger number or the product, in two's complement.
    pub exponent: Signal<Out, Bits<10>>,
    /// Sign of the number.
    ///
    /// That is the larger number or the product.
    pub sign: Signal<Out, Bit>,
    /// The number is NaN.
    pub nan: Signal<Out, Bit>,
    /// The result is infinite, unless it is NaN.
    pub infinite: Signal<Out, Bit>,
    first: FloatUnpack,
    second: FloatUnpack,
    signs: [Register<Bit>; 2],
    exponents: [Register<Bits<8>>; 2],
    significands: [Register<Bits<24>>; 2],
    specials: [Register<Bit>; 2],
    nans: [Register<Bit>; 2],
    swapped: Register<Bit>,
    a_magnitude: Signal<Local, Bits<32>>,
    b_magnitude: Signal<Local, Bits<32>>,
    b_sign: Signal<Local, Bit>,
    signs_differ: Signal<Local, Bit>,
    gap: Signal<Local, Bits<8>>,
    a_is_zero: Signal<Local, Bit>,
    b_is_zero: Signal<Local, Bit>,
    bias: Signal<Local, Bits<10>>,
}

impl Logic for FloatOrder {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.first { word: self.a.val(), half });
        connect!(self.second { word: self.b.val(), half });
        self.a_magnitude.next =
            (bit_cast::<32, 8>(self.first.exponent.val()) << 24) | bit_cast::<32, 24>(self.first.significand.val());
        self.b_magnitude.next =
            (bit_cast::<32, 8>(self.second.exponent.val()) << 24) | bit_cast::<32, 24>(self.second.significand.val());
        connect!(self.swapped { clock, enable, d: self.a_magnitude.val() < self.b_magnitude.val() });
        for i in 0..2 {
            connect!(
                self.signs[i], self.exponents[i], self.significands[i], self.specials[i], self.nans[i]
                { clock, enable }
            );
        }
        self.signs[0].d.next = self.first.sign.val();
        self.signs[1].d.next = self.second.sign.val();
        self.exponents[0].d.next = self.first.exponent.val();
        self.exponents[1].d.next = self.second.exponent.val();
        self.significands[0].d.next = self.first.significand.val();
        self.significands[1].d.next = self.second.significand.val();
        self.specials[0].d.next = self.first.special.val();
        self.specials[1].d.next = self.second.special.val();
        self.nans[0].d.next = self.first.nan.val();
        self.nans[1].d.next = self.second.nan.val();

        self.a_significand.next = self.significands[0].q.val();
        self.b_significand.next = self.significands[1].q.val();
        self.b_sign.next = self.signs[1].q.val() ^ self.subtract.val();
        self.signs_differ.next = self.signs[0].q.val() ^ self.b_sign.val();
        self.difference.next = self.signs_differ.val();
        self.larger.next = self.significands[0].q.val();
        self.smaller.next = self.significands[1].q.val();
        self.gap.next = self.exponents[0].q.val() - self.exponents[1].q.val();
        self.exponent.next = bit_cast::<10, 8>(self.exponents[0].q.val());
        self.sign.next = self.signs[0].q.val();
        if self.swapped.q.val() {
            self.larger.next = self.significands[1].q.val();
            self.smaller.next = self.significands[0].q.val();
            self.gap.next = self.exponents[1].q.val() - self.exponents[0].q.val();
            self.exponent.next = bit_cast::<10, 8>(self.exponents[1].q.val());
            self.sign.next = self.b_sign.val();
        }
        self.distance.next = self.gap.val().get_bits::<5>(0);
        if self.gap.val().get_bits::<3>(5).any() {
            self.distance.next = 31.into();
        }
        self.nan.next = self.nans[0].q.val()
            | self.nans[1].q.val()
            | (self.specials[0].q.val() & self.specials[1].q.val() & self.signs_differ.val());
        self.infinite.next = self.specials[0].q.val() | self.specials[1].q.val();

        self.a_is_zero.next = !self.significands[0].q.val().any();
        self.b_is_zero.next = !self.significands[1].q.val().any();
        self.bias.next = 127.into();
        if self.half.val() {
            self.bias.next = 15.into();
        }
        if self.multiply.val() {
            self.exponent.next = bit_cast::<10, 8>(self.exponents[0].q.val())
                + bit_cast::<10, 8>(self.exponents[1].q.val())
                - self.bias.val();
            self.sign.next = self.signs[0].q.val() ^ self.signs[1].q.val();
            self.nan.next = self.nans[0].q.val()
                | self.nans[1].q.val()
                | (self.specials[0].q.val() & self.b_is_zero.val())
                | (self.specials[1].q.val() & self.a_is_zero.val());
        }
    }
}
