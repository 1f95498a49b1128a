//! The selected part of an operand.

use super::codes::part_bit;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// A byte, a half-word or all of a register, extended to 33 bits.
#[hdl_module(name = "video_scalar_select")]
pub(super) struct PartSelect {
    /// The register.
    pub(super) register: Signal<In, Bits<32>>,
    /// Code of the part: 0 to 3 a byte, 4 and 5 a half-word, 6 and 7 all.
    pub(super) part: Signal<In, Bits<3>>,
    /// The part is signed.
    pub(super) is_signed: Signal<In, Bit>,
    /// 1 complements the part.
    pub(super) complement: Signal<In, Bit>,
    /// The part, sign-extended if it is signed, or its complement.
    pub(super) value: Signal<Out, Bits<33>>,
    is_byte: Signal<Local, Bit>,
    is_whole: Signal<Local, Bit>,
    takes_upper: Signal<Local, Bit>,
    half: Signal<Local, Bits<16>>,
    low: Signal<Local, Bits<8>>,
    middle: Signal<Local, Bits<8>>,
    high: Signal<Local, Bits<16>>,
    top: Signal<Local, Bit>,
    plain: Signal<Local, Bits<33>>,
}

impl Logic for PartSelect {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_byte.next = !self.part.val().get_bit(part_bit::WIDE);
        self.is_whole.next = self.part.val().get_bit(part_bit::WIDE) & self.part.val().get_bit(part_bit::UPPER_HALF);
        if self.is_byte.val() {
            self.takes_upper.next = self.part.val().get_bit(part_bit::UPPER_HALF);
        } else {
            self.takes_upper.next = self.part.val().get_bit(part_bit::UPPER) & !self.is_whole.val();
        }
        self.half.next = self.register.val().get_bits::<16>(0);
        if self.takes_upper.val() {
            self.half.next = self.register.val().get_bits::<16>(16);
        }
        self.low.next = self.half.val().get_bits::<8>(0);
        if self.is_byte.val() & self.part.val().get_bit(part_bit::UPPER) {
            self.low.next = self.half.val().get_bits::<8>(8);
        }
        self.middle.next = self.half.val().get_bits::<8>(8);
        if self.is_byte.val() {
            self.middle.next = 0.into();
            if self.is_signed.val() & self.low.val().get_bit(7) {
                self.middle.next = 0xff.into();
            }
        }
        self.high.next = 0.into();
        if self.is_whole.val() {
            self.high.next = self.register.val().get_bits::<16>(16);
        } else if self.is_signed.val() & self.middle.val().get_bit(7) {
            self.high.next = 0xffff.into();
        }
        self.top.next = self.is_signed.val() & self.high.val().get_bit(15);
        self.plain.next = (bit_cast::<33, 1>(self.top.val().into()) << 32)
            | (bit_cast::<33, 16>(self.high.val()) << 16)
            | (bit_cast::<33, 8>(self.middle.val()) << 8)
            | bit_cast::<33, 8>(self.low.val());
        self.value.next = self.plain.val();
        if self.complement.val() {
            self.value.next = !self.plain.val();
        }
    }
}
