//! The names of instructions in waves: the operation, `.sat`, and the use of `c`.

use super::encoding::{CODES, CONTROL_BITS, decode, field_of, value};
use crate::ptx::{ScalarFamily, WHOLE_REGISTER};

/// Bits of a name's number: operation, `.sat`, use of `c`.
pub(super) const BITS: u32 = 8;

/// In place of a secondary operation's code where the result is merged into a part of `c`.
const MERGE: u64 = 4;

/// The number of the name of a control word.
pub(super) fn number(control: u64) -> u64 {
    let is_mad = CODES[value(control, "op") as usize].family() == ScalarFamily::MultiplyAdd;
    let is_merge = !is_mad && value(control, "dsel") < WHOLE_REGISTER as u64;
    let with_c = if is_merge { MERGE } else { value(control, "secondary") };
    value(control, "op") | value(control, "saturate") << 4 | with_c << 5
}

/// All names with their numbers.
pub(super) fn all() -> Vec<(u64, String)> {
    let put = |name: &str, value: u64| value << field_of(name).lo;
    let mut names = vec![];
    for op in 0..CODES.len() as u64 {
        for saturate in 0..2 {
            for with_c in 0..=MERGE {
                let dsel = if with_c == MERGE { 0 } else { WHOLE_REGISTER as u64 };
                let control =
                    put("op", op) | put("saturate", saturate) | put("dsel", dsel) | put("secondary", with_c % MERGE);
                debug_assert!(control >> CONTROL_BITS == 0);
                if number(control) != op | saturate << 4 | with_c << 5 {
                    continue;
                }
                // Without types, parts and operands.
                let text = decode(control).to_string();
                let (words, operands) = text.split_once(' ').expect("operands follow");
                let mut name = words.replace(".u32", "").replace(".s32", "").replace(".shr15", "");
                if CODES[op as usize].family() == ScalarFamily::MultiplyAdd {
                    let minus = |operand: &str| operands.contains(&format!("-{operand}"));
                    name += if minus("r2") {
                        " -a*b"
                    } else if minus("r4") {
                        " -c"
                    } else {
                        ""
                    };
                }
                name += if with_c == MERGE { " merge" } else { "" };
                names.push((number(control), name));
            }
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_word_has_one_name() {
        let names = all();
        let numbers: std::collections::HashSet<u64> = names.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers.len(), names.len());
        assert!((0..1 << CONTROL_BITS).all(|control| numbers.contains(&number(control))));
        assert!(numbers.iter().all(|number| number >> BITS == 0));
    }
}
