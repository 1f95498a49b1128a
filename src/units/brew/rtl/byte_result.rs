//! The last multiplexer of the integer unit.

use crate::comment;
use crate::hdl_gen;
use rust_hdl::prelude::*;

/// One byte of the result: a sum, something else, or a constant.
#[derive(LogicBlock, Default)]
pub struct ByteResult {
    /// Byte of the sum.
    pub sum: Signal<In, Bits<8>>,
    /// Byte of any other result.
    pub other: Signal<In, Bits<8>>,
    /// Take the sum.
    pub select_sum: Signal<In, Bit>,
    /// Take a constant instead of either.
    pub forced: Signal<In, Bit>,
    /// The constant's bits.
    pub fill: Signal<In, Bit>,
    /// The constant's most significant bit is the complement of the others: an end of a signed range.
    pub flip_top: Signal<In, Bit>,
    /// The byte.
    pub result: Signal<Out, Bits<8>>,
    low_bits: Signal<Local, Bits<7>>,
    constant: Signal<Local, Bits<8>>,
}

impl Logic for ByteResult {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module byte_result: One byte of a result: a sum, something else, or a constant.");
        comment!("port other: The byte that any other part of the unit gives.");
        comment!("port select_sum: Take the sum.");
        comment!("port forced: 1 takes the constant.");
        comment!("port fill: All bits of the constant, but for the top one if flipped.");
        comment!("port flip_top: 1 complements the top bit of the constant: an end of a signed range.");
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
