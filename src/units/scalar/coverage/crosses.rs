//! The crosses.

use crate::ptx::{REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SHIFT_MODES, ScalarFamily};
use crate::sim::cover::{Axis, Cross, Rule, crosses};

crosses! {
    operands: operands(),
    parts: parts(),
    results: results(),
    secondary: secondary(),
    shifts: shifts(),
    multiply_add: multiply_add(),
}

const MODULE: &str = "video_scalar";

/// The widths of parts.
pub(super) const PART_WIDTHS: [u32; 3] = [8, 16, 32];
/// A part's bits, seen as its type has them; the first class that fits.
const CORNERS: [&str; 4] = ["zero", "greatest", "sign bit", "other"];
/// An exact result beside the range of the destination.
const RANGES: [&str; 5] = ["below", "least", "within", "greatest", "above"];
/// The types of `a` and `b`, by whether they are signed.
const TYPES: [&str; 4] = [".u32.u32", ".u32.s32", ".s32.u32", ".s32.s32"];
/// The outcomes of secondary operations.
const OUTCOMES: [&str; 6] = [
    ".add",
    ".add wraps",
    ".min: result",
    ".min: c",
    ".max: result",
    ".max: c",
];
/// An amount of a shift.
const AMOUNTS: [&str; 4] = ["0", "1 to 31", "32", "above"];

fn named(row: &crate::ptx::ScalarRow) -> String {
    format!("{}{}", row.mnemonic, row.comparison)
}

pub(super) fn family(operation: usize) -> ScalarFamily {
    SCALAR_OPERATIONS[operation].family
}

fn operands() -> Cross {
    Cross::new(
        MODULE,
        [
            "operands",
            "The instruction, the types and widths of its two parts, and their values.",
        ],
        vec![
            Axis::new("operation", SCALAR_OPERATIONS.iter().map(named)),
            Axis::new("types", TYPES),
            Axis::new("bits of a", PART_WIDTHS.map(|bits| bits.to_string())),
            Axis::new("bits of b", PART_WIDTHS.map(|bits| bits.to_string())),
            Axis::new("a", CORNERS),
            Axis::new("b", CORNERS),
        ],
        vec![Rule {
            reason: "The operand b of a shift is unsigned.",
            excludes: |bin| family(bin.of("operation")) == ScalarFamily::Shift && bin.of("types") & 1 != 0,
        }],
    )
}

fn parts() -> Cross {
    let names = || REGISTER_PARTS.map(|part| if part.selector.is_empty() { "all" } else { part.selector });
    let operations = SCALAR_OPERATIONS
        .iter()
        .filter(|row| row.family != ScalarFamily::MultiplyAdd);
    let operations: Vec<String> = operations.map(named).collect();
    Cross::new(
        MODULE,
        [
            "parts",
            "The selected parts of a, of b, and of d, where the result is merged into c.",
        ],
        vec![
            Axis::new("operation", operations),
            Axis::new("operand", ["a", "b", "d"]),
            Axis::new("part", names()),
        ],
        vec![],
    )
}

/// The operations with `.sat` that are no `vmad`.
const CLAMPED: usize = 7;

fn results() -> Cross {
    let types = [".u32", ".s32"];
    Cross::new(
        MODULE,
        [
            "results",
            "With .sat: the exact result relative to the range of the destination.",
        ],
        vec![
            Axis::new("operation", SCALAR_OPERATIONS[..CLAMPED].iter().map(named)),
            Axis::new("type of d", types),
            Axis::new("bits of d", PART_WIDTHS.map(|bits| bits.to_string())),
            Axis::new("range", RANGES),
        ],
        vec![
            Rule {
                reason: "An absolute difference is never negative.",
                excludes: |bin| {
                    let is_least_of_signed = bin.is("type of d", ".s32") && bin.is("range", "least");
                    bin.is("operation", "vabsdiff") && (bin.is("range", "below") || is_least_of_signed)
                },
            },
            Rule {
                reason: "If d is the whole register, vmin, vmax and vshr never give a result below the range of .s32 or above the range of .u32.",
                excludes: |bin| {
                    let is_one_of_these = ["vmin", "vmax", "vshr"].iter().any(|name| bin.is("operation", name));
                    let never = if bin.is("type of d", ".s32") { "below" } else { "above" };
                    is_one_of_these && bin.is("bits of d", "32") && bin.is("range", never)
                },
            },
        ],
    )
}

fn secondary() -> Cross {
    let operations = SCALAR_OPERATIONS
        .iter()
        .filter(|row| row.family != ScalarFamily::MultiplyAdd);
    let operations: Vec<String> = operations.map(named).collect();
    Cross::new(
        MODULE,
        [
            "secondary",
            "The secondary operation, what it gives, and the type of c.",
        ],
        vec![
            Axis::new("operation", operations),
            Axis::new("outcome", OUTCOMES),
            Axis::new("type of d", [".u32", ".s32"]),
        ],
        vec![Rule {
            reason: "vset has no destination type.",
            excludes: |bin| bin.of("operation") >= CLAMPED && bin.is("type of d", ".s32"),
        }],
    )
}

fn shifts() -> Cross {
    Cross::new(
        MODULE,
        [
            "shifts",
            "Direction, mode and amount of a shift, and the type of what is shifted.",
        ],
        vec![
            Axis::new("operation", ["vshl", "vshr"]),
            Axis::new("mode", SHIFT_MODES),
            Axis::new("amount", AMOUNTS),
            Axis::new("type of a", [".u32", ".s32"]),
        ],
        vec![],
    )
}

fn multiply_add() -> Cross {
    let signs = ["a*b+c", "-(a*b)+c", "a*b-c", ".po"];
    let scales = SCALES.map(|scale| if scale.0.is_empty() { "none" } else { scale.0 });
    Cross::new(
        MODULE,
        [
            "multiply_add",
            "Types, signs and scale of vmad, and its result relative to the range of 32 bits.",
        ],
        vec![
            Axis::new("types", TYPES),
            Axis::new("signs", signs),
            Axis::new("scale", scales),
            Axis::new("range", ["below", "within", "above"]),
        ],
        vec![
            Rule {
                reason: "With unsigned factors only -(a*b)+c can be below the range. a*b+c and .po are unsigned and at least 0. The minus sign in a*b-c makes c and the result signed, so the range begins at -2^31. There a*b is at least 0 and -c is at least -(2^31 - 1).",
                excludes: |bin| bin.is("types", ".u32.u32") && !bin.is("signs", "-(a*b)+c") && bin.is("range", "below"),
            },
            Rule {
                reason: "With unsigned factors -(a*b)+c is at most c, so it is never above the range.",
                excludes: |bin| bin.is("types", ".u32.u32") && bin.is("signs", "-(a*b)+c") && bin.is("range", "above"),
            },
        ],
    )
}

/// An operand of the class; `noise` gives the bits that the class leaves open.
pub(super) fn corner_bits(class: usize, bits: u32, signed: bool, noise: u32) -> u32 {
    let ones = u32::MAX >> (32 - bits);
    match class {
        0 => 0,
        1 => ones >> u32::from(signed),
        2 => 1 << (bits - 1),
        _ => match noise & ones {
            drawn if corner(drawn, bits, signed) == 3 => drawn,
            _ => 1,
        },
    }
}

/// The class of a part's bits.
pub(super) fn corner(part: u32, bits: u32, signed: bool) -> usize {
    (0..3)
        .find(|class| corner_bits(*class, bits, signed, 0) == part)
        .unwrap_or(3)
}
