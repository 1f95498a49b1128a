//! The instruction decoder.

use super::bundles::{Decoded, Immediate, Kind};
use super::codes::{
    PREFIX, comparison, extension, field, many_types, many_types_bit, opcode, operation, predicate, single, tiny_bit,
    zero_predicate, zero_predicate_bit,
};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Decodes an instruction as far as that goes without knowing register types.
///
/// Word: `{FIELD_D[15:12], FIELD_C[11:8], FIELD_B[7:4], FIELD_A[3:0]}`. After the prefix 0xfff0 the second word has
/// the fields.
#[hdl_module]
pub struct BrewDecoder {
    /// The instruction's first word.
    pub word0: Signal<In, Bits<16>>,
    /// Second word; it counts only after the prefix fff0.
    pub word1: Signal<In, Bits<16>>,
    /// Instruction length in words, 1 to 3.
    pub length: Signal<Out, Bits<2>>,
    #[part(legal = "The code is an instruction.")]
    pub(super) decoded: Signal<Out, Decoded>,
    prefix: Signal<Local, Bit>,
    d: Signal<Local, Bits<4>>,
    c: Signal<Local, Bits<4>>,
    b: Signal<Local, Bits<4>>,
    a: Signal<Local, Bits<4>>,
    second_d: Signal<Local, Bits<4>>,
    second_c: Signal<Local, Bits<4>>,
    second_b: Signal<Local, Bits<4>>,
    second_a: Signal<Local, Bits<4>>,
    has_field_e: Signal<Local, Bit>,
    d_is_f: Signal<Local, Bit>,
    b_is_f: Signal<Local, Bit>,
    a_is_f: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    second_swap: Signal<Local, Bit>,
}

