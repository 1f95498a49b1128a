//! Signals that travel together.

use rust_hdl::prelude::*;

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
    /// Address in bytes.
    pub(super) address: Bits<32>,
    /// First word.
    pub(super) word0: Bits<16>,
    /// Second word, if there is one.
    pub(super) word1: Bits<16>,
    /// Third word, if there is one.
    pub(super) word2: Bits<16>,
    /// Length in words, 1 to 3.
    pub(super) length: Bits<2>,
}

/// An instruction as far as its words tell.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub struct Decoded {
    /// The code is in the tables.
    pub(super) legal: Bit,
    /// What it is.
    pub(super) kind: Kind,
    /// The destination, FIELD_D; the first of the registers whose types are set together.
    pub(super) d_register: Bits<4>,
    /// Register of the first operand.
    pub(super) a_register: Bits<4>,
    /// Register of the second operand.
    pub(super) b_register: Bits<4>,
    /// Register whose type decides.
    pub(super) type_register: Bits<4>,
    /// The first operand is the immediate instead.
    pub(super) a_immediate: Bit,
    /// The second operand is the immediate instead.
    pub(super) b_immediate: Bit,
    /// What that is.
    pub(super) immediate: Immediate,
    /// Operation of the integer unit.
    pub(super) operation: Bits<4>,
    /// Comparison of the integer unit.
    pub(super) compare: Bits<4>,
    /// Sign extension of the integer unit.
    pub(super) extend: Bits<2>,
    /// FIELD_A.
    pub(super) field_a: Bits<4>,
}

/// An instruction with its operands.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Executing {
    /// The destination.
    pub(super) d_register: Bits<4>,
    /// It is invalid.
    pub(super) exception: Bit,
    /// It writes the destination's value.
    pub(super) writes: Bit,
    /// Operation of the integer unit.
    pub(super) operation: Bits<4>,
    /// Lanes of the integer unit.
    pub(super) lanes: Bits<4>,
    /// Comparison of the integer unit.
    pub(super) compare: Bits<4>,
    /// Sign extension of the integer unit.
    pub(super) extend: Bits<2>,
    /// Lanes are floating-point numbers.
    pub(super) float: Bit,
    /// What the unit of several cycles does.
    pub(super) slow: SlowOperation,
    /// First operand.
    pub(super) a: Bits<32>,
    /// Second operand, or its complement.
    pub(super) b: Bits<32>,
    /// It is the complement: the addend of a difference.
    pub(super) b_inverted: Bit,
    /// The deciding type.
    pub(super) operand_type: Bits<4>,
    /// The destination's type before it.
    pub(super) old_type: Bits<4>,
}

/// What the integer unit gives: per byte a sum, or another byte, inverted or not. Both choices are known last.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct AluParts {
    /// Sum or difference of each lane, wrapped.
    pub(super) sum: Bits<32>,
    /// What is not a sum; 0, but for top bits, where the result is a constant.
    pub(super) other: Bits<32>,
    /// Per byte: it is the sum.
    pub(super) take_sum: Bits<4>,
    /// Per byte: else it is the other byte inverted.
    pub(super) fill: Bits<4>,
}

/// An instruction that retired.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Retired {
    /// The destination.
    pub(super) d_register: Bits<4>,
    /// It was invalid.
    pub(super) exception: Bit,
    /// It wrote the destination's value.
    pub(super) writes: Bit,
    /// That value.
    pub(super) value: Bits<32>,
    /// The destination's type before it.
    pub(super) old_type: Bits<4>,
    /// The destination's type after it.
    pub(super) new_type: Bits<4>,
    /// All types after it, that of register 0 lowest.
    pub(super) types: Bits<60>,
    /// First operand.
    pub(super) a: Bits<32>,
    /// Second operand.
    pub(super) b: Bits<32>,
    /// The deciding type.
    pub(super) operand_type: Bits<4>,
}
