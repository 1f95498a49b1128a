//! Instructions by which the threads of a warp exchange data or wait for each other (PTX ISA, sections "shfl.sync", "vote.sync",
//! "match.sync", "redux.sync", "activemask", "elect.sync", "bar.warp.sync").

use crate::cause::Cause;
use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Exchange, Participant, Selected, Semantics, WarpOperation};

/// The mask of the participants that a condition holds for.
fn mask(all: &[Participant], condition: impl Fn(&[u64; 4]) -> bool) -> u64 {
    let chosen = all.iter().filter(|(_, sources)| condition(sources));
    chosen.map(|(lane, _)| 1 << lane).sum()
}

/// An exchange in which all get the same result.
fn same(function: impl Fn(&[Participant]) -> u64 + Send + Sync + 'static) -> Exchange {
    Box::new(move |all| vec![[function(all), 0]; all.len()])
}

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
        "elect" | "bar" => Int {
            bits: 32,
            signed: false,
        },
        _ => return Ok(None),
    };
    let exchange = match opcode {
        "shfl" => shuffle(mode),
        "vote" => same(move |all| {
            let (ballot, everybody) = (mask(all, |sources| sources[0] & 1 == 1), mask(all, |_| true));
            match mode {
                ".ballot" => ballot,
                ".all" => u64::from(ballot == everybody),
                ".any" => u64::from(ballot != 0),
                _ => u64::from(ballot == 0 || ballot == everybody),
            }
        }),
        "match" => Box::new(move |all: &[Participant]| {
            let equal = |own: &Participant| mask(all, |sources| (sources[0] ^ own.1[0]) & int.mask() == 0);
            let differ = |equal: u64| mode == ".all" && equal != mask(all, |_| true);
            let result = |own| if differ(equal(own)) { [0, 0] } else { [equal(own), 1] };
            all.iter().map(result).collect()
        }),
        "redux" if modifiers.has(".abs") || modifiers.has(".NaN") || name.ends_with(".f32") => {
            return Err(Cause::Other);
        }
        "redux" => {
            let join: fn(i128, i128) -> i128 = match mode {
                ".add" => |a, b| a + b,
                ".min" => |a, b| a.min(b),
                ".max" => |a, b| a.max(b),
                ".and" => |a, b| a & b,
                ".or" => |a, b| a | b,
                _ => |a, b| a ^ b,
            };
            same(move |all| {
                let values = all.iter().map(|(_, sources)| int.value(sources[0]));
                int.wrap(values.reduce(join).unwrap_or(0))
            })
        }
        "elect" => Box::new(|all: &[Participant]| {
            let leader = u64::from(mask(all, |_| true).trailing_zeros());
            let is_leader = |lane: u32| u64::from(u64::from(lane) == leader);
            all.iter().map(|(lane, _)| [leader, is_leader(*lane)]).collect()
        }),
        _ => same(|all| mask(all, |_| true)),
    };
    Ok(Some(Semantics::Warp(WarpOperation {
        exchange,
        name,
        has_mask,
    })))
}

fn shuffle(mode: &'static str) -> Exchange {
    Box::new(move |all| {
        let result = |(lane, sources): &Participant| {
            let (from, is_valid) = source_lane(mode, *lane, sources[1] as u32, sources[2] as u32);
            let found = all.binary_search_by_key(&from, |(lane, _)| *lane);
            // The manual leaves open what comes from a thread that does not take part; here it is the own value.
            let value = found.map_or(sources[0], |index| all[index].1[0]);
            [value & 0xffff_ffff, u64::from(is_valid)]
        };
        all.iter().map(result).collect()
    })
}

/// The lane that a shuffle reads, and whether it is in range.
fn source_lane(mode: &str, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let most = lane & segment | clamp & !segment;
    let from = match mode {
        ".up" => lane.wrapping_sub(b),
        ".down" => lane + b,
        ".bfly" => lane ^ b,
        _ => lane & segment | b & !segment,
    };
    let is_valid = match mode {
        ".up" => from.cast_signed() >= most.cast_signed(),
        _ => from <= most,
    };
    (if is_valid { from } else { lane }, is_valid)
}
