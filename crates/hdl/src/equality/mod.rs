//! Equality of two designs, from power-up on, for all inputs.

mod proof;
mod states;
mod verdict;

pub use verdict::{Equality, Reason, Undecided};

use super::Error;
use super::sequential::machine::Designs;
use lanesmith_netlist::{Design, Flat, NetKind};
use proof::Prover;
use std::time::{Duration, Instant};

/// The longest time limit: a greater one might not be a point in time.
pub(crate) const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);

/// The limits of [`prove`]. More clocks decide designs that differ late, or whose outputs show the state only after many clocks; more
/// states decide designs that reach many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of clocks from power-up that are proved equal for all inputs, and the number of equal clocks that the induction
    /// assumes.
    pub clocks: usize,
    /// The largest number of states that are explored.
    pub states: usize,
    /// The time limit.
    pub time: Duration,
}

impl Default for Effort {
    /// 8 clocks, 2^14 states, a minute.
    fn default() -> Self {
        Effort {
            clocks: 8,
            states: 1 << 14,
            time: Duration::from_secs(60),
        }
    }
}

/// Whether two designs with the same ports have the same outputs in every clock. Registers may be in other
/// places and have other names, and words may be in memories or in registers.
///
/// Four proofs are tried: equal states lead to equal next states, if registers have the same names; induction finds bits of
/// registers and memories that are always equal, and these imply equal outputs (van Eijk); outputs are equal in all states that
/// are reached from power-up, one by one; equal outputs in k clocks imply equal outputs in the next one (k-induction). Random runs look
/// for late differences. Errors: [`Error::Ports`] for designs with
/// different ports or without outputs, and those of [`lower`](super::lower()).
pub fn prove(left: &Design, right: &Design, effort: &Effort) -> Result<Equality, Error> {
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
    let prover = Prover {
        pair: &pair,
        effort: *effort,
        deadline: Instant::now() + effort.time.min(LONGEST),
        reached: None,
    };
    Ok(prover.prove())
}

/// Ports without the clock, as text, sorted by name, because their order does not matter.
fn ports(flat: &Flat) -> Vec<String> {
    let clock = flat.clock_port();
    let ports = flat.ports().filter(|(id, _)| Some(*id) != clock);
    let mut ports: Vec<String> = ports
        .map(|(_, net)| {
            let kind = if net.kind == NetKind::Input { "in" } else { "out" };
            format!("{} ({kind}, {} bits)", net.name, net.width)
        })
        .collect();
    ports.sort();
    ports
}
