//! Rounding and packing.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Rounds to nearest, ties to even, and packs; binary16 into the lower half.
#[hdl_module]
pub struct FloatRound {
    /// Significand on top, guard bits below, the lowest one sticky.
    ///
    /// The top bit is clear for subnormal numbers.
    pub significand: Signal<In, Bits<27>>,
    /// Biased exponent, 0 for subnormal numbers and zeros.
    pub exponent: Signal<In, Bits<9>>,
    /// Sign of the number.
    pub sign: Signal<In, Bit>,
    /// The number is NaN.
    pub nan: Signal<In, Bit>,
    /// The result is infinite, unless it is NaN.
    pub infinite: Signal<In, Bit>,
    /// Numbers are binary16; else binary32.
    pub half: Signal<In, Bit>,
    /// The number as it is stored.
    pub packed: Signal<Out, Bits<32>>,
    up: Signal<Local, Bit>,
    too_large: Signal<Local, Bit>,
    kept: Signal<Local, Bits<31>>,
    increment: Signal<Local, Bits<31>>,
    rounded: Signal<Local, Bits<31>>,
}

impl Logic for FloatRound {
    #[hdl_gen]
    fn update(&mut self) {
        self.up.next = self.significand.val().get_bit(2)
            & (self.significand.val().get_bit(3) | self.significand.val().get_bits::<2>(0).any());
        self.too_large.next = self.exponent.val() > 254;
        if self.half.val() {
            self.up.next = self.significand.val().get_bit(15)
                & (self.significand.val().get_bit(16) | self.significand.val().get_bits::<15>(0).any());
            self.too_large.next = self.exponent.val() > 30;
        }
        self.kept.next = (bit_cast::<31, 8>(self.exponent.val().get_bits::<8>(0)) << 23)
            | bit_cast::<31, 23>(self.significand.val().get_bits::<23>(3));
        self.increment.next = bit_cast::<31, 1>(self.up.val().into());
        if self.half.val() {
            self.increment.next = bit_cast::<31, 1>(self.up.val().into()) << 13;
        }
        // A carry out of the significand raises the exponent, up to that of infinity.
        self.rounded.next = self.kept.val() + self.increment.val();
        self.packed.next = (bit_cast::<32, 1>(self.sign.val().into()) << 31) | bit_cast::<32, 31>(self.rounded.val());
        if self.infinite.val() | self.too_large.val() {
            self.packed.next = (bit_cast::<32, 1>(self.sign.val().into()) << 31) | 0x7f80_0000_u64;
        }
        if self.nan.val() {
            self.packed.next = 0x7fc0_0000_u64.into();
        }
        if self.half.val() {
            self.packed.next = (bit_cast::<32, 1>(self.sign.val().into()) << 15)
                | bit_cast::<32, 15>(self.rounded.val().get_bits::<15>(13));
            if self.infinite.val() | self.too_large.val() {
                self.packed.next = (bit_cast::<32, 1>(self.sign.val().into()) << 15) | 0x7c00_u64;
            }
            if self.nan.val() {
                self.packed.next = 0x7e00_u64.into();
            }
        }
    }
}
