//! Floating-point operands taken apart.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Sign, exponent and significand of a binary32 or binary16 number.
#[hdl_module]
pub struct FloatUnpack {
    /// The bits; a binary16 number in the lower half.
    pub word: Signal<In, Bits<32>>,
    /// Numbers are binary16; else binary32.
    pub half: Signal<In, Bit>,
    /// Sign of the number.
    pub sign: Signal<Out, Bit>,
    /// Biased exponent, 1 for subnormal numbers and zeros.
    pub exponent: Signal<Out, Bits<8>>,
    /// The bit of weight 1 on top.
    pub significand: Signal<Out, Bits<24>>,
    /// Infinity or NaN.
    pub special: Signal<Out, Bit>,
    /// The number is NaN.
    pub nan: Signal<Out, Bit>,
    field: Signal<Local, Bits<8>>,
    fraction: Signal<Local, Bits<23>>,
    normal: Signal<Local, Bit>,
}

impl Logic for FloatUnpack {
    #[hdl_gen]
    fn update(&mut self) {
        self.sign.next = self.word.val().get_bit(31);
        self.field.next = self.word.val().get_bits::<8>(23);
        self.fraction.next = self.word.val().get_bits::<23>(0);
        self.special.next = self.word.val().get_bits::<8>(23).all();
        if self.half.val() {
            self.sign.next = self.word.val().get_bit(15);
            self.field.next = bit_cast::<8, 5>(self.word.val().get_bits::<5>(10));
            self.fraction.next = bit_cast::<23, 10>(self.word.val().get_bits::<10>(0)) << 13;
            self.special.next = self.word.val().get_bits::<5>(10).all();
        }
        self.normal.next = self.field.val().any();
        self.exponent.next = self.field.val() | bit_cast::<8, 1>((!self.normal.val()).into());
        self.significand.next =
            (bit_cast::<24, 1>(self.normal.val().into()) << 23) | bit_cast::<24, 23>(self.fraction.val());
        self.nan.next = self.special.val() & self.fraction.val().any();
    }
}
