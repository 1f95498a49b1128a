//! The hardware's own codes of the control word. The encoding's tables have them as well, and a test compares the two.

use crate::codes;

codes! {
    /// The lowest bits of the control word's fields.
    mod field: usize {
        OP = 0, WIDTH = 3, D_SIGNED = 4, A_SIGNED = 5, B_SIGNED = 6, SATURATE = 7, ACCUMULATE = 8,
        MASK = 9, ASEL = 13, BSEL = 25,
    }
    /// The bits of the fields that have several.
    mod field_bits: usize { OP = 3, MASK = 4, ASEL = 12, BSEL = 12, }
    /// Operations. Comparisons and dot products share codes: what else the word has tells them apart.
    mod operation: u64 {
        ADD = 0, SUB = 1, AVRG = 2, ABS_DIFF = 3, MIN = 4, MAX = 5,
        /// Equal, at most, less.
        SET = 6,
        /// Not equal, greater, at least.
        SET_COMPLEMENT = 7,
        DP4A = 6, DP2A = 7,
    }
    /// What bits of an operation say.
    mod operation_bit: usize {
        /// The second of a pair: difference, absolute difference, maximum, the complement of a comparison, `dp2a`.
        SECOND = 0,
        /// Of sums: average and absolute difference.
        SPECIAL = 1,
        /// Minimum, maximum, comparisons, dot products.
        SELECT = 2,
    }
    /// What bits of the modifiers of packed instructions say.
    mod packed_bit: usize {
        /// The exact sum or difference is halved, towards minus infinity.
        HALVE = 0,
        /// A true comparison is all ones.
        MASK = 1,
        /// The lower half-word subtracts where the upper one adds, or the other way round.
        CROSSED = 2,
    }
    /// Lanes, a bit for each byte.
    mod lanes: u64 {
        NONE = 0b0000, EVERY = 0b1111,
        /// The lower bytes of half-words.
        LOWER = 0b0101,
    }
    /// Which byte of both operands each byte of one is, an octal digit for each.
    mod selectors: u64 {
        /// Those of the first operand.
        OF_A = 0o3210,
        /// Those of the second one.
        OF_B = 0o7654,
        /// What the upper bytes of half-words add to twice the half-word's number.
        UPPER_OF_HALVES = 0o1010,
    }
}
