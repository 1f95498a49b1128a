//! Immediate operands.

use super::bundles::Immediate;
use super::codes::lanes_bit;
use crate::comment;
use crate::hdl_gen;
use rust_hdl::prelude::*;

/// The operand that comes from the instruction, its type, or nowhere.
#[derive(LogicBlock, Default)]
pub struct ImmediateSelect {
    /// What it is.
    pub select: Signal<In, Immediate>,
    /// FIELD_E, low half.
    pub word1: Signal<In, Bits<16>>,
    /// FIELD_E, high half.
    pub word2: Signal<In, Bits<16>>,
    /// FIELD_A, a one's-complement number.
    pub field_a: Signal<In, Bits<4>>,
    /// The deciding type.
    pub type_code: Signal<In, Bits<4>>,
    /// Lanes, see the integer unit.
    pub lanes: Signal<In, Bits<4>>,
    /// That type is a floating-point type.
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
        comment!("module immediate_select: The operand that comes from the instruction, its type, or nowhere.");
        comment!("port field_a: Tiny constant in one's complement.");
        comment!("port value: The operand.");
        self.tiny.next = bit_cast::<32, 4>(self.field_a.val());
        self.magnitude.next = self.field_a.val().get_bits::<3>(0);
        if self.field_a.val().get_bit(3) {
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