impl Logic for BrewDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.prefix.next = self.word0.val() == PREFIX;
        self.d.next = self.word0.val().get_bits::<4>(field::D);
        self.c.next = self.word0.val().get_bits::<4>(field::C);
        self.b.next = self.word0.val().get_bits::<4>(field::B);
        self.a.next = self.word0.val().get_bits::<4>(field::A);
        self.d_is_f.next = self.d.val().all();
        self.b_is_f.next = self.b.val().all();
        self.a_is_f.next = self.a.val().all();
        self.second_d.next = self.word1.val().get_bits::<4>(field::D);
        self.second_c.next = self.word1.val().get_bits::<4>(field::C);
        self.second_b.next = self.word1.val().get_bits::<4>(field::B);
        self.second_a.next = self.word1.val().get_bits::<4>(field::A);

        self.has_field_e.next = false;
        if self.c.val() <= opcode::ADD_TO_ALL {
            self.has_field_e.next = self.a_is_f.val() | self.b_is_f.val();
        } else if self.c.val() == opcode::FOREIGN_OF_A {
            self.has_field_e.next = self.a_is_f.val();
        } else if self.c.val() == opcode::FOREIGN_OF_BOTH {
            self.has_field_e.next = self.a_is_f.val() | !self.b_is_f.val();
        }
        self.length.next = 1.into();
        if self.d_is_f.val() {
            self.length.next = 2.into();
        } else if self.has_field_e.val() {
            self.length.next = 3.into();
            if !self.a_is_f.val() {
                self.length.next = 2.into();
            }
        }

        // Both words are decoded at once: whether the first one is the prefix is known late.
        connect!(self.decoded.next { legal: false, d_register: self.d.val(), kind: Kind::Logic });
        self.swap.next = false;
        self.second_swap.next =
            (self.second_c.val() != predicate::OF_ZERO) | self.second_b.val().get_bit(zero_predicate_bit::SWAPPED);
        connect!(self.decoded.next {
            type_register: self.a.val(), a_immediate: false, b_immediate: false, immediate: Immediate::Long,
            operation: operation::OR.into(), compare: comparison::NONE.into(), extend: extension::NONE.into(),
        });
        if self.prefix.val() {
            connect!(self.decoded.next {
                kind: Kind::Compare, operation: operation::SUB.into(), immediate: Immediate::Zero,
                d_register: self.second_d.val(), type_register: self.second_a.val(),
            });
            if self.second_c.val() == predicate::OF_ZERO {
                self.decoded.next.legal = !self.second_d.val().all()
                    & !self.second_a.val().all()
                    & (self.second_b.val() <= zero_predicate::AT_MOST);
                self.decoded.next.a_immediate = self.second_b.val().get_bit(zero_predicate_bit::SWAPPED);
                self.decoded.next.b_immediate = !self.second_b.val().get_bit(zero_predicate_bit::SWAPPED);
                match self.second_b.val().to_u64() {
                    zero_predicate::EQUAL => self.decoded.next.compare = comparison::EQUAL.into(),
                    zero_predicate::NOT_EQUAL => self.decoded.next.compare = comparison::NOT_EQUAL.into(),
                    zero_predicate::LESS | zero_predicate::GREATER => {
                        self.decoded.next.compare = comparison::SIGNED_LESS.into()
                    }
                    _ => self.decoded.next.compare = comparison::SIGNED_AT_LEAST.into(),
                }
            } else {
                self.decoded.next.legal = !self.second_d.val().all()
                    & !self.second_a.val().all()
                    & !self.second_b.val().all()
                    & (self.second_c.val() <= predicate::AT_LEAST);
                match self.second_c.val().to_u64() {
                    predicate::EQUAL => self.decoded.next.compare = comparison::EQUAL.into(),
                    predicate::NOT_EQUAL => self.decoded.next.compare = comparison::NOT_EQUAL.into(),
                    predicate::SIGNED_LESS => self.decoded.next.compare = comparison::SIGNED_LESS.into(),
                    predicate::SIGNED_AT_LEAST => self.decoded.next.compare = comparison::SIGNED_AT_LEAST.into(),
                    predicate::LESS => self.decoded.next.compare = comparison::LESS.into(),
                    _ => self.decoded.next.compare = comparison::AT_LEAST.into(),
                }
            }
        } else if self.c.val() == opcode::SINGLE {
            self.decoded.next.legal = !self.a_is_f.val();
            match self.b.val().to_u64() {
                single::LOAD_LONG => {
                    connect!(self.decoded.next {
                        kind: Kind::Load, a_immediate: true, b_immediate: true, legal: self.a_is_f.val(),
                    });
                }
                single::LOAD_TINY => {
                    connect!(self.decoded.next {
                        kind: Kind::Load, immediate: Immediate::Tiny, a_immediate: true, b_immediate: true,
                    });
                }
                single::NEGATE => {
                    self.decoded.next.kind = Kind::Negate;
                    self.decoded.next.operation = operation::SUB.into();
                    self.decoded.next.immediate = Immediate::Negation;
                    self.swap.next = true;
                    self.decoded.next.a_immediate = true;
                }
                single::COMPLEMENT => {
                    self.decoded.next.operation = operation::XOR.into();
                    self.decoded.next.immediate = Immediate::Ones;
                    self.decoded.next.b_immediate = true;
                }
                single::EXTEND_BYTE => {
                    connect!(self.decoded.next {
                        kind: Kind::Extend, operation: operation::SHIFT_RIGHT_ARITHMETIC.into(),
                        immediate: Immediate::Zero, b_immediate: true, extend: extension::BYTE.into(),
                    });
                }
                single::EXTEND_HALF => {
                    connect!(self.decoded.next {
                        kind: Kind::Extend, operation: operation::SHIFT_RIGHT_ARITHMETIC.into(),
                        immediate: Immediate::Zero, b_immediate: true, extend: extension::HALF.into(),
                    });
                }
                single::SET_TYPE => self.decoded.next.kind = Kind::TypeFromValue,
                single::READ_TYPE => {
                    connect!(self.decoded.next {
                        kind: Kind::ReadType, immediate: Immediate::TypeCode, a_immediate: true, b_immediate: true,
                    });
                }
                single::SET_TYPE_TO_CODE => {
                    self.decoded.next.kind = Kind::TypeFromCode;
                    if self.a_is_f.val() {
                        self.decoded.next.kind = Kind::TypesLow;
                        self.decoded.next.d_register = bits::<4>(0)
                            .replace_bit(many_types_bit::REGISTER_8, self.d.val().get_bit(many_types_bit::HIGH));
                        if self.d.val().get_bit(many_types_bit::HIGH) {
                            self.decoded.next.kind = Kind::TypesHigh;
                        }
                        self.decoded.next.legal = self.d.val().get_bits::<3>(many_types_bit::CODE) == many_types::SET;
                    }
                }
                single::LOAD_SHORT => {
                    connect!(self.decoded.next {
                        kind: Kind::Load, immediate: Immediate::Short, a_immediate: true, b_immediate: true,
                        legal: self.a.val() == 0,
                    });
                }
                _ => self.decoded.next.legal = false,
            }
            if self.d_is_f.val() {
                self.decoded.next.legal = false;
            }
        } else {
            self.decoded.next.legal =
                !self.d_is_f.val() & (self.c.val() <= opcode::ADD_TO_ALL) & !(self.a_is_f.val() & self.b_is_f.val());
            match self.c.val().to_u64() {
                opcode::XOR => self.decoded.next.operation = operation::XOR.into(),
                opcode::OR => self.decoded.next.operation = operation::OR.into(),
                opcode::AND => self.decoded.next.operation = operation::AND.into(),
                opcode::ADD => {
                    connect!(self.decoded.next { operation: operation::ADD.into(), kind: Kind::Add });
                }
                opcode::SUB => {
                    connect!(self.decoded.next { operation: operation::SUB.into(), kind: Kind::Add });
                }
                opcode::SHIFT_LEFT => {
                    connect!(self.decoded.next { operation: operation::SHIFT_LEFT.into(), kind: Kind::Shift });
                }
                opcode::SHIFT_RIGHT => {
                    connect!(self.decoded.next { operation: operation::SHIFT_RIGHT.into(), kind: Kind::Shift });
                }
                opcode::SHIFT_RIGHT_ARITHMETIC => {
                    self.decoded.next.operation = operation::SHIFT_RIGHT_ARITHMETIC.into();
                    self.decoded.next.kind = Kind::Shift;
                }
                opcode::MUL => {
                    connect!(self.decoded.next { operation: operation::ADD.into(), kind: Kind::Multiply });
                }
                opcode::AND_NOT => {
                    self.decoded.next.operation = operation::AND_NOT.into();
                    if self.a_is_f.val() {
                        self.decoded.next.legal = false;
                    }
                }
                _ => {
                    connect!(self.decoded.next { kind: Kind::AddInteger, operation: operation::ADD.into() });
                    if self.a.val().get_bit(tiny_bit::NEGATIVE) {
                        self.decoded.next.operation = operation::SUB.into();
                    }
                    self.decoded.next.immediate = Immediate::Magnitude;
                    self.swap.next = true;
                    connect!(self.decoded.next { b_immediate: true, type_register: self.b.val() });
                    if self.a_is_f.val() | self.b_is_f.val() {
                        self.decoded.next.legal = false;
                    }
                }
            }
            if self.b_is_f.val() {
                // Shifts and swizzles have the value on the other side.
                self.decoded.next.immediate = Immediate::Short;
                self.swap.next = true;
                self.decoded.next.a_immediate = true;
                match self.c.val().to_u64() {
                    opcode::ADD => self.decoded.next.kind = Kind::AddInteger,
                    opcode::SUB => self.decoded.next.kind = Kind::AddInteger,
                    opcode::MUL => self.decoded.next.kind = Kind::MultiplyInteger,
                    opcode::SWIZZLE => self.decoded.next.operation = operation::SWIZZLE.into(),
                    _ => {}
                }
                if (self.c.val() == opcode::SHIFT_LEFT)
                    | (self.c.val() == opcode::SHIFT_RIGHT)
                    | (self.c.val() == opcode::SHIFT_RIGHT_ARITHMETIC)
                    | (self.c.val() == opcode::SWIZZLE)
                {
                    self.swap.next = false;
                    connect!(self.decoded.next { a_immediate: false, b_immediate: true });
                }
            } else if self.a_is_f.val() {
                connect!(self.decoded.next { a_immediate: true, type_register: self.b.val() });
            }
        }

        connect!(self.decoded.next { field_a: self.a.val(), a_register: self.a.val(), b_register: self.b.val() });
        if self.prefix.val() {
            connect!(self.decoded.next { a_register: self.second_a.val(), b_register: self.second_b.val() });
            if self.second_swap.val() {
                connect!(self.decoded.next { a_register: self.second_b.val(), b_register: self.second_a.val() });
            }
        } else if self.swap.val() {
            connect!(self.decoded.next { a_register: self.b.val(), b_register: self.a.val() });
        }
    }
}
