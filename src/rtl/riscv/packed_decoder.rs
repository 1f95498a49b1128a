//! Which packed instructions there are, and what the ALU has to do for each.

use super::RiscvConfig;
use super::packed_codes::{
    Major, absolute_sum, access, access_field, comparison, comparison_bit, crossed_bit, element_bit, field, finish,
    group, immediate, immediate_code, immediate_group, pair_bit, product_bit, rs2, width,
};
use crate::video::codes::{field as control, operation, packed_bit};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Decodes a packed instruction of the RISC-V P extension.
///
/// The control word's low bits and the modifiers are for the ALU; moves (shifts, constants, pairs) do without it.
#[hdl_module(name = "riscv_packed_decoder")]
pub(super) struct PackedDecoder {
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// The major opcode of the instruction:
    pub(super) major: Signal<In, Major>,
    /// Bits 24:15 of the instruction.
    pub(super) immediate: Signal<In, Bits<10>>,
    /// The instruction is an operation.
    pub(super) operation: Signal<Out, Bit>,
    /// The instruction is an access to vxsat.
    pub(super) access: Signal<Out, Bit>,
    /// The instruction reads rd.
    pub(super) reads_rd: Signal<Out, Bit>,
    /// The low bits of the ALU's control word.
    pub(super) control: Signal<Out, Bits<9>>,
    /// Modifiers of packed instructions: halve 0, mask 1, crossed 2.
    pub(super) modifiers: Signal<Out, Bits<3>>,
    /// The elements are half-words.
    pub(super) halves: Signal<Out, Bit>,
    /// Element 0 of rs2 is the second operand of every element.
    pub(super) first: Signal<Out, Bit>,
    /// The second operand is 0.
    pub(super) zero: Signal<Out, Bit>,
    /// rs2 is added to.
    pub(super) adds_to_rs2: Signal<Out, Bit>,
    /// The instruction is a shift, loads a constant, or moves pairs.
    pub(super) moves: Signal<Out, Bit>,
    code: Signal<Local, Bits<4>>,
    finish: Signal<Local, Bits<2>>,
    width: Signal<Local, Bits<2>>,
    group: Signal<Local, Bits<3>>,
    op: Signal<Local, Bits<3>>,
    byte_or_half: Signal<Local, Bit>,
    known: Signal<Local, Bit>,
    d_signed: Signal<Local, Bit>,
    a_signed: Signal<Local, Bit>,
    b_signed: Signal<Local, Bit>,
    saturate: Signal<Local, Bit>,
    accumulate: Signal<Local, Bit>,
    halve: Signal<Local, Bit>,
    mask: Signal<Local, Bit>,
    crossed: Signal<Local, Bit>,
    has_dual: Constant<Bit>,
    has_accumulate: Constant<Bit>,
    has_dot: Constant<Bit>,
    has_rd: Constant<Bit>,
    has_vxsat: Constant<Bit>,
}

impl PackedDecoder {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        let features = &config.features;
        PackedDecoder {
            has_dual: Constant::new(features.dual),
            has_accumulate: Constant::new(features.accumulate),
            has_dot: Constant::new(features.dot),
            has_rd: Constant::new(features.third_is_rd),
            has_vxsat: Constant::new(features.vxsat),
            ..PackedDecoder::default()
        }
    }
}

