//! Instructions by which the threads of a warp exchange data or wait for each other (PTX ISA, sections "shfl.sync", "vote.sync",
//! "match.sync", "redux.sync", "activemask", "elect.sync", "bar.warp.sync").

use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Selected, Semantics};
use crate::support::Cause;

/// What the threads of a warp compute together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WarpKind {
    Shuffle(Shuffle),
    Vote(Vote),
    /// Masks of threads with equal values of so many bits; of all threads if the flag is set.
    Match(u32, bool),
    Reduce(Reduction, Int),
    ActiveMask,
    Elect,
    Barrier,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reduction {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// An instruction of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WarpOperation {
    pub(crate) kind: WarpKind,
    /// Whether the last source is the mask of the threads that take part; without it, all threads of the warp that wait at the same
    /// instruction when no other thread of the warp can go on.
    pub(crate) has_mask: bool,
}

/// A thread that takes part: its lane and sources.
pub(crate) type Participant = (u32, [u64; 4]);

impl WarpOperation {
    /// The results of each participant; participants are in the order of lanes.
    pub(crate) fn evaluate(self, participants: &[Participant]) -> Vec<[u64; 2]> {
        let lanes_of = |condition: &dyn Fn(&[u64; 4]) -> bool| -> u64 {
            let chosen = participants.iter().filter(|(_, sources)| condition(sources));
            chosen.map(|(lane, _)| 1 << lane).sum()
        };
        let everybody = lanes_of(&|_| true);
        let each = |function: &dyn Fn(&Participant) -> [u64; 2]| participants.iter().map(function).collect();
        match self.kind {
            WarpKind::Shuffle(shuffle) => each(&|(lane, sources)| {
                let (from, is_valid) = source_lane(shuffle, *lane, sources[1] as u32, sources[2] as u32);
                let found = participants.binary_search_by_key(&from, |(lane, _)| *lane);
                // The manual leaves open what comes from a thread that does not take part; here it is the own value.
                let value = found.map_or(sources[0], |index| participants[index].1[0]);
                [value & 0xffff_ffff, u64::from(is_valid)]
            }),
            WarpKind::Vote(vote) => {
                let ballot = lanes_of(&|sources| sources[0] & 1 == 1);
                let value = match vote {
                    Vote::Ballot => ballot,
                    Vote::All => u64::from(ballot == everybody),
                    Vote::Any => u64::from(ballot != 0),
                    Vote::Uniform => u64::from(ballot == 0 || ballot == everybody),
                };
                each(&|_| [value, 0])
            }
            WarpKind::Match(bits, all) => {
                let mask = u64::MAX >> (64 - bits);
                each(&|(_, own)| {
                    let equal = lanes_of(&|sources| (sources[0] ^ own[0]) & mask == 0);
                    match all {
                        true if equal != everybody => [0, 0],
                        _ => [equal, 1],
                    }
                })
            }
            WarpKind::Reduce(reduction, int) => {
                let values = participants.iter().map(|(_, sources)| int.value(sources[0]));
                let value = values.reduce(|a, b| match reduction {
                    Reduction::Add => a + b,
                    Reduction::Min => a.min(b),
                    Reduction::Max => a.max(b),
                    Reduction::And => a & b,
                    Reduction::Or => a | b,
                    Reduction::Xor => a ^ b,
                });
                let value = int.wrap(value.unwrap_or(0));
                each(&|_| [value, 0])
            }
            WarpKind::ActiveMask => each(&|_| [everybody, 0]),
            WarpKind::Elect => {
                let leader = u64::from(everybody.trailing_zeros());
                each(&|(lane, _)| [leader, u64::from(u64::from(*lane) == leader)])
            }
            WarpKind::Barrier => each(&|_| [0, 0]),
        }
    }
}

/// The lane that a shuffle reads, and whether it is in range.
fn source_lane(shuffle: Shuffle, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let most = lane & segment | clamp & !segment;
    let least = lane & segment;
    let (from, is_valid) = match shuffle {
        Shuffle::Up => {
            let from = lane.wrapping_sub(b);
            (from, from.cast_signed() >= most.cast_signed())
        }
        Shuffle::Down => (lane + b, lane + b <= most),
        Shuffle::Butterfly => (lane ^ b, lane ^ b <= most),
        Shuffle::Index => {
            let from = least | b & !segment;
            (from, from <= most)
        }
    };
    (if is_valid { from } else { lane }, is_valid)
}

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    let has_mask = modifiers.take(".sync");
    let kind = match opcode {
        "shfl" => {
            let kind = match modifiers.take_of(&[".up", ".down", ".bfly", ".idx"]) {
                Some(".up") => Shuffle::Up,
                Some(".down") => Shuffle::Down,
                Some(".bfly") => Shuffle::Butterfly,
                _ => Shuffle::Index,
            };
            modifiers.take_type()?;
            WarpKind::Shuffle(kind)
        }
        "vote" => {
            let kind = match modifiers.take_of(&[".all", ".any", ".uni", ".ballot"]) {
                Some(".all") => Vote::All,
                Some(".any") => Vote::Any,
                Some(".uni") => Vote::Uniform,
                _ => Vote::Ballot,
            };
            modifiers.take_type()?;
            WarpKind::Vote(kind)
        }
        "match" => {
            let all = modifiers.take_of(&[".all", ".any"]) == Some(".all");
            WarpKind::Match(modifiers.take_type()?.bits, all)
        }
        "redux" => {
            let reduction = match modifiers.take_of(&[".add", ".min", ".max", ".and", ".or", ".xor"]) {
                Some(".add") => Reduction::Add,
                Some(".min") => Reduction::Min,
                Some(".max") => Reduction::Max,
                Some(".and") => Reduction::And,
                Some(".or") => Reduction::Or,
                _ => Reduction::Xor,
            };
            match modifiers.take_type()? {
                data_type if data_type.name == ".f32" => return Err(Cause::Other),
                data_type => WarpKind::Reduce(reduction, Int::of(data_type)),
            }
        }
        "activemask" => {
            modifiers.take_type()?;
            WarpKind::ActiveMask
        }
        "elect" => WarpKind::Elect,
        _ => return Ok(None),
    };
    Ok(Some(Semantics::Warp(WarpOperation { kind, has_mask })))
}
