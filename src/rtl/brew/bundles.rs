//! Signals that travel together.

use crate::{LogicState, LogicStruct};
use rust_hdl_core::prelude::*;

/// What a decoded instruction is.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Kind {
    /// Bit by bit, swizzles too: any type will do.
    Logic,
    /// Add or subtract.
    Add,
    /// Multiply.
    Multiply,
    /// Shift.
    Shift,
    /// Add or subtract, of integers only.
    AddInteger,
    /// Multiply, of integers only.
    MultiplyInteger,
    /// Load what the instruction holds.
    Load,
    /// Negate.
    Negate,
    /// Extend signs.
    Extend,
    /// Compare.
    Compare,
    /// Set the destination's type to what a register's value names.
    TypeFromValue,
    /// Load the code of a type.
    ReadType,
    /// Set the destination's type to a code in the instruction.
    TypeFromCode,
    /// Set the types of registers 0 to 7.
    TypesLow,
    /// Set the types of registers 8 to 14.
    TypesHigh,
}

/// What an operand is that comes from no register.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Immediate {
    /// FIELD_E of 32 bits.
    Long,
    /// FIELD_E of 16 bits, sign-extended.
    Short,
    /// FIELD_A, in one's complement.
    Tiny,
    /// Its magnitude, in each lane.
    Magnitude,
    /// 0.
    Zero,
    /// All ones.
    Ones,
    /// The code of the deciding type.
    TypeCode,
    /// What a number is subtracted from, or combined with, to negate it.
    Negation,
}

/// What the unit of several cycles does.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum SlowOperation {
    /// Nothing: the integer unit executes.
    None,
    /// Multiply integers.
    MultiplyIntegers,
    /// Add or subtract floating-point numbers.
    AddFloats,
    /// Multiply floating-point numbers.
    MultiplyFloats,
}

/// An instruction as it stood in the window: passed through to the retire port.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Origin {
    /// Address of the instruction in bytes.
    pub(super) address: Bits<32>,
    /// The instruction's first word.
    pub(super) word0: Bits<16>,
    /// Second word of the instruction, if it has one.
    pub(super) word1: Bits<16>,
    /// Third word of the instruction, if it has one.
    pub(super) word2: Bits<16>,
    /// Length of the instruction in words, 1 to 3.
    pub(super) length: Bits<2>,
}

/// An instruction as far as its words tell.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub struct Decoded {
    /// The instruction is legal, as far as its words tell.
    pub(super) legal: Bit,
    /// Kind of the instruction:
    pub(super) kind: Kind,
    /// Number of the destination register.
    pub(super) d_register: Bits<4>,
    /// Number of the first source register.
    pub(super) a_register: Bits<4>,
    /// Number of the second source register.
    pub(super) b_register: Bits<4>,
    /// Number of the register whose type decides about the operation.
    pub(super) type_register: Bits<4>,
    /// The first operand does not come from a register.
    pub(super) a_immediate: Bit,
    /// The second operand does not come from a register.
    pub(super) b_immediate: Bit,
    /// The operand that comes from no register:
    pub(super) immediate: Immediate,
    /// Operation of the integer unit, numbered as at its port.
    pub(super) operation: Bits<4>,
    /// Comparison of the integer unit, coded as at its port.
    pub(super) compare: Bits<4>,
    /// Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits.
    pub(super) extend: Bits<2>,
    /// The field of its first word that names a register or holds a tiny constant.
    pub(super) field_a: Bits<4>,
}

/// An instruction with its operands.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Executing {
    /// Number of the destination register.
    pub(super) d_register: Bits<4>,
    /// The instruction raises the invalid-instruction exception.
    pub(super) exception: Bit,
    /// The instruction writes the value of its destination register.
    pub(super) writes: Bit,
    /// Operation of the integer unit, numbered as at its port.
    pub(super) operation: Bits<4>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub(super) lanes: Bits<4>,
    /// Comparison of the integer unit, coded as at its port.
    pub(super) compare: Bits<4>,
    /// Operands of the adder's barriers, coded as at its port.
    pub(super) barriers: Bits<4>,
    /// Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits.
    pub(super) extend: Bits<2>,
    /// The lanes are floating-point numbers.
    pub(super) float: Bit,
    /// Operation of the slow unit:
    pub(super) slow: SlowOperation,
    /// First operand.
    pub(super) a: Bits<32>,
    /// Second operand.
    pub(super) b: Bits<32>,
    /// The second operand is inverted: the addend of a difference.
    pub(super) b_inverted: Bit,
    /// Code of the type that decided.
    pub(super) operand_type: Bits<4>,
    /// Code of the destination's type before the instruction.
    pub(super) old_type: Bits<4>,
}

/// What the integer unit gives: per byte a sum, or another byte, inverted or not. The sum, its carries and signs and equality are
/// known last.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct AluParts {
    /// Sum of each lane.
    pub(super) sum: Bits<32>,
    /// The results that are not sums: limits of saturated sums, 0 for comparisons.
    pub(super) other: Bits<32>,
    /// Per byte: the carry out of its lane.
    pub(super) carry: Bits<4>,
    /// Per byte: the sign of the sum of its lane.
    pub(super) sign: Bits<4>,
    /// Signs decide which bytes are sums; else carries.
    pub(super) by_sign: Bit,
    /// Per byte: all bits of the lane of the byte are equal in both operands.
    pub(super) equal: Bits<4>,
    /// Bytes that are sums if their carry or sign is 1.
    pub(super) sum_if_one: Bits<4>,
    /// Bytes that are sums if their carry or sign is 0.
    pub(super) sum_if_zero: Bits<4>,
    /// Bytes that are inverted if their lanes are equal.
    pub(super) ones_if_equal: Bits<4>,
    /// Bytes that are inverted if their lanes differ and their carry is 1.
    pub(super) ones_if_carry: Bits<4>,
    /// Bytes that are inverted if their lanes differ and their carry is 0.
    pub(super) ones_if_borrow: Bits<4>,
}

/// A result before its last choice: each bit is a function of four.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Choice {
    /// Sum of each lane.
    pub(super) sum: Bits<32>,
    /// The other result: any that is not a sum.
    pub(super) other: Bits<32>,
    /// Bytes that are sums.
    pub(super) take_sum: Bits<4>,
    /// Bytes that are inverted.
    pub(super) invert: Bits<4>,
}

/// An instruction that retired.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Retired {
    /// Number of the destination register.
    pub(super) d_register: Bits<4>,
    /// The instruction raises the invalid-instruction exception.
    pub(super) exception: Bit,
    /// The instruction writes the value of its destination register.
    pub(super) writes: Bit,
    /// The value that is written.
    pub(super) value: Bits<32>,
    /// Code of the destination's type before the instruction.
    pub(super) old_type: Bits<4>,
    /// Code of the destination's type after the instruction.
    pub(super) new_type: Bits<4>,
    /// Codes of all types, that of register 0 lowest.
    pub(super) types: Bits<60>,
    /// First operand.
    pub(super) a: Bits<32>,
    /// Second operand.
    pub(super) b: Bits<32>,
    /// Code of the type that decided.
    pub(super) operand_type: Bits<4>,
}
