//! The crosses of SIMD video instructions.

use super::classes::{CORNERS, MASKS, MODULE, ORDERS, RANGES, SELECTORS, SUMS};
use super::dot;
use crate::algebra::Concrete;
use crate::ptx::{Family, Instruction, Mode, Operation, WIDTHS, Width};
use crate::sim::cover::{Axis, Cross, Rule, crosses};
use crate::sim::testbench::Profile;
use crate::units::video::golden::{Modifiers, lane_operations, lanes};
use std::sync::LazyLock;

crosses! {
    operands: operands(),
    results: results(),
    digits: digits(),
    masks: masks(),
    sums: sums(),
    traffic: traffic(),
    comparisons: comparisons(),
    factors: dot::factors(),
    dot_sums: dot::dot_sums(),
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
    let name = |class| {
        let parts = signs(class).map(|signed| if signed { ".s32" } else { ".u32" });
        parts.concat()
    };
    Axis::new("types", (0..8).map(name))
}

fn modes() -> Axis {
    let name = |mode: Mode| match mode.suffix() {
        "" => "merge",
        suffix => suffix,
    };
    Axis::new("mode", Mode::ALL.map(name))
}

/// Whether the types give `d` a signed type although the instruction has no type of `d`.
fn no_type_of_d(instruction: usize, types: usize) -> bool {
    let family = self::instruction(instruction).1.family();
    !family.has_destination_type() && signs(types)[0]
}

fn no_mode(instruction: usize, mode: usize) -> bool {
    let family = self::instruction(instruction).1.family();
    !family.modes().contains(&Mode::ALL[mode])
}

const NO_TYPE_OF_D: &str = "vset has no destination type.";
const NO_MODE: &str = "vset has no .sat.";

fn operands() -> Cross {
    Cross::new(
        MODULE,
        [
            "operands",
            "For each active lane: the instruction, its modifiers, and the two elements that the lane reads.",
        ],
        vec![
            instructions(),
            types(),
            modes(),
            Axis::new("mask", MASKS),
            Axis::new("selectors", SELECTORS),
            Axis::new("a", CORNERS),
            Axis::new("b", CORNERS),
        ],
        vec![
            Rule {
                reason: "An instruction with two lanes has a mask of one lane or of both lanes.",
                excludes: |bin| instruction(bin.of("instruction")).0 == Width::Dual && bin.is("mask", "several lanes"),
            },
            Rule {
                reason: NO_TYPE_OF_D,
                excludes: |bin| no_type_of_d(bin.of("instruction"), bin.of("types")),
            },
            Rule {
                reason: NO_MODE,
                excludes: |bin| no_mode(bin.of("instruction"), bin.of("mode")),
            },
        ],
    )
}

fn results() -> Cross {
    Cross::new(
        MODULE,
        [
            "results",
            "For each active lane: its exact result relative to the range of the destination type.",
        ],
        vec![instructions(), types(), modes(), Axis::new("exact result", RANGES)],
        vec![
            Rule {
                reason: NO_TYPE_OF_D,
                excludes: |bin| no_type_of_d(bin.of("instruction"), bin.of("types")),
            },
            Rule {
                reason: NO_MODE,
                excludes: |bin| no_mode(bin.of("instruction"), bin.of("mode")),
            },
            Rule {
                reason: "No elements of these types give a result at this position relative to the range.",
                excludes: |bin| {
                    let (class, types) = (bin.of("instruction"), bin.of("types"));
                    let (low, high) = reach(class, types);
                    let (least, greatest) = instruction(class).0.range(signs(types)[0]);
                    let none = |name, from, to| bin.is("exact result", name) && low.max(from) > high.min(to);
                    none("below", i64::MIN, least - 1)
                        || none("least", least, least)
                        || none("within", least + 1, greatest - 1)
                        || none("greatest", greatest, greatest)
                        || none("above", greatest + 1, i64::MAX)
                },
            },
        ],
    )
}