impl Logic for PackedDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.code.next = self.function_id.val().get_bits::<4>(field::CODE);
        self.finish.next = self.function_id.val().get_bits::<2>(field::CODE);
        self.width.next = self.function_id.val().get_bits::<2>(field::WIDTH);
        self.group.next = self.function_id.val().get_bits::<3>(field::GROUP);
        self.byte_or_half.next = (self.width.val() == width::BYTES) | (self.width.val() == width::HALVES);

        self.known.next = false;
        self.op.next = bits::<3>(operation::ADD);
        self.d_signed.next = true;
        self.a_signed.next = true;
        self.b_signed.next = true;
        self.saturate.next = false;
        self.accumulate.next = false;
        self.halve.next = false;
        self.mask.next = false;
        self.crossed.next = false;
        self.halves.next = self.width.val() == width::HALVES;
        self.first.next = false;
        self.zero.next = false;
        self.adds_to_rs2.next = false;
        self.reads_rd.next = false;
        self.moves.next = false;

        if self.major.val() == Major::Op32 {
            if self.group.val() == group::ELEMENTS {
                self.known.next = self.byte_or_half.val();
                self.d_signed.next = !self.code.val().get_bit(element_bit::UNSIGNED);
                self.a_signed.next = !self.code.val().get_bit(element_bit::UNSIGNED);
                self.b_signed.next = !self.code.val().get_bit(element_bit::UNSIGNED);
                self.saturate.next = self.finish.val() == finish::SATURATED;
                self.halve.next = self.finish.val() == finish::HALVED;
                if self.code.val().get_bit(element_bit::SUBTRACT) {
                    self.op.next = bits::<3>(operation::SUB);
                }
                if self.finish.val() == finish::LOW {
                    self.known.next = self.byte_or_half.val() & !self.code.val().get_bit(element_bit::UNSIGNED);
                }
                if self.finish.val() == finish::ABSOLUTE {
                    self.op.next = bits::<3>(operation::ABS_DIFF);
                    self.known.next = self.byte_or_half.val() & self.code.val().get_bit(element_bit::SUBTRACT);
                }
            }
            if self.group.val() == group::COMPARISONS {
                self.known.next = self.byte_or_half.val();
                if !self.code.val().get_bit(comparison_bit::SINGLE) {
                    self.known.next = !self.function_id.val().get_bit(crossed_bit::NONE)
                        & !self.code.val().get_bit(comparison_bit::SELECT)
                        & (self.finish.val() != finish::ABSOLUTE);
                    self.halves.next = true;
                    self.crossed.next = true;
                    self.saturate.next = self.finish.val() == finish::SATURATED;
                    self.halve.next = self.finish.val() == finish::HALVED;
                    if self.function_id.val().get_bit(crossed_bit::UPPER_SUBTRACTS) {
                        self.op.next = bits::<3>(operation::SUB);
                    }
                } else {
                    self.a_signed.next = !self.code.val().get_bit(comparison_bit::UNSIGNED);
                    self.b_signed.next = !self.code.val().get_bit(comparison_bit::UNSIGNED);
                    if self.code.val().get_bit(comparison_bit::SELECT) {
                        self.op.next = bits::<3>(operation::MIN);
                        if self.code.val().get_bit(comparison_bit::MAXIMUM) {
                            self.op.next = bits::<3>(operation::MAX);
                        }
                    } else {
                        self.op.next = bits::<3>(operation::SET);
                        self.mask.next = true;
                        // Of comparisons the destination's sign is part of the code.
                        self.d_signed.next = self.code.val() == comparison::EQUAL;
                        self.known.next = self.byte_or_half.val()
                            & ((self.code.val() == comparison::EQUAL)
                                | (self.code.val() == comparison::LESS)
                                | (self.code.val() == comparison::LESS_UNSIGNED));
                    }
                }
            }
            if self.group.val() == group::ABSOLUTE_SUMS {
                self.reads_rd.next = self.code.val() == absolute_sum::ADD_TO_RD;
                self.known.next = self.has_accumulate.val()
                    & (self.width.val() == width::BYTES)
                    & ((self.code.val() == absolute_sum::PLAIN)
                        | ((self.code.val() == absolute_sum::ADD_TO_RD) & self.has_rd.val()));
                self.op.next = bits::<3>(operation::ABS_DIFF);
                self.a_signed.next = false;
                self.b_signed.next = false;
                self.accumulate.next = true;
            }
            if self.group.val() == group::PRODUCTS {
                self.reads_rd.next = self.code.val().get_bit(product_bit::ADD_TO_RD);
                self.known.next = self.has_dot.val()
                    & (self.width.val() == width::BYTES)
                    & !self.code.val().get_bit(product_bit::NONE)
                    & (self.code.val().get_bit(product_bit::B_UNSIGNED)
                        | !self.code.val().get_bit(product_bit::A_SIGNED))
                    & (self.has_rd.val() | !self.code.val().get_bit(product_bit::ADD_TO_RD));
                self.op.next = bits::<3>(operation::DP4A);
                self.saturate.next = true;
                self.b_signed.next = !self.code.val().get_bit(product_bit::B_UNSIGNED);
                self.a_signed.next =
                    !self.code.val().get_bit(product_bit::B_UNSIGNED) | self.code.val().get_bit(product_bit::A_SIGNED);
            }
            if self.group.val() == group::PAIRS {
                self.moves.next = true;
                self.halves.next = self.width.val() == width::PAIRS_OF_HALVES;
                self.known.next = !self.code.val().get_bit(pair_bit::NONE)
                    & !self.code.val().get_bit(pair_bit::ALSO_NONE)
                    & ((self.width.val() == width::HALVES)
                        | ((self.width.val() == width::PAIRS_OF_HALVES)
                            & (self.code.val().get_bit(pair_bit::A_ODD) | self.code.val().get_bit(pair_bit::B_ODD))));
            }
        }
        if (self.major.val() == Major::OpImm32) & (self.group.val() == immediate_group::LEFT) {
            if self.code.val() == immediate_code::ADD_OR_SUM {
                self.known.next = self.byte_or_half.val();
                self.first.next = true;
            }
            if self.code.val() == immediate_code::ABSOLUTE {
                self.known.next =
                    self.byte_or_half.val() & (self.immediate.val().get_bits::<5>(immediate::RS2) == rs2::ABSOLUTE);
                self.op.next = bits::<3>(operation::ABS_DIFF);
                self.saturate.next = true;
                self.zero.next = true;
            }
            if self.code.val() == immediate_code::CONSTANT {
                self.moves.next = true;
                self.known.next = (self.width.val() == width::HALVES)
                    | ((self.width.val() == width::BYTES)
                        & !self.immediate.val().get_bit(immediate::SHIFTS_HALVES)
                        & !self.immediate.val().get_bit(immediate::SIGN));
            }
            if self.code.val() == immediate_code::UPPER_CONSTANT {
                self.moves.next = true;
                self.known.next = self.width.val() == width::HALVES;
            }
        }
        if (self.major.val() == Major::OpImm32)
            & (self.group.val() == immediate_group::RIGHT)
            & ((self.code.val() == immediate_code::ADD_OR_SUM) | (self.code.val() == immediate_code::SUM_UNSIGNED))
        {
            self.known.next = self.byte_or_half.val() & self.has_accumulate.val();
            self.a_signed.next = self.code.val() == immediate_code::ADD_OR_SUM;
            self.accumulate.next = true;
            self.zero.next = true;
            self.adds_to_rs2.next = true;
        }
        // Shifts, of which only those to the right have an arithmetic form.
        if (self.major.val() == Major::OpImm32)
            & ((self.group.val() == immediate_group::LEFT) | (self.group.val() == immediate_group::RIGHT))
        {
            if (self.code.val() == immediate_code::SHIFT_IMMEDIATE)
                | ((self.code.val() == immediate_code::SHIFT_IMMEDIATE_ARITHMETIC)
                    & (self.group.val() == immediate_group::RIGHT))
            {
                self.moves.next = true;
                self.halves.next = self.immediate.val().get_bit(immediate::SHIFTS_HALVES);
                self.known.next = (self.width.val() == width::HALVES)
                    & (self.immediate.val().get_bit(immediate::SHIFTS_HALVES)
                        | self.immediate.val().get_bit(immediate::SHIFTS_BYTES));
            }
            if (self.code.val() == immediate_code::SHIFT_REGISTER)
                | ((self.code.val() == immediate_code::SHIFT_REGISTER_ARITHMETIC)
                    & (self.group.val() == immediate_group::RIGHT))
            {
                self.moves.next = true;
                self.known.next = self.byte_or_half.val();
            }
        }

        self.operation.next =
            self.known.val() & self.function_id.val().get_bit(field::MARK) & (self.has_dual.val() | !self.halves.val());
        self.access.next = self.has_vxsat.val()
            & (self.major.val() == Major::System)
            & !self.function_id.val().get_bits::<7>(field::WIDTH).any()
            & (self.immediate.val().get_bits::<5>(immediate::RS2) == rs2::VXSAT)
            & (self.group.val().get_bits::<2>(access_field::KIND) != access::NONE);
        self.control.next = bit_cast::<9, 3>(self.op.val())
            .replace_bit(control::WIDTH, self.halves.val())
            .replace_bit(control::D_SIGNED, self.d_signed.val())
            .replace_bit(control::A_SIGNED, self.a_signed.val())
            .replace_bit(control::B_SIGNED, self.b_signed.val())
            .replace_bit(control::SATURATE, self.saturate.val())
            .replace_bit(control::ACCUMULATE, self.accumulate.val());
        self.modifiers.next = bits::<3>(0)
            .replace_bit(packed_bit::HALVE, self.halve.val())
            .replace_bit(packed_bit::MASK, self.mask.val())
            .replace_bit(packed_bit::CROSSED, self.crossed.val());
    }
}
