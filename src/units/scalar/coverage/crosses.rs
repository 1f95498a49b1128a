//! The crosses.

use lanesmith_ptx::{REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SHIFT_MODES, ScalarFamily};
use lanesmith_sim::cover::{Axis, CORNERS, crosses};

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

    /// The use of c, .sat, and the type of d.
    secondary "secondary" [
        operations(),
        Axis::new("c", ["unused", ".add", ".min", ".max", "merged"]),
        Axis::new("mode", ["none", ".sat"]),
        Axis::new("type of d", SIGNS),
    ] {
        "vset has neither a destination type nor .sat." =>
            |bin| bin.of("operation") >= CLAMPED && (bin.is("type of d", ".s32") || bin.is("mode", ".sat")),
    }

    /// Direction and mode of a shift, and the type of what is shifted.
    shifts "shifts" [
        Axis::new("operation", ["vshl", "vshr"]), Axis::new("mode", SHIFT_MODES), Axis::new("type of a", SIGNS),
    ]

    /// Types, signs and scale of vmad.
    multiply_add "multiply_add" [
        Axis::new("types", TYPES),
        Axis::new("signs", ["a*b+c", "-(a*b)+c", "a*b-c", ".po"]),
        Axis::new("scale", SCALES.map(|scale| if scale.0.is_empty() { "none" } else { scale.0 })),
    ]
}

/// The widths of parts.
pub(super) const PART_WIDTHS: [u32; 3] = [8, 16, 32];
/// The types of `a` and `b`, by whether they are signed.
const TYPES: [&str; 4] = [".u32.u32", ".u32.s32", ".s32.u32", ".s32.s32"];
/// The type of one operand.
const SIGNS: [&str; 2] = [".u32", ".s32"];
/// The operations with `.sat` that are no `vmad`.
const CLAMPED: usize = 7;

fn named(row: &lanesmith_ptx::ScalarRow) -> String {
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
