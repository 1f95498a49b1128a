//! What a core offers as a whole instruction word.

use super::RiscvConfig;
use super::constants::{ADDS_TO_C, IS_DOT, instruction, opcode, operation};
use super::custom_opcode::CustomOpcode;
use super::decoder::Decoder;
use super::packed::PackedOpcode;
use super::packed_codes::Major;
use super::packed_decoder::PackedDecoder;
use super::scalar::ScalarDecoder;
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Decodes an instruction word.
///
/// Tells whether the word is one of the unit's instructions, and which source registers it has. If it is none, the
/// other outputs mean nothing.
#[hdl_module(name = "riscv_word_decoder")]
pub(super) struct WordDecoder {
    /// The instruction word.
    pub(super) word: Signal<In, Bits<32>>,
    /// The word is one of the unit's instructions.
    pub(super) own: Signal<Out, Bit>,
    /// The function of the instruction, encoded as at the executor's port.
    pub(super) function_id: Signal<Out, Bits<10>>,
    /// c is a third source register.
    pub(super) third: Signal<Out, Bit>,
    /// The instruction reads a third source register: c, or rd.
    pub(super) needs_third: Signal<Out, Bit>,
    /// The instruction has the opcode of scalar instructions.
    pub(super) scalar: Signal<Out, Bit>,
    /// The major opcode of a packed instruction:
    pub(super) major: Signal<Out, Major>,
    /// Bits 24:15 of the word.
    pub(super) immediate: Signal<Out, Bits<10>>,
    decoder: Decoder,
    scalar_decoder: Vec<ScalarDecoder>,
    custom_opcode: CustomOpcode,
    packed_opcode: PackedOpcode,
    packed_decoder: Vec<PackedDecoder>,
    has_custom: Constant<Bit>,
    offered_opcode: Signal<Local, Bits<7>>,
    code: Signal<Local, Bits<3>>,
    shared: Signal<Local, Bits<10>>,
    function: Signal<Local, Bits<10>>,
    wide: Signal<Local, Bit>,
    has_opcode: Signal<Local, Bit>,
    offers_third: Signal<Local, Bit>,
    has_third: Constant<Bit>,
}

impl WordDecoder {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        let features = &config.features;
        WordDecoder {
            decoder: Decoder::new(config),
            scalar_decoder: optional(features.scalar, || ScalarDecoder::new(config)),
            custom_opcode: CustomOpcode::new(config),
            packed_opcode: PackedOpcode::new(config),
            packed_decoder: optional(features.packed, || PackedDecoder::new(config)),
            has_custom: Constant::new(features.custom),
            has_third: Constant::new(features.third),
            ..WordDecoder::default()
        }
    }
}

impl Logic for WordDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.offered_opcode.next = self.word.val().get_bits::<7>(instruction::OPCODE);
        self.code.next = self.word.val().get_bits::<3>(instruction::FUNCT3);
        self.function.next = (bit_cast::<10, 7>(self.word.val().get_bits::<7>(instruction::FUNCT7)) << 3)
            | bit_cast::<10, 3>(self.code.val());
        self.custom_opcode.opcode.next = self.offered_opcode.val();
        self.has_opcode.next = self.custom_opcode.simd.val();
        // With a third register the marks of the direct function, which say that it adds to c, and the width follow from code
        // and opcode.
        self.wide.next = self.offered_opcode.val() == opcode::CUSTOM_2;
        self.offers_third.next =
            self.has_third.val() & (self.wide.val() | (self.offered_opcode.val() == opcode::CUSTOM_1));
        self.shared.next = bits::<10>(ADDS_TO_C);
        if (self.code.val() == operation::SET) | (self.code.val() == operation::SET_COMPLEMENT) {
            self.shared.next = bits::<10>(IS_DOT);
        }
        if self.offers_third.val() {
            self.has_opcode.next = true;
            self.function.next = (bit_cast::<10, 2>(self.word.val().get_bits::<2>(instruction::FUNCT2)) << 5)
                | (bit_cast::<10, 1>(self.wide.val().into()) << 3)
                | bit_cast::<10, 3>(self.code.val())
                | self.shared.val();
        }
        connect!(self.decoder { function_id: self.function.val(), third: self.offers_third.val() });
        self.own.next =
            self.has_custom.val() & self.has_opcode.val() & (self.decoder.operation.val() | self.decoder.access.val());
        for i in 0..self.scalar_decoder.len() {
            self.scalar_decoder[i].function_id.next = self.function.val();
            if self.custom_opcode.scalar.val() {
                self.own.next = self.scalar_decoder[i].operation.val() | self.scalar_decoder[i].access.val();
            }
        }
        self.function_id.next = self.function.val();
        self.third.next = self.offers_third.val();
        self.needs_third.next = self.offers_third.val();
        self.immediate.next = self.word.val().get_bits::<10>(instruction::RS1);
        self.packed_opcode.opcode.next = self.offered_opcode.val();
        self.major.next = self.packed_opcode.major.val();
        for i in 0..self.packed_decoder.len() {
            connect!(self.packed_decoder[i] {
                function_id: self.function.val(), major: self.packed_opcode.major.val(),
                immediate: self.word.val().get_bits::<10>(instruction::RS1),
            });
            if self.packed_opcode.major.val() != Major::None {
                self.own.next = self.packed_decoder[i].operation.val() | self.packed_decoder[i].access.val();
                self.needs_third.next = self.packed_decoder[i].reads_rd.val();
            }
        }
        self.scalar.next = self.custom_opcode.scalar.val();
    }
}
