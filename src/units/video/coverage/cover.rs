//! The crosses of SIMD video instructions.

use super::classes::{CORNERS, MASKS, SELECTORS};
use crate::algebra::Concrete;
use crate::ptx::{Family, Instruction, Mode, OPERATIONS, Operation, OperationRow, WIDTHS, Width};
use crate::sim::cover::{Axis, Combination, crosses};
use crate::units::video::golden::{Modifiers, lane_operations, lanes};
use std::sync::LazyLock;

crosses! {
    module "video";

    /// For each active lane: the instruction, its modifiers, and the two elements that the lane reads.
    operands "operands" [
        instructions(), types(), modes(), Axis::new("mask", MASKS), Axis::new("selectors", SELECTORS),
        Axis::new("a", CORNERS), Axis::new("b", CORNERS),
    ] {
        "An instruction with two lanes has a mask of one lane or of both lanes." =>
            |bin| width_of(bin) == Width::Dual && bin.is("mask", "several lanes"),
        NO_TYPE_OF_D => no_type_of_d,
        NO_MODE => no_mode,
    }

    /// For each active lane: its exact result relative to the range of the destination type.
    results "results" [
        instructions(), types(), modes(),
        Axis::new("exact result", ["below", "least", "within", "greatest", "above"]),
    ] {
        NO_TYPE_OF_D => no_type_of_d,
        NO_MODE => no_mode,
        "No elements of these types give a result at this position relative to the range." => |bin| {
            let (low, high) = reach(bin);
            let (least, greatest) = width_of(bin).range(signs(bin.of("types"))[0]);
            let none = |name, from, to| bin.is("exact result", name) && low.max(from) > high.min(to);
            none("below", i64::MIN, least - 1)
                || none("least", least, least)
                || none("within", least + 1, greatest - 1)
                || none("greatest", greatest, greatest)
                || none("above", greatest + 1, i64::MAX)
        },
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

    /// For each .add: whether the sum of the lanes and c fits 32 bits.
    sums "sums" [instructions(), types(), sum()] {
        NO_TYPE_OF_D => no_type_of_d,
        "Lane results of these types cannot make the sum wrap in this direction." => |bin| {
            let (low, high) = reach(bin);
            (bin.is("sum", "wraps above") && high <= 0) || (bin.is("sum", "wraps below") && low >= 0)
        },
    }

    /// For each active lane of a comparison: the order of its two elements.
    comparisons "comparisons" [
        instructions(), types(), modes(),
        Axis::new("order", ["less", "less by one", "equal", "greater by one", "greater"]),
    ] {
        "Arithmetic instructions compare nothing." => |bin| family_of(bin) != Family::Comparison,
        NO_TYPE_OF_D => no_type_of_d,
        NO_MODE => no_mode,
    }

    /// For each product of a dot product: its two factors.
    factors "factors" [dot_products(), dot_types(), Axis::new("a", CORNERS), Axis::new("b", CORNERS)]

    /// For each dot product: whether the sum of its products and c fits 32 bits.
    dot_sums "dot sums" [dot_products(), dot_types(), sum()] {
        "Products of unsigned factors are never negative, so their sum with c is never below 0." =>
            |bin| bin.is("types", ".u32.u32") && bin.is("sum", "wraps below"),
    }
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

fn types() -> Axis {
    Axis::new("types", (0..8).map(|class| named(&signs(class))))
}

/// The dot products, as axes number them.
pub(super) fn dots() -> &'static [OperationRow] {
    &OPERATIONS[lane_operations().len()..]
}

fn dot_products() -> Axis {
    Axis::new("instruction", dots().iter().map(|row| row.operation.name(Width::Quad)))
}

/// Types of dot products have no `d`.
fn dot_types() -> Axis {
    Axis::new("types", (0..4).map(|class| named(&signs(class)[1..])))
}

fn named(signs: &[bool]) -> String {
    signs
        .iter()
        .map(|signed| if *signed { ".s32" } else { ".u32" })
        .collect()
}

fn modes() -> Axis {
    let name = |mode: Mode| match mode.suffix() {
        "" => "merge",
        suffix => suffix,
    };
    Axis::new("mode", Mode::ALL.map(name))
}

/// An accumulated sum beside 32 bits.
fn sum() -> Axis {
    Axis::new("sum", ["in 32 bits", "wraps above", "wraps below"])
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

/// The smallest and the largest exact result of an instruction on elements of its types. Every operation has its
/// extremes at elements that are least, zero or greatest, and reaches the results between them.
fn reach(bin: &Combination) -> (i64, i64) {
    static REACH: LazyLock<Vec<[(i64, i64); 8]>> = LazyLock::new(|| {
        let of = |class| std::array::from_fn(|types| extremes(class, types));
        (0..WIDTHS.len() * lane_operations().len()).map(of).collect()
    });
    REACH[bin.of("instruction")][bin.of("types")]
}

fn extremes(class: usize, types: usize) -> (i64, i64) {
    let (width, operation) = instruction(class);
    let [_, a_signed, b_signed] = signs(types);
    let bits = (1 << width.bits()) - 1;
    let corners = |signed| {
        let (least, greatest) = width.range(signed);
        [least, 0, greatest].map(|value| value & bits)
    };
    let (asel, bsel) = Instruction::default_selectors(width);
    let instruction = Instruction::plain(operation, width, signs(types), Mode::Merge, 1, (asel, bsel));
    let modifiers = Modifiers::<Concrete>::of(&instruction);
    let pairs = corners(a_signed)
        .into_iter()
        .flat_map(|a| corners(b_signed).map(|b| (a, b)));
    let results = pairs.map(|(a, b)| lanes(&modifiers, width, &a, &b)[0].exact);
    results.fold((i64::MAX, i64::MIN), |(low, high), exact| {
        (low.min(exact), high.max(exact))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::cover::BinSet;

    #[test]
    fn extremes_of_bytes_are_those_of_all_pairs() {
        for class in 0..lane_operations().len() {
            for types in 0..4 {
                let (width, operation) = instruction(class);
                let selectors = Instruction::default_selectors(width);
                let instruction = Instruction::plain(operation, width, signs(types), Mode::Merge, 1, selectors);
                let modifiers = Modifiers::<Concrete>::of(&instruction);
                let mut seen = BinSet::default();
                for a in 0..256 {
                    for b in 0..256 {
                        seen.insert((lanes(&modifiers, width, &a, &b)[0].exact + 1024) as usize);
                    }
                }
                let (low, high) = extremes(class, types);
                let all = (low + 1024) as usize..=(high + 1024) as usize;
                assert!(seen.iter().eq(all), "{:?} {types}", operation);
            }
        }
    }
}
