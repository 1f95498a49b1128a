//! The hardware's own codes of the control word. The encoding's tables have them as well, and a test compares the two.

use crate::codes;

codes! {
    /// The lowest bits of the control word's fields.
    mod field: usize {
        OP = 0, D_SIGNED = 4, A_SIGNED = 5, B_SIGNED = 6, SATURATE = 7, ASEL = 8, BSEL = 11,
        DSEL = 14, SECONDARY = 17, WRAP = 19,
    }
    /// The bits of the fields that have several.
    mod field_bits: usize { OP = 4, PART = 3, SECONDARY = 2, }
    /// Operations.
    mod operation: u64 { ADD = 0, SUB = 1, ABS_DIFF = 2, MIN = 3, MAX = 4, SHL = 5, SHR = 6, MAD = 7, }
    /// What bits of a comparison's code say.
    mod comparison_bit: usize {
        /// The complement: not equal, greater or equal, greater.
        COMPLEMENT = 0,
        /// Less.
        LESS = 1,
        /// Less or equal.
        AT_MOST = 2,
        /// A comparison.
        SET = 3,
    }
    /// What bits of a part's code say.
    mod part_bit: usize {
        /// The upper one: of the bytes of a half-word, of the half-words.
        UPPER = 0,
        /// Of a byte, the upper half-word; else the whole register.
        UPPER_HALF = 1,
        /// A half-word or the whole register.
        WIDE = 2,
    }
    /// Parts of the destination.
    mod part: u64 { B0 = 0, B1 = 1, B2 = 2, B3 = 3, H0 = 4, H1 = 5, }
    /// Scales of `vmad`.
    mod scale: u64 { NONE = 0, SHR7 = 1, }
    /// Secondary operations.
    mod secondary: u64 { NONE = 0, ADD = 1, MIN = 2, MAX = 3, }
    /// What bits of the secondary operation say of `vmad`: both at once add 1.
    mod sign_bit: usize { PRODUCT = 0, ADDEND = 1, }
}
