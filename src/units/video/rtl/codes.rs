//! The hardware's own codes of the control word. The encoding's tables have them as well, and a test compares the two.

use crate::rtl::codes;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Operation;
    use crate::units::video::encoding::{CODES, FIELDS};

    #[test]
    fn fields_are_those_of_the_encoding() {
        let here: Vec<(String, usize)> = field::NAMED
            .iter()
            .map(|(name, lo)| (name.to_lowercase(), *lo))
            .collect();
        let there = FIELDS.iter().map(|field| (field.name.to_owned(), field.lo as usize));
        assert_eq!(here, there.collect::<Vec<_>>());
        let here: Vec<(String, usize)> = field_bits::NAMED
            .iter()
            .map(|(name, bits)| (name.to_lowercase(), *bits))
            .collect();
        let there = FIELDS.iter().filter(|field| field.bits > 1);
        let there = there.map(|field| (field.name.to_owned(), field.bits as usize));
        assert_eq!(here, there.collect::<Vec<_>>());
    }

    #[test]
    fn operations_are_those_of_the_encoding() {
        for code in CODES {
            let name = match code.operation {
                Operation::Add => "ADD",
                Operation::Sub => "SUB",
                Operation::Avrg => "AVRG",
                Operation::AbsDiff => "ABS_DIFF",
                Operation::Min => "MIN",
                Operation::Max => "MAX",
                Operation::Dp4a => "DP4A",
                Operation::Dp2aHi | Operation::Dp2aLo => "DP2A",
                Operation::SetEq | Operation::SetLe | Operation::SetLt => "SET",
                Operation::SetNe | Operation::SetGt | Operation::SetGe => "SET_COMPLEMENT",
            };
            assert!(operation::NAMED.contains(&(name, code.op)), "{name} = {}", code.op);
        }
    }
}
