//! Detection of sums that leave their lane.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Which bytes a saturating sum must clamp, and to which end of the range.
///
/// The carry out of an unsigned lane, or the sign of a signed lane's sum, comes last, so it prepares the answer for both of
/// its values.
#[hdl_module]
pub struct LaneOverflow {
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// The second operand as it goes to the adder: inverted for a difference.
    pub addend: Signal<In, Bits<32>>,
    /// Subtract; else add.
    pub subtract: Signal<In, Bit>,
    /// Lanes are unsigned.
    pub as_unsigned: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// Bytes of lanes whose exact result fits if their carry or sign is 1.
    pub fits_if_one: Signal<Out, Bits<4>>,
    /// Bytes of lanes whose exact result fits if their carry or sign is 0.
    pub fits_if_zero: Signal<Out, Bits<4>>,
    /// Bytes of lanes whose result is above the range if it does not fit; else it is below.
    pub high: Signal<Out, Bits<4>>,
    a_sign: Signal<Local, Bits<4>>,
    addend_sign: Signal<Local, Bits<4>>,
    same_sign: Signal<Local, Bits<4>>,
    byte_if_one: Signal<Local, Bits<4>>,
    byte_if_zero: Signal<Local, Bits<4>>,
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
        self.same_sign.next = !(self.a_sign.val() ^ self.addend_sign.val());
        self.byte_if_one.next = !(self.same_sign.val() & !self.a_sign.val());
        self.byte_if_zero.next = !(self.same_sign.val() & self.a_sign.val());
        self.byte_high.next = !self.a_sign.val();
        if self.as_unsigned.val() {
            self.byte_if_one.next = 0.into();
            self.byte_if_zero.next = 0xf.into();
            self.byte_high.next = 0xf.into();
            if self.subtract.val() {
                self.byte_if_one.next = 0xf.into();
                self.byte_if_zero.next = 0.into();
                self.byte_high.next = 0.into();
            }
        }
        self.fits_if_one.next = (self.byte_if_one.val() & 10) | ((self.byte_if_one.val() & 10) >> 1);
        self.fits_if_zero.next = (self.byte_if_zero.val() & 10) | ((self.byte_if_zero.val() & 10) >> 1);
        self.high.next = (self.byte_high.val() & 10) | ((self.byte_high.val() & 10) >> 1);
        if self.lanes8.val() {
            self.fits_if_one.next = self.byte_if_one.val();
            self.fits_if_zero.next = self.byte_if_zero.val();
            self.high.next = self.byte_high.val();
        }
    }
}
