//! The crosses.

use crate::ptx::{REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SHIFT_MODES, ScalarFamily};
use crate::sim::cover::{Axis, CORNERS, crosses};

crosses! {
    module "video_scalar";

    /// The instruction, the types and widths of its two parts, and their values.
    operands "operands" [
        Axis::new("operation", SCALAR_OPERATIONS.iter().map(named)), Axis::new("types", TYPES),
        Axis::new("bits of a", widths()), Axis::new("bits of b", widths()),
        Axis::new("a", CORNERS), Axis::new("b", CORNERS),
    ] {
        "The operand b of a shift is unsigned." =>
            |bin| family(bin.of("operation")) == ScalarFamily::Shift && bin.of("types") & 1 != 0,
    }

    /// The selected parts of a, of b, and of d, where the result is merged into c.
    parts "parts" [
        operations(),
        Axis::new("operand", ["a", "b", "d"]),
        Axis::new("part", REGISTER_PARTS.map(|part| if part.selector.is_empty() { "all" } else { part.selector })),
    ]

    /// With .sat: the exact result relative to the range of the destination.
    results "results" [
        Axis::new("operation", SCALAR_OPERATIONS[..CLAMPED].iter().map(named)), Axis::new("type of d", SIGNS),
        Axis::new("bits of d", widths()), Axis::new("range", ["below", "least", "within", "greatest", "above"]),
    ] {
        "An absolute difference is never negative." => |bin| {
            let is_least_of_signed = bin.is("type of d", ".s32") && bin.is("range", "least");
            bin.is("operation", "vabsdiff") && (bin.is("range", "below") || is_least_of_signed)
        },
        "If d is the whole register, vmin, vmax and vshr never give a result below the range of .s32 or above the range of .u32." => |bin| {
            let is_one_of_these = ["vmin", "vmax", "vshr"].iter().any(|name| bin.is("operation", name));
            let never = if bin.is("type of d", ".s32") { "below" } else { "above" };
            is_one_of_these && bin.is("bits of d", "32") && bin.is("range", never)
        },
    }

    /// The secondary operation, what it gives, and the type of c.
    secondary "secondary" [
        operations(),
        Axis::new("outcome", [".add", ".add wraps", ".min: result", ".min: c", ".max: result", ".max: c"]),
        Axis::new("type of d", SIGNS),
    ] {
        "vset has no destination type." => |bin| bin.of("operation") >= CLAMPED && bin.is("type of d", ".s32"),
    }

    /// Direction, mode and amount of a shift, and the type of what is shifted.
    shifts "shifts" [
        Axis::new("operation", ["vshl", "vshr"]), Axis::new("mode", SHIFT_MODES),
        Axis::new("amount", ["0", "1 to 31", "32", "above"]), Axis::new("type of a", SIGNS),
    ]

    /// Types, signs and scale of vmad, and its result relative to the range of 32 bits.
    multiply_add "multiply_add" [
        Axis::new("types", TYPES),
        Axis::new("signs", ["a*b+c", "-(a*b)+c", "a*b-c", ".po"]),
        Axis::new("scale", SCALES.map(|scale| if scale.0.is_empty() { "none" } else { scale.0 })),
        Axis::new("range", ["below", "within", "above"]),
    ] {
        "With unsigned factors only -(a*b)+c can be below the range. a*b+c and .po are unsigned and at least 0. The minus sign in a*b-c makes c and the result signed, so the range begins at -2^31. There a*b is at least 0 and -c is at least -(2^31 - 1)." =>
            |bin| bin.is("types", ".u32.u32") && !bin.is("signs", "-(a*b)+c") && bin.is("range", "below"),
        "With unsigned factors -(a*b)+c is at most c, so it is never above the range." =>
            |bin| bin.is("types", ".u32.u32") && bin.is("signs", "-(a*b)+c") && bin.is("range", "above"),
    }
}

/// The widths of parts.
pub(super) const PART_WIDTHS: [u32; 3] = [8, 16, 32];
/// The types of `a` and `b`, by whether they are signed.
const TYPES: [&str; 4] = [".u32.u32", ".u32.s32", ".s32.u32", ".s32.s32"];
/// The type of one operand.
const SIGNS: [&str; 2] = [".u32", ".s32"];
/// The operations with `.sat` that are no `vmad`.
const CLAMPED: usize = 7;

fn named(row: &crate::ptx::ScalarRow) -> String {
    format!("{}{}", row.mnemonic, row.comparison)
}

pub(super) fn family(operation: usize) -> ScalarFamily {
    SCALAR_OPERATIONS[operation].family
}

/// Without `vmad`.
fn operations() -> Axis {
    let rows = SCALAR_OPERATIONS
        .iter()
        .filter(|row| row.family != ScalarFamily::MultiplyAdd);
    Axis::new("operation", rows.map(named))
}

fn widths() -> [String; 3] {
    PART_WIDTHS.map(|bits| bits.to_string())
}
