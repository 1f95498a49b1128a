//! Shifts, byte swizzles and sign extension.

use super::codes::extension_bit;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Shifts lanes, swizzles bytes, extends signs.
///
/// A lane that is shifted by its width or more becomes 0, or copies of its sign. Sign extension is a shift by 0 whose upper
/// bytes count as lost.
///
/// The word is rotated by 0 to 7 bits, then each byte of the result picks one of four: both shifts rotate, a
/// swizzle picks by its selectors. The amount alone tells which bits came from beyond their lane; the lane's fill replaces
/// them in the end.
#[hdl_module]
pub struct LaneShifter {
    /// The word to shift or swizzle.
    pub word: Signal<In, Bits<32>>,
    /// Amount of a shift in bits 4 to 0; for a swizzle two bits per byte, the number of its source.
    pub control: Signal<In, Bits<8>>,
    /// 0 makes the result 0.
    pub active: Signal<In, Bit>,
    /// 1 swizzles, 0 shifts.
    pub swizzle: Signal<In, Bit>,
    /// 1 shifts towards the most significant bit.
    pub left: Signal<In, Bit>,
    /// 1 fills with the sign of the lane; right shifts only.
    pub arithmetic: Signal<In, Bit>,
    /// Two lanes of 16 bits.
    pub lanes16: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits.
    pub extend: Signal<In, Bits<2>>,
    /// The moved lanes.
    pub moved: Signal<Out, Bits<32>>,
    turn: Signal<Local, Bits<5>>,
    fine: Signal<Local, Bits<3>>,
    by1: Signal<Local, Bits<32>>,
    by2: Signal<Local, Bits<32>>,
    by4: Signal<Local, Bits<32>>,
    places: [Signal<Local, Bits<2>>; 4],
    picked: [Signal<Local, Bits<8>>; 4],
    numbers: Signal<Local, Bits<8>>,
    ends: Signal<Local, Bits<8>>,
    ragged: Signal<Local, Bits<8>>,
    extended: Signal<Local, Bits<4>>,
    signs: Signal<Local, Bits<4>>,
    lost: [Signal<Local, Bits<8>>; 4],
    fills: [Signal<Local, Bits<8>>; 4],
    bytes: [Signal<Local, Bits<8>>; 4],
}

impl Logic for LaneShifter {
    #[hdl_gen]
    fn update(&mut self) {
        // A shift to the left by n is a rotation to the right by 32 - n; without an adder, which would be a carry chain.
        self.turn.next = self.control.val().get_bits::<5>(0);
        if self.left.val() {
            self.turn.next = self.control.val().get_bits::<5>(0)
                ^ ((bit_cast::<5, 1>(self.control.val().get_bits::<4>(0).any().into()) << 4)
                    | (bit_cast::<5, 1>(self.control.val().get_bits::<3>(0).any().into()) << 3)
                    | (bit_cast::<5, 1>(self.control.val().get_bits::<2>(0).any().into()) << 2)
                    | (bit_cast::<5, 1>(self.control.val().get_bits::<1>(0)) << 1));
        }
        self.fine.next = self.turn.val().get_bits::<3>(0);
        if self.swizzle.val() {
            self.fine.next = 0.into();
        }
        self.by1.next = self.word.val();
        if self.fine.val().get_bit(0) {
            self.by1.next = (self.word.val() >> 1) | (self.word.val() << 31);
        }
        self.by2.next = self.by1.val();
        if self.fine.val().get_bit(1) {
            self.by2.next = (self.by1.val() >> 2) | (self.by1.val() << 30);
        }
        self.by4.next = self.by2.val();
        if self.fine.val().get_bit(2) {
            self.by4.next = (self.by2.val() >> 4) | (self.by2.val() << 28);
        }
        self.numbers.next = 0b11_10_01_00.into();
        for i in 0..4 {
            self.places[i].next = self.turn.val().get_bits::<2>(3) + self.numbers.val().get_bits::<2>(2 * i);
            if self.swizzle.val() {
                self.places[i].next = self.control.val().get_bits::<2>(2 * i);
            }
            self.picked[i].next = self.by4.val().get_bits::<8>(0);
            if self.places[i].val().get_bit(1) {
                self.picked[i].next = self.by4.val().get_bits::<8>(16);
                if self.places[i].val().get_bit(0) {
                    self.picked[i].next = self.by4.val().get_bits::<8>(24);
                }
            } else if self.places[i].val().get_bit(0) {
                self.picked[i].next = self.by4.val().get_bits::<8>(8);
            }
        }

        // How many bytes of its lane are between a byte and the end that bits come from.
        self.ends.next = 0b00_01_10_11.into();
        if self.left.val() {
            self.ends.next = 0b11_10_01_00.into();
        }
        if self.lanes16.val() {
            self.ends.next = 0b00_01_00_01.into();
            if self.left.val() {
                self.ends.next = 0b01_00_01_00.into();
            }
        }
        if self.lanes8.val() {
            self.ends.next = 0.into();
        }
        self.ragged.next = !(bits::<8>(0xff) >> self.control.val().get_bits::<3>(0));
        if self.left.val() {
            self.ragged.next = !(bits::<8>(0xff) << self.control.val().get_bits::<3>(0));
        }

        // The bit that fills each byte: the sign of its lane, or of what is extended.
        self.signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 2)
            | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 1)
            | bit_cast::<4, 1>(self.word.val().get_bits::<1>(31));
        self.extended.next = 0.into();
        if self.extend.val().get_bit(extension_bit::HALF) {
            self.extended.next = 0xc.into();
            self.signs.next = 0.into();
            if self.word.val().get_bit(15) {
                self.signs.next = 0xf.into();
            }
        }
        if self.extend.val().get_bit(extension_bit::BYTE) {
            self.extended.next = 0xe.into();
            self.signs.next = 0.into();
            if self.word.val().get_bit(7) {
                self.signs.next = 0xf.into();
            }
        }
        if self.lanes16.val() {
            self.signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 3)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 2)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(15)) << 1)
                | bit_cast::<4, 1>(self.word.val().get_bits::<1>(15));
            self.extended.next = 0.into();
            if self.extend.val().get_bit(extension_bit::BYTE) {
                self.extended.next = 0xa.into();
                self.signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(23)) << 3)
                    | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(7)) << 1);
            }
        }
        if self.lanes8.val() {
            self.extended.next = 0.into();
            self.signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 3)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(23)) << 2)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(15)) << 1)
                | bit_cast::<4, 1>(self.word.val().get_bits::<1>(7));
        }
        for i in 0..4 {
            self.lost[i].next = 0.into();
            if self.control.val().get_bits::<2>(3) == self.ends.val().get_bits::<2>(2 * i) {
                self.lost[i].next = self.ragged.val();
            }
            if (self.control.val().get_bits::<2>(3) > self.ends.val().get_bits::<2>(2 * i))
                | self.extended.val().get_bit(i)
            {
                self.lost[i].next = 0xff.into();
            }
            if self.swizzle.val() {
                self.lost[i].next = 0.into();
            }
            self.fills[i].next = 0.into();
            if self.arithmetic.val() & self.signs.val().get_bit(i) {
                self.fills[i].next = 0xff.into();
            }
            if !self.active.val() {
                self.lost[i].next = 0xff.into();
                self.fills[i].next = 0.into();
            }
            self.bytes[i].next =
                (self.picked[i].val() & !self.lost[i].val()) | (self.fills[i].val() & self.lost[i].val());
        }
        self.moved.next = cat!(32 of 8:
            self.bytes[3].val(), self.bytes[2].val(), self.bytes[1].val(), self.bytes[0].val()
        );
    }
}
