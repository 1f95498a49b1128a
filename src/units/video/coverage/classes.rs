//! The classes of values, masks and selectors that coverage distinguishes.

use crate::ptx::{Instruction, Width};

/// How many lanes take part.
pub const MASKS: [&str; 3] = ["one lane", "several lanes", "all lanes"];
const ONE: usize = 0;
const SEVERAL: usize = 1;
const ALL: usize = 2;

/// Classes of the two selectors together; the first class that fits counts.
pub const SELECTORS: [&str; 5] = ["default", "broadcast", "from a", "from b", "mixed"];
const DEFAULT: usize = 0;
const BROADCAST: usize = 1;
const FROM_A: usize = 2;
const FROM_B: usize = 3;
const MIXED: usize = 4;

/// An element's bits, seen as its type has them; the first class that fits.
pub const CORNERS: [&str; 4] = ["zero", "greatest", "sign bit", "other"];

/// The class of an accumulated sum.
pub fn wraps(sum: i64) -> usize {
    match sum {
        0..=0xffff_ffff => 0,
        0x1_0000_0000.. => 1,
        _ => 2,
    }
}

/// The class of an element's value.
pub fn corner(value: i64, width: Width, signed: bool) -> usize {
    let (_, greatest) = width.range(signed);
    let sign_bit = 1 << (width.bits() - 1);
    match value {
        0 => 0,
        _ if value == greatest => 1,
        _ if value.abs() == sign_bit => 2,
        _ => 3,
    }
}

/// The bits of an element of a class; `noise` gives the bits of class `other`.
pub fn corner_bits(class: usize, width: Width, signed: bool, noise: u32) -> u32 {
    let sign_bit = 1 << (width.bits() - 1);
    let greatest = width.range(signed).1 as u32;
    match class {
        0 => 0,
        1 => greatest,
        2 => sign_bit,
        // Neither 0 nor the other corners have the lowest two bits of 01 and a bit between.
        _ => noise & (2 * sign_bit - 4) | 5,
    }
}

/// The class of a mask.
pub fn mask_class(width: Width, mask: u8) -> usize {
    match mask.count_ones() {
        lanes if lanes == width.lanes() => ALL,
        1 => ONE,
        _ => SEVERAL,
    }
}

/// The class of a pair of selectors.
pub fn selector_class(width: Width, (asel, bsel): ([u8; 4], [u8; 4])) -> usize {
    let lanes = width.lanes() as usize;
    let digits = || asel[..lanes].iter().chain(&bsel[..lanes]);
    let same = |selector: &[u8; 4]| selector[..lanes].iter().all(|digit| *digit == selector[0]);
    if (asel, bsel) == Instruction::default_selectors(width) {
        DEFAULT
    } else if same(&asel) && same(&bsel) {
        BROADCAST
    } else if digits().all(|digit| usize::from(*digit) < lanes) {
        FROM_A
    } else if digits().all(|digit| usize::from(*digit) >= lanes) {
        FROM_B
    } else {
        MIXED
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::WIDTHS;

    #[test]
    fn corner_bits_are_of_their_class() {
        for width in WIDTHS {
            for signed in [false, true] {
                for noise in [0, 1, 0xffff, 0x8000, 0x7f80, 0x5a5a] {
                    for class in 0..CORNERS.len() {
                        let bits = corner_bits(class, width, signed, noise);
                        let half = 1 << (width.bits() - 1);
                        let value = if signed && bits >= half {
                            i64::from(bits) - 2 * i64::from(half)
                        } else {
                            bits.into()
                        };
                        assert_eq!(corner(value, width, signed), class, "{width:?} {signed} {bits:#x}");
                    }
                }
            }
        }
    }
}
