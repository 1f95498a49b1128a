//! The crosses of SIMD video instructions.

use crate::video::golden::lane_operations;
use lanesmith_ptx::{Family, Instruction, Mode, OPERATIONS, Operation, OperationRow, WIDTHS, Width};
use lanesmith_sim::cover::{Axis, CORNERS, Combination, crosses};

crosses! {
    module "video";

    /// For each active lane: the instruction, its types and mode, and the two elements that the lane reads.
    operands "operands" [
        instructions(), Axis::new("types", (0..8).map(|class| named(&signs(class)))), modes(),
        Axis::new("a", CORNERS), Axis::new("b", CORNERS),
    ] {
        NO_TYPE_OF_D => no_type_of_d,
        NO_MODE => no_mode,
    }

    /// For each active lane: the two elements that it reads.
    digits "selector digits" [
        instructions(), Axis::new("lane", count(4)), Axis::new("asel", count(8)), Axis::new("bsel", count(8)),
    ] {
        "An instruction on half-words has two lanes and four elements to select from." => |bin| {
            let lanes = width_of(bin).lanes() as usize;
            bin.of("lane") >= lanes || bin.of("asel") >= 2 * lanes || bin.of("bsel") >= 2 * lanes
        },
    }

    /// For each instruction: the active lanes.
    masks "masks" [instructions(), modes(), Axis::new("mask", (1..16).map(|mask| format!("{mask:04b}")))] {
        "An instruction on half-words has two lanes." =>
            |bin| bin.of("mask") + 1 > usize::from(Instruction::full_mask(width_of(bin))),
        NO_MODE => no_mode,
    }

    /// For each product of a dot product: its two factors. Types of dot products have no `d`.
    factors "factors" [
        Axis::new("instruction", dots().iter().map(|row| row.operation.name(Width::Quad))),
        Axis::new("types", (0..4).map(|class| named(&signs(class)[1..]))),
        Axis::new("a", CORNERS), Axis::new("b", CORNERS),
    ]
}

/// An instruction by width and operation, as axes number it.
pub(crate) fn instruction(class: usize) -> (Width, Operation) {
    let rows = lane_operations();
    let (width, operation) = (class / rows.len(), class % rows.len());
    (WIDTHS[width], rows[operation].operation)
}

/// Whether `d`, `a` and `b` are signed, as axes number their types.
pub(crate) fn signs(class: usize) -> [bool; 3] {
    [2, 1, 0].map(|bit| class >> bit & 1 != 0)
}

fn instructions() -> Axis {
    let names = |width: Width| lane_operations().iter().map(move |row| row.operation.name(width));
    Axis::new("instruction", WIDTHS.into_iter().flat_map(names))
}

/// The dot products, as axes number them.
pub(super) fn dots() -> &'static [OperationRow] {
    &OPERATIONS[lane_operations().len()..]
}

fn named(signs: &[bool]) -> String {
    let name = |signed: &bool| if *signed { ".s32" } else { ".u32" };
    signs.iter().map(name).collect()
}

fn modes() -> Axis {
    let name = |mode: Mode| match mode.suffix() {
        "" => "merge",
        suffix => suffix,
    };
    Axis::new("mode", Mode::ALL.map(name))
}

fn count(most: u32) -> impl Iterator<Item = String> {
    (0..most).map(|i| i.to_string())
}

fn width_of(bin: &Combination) -> Width {
    instruction(bin.of("instruction")).0
}

fn family_of(bin: &Combination) -> Family {
    instruction(bin.of("instruction")).1.family()
}

const NO_TYPE_OF_D: &str = "vset has no destination type.";
const NO_MODE: &str = "vset has no .sat.";

/// Whether the types give `d` a signed type although the instruction has no type of `d`.
fn no_type_of_d(bin: &Combination) -> bool {
    !family_of(bin).has_destination_type() && signs(bin.of("types"))[0]
}

fn no_mode(bin: &Combination) -> bool {
    !family_of(bin).modes().contains(&Mode::ALL[bin.of("mode")])
}
