//! The hardware's own codes of the control word. The encoding's tables have them as well, and a test compares the two.

use crate::rtl::codes;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::{REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS};
    use crate::units::scalar::encoding::{CODES, FIELDS};

    #[test]
    fn fields_are_those_of_the_encoding() {
        let there = FIELDS
            .iter()
            .map(|field| (field.name.to_uppercase(), field.lo as usize));
        let here = field::NAMED.iter().map(|(name, lo)| (name.to_string(), *lo));
        assert_eq!(here.collect::<Vec<_>>(), there.collect::<Vec<_>>());
        for (name, bits) in field_bits::NAMED {
            let there = FIELDS.iter().filter(|field| match *name {
                "PART" => field.name.ends_with("sel"),
                name => field.name == name.to_lowercase(),
            });
            there.for_each(|field| assert_eq!(field.bits as usize, *bits, "{}", field.name));
        }
    }

    #[test]
    fn operations_parts_and_scales_have_the_codes_of_the_encoding() {
        for (name, code) in operation::NAMED {
            let there = CODES.iter().position(|operation| {
                let mnemonic = SCALAR_OPERATIONS[*operation as usize].mnemonic;
                format!("v{}", name.to_lowercase().replace('_', "")) == mnemonic
            });
            assert_eq!(there, Some(*code as usize), "{name}");
        }
        let position = |names: &[&str], name: &str, dot: &str| {
            let wanted = if name == "NONE" {
                String::new()
            } else {
                format!("{dot}{}", name.to_lowercase())
            };
            names.iter().position(|there| *there == wanted)
        };
        let parts = REGISTER_PARTS.map(|part| part.selector);
        let scales = SCALES.map(|scale| scale.0);
        let secondaries = SECONDARY_OPERATIONS.map(|operation| operation.1);
        for (names, codes) in [
            (&parts[..], part::NAMED),
            (&scales[..], scale::NAMED),
            (&secondaries[..], secondary::NAMED),
        ] {
            for (name, code) in codes {
                assert_eq!(position(names, name, "."), Some(*code as usize), "{name}");
            }
        }
    }
}
