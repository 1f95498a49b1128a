//! What a row of the table of packed instructions says.

use super::OP_32;
use crate::ptx::{Operation, Width};

/// How an instruction relates to the operations of the video ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionClass {
    /// It is an operation of the ALU.
    A,
    /// It differs from one in the rounding, in what stands for true, or in the order of half-words.
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
    /// 0; the instruction has no second operand, or uses it otherwise.
    Zero,
}

/// What an element of rd is, given the exact result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementResult {
    /// Its low bits.
    Low,
    /// Clamped to the range of the element; `vxsat` is set if that changed it.
    Saturated,
    /// Its low bits after a shift right by one, towards minus infinity.
    Halved,
    /// All ones for true, else 0.
    Mask,
}

/// What a sum of elements or products is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumBase {
    /// 0.
    Zero,
    /// The word in rs2.
    Rs2,
    /// What rd held before.
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

/// Which way elements are shifted, and what comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftKind {
    /// Left; zeros come in.
    Left,
    /// Right; zeros come in.
    RightLogical,
    /// Right; copies of the sign come in.
    RightArithmetic,
}

/// Where the amount of a shift comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShiftAmount {
    /// The word: bits 22:20 for bytes, 23:20 for half-words.
    Immediate,
    /// rs2 modulo the width of an element.
    Register,
}

/// What an instruction computes. `a` is rs1, `b` rs2; element `i` of a word has the bits from `i` times its width on.
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
        /// What of the exact result goes to rd.
        result: ElementResult,
    },
    /// The half-words of `b` change places; one half of rd is a sum, the other one a difference. Signed.
    Crossed {
        /// The operation of the upper half-word; the lower one has the other one of addition and subtraction.
        upper: Operation,
        /// What of the exact result goes to rd.
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
        /// What the sum is added to.
        base: SumBase,
    },
    /// `base` plus the sum of the products of bytes, modulo 2^32.
    Products {
        /// The bytes of `a` are signed.
        a_signed: bool,
        /// The bytes of `b` are signed.
        b_signed: bool,
        /// What the sum is added to.
        base: SumBase,
    },
    /// A constant from the word.
    Constant(PackedConstant),
    /// Each element of `a` is shifted.
    Shift {
        /// Which way.
        kind: ShiftKind,
        /// By how much.
        amount: ShiftAmount,
    },
    /// In each pair of elements of rd the lower one is an element of the same pair of `a`, the upper one of `b`.
    Pair {
        /// The upper element of `a`'s pair, else the lower one.
        a_odd: bool,
        /// The upper element of `b`'s pair, else the lower one.
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
    /// What it computes.
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

    /// Whether it reads rs2: not with a constant, an immediate, or one operand only.
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
