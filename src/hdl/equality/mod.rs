//! Equality of two designs, from power-up on, for all inputs.

pub mod invariant;
mod proof;
mod resolve;
mod verdict;

pub use invariant::{Invariant, InvariantError};
pub use verdict::{Equality, Question, Reason, Undecided};

use super::Error;
use super::sequential::machine::Designs;
use crate::netlist::{Design, Flat, NetKind};
use proof::Prover;
use std::time::Duration;

/// How hard [`prove`] tries. More clocks decide designs that differ late, or whose state is told by outputs only after many clocks:
/// a counter that wraps at 200 needs more than the 8 clocks of the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// All inputs of so many clocks from power-up are looked at, and equality is concluded from so many equal clocks.
    pub clocks: usize,
    /// For each question to the solver.
    pub time: Duration,
}

impl Default for Effort {
    /// 8 clocks, a minute.
    fn default() -> Self {
        Effort {
            clocks: 8,
            time: Duration::from_secs(60),
        }
    }
}

/// Whether two designs with the same ports are the same to the outside, however they are made: registers may be in other
/// places and have other names, and words be in memories or in registers.
///
/// Proved if the two go from each common state to the same next one, where their registers have the same names; or if
/// outputs are equal in all states in which the bits of registers and memories are alike that induction shows to be always
/// alike; or else if so many equal clocks, from any such states, are followed by one more (k-induction). Random runs look for
/// differences that come late. Errors: [`Error::Ports`] for designs with different ports or without
/// outputs, and those of
/// [`lower`](super::lower()).
pub fn prove(left: &Design, right: &Design, effort: &Effort) -> Result<Equality, Error> {
    prove_with(left, right, effort, &[])
}

/// Like [`prove`], with what the user knows of the two designs: conditions on their registers that hold in every clock.
/// Each is proved first, by induction, with all the others and the registers alike.
///
/// Errors beside those of [`prove`]: [`Error::Invariant`] for an invariant that names no signal, is false in some run, or does
/// not follow by induction.
pub fn prove_with(left: &Design, right: &Design, effort: &Effort, invariants: &[Invariant]) -> Result<Equality, Error> {
    let (left, right) = (Flat::new(left)?, Flat::new(right)?);
    let (others, ports) = (ports(&right), ports(&left));
    if ports != others {
        return Err(Error::Ports(format!(
            "designs with different ports: {}; {}",
            ports.join(", "),
            others.join(", ")
        )));
    }
    if left.ports().all(|(_, net)| net.kind != NetKind::Output) {
        let why = "designs without outputs: there is nothing to compare";
        return Err(Error::Ports(why.to_owned()));
    }
    let pair = Designs::new(vec![&left, &right]);
    let invariants = invariants.iter().map(|invariant| resolve::resolve(&pair, invariant));
    let invariants = invariants.collect::<Result<Vec<_>, _>>()?;
    let prover = Prover {
        pair: &pair,
        invariants: &invariants,
        effort: *effort,
    };
    Ok(prover.prove()?)
}

/// Ports but the clock, in words; in the order of their names, which is not that of their meaning.
fn ports(flat: &Flat) -> Vec<String> {
    let ports = flat.ports().filter(|(id, _)| Some(*id) != flat.clock);
    let mut ports: Vec<String> = ports
        .filter(|(_, net)| net.name != "clock")
        .map(|(_, net)| {
            let kind = if net.kind == NetKind::Input { "in" } else { "out" };
            format!("{} ({kind}, {} bits)", net.name, net.width)
        })
        .collect();
    ports.sort();
    ports
}
