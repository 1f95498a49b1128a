//! Detection of sums that leave their lane.

use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Which bytes a saturating sum must clamp, and to which end of the range.
#[hdl_module]
pub struct LaneOverflow {
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// The second operand as it goes to the adder: inverted for a difference.
    pub addend: Signal<In, Bits<32>>,
    /// Sum of each lane.
    pub sum: Signal<In, Bits<32>>,
    /// Carry out of each byte.
    pub carry: Signal<In, Bits<4>>,
    /// Subtract; else add.
    pub subtract: Signal<In, Bit>,
    /// Lanes are unsigned.
    pub as_unsigned: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// Bytes of lanes whose exact result does not fit.
    pub overflow: Signal<Out, Bits<4>>,
    /// Bytes of lanes whose result, if it does not fit, is beyond the upper end.
    pub high: Signal<Out, Bits<4>>,
    a_sign: Signal<Local, Bits<4>>,
    addend_sign: Signal<Local, Bits<4>>,
    sum_sign: Signal<Local, Bits<4>>,
    byte_overflow: Signal<Local, Bits<4>>,
    byte_high: Signal<Local, Bits<4>>,
}

impl Logic for LaneOverflow {
    #[hdl_gen]
    fn update(&mut self) {
        self.a_sign.next = (bit_cast::<4, 1>(self.a.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.a.val().get_bits::<1>(23)) << 2)
            | (bit_cast::<4, 1>(self.a.val().get_bits::<1>(15)) << 1)
            | bit_cast::<4, 1>(self.a.val().get_bits::<1>(7));
        self.addend_sign.next = (bit_cast::<4, 1>(self.addend.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.addend.val().get_bits::<1>(23)) << 2)
            | (bit_cast::<4, 1>(self.addend.val().get_bits::<1>(15)) << 1)
            | bit_cast::<4, 1>(self.addend.val().get_bits::<1>(7));
        self.sum_sign.next = (bit_cast::<4, 1>(self.sum.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.sum.val().get_bits::<1>(23)) << 2)
            | (bit_cast::<4, 1>(self.sum.val().get_bits::<1>(15)) << 1)
            | bit_cast::<4, 1>(self.sum.val().get_bits::<1>(7));
        self.byte_overflow.next =
            !(self.a_sign.val() ^ self.addend_sign.val()) & (self.sum_sign.val() ^ self.a_sign.val());
        self.byte_high.next = !self.a_sign.val();
        if self.as_unsigned.val() {
            self.byte_overflow.next = self.carry.val();
            self.byte_high.next = 0xf.into();
            if self.subtract.val() {
                self.byte_overflow.next = !self.carry.val();
                self.byte_high.next = 0.into();
            }
        }
        self.overflow.next = (self.byte_overflow.val() & 10) | ((self.byte_overflow.val() & 10) >> 1);
        self.high.next = (self.byte_high.val() & 10) | ((self.byte_high.val() & 10) >> 1);
        if self.lanes8.val() {
            self.overflow.next = self.byte_overflow.val();
            self.high.next = self.byte_high.val();
        }
    }
}
