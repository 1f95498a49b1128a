//! The hardware's own codes. The instruction set's table has them as well, and a test compares the two.

use crate::codes;

/// The first word of instructions that are coded in the second one.
pub(super) const PREFIX: u64 = 0xfff0;

codes! {
    /// The lowest bits of the fields of a word.
    mod field: usize { A = 0, B = 4, C = 8, D = 12, }
    /// FIELD_C of instructions without prefix.
    mod opcode: u64 {
        /// FIELD_B says what it is.
        SINGLE = 0,
        XOR = 1, OR = 2, AND = 3, ADD = 4, SUB = 5, SHIFT_LEFT = 6, SHIFT_RIGHT = 7,
        SHIFT_RIGHT_ARITHMETIC = 8, MUL = 9, AND_NOT = 10,
        /// With a short value.
        SWIZZLE = 10,
        ADD_TO_ALL = 11,
        /// Of other instructions, whose length counts.
        FOREIGN_OF_A = 14,
        FOREIGN_OF_BOTH = 15,
    }
    /// FIELD_B of instructions whose FIELD_C is [`opcode::SINGLE`].
    mod single: u64 {
        LOAD_LONG = 0, LOAD_TINY = 1, NEGATE = 3, COMPLEMENT = 4, EXTEND_BYTE = 5, EXTEND_HALF = 6,
        SET_TYPE = 12, READ_TYPE = 13,
        /// Of one register, or of many: then FIELD_A is 15.
        SET_TYPE_TO_CODE = 14,
        LOAD_SHORT = 15,
    }
    /// The bits of FIELD_D above the lowest where types of many registers are set.
    mod many_types: u64 { SET = 4, }
    /// Bits of FIELD_D where types of many registers are set, and of the number of the first of these registers.
    mod many_types_bit: usize {
        /// The types of registers 8 to 14, else those of 0 to 7.
        HIGH = 0,
        /// The lowest bit of [`many_types`].
        CODE = 1,
        /// Of the register's number.
        REGISTER_8 = 3,
    }
    /// Bits of a tiny constant, which is in one's complement.
    mod tiny_bit: usize { NEGATIVE = 3, }
    /// FIELD_C of instructions with prefix.
    mod predicate: u64 {
        /// FIELD_B says which comparison with 0.
        OF_ZERO = 0,
        EQUAL = 1, NOT_EQUAL = 2, SIGNED_LESS = 3, SIGNED_AT_LEAST = 4, LESS = 5, AT_LEAST = 6,
    }
    /// FIELD_B of comparisons with 0.
    mod zero_predicate: u64 { EQUAL = 0, NOT_EQUAL = 1, LESS = 2, AT_LEAST = 3, GREATER = 4, AT_MOST = 5, }
    /// Bits of a comparison with 0.
    mod zero_predicate_bit: usize {
        /// 0 is the first operand: of [`zero_predicate::GREATER`] and [`zero_predicate::AT_MOST`].
        SWAPPED = 2,
    }
    /// Operations of the integer unit.
    mod operation: u64 {
        XOR = 0, OR = 1, AND = 2, AND_NOT = 3, ADD = 4, SUB = 5, SHIFT_LEFT = 8, SHIFT_RIGHT = 9,
        SHIFT_RIGHT_ARITHMETIC = 11, SWIZZLE = 12,
    }
    /// What bits of an operation of the integer unit say.
    mod operation_bit: usize {
        /// Of bitwise operations: [`operation::OR`] and [`operation::AND_NOT`].
        SECOND = 0,
        /// Of bitwise operations: [`operation::AND`] and [`operation::AND_NOT`].
        AND = 1,
        /// Of [`operation::ADD`] and [`operation::SUB`].
        SUBTRACT = 0,
        /// Of shifts.
        RIGHT = 0,
        /// Of shifts to the right.
        ARITHMETIC = 1,
        /// Without [`operation_bit::SHIFTER`]: sum or difference.
        ADDER = 2,
        /// Of shifts and the swizzle.
        SWIZZLE = 2,
        /// Shifts and the swizzle have it.
        SHIFTER = 3,
    }
    /// Comparisons of the integer unit.
    mod comparison: u64 {
        NONE = 0b0000, EQUAL = 0b0001, NOT_EQUAL = 0b1001, SIGNED_LESS = 0b0111,
        SIGNED_AT_LEAST = 0b1111, LESS = 0b0011, AT_LEAST = 0b1011,
    }
    /// What bits of a comparison say.
    mod comparison_bit: usize { ACTIVE = 0, LESS = 1, SIGNED = 2, INVERT = 3, }
    /// What bits of the integer unit's lanes say.
    mod lanes_bit: usize { HALVES = 0, BYTES = 1, SATURATE = 2, UNSIGNED = 3, }
    /// The operands of the adder's barriers: those below bytes 1 and 3, and that below byte 2.
    mod barrier_bit: usize { BYTES_LEFT = 0, BYTES_RIGHT = 1, HALVES_LEFT = 2, HALVES_RIGHT = 3, }
    /// Sign extensions of the integer unit, a bit for each.
    mod extension: u64 { NONE = 0, BYTE = 1, HALF = 2, }
    /// The bits of an extension.
    mod extension_bit: usize { BYTE = 0, HALF = 1, }
    /// Types of registers.
    mod type_code: u64 {
        INT32 = 0, INT16X2 = 1, INT8X4 = 2, UINT16X2S = 3, SINT16X2S = 4, UINT8X4S = 5,
        SINT8X4S = 6, FP32 = 8, FP16X2 = 9,
    }
}
