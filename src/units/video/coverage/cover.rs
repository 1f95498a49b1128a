//! What is told apart of the SIMD video instructions that were executed and found right.

use super::dot;
use crate::algebra::Concrete;
use crate::ptx::{Family, Instruction, Mode, Operation, WIDTHS, Width};
use crate::sim::cover::{Axis, Cross, Rule, crosses};
use crate::sim::testbench::{Profile, TrafficSettings};
use crate::unit::pipelined::Case;
use crate::units::video::golden::{Modifiers, lane_operations, lanes};
use crate::units::video::testbench::VideoCase;
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

/// `video_alu` and `video_core`.
pub(super) const MODULE: &str = "video";

/// How many lanes take part.
pub(crate) const MASKS: [&str; 3] = ["one lane", "several lanes", "all lanes"];
const ONE: usize = 0;
const SEVERAL: usize = 1;
const ALL: usize = 2;

/// What the two selectors do together; the first class that fits.
pub(crate) const SELECTORS: [&str; 5] = ["default", "broadcast", "from a", "from b", "mixed"];
const DEFAULT: usize = 0;
const BROADCAST: usize = 1;
const FROM_A: usize = 2;
const FROM_B: usize = 3;
const MIXED: usize = 4;

/// An element's bits, seen as its type has them; the first class that fits.
pub(crate) const CORNERS: [&str; 4] = ["zero", "greatest", "sign bit", "other"];

/// An exact result of a lane beside the range of the destination type.
const RANGES: [&str; 5] = ["below", "least", "within", "greatest", "above"];

/// The first element beside the second.
const ORDERS: [&str; 5] = ["less", "less by one", "equal", "greater by one", "greater"];

/// An accumulated sum beside 32 bits.
pub(super) const SUMS: [&str; 3] = ["in 32 bits", "wraps above", "wraps below"];

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

/// What no instruction has, by the places of instruction, types and, if they are an axis, modes.
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
                excludes: |place| instruction(place[0]).0 == Width::Dual && place[3] == SEVERAL,
            },
            Rule {
                reason: NO_TYPE_OF_D,
                excludes: |place| no_type_of_d(place[0], place[1]),
            },
            Rule {
                reason: NO_MODE,
                excludes: |place| no_mode(place[0], place[2]),
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
                excludes: |place| no_type_of_d(place[0], place[1]),
            },
            Rule {
                reason: NO_MODE,
                excludes: |place| no_mode(place[0], place[2]),
            },
            Rule {
                reason: "No elements of these types give a result at this position relative to the range.",
                excludes: |place| {
                    let (low, high) = reach(place[0], place[1]);
                    let (least, greatest) = instruction(place[0]).0.range(signs(place[1])[0]);
                    let some = |from: i64, to: i64| low.max(from) <= high.min(to);
                    !match place[3] {
                        0 => some(i64::MIN, least - 1),
                        1 => some(least, least),
                        2 => some(least + 1, greatest - 1),
                        3 => some(greatest, greatest),
                        _ => some(greatest + 1, i64::MAX),
                    }
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
            excludes: |place| {
                let lanes = instruction(place[0]).0.lanes() as usize;
                place[1] >= lanes || place[2..].iter().any(|digit| *digit >= 2 * lanes)
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
                excludes: |place| place[2] + 1 > usize::from(Instruction::full_mask(instruction(place[0]).0)),
            },
            Rule {
                reason: NO_MODE,
                excludes: |place| no_mode(place[0], place[1]),
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
                excludes: |place| no_type_of_d(place[0], place[1]),
            },
            Rule {
                reason: "Lane results of these types cannot make the sum wrap in this direction.",
                excludes: |place| {
                    let (low, high) = reach(place[0], place[1]);
                    (place[2] == 1 && high <= 0) || (place[2] == 2 && low >= 0)
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
                reason: "Only vset is a comparison.",
                excludes: |place| instruction(place[0]).1.family() != Family::Comparison,
            },
            Rule {
                reason: NO_TYPE_OF_D,
                excludes: |place| no_type_of_d(place[0], place[1]),
            },
            Rule {
                reason: NO_MODE,
                excludes: |place| no_mode(place[0], place[2]),
            },
        ],
    )
}

