//! Values of ports as numbers, in parts of at most 64 bits.

use crate::mask;
use rust_hdl_core::prelude::{Bits, Clock, Signed, Synth, signed_cast, unsigned_cast};

#[diagnostic::on_unimplemented(
    message = "ports can't have the type `{Self}`",
    label = "no conversion from numbers",
    note = "derive `LogicState` or `LogicStruct` of `lanesmith_hdl::prelude` for it; those of rust-hdl make no ports"
)]
/// A type whose values can be made of numbers. The derives `LogicState` and `LogicStruct` of
/// [`prelude`](crate::prelude) implement it; those of rust-hdl do not.
pub trait Word: Synth {
    /// The unsigned number of the `width` bits from `lo` on, at most 64.
    fn part(self, lo: u32, width: u32) -> u64;
    /// The value with these bits replaced by a number that fits them.
    fn with_part(self, lo: u32, width: u32, value: u64) -> Self;
}

impl Word for bool {
    fn part(self, _lo: u32, _width: u32) -> u64 {
        u64::from(self)
    }
    fn with_part(self, _lo: u32, _width: u32, value: u64) -> Self {
        value & 1 != 0
    }
}

impl Word for Clock {
    fn part(self, _lo: u32, _width: u32) -> u64 {
        u64::from(self.clk)
    }
    fn with_part(self, _lo: u32, _width: u32, value: u64) -> Self {
        Clock::from(value & 1 != 0)
    }
}

impl<const N: usize> Word for Bits<N> {
    fn part(self, lo: u32, width: u32) -> u64 {
        if N <= 64 {
            return self.to_u64() >> lo & mask(width);
        }
        let bit = |i: u32| u64::from(self.get_bit((lo + i) as usize));
        (0..width).fold(0, |number, i| number | bit(i) << i)
    }
    fn with_part(self, lo: u32, width: u32, value: u64) -> Self {
        if N <= 64 && width as usize == N {
            return Bits::from(value);
        }
        (0..width).fold(self, |word, i| word.replace_bit((lo + i) as usize, value >> i & 1 != 0))
    }
}

impl<const N: usize> Word for Signed<N> {
    fn part(self, lo: u32, width: u32) -> u64 {
        unsigned_cast(self).part(lo, width)
    }
    fn with_part(self, lo: u32, width: u32, value: u64) -> Self {
        signed_cast(unsigned_cast(self).with_part(lo, width, value))
    }
}
