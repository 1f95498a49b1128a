//! The first step of an addition and of a multiplication.

use super::float_unpack::FloatUnpack;
use crate::comment;
use rust_hdl::prelude::*;

/// Takes two numbers apart; for an addition the one of larger magnitude first, for a multiplication the exponents
/// added. Says what follows from infinities and NaNs alone.
#[derive(LogicBlock, Default)]
pub struct FloatOrder {
    /// First number, binary16 in the lower half.
    pub a: Signal<In, Bits<32>>,
    /// Second number.
    pub b: Signal<In, Bits<32>>,
    /// binary16.
    pub half: Signal<In, Bit>,
    /// Multiply instead of add or subtract.
    pub multiply: Signal<In, Bit>,
    /// Subtract.
    pub subtract: Signal<In, Bit>,
    /// Significand of the first number.
    pub a_significand: Signal<Out, Bits<24>>,
    /// Significand of the second number.
    pub b_significand: Signal<Out, Bits<24>>,
    /// Significand of the larger number.
    pub larger: Signal<Out, Bits<24>>,
    /// Significand of the smaller number.
    pub smaller: Signal<Out, Bits<24>>,
    /// Exponent difference, at most 31.
    pub distance: Signal<Out, Bits<5>>,
    /// The magnitudes are subtracted.
    pub difference: Signal<Out, Bit>,
    /// Biased exponent of the larger number or of the product, two's complement.
    pub exponent: Signal<Out, Bits<10>>,
    /// Sign of the larger number or of the product.
    pub sign: Signal<Out, Bit>,
    /// The result is NaN.
    pub nan: Signal<Out, Bit>,
    /// The result is infinite, unless it is NaN.
    pub infinite: Signal<Out, Bit>,
    first: FloatUnpack,
    second: FloatUnpack,
    a_magnitude: Signal<Local, Bits<32>>,
    b_magnitude: Signal<Local, Bits<32>>,
    swapped: Signal<Local, Bit>,
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
        comment!("module float_order: Takes two numbers apart: the larger first to add, exponents added to multiply.");
        comment!("port a: First number, binary16 in the lower half.");
        comment!("port distance: Exponent difference, at most 31.");
        comment!("port difference: The magnitudes are subtracted.");
        comment!("port exponent: Biased exponent of the larger number or the product, in two's complement.");
        comment!("port infinite: The result is infinite, unless it is NaN.");
        self.first.word.next = self.a.val();
        self.first.half.next = self.half.val();
        self.second.word.next = self.b.val();
        self.second.half.next = self.half.val();
        self.a_significand.next = self.first.significand.val();
        self.b_significand.next = self.second.significand.val();
        self.a_magnitude.next =
            (bit_cast::<32, 8>(self.first.exponent.val()) << 24) | bit_cast::<32, 24>(self.first.significand.val());
        self.b_magnitude.next =
            (bit_cast::<32, 8>(self.second.exponent.val()) << 24) | bit_cast::<32, 24>(self.second.significand.val());
        self.swapped.next = self.a_magnitude.val() < self.b_magnitude.val();
        self.b_sign.next = self.second.sign.val() ^ self.subtract.val();
        self.signs_differ.next = self.first.sign.val() ^ self.b_sign.val();
        self.difference.next = self.signs_differ.val();
        self.larger.next = self.first.significand.val();
        self.smaller.next = self.second.significand.val();
        self.gap.next = self.first.exponent.val() - self.second.exponent.val();
        self.exponent.next = bit_cast::<10, 8>(self.first.exponent.val());
        self.sign.next = self.first.sign.val();
        if self.swapped.val() {
            self.larger.next = self.second.significand.val();
            self.smaller.next = self.first.significand.val();
            self.gap.next = self.second.exponent.val() - self.first.exponent.val();
            self.exponent.next = bit_cast::<10, 8>(self.second.exponent.val());
            self.sign.next = self.b_sign.val();
        }
        self.distance.next = self.gap.val().get_bits::<5>(0);
        if self.gap.val().get_bits::<3>(5).any() {
            self.distance.next = 31.into();
        }
        self.nan.next = self.first.nan.val()
            | self.second.nan.val()
            | (self.first.special.val() & self.second.special.val() & self.signs_differ.val());
        self.infinite.next = self.first.special.val() | self.second.special.val();

        self.a_is_zero.next = !self.first.significand.val().any();
        self.b_is_zero.next = !self.second.significand.val().any();
        self.bias.next = 127.into();
        if self.half.val() {
            self.bias.next = 15.into();
        }
        if self.multiply.val() {
            self.exponent.next = bit_cast::<10, 8>(self.first.exponent.val())
                + bit_cast::<10, 8>(self.second.exponent.val())
                - self.bias.val();
            self.sign.next = self.first.sign.val() ^ self.second.sign.val();
            self.nan.next = self.first.nan.val()
                | self.second.nan.val()
                | (self.first.special.val() & self.b_is_zero.val())
                | (self.second.special.val() & self.a_is_zero.val());
        }
    }
}