/// The class of an accumulated sum.
pub(super) fn wraps(sum: i64) -> usize {
    match sum {
        0..=0xffff_ffff => 0,
        0x1_0000_0000.. => 1,
        _ => 2,
    }
}

fn names() -> impl Iterator<Item = String> {
    Profile::ALL.iter().map(Profile::to_string)
}

/// The smallest and the largest exact result of an instruction on elements of its types. Every operation has its
/// extremes where both elements are least, zero or greatest, and what lies between is reached as well.
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

/// The class of an element's value.
pub(super) fn corner(value: i64, width: Width, signed: bool) -> usize {
    let (_, greatest) = width.range(signed);
    let sign_bit = 1 << (width.bits() - 1);
    match value {
        0 => 0,
        _ if value == greatest => 1,
        _ if value.abs() == sign_bit => 2,
        _ => 3,
    }
}

/// The bits of an element of a class; `noise` gives those of the class `other`.
pub(crate) fn corner_bits(class: usize, width: Width, signed: bool, noise: u32) -> u32 {
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
pub(crate) fn mask_class(width: Width, mask: u8) -> usize {
    match mask.count_ones() {
        lanes if lanes == width.lanes() => ALL,
        1 => ONE,
        _ => SEVERAL,
    }
}

/// The class of a pair of selectors.
pub(crate) fn selector_class(width: Width, (asel, bsel): ([u8; 4], [u8; 4])) -> usize {
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

/// Notes a case whose result was right.
pub(crate) fn note(hits: &mut Hits, case: &Case) {
    let [a, b, c] = case.operands;
    let crosses = &*CROSSES;
    let i = &case.instruction();
    if !i.operation.family().has_lanes() {
        return dot::note(hits, case);
    }
    let class = i.width as usize * lane_operations().len() + i.operation as usize;
    let types = [i.d_signed, i.a_signed, i.b_signed]
        .into_iter()
        .fold(0, |types, signed| types << 1 | usize::from(signed));
    let mode = i.mode as usize;
    let mask = mask_class(i.width, i.mask);
    let selectors = selector_class(i.width, (i.asel, i.bsel));
    let (least, greatest) = i.width.range(i.d_signed);
    let lanes = lanes(&Modifiers::<Concrete>::of(i), i.width, &a.into(), &b.into());
    let mut sum = i64::from(c);
    for (number, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.on) {
        let (a, b) = (
            corner(lane.va, i.width, i.a_signed),
            corner(lane.vb, i.width, i.b_signed),
        );
        hits.operands
            .insert(crosses.operands.index(&[class, types, mode, mask, selectors, a, b]));
        let range = match lane.exact {
            exact if exact < least => 0,
            exact if exact == least => 1,
            exact if exact < greatest => 2,
            exact if exact == greatest => 3,
            _ => 4,
        };
        hits.results.insert(crosses.results.index(&[class, types, mode, range]));
        if i.operation.family() == Family::Comparison {
            let order = (lane.va - lane.vb).clamp(-2, 2) + 2;
            hits.comparisons
                .insert(crosses.comparisons.index(&[class, types, mode, order as usize]));
        }
        let (asel, bsel) = (i.asel[number].into(), i.bsel[number].into());
        hits.digits.insert(crosses.digits.index(&[class, number, asel, bsel]));
        sum += lane.t;
    }
    hits.masks
        .insert(crosses.masks.index(&[class, mode, usize::from(i.mask) - 1]));
    if i.mode == Mode::Accumulate {
        hits.sums.insert(crosses.sums.index(&[class, types, wraps(sum)]));
    }
}

/// Notes a run of the ALU that found nothing wrong.
pub(crate) fn note_traffic(hits: &mut Hits, settings: &TrafficSettings) {
    let class = |profile| Profile::ALL.iter().position(|one| *one == profile).unwrap_or(0);
    hits.traffic
        .insert(CROSSES.traffic.index(&[class(settings.gaps), class(settings.stalls)]));
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
