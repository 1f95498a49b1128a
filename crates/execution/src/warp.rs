//! Instructions by which the threads of a warp exchange data or wait for each other (PTX ISA, sections "shfl.sync", "vote.sync",
//! "match.sync", "redux.sync", "activemask", "elect.sync", "bar.warp.sync").
//!
//! Each thread gets two results; the second one is the predicate of PTX's `d|p`:
//!
//! | opcode | first result | second result |
//! | --- | --- | --- |
//! | `shfl` | value of the source lane | 1 if the source lane is in range |
//! | `vote` | mask for `.ballot`, else 0 or 1 | unused |
//! | `match` | mask of the threads with the own value | 0 for `.all` if the values differ; then the mask is 0 too |
//! | `redux` | reduction of all values | unused |
//! | `elect` | lane of the leader | 1 in the leader |
//! | `activemask` | mask of the threads | unused |
//! | `bar.warp.sync` | unused | unused |
//!
//! Bit `i` of a mask is the thread in lane `i`.

use crate::cause::Cause;
use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Exchange, Participant, Selected, Semantics, WarpOperation};

/// The mask of the participants whose sources satisfy a condition.
fn mask(all: &[Participant], condition: impl Fn(&[u64; 4]) -> bool) -> u64 {
    let chosen = all.iter().filter(|(_, sources)| condition(sources));
    chosen.map(|(lane, _)| 1 << lane).sum()
}

fn mask_of_all(all: &[Participant]) -> u64 {
    mask(all, |_| true)
}

/// An exchange in which all participants get the same first result, and the second one is unused.
fn same(function: impl Fn(&[Participant]) -> u64 + Send + Sync + 'static) -> Exchange {
    Box::new(move |all| vec![[function(all), 0]; all.len()])
}

/// The semantics of an instruction of a warp; `None` for other opcodes.
pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    let name = modifiers
        .iter()
        .fold(opcode.to_owned(), |name, modifier| name + modifier);
    let has_mask = modifiers.take(".sync");
    let mode = modifiers.take_of(&[
        ".up", ".down", ".bfly", ".idx", ".all", ".any", ".uni", ".ballot", ".add", ".min", ".max", ".and", ".or",
        ".xor",
    ]);
    let mode = mode.unwrap_or_default();
    let int = match opcode {
        "shfl" | "vote" | "match" | "redux" | "activemask" => Int::of(modifiers.take_type()?),
        // These have no type.
        "elect" | "bar" => Int {
            bits: 32,
            signed: false,
        },
        _ => return Ok(None),
    };
    let exchange = match opcode {
        "shfl" => shuffle(mode),
        "vote" => same(move |all| {
            let (ballot, everybody) = (mask(all, |sources| sources[0] & 1 == 1), mask_of_all(all));
            match mode {
                ".ballot" => ballot,
                ".all" => u64::from(ballot == everybody),
                ".any" => u64::from(ballot != 0),
                // `.uni`
                _ => u64::from(ballot == 0 || ballot == everybody),
            }
        }),
        "match" => Box::new(move |all: &[Participant]| {
            let result = |(_, own): &Participant| {
                let equal = mask(all, |sources| (sources[0] ^ own[0]) & int.mask() == 0);
                let fails = mode == ".all" && equal != mask_of_all(all);
                if fails { [0, 0] } else { [equal, 1] }
            };
            all.iter().map(result).collect()
        }),
        // Reductions of floating-point numbers.
        "redux" if modifiers.has(".abs") || modifiers.has(".NaN") || name.ends_with(".f32") => {
            return Err(Cause::Other);
        }
        "redux" => {
            let combine: fn(i128, i128) -> i128 = match mode {
                ".add" => |a, b| a + b,
                ".min" => |a, b| a.min(b),
                ".max" => |a, b| a.max(b),
                ".and" => |a, b| a & b,
                ".or" => |a, b| a | b,
                // `.xor`
                _ => |a, b| a ^ b,
            };
            same(move |all| {
                let values = all.iter().map(|(_, sources)| int.value(sources[0]));
                int.wrap(values.reduce(combine).unwrap_or(0))
            })
        }
        "elect" => Box::new(|all: &[Participant]| {
            let leader = mask_of_all(all).trailing_zeros();
            let result = |(lane, _): &Participant| [leader.into(), u64::from(*lane == leader)];
            all.iter().map(result).collect()
        }),
        // `activemask`; `bar.warp.sync` has no destination.
        _ => same(mask_of_all),
    };
    Ok(Some(Semantics::Warp(WarpOperation {
        exchange,
        name,
        has_mask,
    })))
}

/// `shfl` with the sources `a` (value), `b` and `c`.
fn shuffle(mode: &'static str) -> Exchange {
    Box::new(move |all| {
        let result = |(lane, sources): &Participant| {
            let (from, is_in_range) = source_lane(mode, *lane, sources[1] as u32, sources[2] as u32);
            let found = all.binary_search_by_key(&from, |(lane, _)| *lane);
            // The manual does not define the value of a lane that does not take part; here it is the thread's own value.
            let value = found.map_or(sources[0], |index| all[index].1[0]);
            [value & 0xffff_ffff, u64::from(is_in_range)]
        };
        all.iter().map(result).collect()
    })
}

/// The lane that a shuffle reads, and whether the lane that `b` names is in range; if not, a thread reads its own `lane`.
///
/// `b` is a distance (`.up`, `.down`), a mask (`.bfly`) or a lane (`.idx`). Bits 12:8 of `c` are 1 in the bits of a lane that select
/// its segment of the warp; bits 4:0 of `c` are the clamp, which gives the other bits of the limit.
fn source_lane(mode: &str, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    // `maxLane` in the manual; for `.up` it is the lower limit, else the upper one.
    let limit = lane & segment | clamp & !segment;
    let from = match mode {
        ".up" => lane.wrapping_sub(b),
        ".down" => lane + b,
        ".bfly" => lane ^ b,
        // `.idx`
        _ => lane & segment | b & !segment,
    };
    let is_in_range = match mode {
        // `from` may be below 0.
        ".up" => from.cast_signed() >= limit.cast_signed(),
        _ => from <= limit,
    };
    (if is_in_range { from } else { lane }, is_in_range)
}
