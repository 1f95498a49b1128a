//! The rows of the table of packed instructions.

use super::OP_32;
use lanesmith_ptx::{Operation, Width};

/// How an instruction relates to the operations of the video ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionClass {
    /// It is an operation of the ALU.
    A,
    /// It differs from an operation of the ALU in rounding, in the value of a true comparison, or in the order of half-words.
    B,
    /// Constants, shifts and moves, which the ALU does not have.
    C,
}

/// The elements of the second operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondElements {
    /// Element `i` of rs2.
    Own,
    /// Element 0 of rs2 for every `i`.
    First,
    /// 0: the instruction has no second operand, or uses rs2 in another way.
    Zero,
}

/// How an element of rd follows from the exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementResult {
    /// Its low bits.
    Low,
    /// Clamped to the range of the element; clamping sets `vxsat`.
    Saturated,
    /// Its low bits after a shift right by one, towards minus infinity.
    Halved,
    /// All ones for true, else 0.
    Mask,
}

/// The summand of a sum of elements or products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumBase {
    /// 0.
    Zero,
    /// The word in rs2.
    Rs2,
    /// The old value of rd.
    Rd,
}

/// A constant of ten bits or fewer in the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedConstant {
    /// Bits 23:16 of the word in every byte.
    Byte,
    /// A signed number in every half-word: its low nine bits are bits 24:16 of the word, its sign is bit 15.
    Half,
    /// The upper ten bits of every half-word: the lowest of them is bit 24 of the word, the others are bits 23:15.
    UpperHalf,
}

/// The direction of a shift, and the bits that are shifted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftKind {
    /// To the left, with zeros.
    Left,
    /// To the right, with zeros.
    RightLogical,
    /// To the right, with copies of the sign bit.
    RightArithmetic,
}

/// The source of the amount of a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftAmount {
    /// The word: bits 22:20 for bytes, 23:20 for half-words.
    Immediate,
    /// rs2 modulo the width of an element.
    Register,
}

/// The result of an instruction. `a` is rs1, `b` is rs2. Element `i` of a word begins at bit `i` times the width of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedMeaning {
    /// Each element of rd is the result of the operation on the elements of both operands.
    Elements {
        /// The operation.
        operation: Operation,
        /// The elements are signed.
        signed: bool,
        /// The elements of the second operand.
        second: SecondElements,
        /// The part of the exact result that goes to rd.
        result: ElementResult,
    },
    /// Signed half-words: those of `b` are swapped, then one half-word of rd is a sum and the other one a difference.
    Crossed {
        /// The operation of the upper half-word, addition or subtraction; the lower half-word has the other one.
        upper: Operation,
        /// The part of the exact result that goes to rd.
        result: ElementResult,
    },
    /// `base` plus the sum of the operation's results on all elements, modulo 2^32.
    Sum {
        /// The operation.
        operation: Operation,
        /// The elements are signed.
        signed: bool,
        /// The elements of the second operand.
        second: SecondElements,
        /// The summand.
        base: SumBase,
    },
    /// `base` plus the sum of the products of bytes, modulo 2^32.
    Products {
        /// The bytes of `a` are signed.
        a_signed: bool,
        /// The bytes of `b` are signed.
        b_signed: bool,
        /// The summand.
        base: SumBase,
    },
    /// A constant from the word.
    Constant(PackedConstant),
    /// Each element of `a` is shifted.
    Shift {
        /// The direction.
        kind: ShiftKind,
        /// The source of the amount.
        amount: ShiftAmount,
    },
    /// Each pair of elements of rd: the lower element comes from the same pair of `a`, the upper element from the same pair of `b`.
    Pair {
        /// Takes the upper element of `a`'s pair, else the lower one.
        a_odd: bool,
        /// Takes the upper element of `b`'s pair, else the lower one.
        b_odd: bool,
    },
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct PackedRow {
    /// The mnemonic.
    pub name: &'static str,
    /// The fixed bits of the word.
    pub word: u32,
    /// Which bits of the word are fixed.
    pub mask: u32,
    /// How it relates to the ALU.
    pub class: InstructionClass,
    /// Bytes or half-words.
    pub width: Width,
    /// The result.
    pub meaning: PackedMeaning,
}

impl PackedRow {
    /// Whether a word is this instruction.
    pub fn matches(&self, word: u32) -> bool {
        word & self.mask == self.word
    }

    /// Whether it can set `vxsat`.
    pub fn saturates(&self) -> bool {
        let result = match self.meaning {
            PackedMeaning::Elements { result, .. } | PackedMeaning::Crossed { result, .. } => result,
            _ => return false,
        };
        result == ElementResult::Saturated
    }

    /// Whether it reads rd: in OP-32 exactly where bits 12 and 27 of the word are both 1.
    pub fn reads_rd(&self) -> bool {
        self.word & 0x7f == OP_32 && self.word >> 12 & 1 != 0 && self.word >> 27 & 1 != 0
    }

    /// Whether it reads rs1: all but constants do.
    pub fn reads_rs1(&self) -> bool {
        !matches!(self.meaning, PackedMeaning::Constant(_))
    }

    /// Whether it reads rs2: instructions with an immediate, or with one operand, do not.
    pub fn reads_rs2(&self) -> bool {
        match self.meaning {
            PackedMeaning::Elements { second, .. } => second != SecondElements::Zero,
            PackedMeaning::Constant(_) => false,
            PackedMeaning::Shift { amount, .. } => amount == ShiftAmount::Register,
            PackedMeaning::Crossed { .. }
            | PackedMeaning::Sum { .. }
            | PackedMeaning::Products { .. }
            | PackedMeaning::Pair { .. } => true,
        }
    }
}
