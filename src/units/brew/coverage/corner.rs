//! Classes of the values in a lane.

use crate::brew::golden::FloatFormat;
use crate::brew::isa::{Arithmetic, BrewType};

/// The class of a lane's bits: the first that fits. The upper classes are for floats only.
pub(crate) const CORNERS: [&str; 7] = ["zero", "greatest", "sign bit", "other", "subnormal", "infinity", "NaN"];
/// How many of [`CORNERS`] integers have.
pub(crate) const INTEGERS: usize = 4;

/// The class of a lane's bits.
pub(crate) fn corner(kind: BrewType, bits: u32) -> usize {
    let sign_bit = 1 << (kind.lane_bits() - 1);
    let magnitude = bits & (sign_bit - 1);
    match bits {
        0 => 0,
        _ if bits == greatest(kind) => 1,
        _ if bits == sign_bit => 2,
        _ if kind.arithmetic != Arithmetic::Float || (smallest_normal(kind)..infinity(kind)).contains(&magnitude) => 3,
        _ if magnitude < infinity(kind) => 4,
        _ if magnitude == infinity(kind) => 5,
        _ => 6,
    }
}

/// The bits of a lane.
pub(crate) fn lane_mask(kind: BrewType) -> u32 {
    u32::MAX >> (32 - kind.lane_bits())
}

/// The bits of a lane of a class; `noise` gives the bits that the class leaves open.
pub(crate) fn corner_bits(kind: BrewType, class: usize, noise: u32) -> u32 {
    let sign_bit = 1 << (kind.lane_bits() - 1);
    let sign = noise & sign_bit;
    match class {
        0 => 0,
        1 => greatest(kind),
        2 => sign_bit,
        3 if kind.arithmetic == Arithmetic::Float => {
            sign | smallest_normal(kind) | noise & (infinity(kind) - smallest_normal(kind) - 2)
        }
        // Neither 0 nor a corner has the lowest two bits of 01 and a bit between.
        3 => noise & !2 | 5,
        4 => sign | noise & (smallest_normal(kind) - 1) | 1,
        5 => sign | infinity(kind),
        _ => sign | infinity(kind) | noise & (smallest_normal(kind) - 1) | 1,
    }
}

/// The classes of lanes that there are by a type.
pub(crate) fn corners(kind: BrewType) -> usize {
    match kind.arithmetic {
        Arithmetic::Float => CORNERS.len(),
        _ => INTEGERS,
    }
}

fn greatest(kind: BrewType) -> u32 {
    let half = (1 << (kind.lane_bits() - 1)) - 1;
    match kind.arithmetic {
        Arithmetic::Unsigned => 2 * half + 1,
        Arithmetic::Float => infinity(kind) - 1,
        _ => half,
    }
}

fn infinity(kind: BrewType) -> u32 {
    FloatFormat::of(kind).infinity() as u32
}

fn smallest_normal(kind: BrewType) -> u32 {
    1 << FloatFormat::of(kind).fraction_bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brew::isa::TYPES;

    #[test]
    fn corner_bits_are_of_their_class() {
        for kind in TYPES {
            for noise in [0, 1, 2, u32::MAX, 0x8000_0001, 0x5a5a_5a5a, 0x7f80_0000, 0x7c00, 0x7fff] {
                for class in 0..corners(kind) {
                    let bits = corner_bits(kind, class, noise & lane_mask(kind));
                    assert!(bits <= lane_mask(kind));
                    assert_eq!(corner(kind, bits), class, "{} {bits:#x}", kind.spelling());
                }
            }
        }
    }
}