fn digits() -> Cross {
    let count = |most: u32| (0..most).map(|i| i.to_string());
    Cross::new(
        MODULE,
        [
            "selector digits",
            "For each active lane: the two elements that it reads.",
        ],
        vec![
            instructions(),
            Axis::new("lane", count(4)),
            Axis::new("asel", count(8)),
            Axis::new("bsel", count(8)),
        ],
        vec![Rule {
            reason: "An instruction on half-words has two lanes and four elements to select from.",
            excludes: |bin| {
                let lanes = instruction(bin.of("instruction")).0.lanes() as usize;
                bin.of("lane") >= lanes || bin.of("asel") >= 2 * lanes || bin.of("bsel") >= 2 * lanes
            },
        }],
    )
}

fn masks() -> Cross {
    Cross::new(
        MODULE,
        ["masks", "For each instruction: the active lanes."],
        vec![
            instructions(),
            modes(),
            Axis::new("mask", (1..16).map(|mask| format!("{mask:04b}"))),
        ],
        vec![
            Rule {
                reason: "An instruction on half-words has two lanes.",
                excludes: |bin| {
                    bin.of("mask") + 1 > usize::from(Instruction::full_mask(instruction(bin.of("instruction")).0))
                },
            },
            Rule {
                reason: NO_MODE,
                excludes: |bin| no_mode(bin.of("instruction"), bin.of("mode")),
            },
        ],
    )
}

fn sums() -> Cross {
    Cross::new(
        MODULE,
        [
            "sums",
            "For each .add: whether the sum of the lanes and c fits 32 bits.",
        ],
        vec![instructions(), types(), Axis::new("sum", SUMS)],
        vec![
            Rule {
                reason: NO_TYPE_OF_D,
                excludes: |bin| no_type_of_d(bin.of("instruction"), bin.of("types")),
            },
            Rule {
                reason: "Lane results of these types cannot make the sum wrap in this direction.",
                excludes: |bin| {
                    let (low, high) = reach(bin.of("instruction"), bin.of("types"));
                    (bin.is("sum", "wraps above") && high <= 0) || (bin.is("sum", "wraps below") && low >= 0)
                },
            },
        ],
    )
}

fn traffic() -> Cross {
    Cross::new(
        MODULE,
        [
            "traffic",
            "For each run of video_alu without a mismatch: its pattern of input gaps and of output stalls.",
        ],
        vec![Axis::new("gaps", names()), Axis::new("stalls", names())],
        vec![],
    )
}

fn comparisons() -> Cross {
    Cross::new(
        MODULE,
        [
            "comparisons",
            "For each active lane of a comparison: the order of its two elements.",
        ],
        vec![instructions(), types(), modes(), Axis::new("order", ORDERS)],
        vec![
            Rule {
                reason: "Arithmetic instructions compare nothing.",
                excludes: |bin| instruction(bin.of("instruction")).1.family() != Family::Comparison,
            },
            Rule {
                reason: NO_TYPE_OF_D,
                excludes: |bin| no_type_of_d(bin.of("instruction"), bin.of("types")),
            },
            Rule {
                reason: NO_MODE,
                excludes: |bin| no_mode(bin.of("instruction"), bin.of("mode")),
            },
        ],
    )
}

fn names() -> impl Iterator<Item = String> {
    Profile::ALL.iter().map(Profile::to_string)
}

/// The smallest and the largest exact result of an instruction on elements of its types. Every operation has its
/// extremes at elements that are least, zero or greatest, and reaches the results between them.
fn reach(instruction: usize, types: usize) -> (i64, i64) {
    static REACH: LazyLock<Vec<[(i64, i64); 8]>> = LazyLock::new(|| {
        let of = |class| std::array::from_fn(|types| extremes(class, types));
        (0..WIDTHS.len() * lane_operations().len()).map(of).collect()
    });
    REACH[instruction][types]
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
                let (low, high) = reach(class, types);
                let all = (low + 1024) as usize..=(high + 1024) as usize;
                assert!(seen.iter().eq(all), "{:?} {types}", operation);
            }
        }
    }
}
