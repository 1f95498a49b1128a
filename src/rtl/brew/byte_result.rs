//! The last multiplexer of the integer unit.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// One byte of a result: a sum, something else, or a constant.
#[hdl_module]
pub struct ByteResult {
    /// Sum of each lane.
    pub sum: Signal<In, Bits<8>>,
    /// The byte that any other part of the unit gives.
    pub other: Signal<In, Bits<8>>,
    /// Take the sum.
    pub select_sum: Signal<In, Bit>,
    /// 1 takes the constant.
    pub forced: Signal<In, Bit>,
    /// All bits of the constant, but for the top one if flipped.
    pub fill: Signal<In, Bit>,
    /// 1 complements the top bit of the constant: an end of a signed range.
    pub flip_top: Signal<In, Bit>,
    /// Result.
    pub result: Signal<Out, Bits<8>>,
    low_bits: Signal<Local, Bits<7>>,
    constant: Signal<Local, Bits<8>>,
}

impl Logic for ByteResult {
    #[hdl_gen]
    fn update(&mut self) {
        self.low_bits.next = 0.into();
        if self.fill.val() {
            self.low_bits.next = 0x7f.into();
        }
        self.constant.next = (bit_cast::<8, 1>((self.fill.val() ^ self.flip_top.val()).into()) << 7)
            | bit_cast::<8, 7>(self.low_bits.val());
        self.result.next = self.other.val();
        if self.select_sum.val() {
            self.result.next = self.sum.val();
        }
        if self.forced.val() {
            self.result.next = self.constant.val();
        }
    }
}
