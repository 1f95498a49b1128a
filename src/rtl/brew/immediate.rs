//! Immediate operands.

use super::bundles::Immediate;
use super::codes::{lanes_bit, tiny_bit};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The operand that comes from the instruction, its type, or nowhere.
#[hdl_module]
pub struct ImmediateSelect {
    /// Which operand is selected:
    pub select: Signal<In, Immediate>,
    /// Second word of the instruction, if it has one.
    pub word1: Signal<In, Bits<16>>,
    /// Third word of the instruction, if it has one.
    pub word2: Signal<In, Bits<16>>,
    /// Tiny constant in one's complement.
    pub field_a: Signal<In, Bits<4>>,
    /// Code of the type that decides.
    pub type_code: Signal<In, Bits<4>>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// The lanes are floating-point numbers.
    pub float: Signal<In, Bit>,
    /// The operand.
    pub value: Signal<Out, Bits<32>>,
    tiny: Signal<Local, Bits<32>>,
    magnitude: Signal<Local, Bits<3>>,
    replicated: Signal<Local, Bits<32>>,
}

impl Logic for ImmediateSelect {
    #[hdl_gen]
    fn update(&mut self) {
        self.tiny.next = bit_cast::<32, 4>(self.field_a.val());
        self.magnitude.next = self.field_a.val().get_bits::<3>(0);
        if self.field_a.val().get_bit(tiny_bit::NEGATIVE) {
            self.tiny.next = bit_cast::<32, 4>(self.field_a.val() + 1) | 0xffff_fff0_u64;
            self.magnitude.next = !self.field_a.val().get_bits::<3>(0);
        }
        self.replicated.next = bit_cast::<32, 3>(self.magnitude.val());
        if self.lanes.val().get_bit(lanes_bit::HALVES) {
            self.replicated.next =
                (bit_cast::<32, 3>(self.magnitude.val()) << 16) | bit_cast::<32, 3>(self.magnitude.val());
        }
        if self.lanes.val().get_bit(lanes_bit::BYTES) {
            self.replicated.next = (bit_cast::<32, 3>(self.magnitude.val()) << 24)
                | (bit_cast::<32, 3>(self.magnitude.val()) << 16)
                | (bit_cast::<32, 3>(self.magnitude.val()) << 8)
                | bit_cast::<32, 3>(self.magnitude.val());
        }
        match self.select.val() {
            Immediate::Long => {
                self.value.next = (bit_cast::<32, 16>(self.word2.val()) << 16) | bit_cast::<32, 16>(self.word1.val());
            }
            Immediate::Short => {
                self.value.next = bit_cast::<32, 16>(self.word1.val());
                if self.word1.val().get_bit(15) {
                    self.value.next = bit_cast::<32, 16>(self.word1.val()) | 0xffff_0000_u64;
                }
            }
            Immediate::Tiny => self.value.next = self.tiny.val(),
            Immediate::Magnitude => self.value.next = self.replicated.val(),
            Immediate::Zero => self.value.next = 0.into(),
            Immediate::Ones => self.value.next = 0xffff_ffff_u64.into(),
            Immediate::TypeCode => self.value.next = bit_cast::<32, 4>(self.type_code.val()),
            Immediate::Negation => {
                self.value.next = 0.into();
                if self.float.val() {
                    self.value.next = 0x8000_0000_u64.into();
                    if self.lanes.val().get_bit(lanes_bit::HALVES) {
                        self.value.next = 0x8000_8000_u64.into();
                    }
                }
            }
        }
    }
}
