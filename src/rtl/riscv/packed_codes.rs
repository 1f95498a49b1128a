//! The hardware's own codes of packed instructions (riscv/riscv-p-spec, draft 0.21). Golden's table has them as well; a test compares
//! the two.

use crate::LogicState;
use crate::codes;

/// The major opcode of a packed instruction, or of an access to `vxsat`.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Major {
    /// Any other opcode.
    None,
    /// OP-32: instructions with two source registers.
    Op32,
    /// OP-IMM-32: instructions with an immediate operand.
    OpImm32,
    /// SYSTEM: accesses to vxsat.
    System,
}

codes! {
    /// Bits 6:0 of the words.
    mod opcode: u64 {
        OP_32 = 0b011_1011,
        OP_IMM_32 = 0b001_1011,
        SYSTEM = 0b111_0011,
    }
    /// The lowest bits of the fields of funct7 and funct3 together: what the instruction is in its group, the width, and a mark.
    mod field: usize {
        GROUP = 0,
        WIDTH = 3,
        CODE = 5,
        MARK = 9,
    }
    /// Widths of elements.
    mod width: u64 {
        HALVES = 0,
        /// Of moves of pairs.
        PAIRS_OF_HALVES = 1,
        BYTES = 2,
    }
    /// Groups of OP-32.
    mod group: u64 {
        ELEMENTS = 0,
        ABSOLUTE_SUMS = 1,
        PAIRS = 4,
        PRODUCTS = 5,
        COMPARISONS = 6,
    }
    /// Groups of OP-IMM-32.
    mod immediate_group: u64 {
        /// Shifts left, constants, one addend for all elements, saturating absolute values.
        LEFT = 2,
        /// Shifts right, sums of elements.
        RIGHT = 4,
    }
    /// What bits of a code of [`group::ELEMENTS`] say.
    mod element_bit: usize {
        UNSIGNED = 2,
        SUBTRACT = 3,
    }
    /// The low bits of a code of [`group::ELEMENTS`], and of crossed half-words: what becomes of a result.
    mod finish: u64 {
        LOW = 0,
        ABSOLUTE = 1,
        SATURATED = 2,
        HALVED = 3,
    }
    /// What bits of a code of [`group::COMPARISONS`] say.
    mod comparison_bit: usize {
        /// Of minimum and maximum.
        UNSIGNED = 0,
        MAXIMUM = 1,
        /// Minimum or maximum, else a comparison.
        SELECT = 2,
        /// None of both: crossed half-words where it is 0.
        SINGLE = 3,
    }
    /// Codes of comparisons.
    mod comparison: u64 {
        EQUAL = 0b1000,
        LESS = 0b1010,
        LESS_UNSIGNED = 0b1011,
    }
    /// The upper bit of the width of crossed half-words: the upper one subtracts.
    mod crossed_bit: usize {
        UPPER_SUBTRACTS = 4,
        NONE = 3,
    }
    /// Codes of sums of absolute differences.
    mod absolute_sum: u64 {
        PLAIN = 0b0110,
        ADD_TO_RD = 0b0111,
    }
    /// What bits of a code of products say.
    mod product_bit: usize {
        ADD_TO_RD = 0,
        NONE = 1,
        B_UNSIGNED = 2,
        A_SIGNED = 3,
    }
    /// What bits of a code of moves of pairs say.
    mod pair_bit: usize {
        NONE = 0,
        B_ODD = 1,
        A_ODD = 2,
        ALSO_NONE = 3,
    }
    /// Codes of the groups of OP-IMM-32.
    mod immediate_code: u64 {
        SHIFT_IMMEDIATE = 0b0000,
        SHIFT_REGISTER = 0b0001,
        ADD_OR_SUM = 0b0011,
        CONSTANT = 0b0110,
        SUM_UNSIGNED = 0b0111,
        SHIFT_IMMEDIATE_ARITHMETIC = 0b1000,
        SHIFT_REGISTER_ARITHMETIC = 0b1001,
        ABSOLUTE = 0b1100,
        UPPER_CONSTANT = 0b1110,
    }
    /// The lowest bits of fields in bits 24:15 of the word.
    mod immediate: usize {
        /// Bit 15: the sign of a constant for half-words, the operand of an access.
        SIGN = 0,
        /// Bit 16: the other bits of a constant.
        CONSTANT = 1,
        /// Bits 24:20, the number of rs2.
        RS2 = 5,
        /// Bit 23: an amount for bytes.
        SHIFTS_BYTES = 8,
        /// Bit 24: an amount for half-words.
        SHIFTS_HALVES = 9,
    }
    /// What the field rs2 has to be.
    mod rs2: u64 {
        /// Of the saturating absolute value.
        ABSOLUTE = 0b00111,
        /// The low bits of the number of `vxsat`.
        VXSAT = 0b01001,
    }
    /// What bits of funct3 of an access to a control and status register say.
    mod access_bit: usize {
        IMMEDIATE = 2,
    }
    /// The lowest bit of [`access`] in funct3.
    mod access_field: usize {
        KIND = 0,
    }
    /// The low bits of funct3 of an access.
    mod access: u64 {
        NONE = 0,
        WRITE = 1,
        SET = 2,
        CLEAR = 3,
    }
}
