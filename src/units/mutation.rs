//! What the layers of checking see of a fault that was put in on purpose.

use crate::netlist::Flat;
use crate::netlist::fault::Fault;
use crate::prove::{Limits, Obligation, Verdict};
use serde::Serialize;
use std::time::Duration;

/// How mutants are tried.
#[derive(Clone, Copy, Debug)]
pub struct MutationPlan {
    /// Random instructions per mutant.
    pub instructions: usize,
    /// Of the random instructions.
    pub seed: u64,
    /// For one claim.
    pub time: Duration,
}

/// Puts mutants of a unit to the test.
pub trait Mutation: Sync {
    /// Runs all layers on one fault of `flat`; `None` where the fault makes no hardware, such as a combinational loop.
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String>;
}

/// What the proof says of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofResult {
    /// A claim is refuted: the mutant is killed.
    Refuted,
    /// Every claim is proved: within what is claimed the mutant is equivalent.
    Equivalent,
    /// Not decided within the limit.
    NotProved,
}

impl MutationPlan {
    /// Decides the claims about a mutant up to the first that is refuted, which is named.
    pub(super) fn prove(&self, claims: impl IntoIterator<Item = Obligation>) -> (ProofResult, Option<String>) {
        let limits = Limits {
            time: self.time,
            ..Limits::default()
        };
        let mut result = ProofResult::Equivalent;
        for claim in claims {
            match claim.decide(limits, self.seed).verdict {
                Verdict::Proved => {}
                Verdict::Refuted(_) => return (ProofResult::Refuted, Some(claim.name)),
                Verdict::NotProved | Verdict::Vacuous => result = ProofResult::NotProved,
            }
        }
        (result, None)
    }
}

/// What became of one mutant.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The kind of fault, by which tables count.
    pub class: String,
    /// Where and what.
    pub fault: String,
    /// Killed by the directed vectors, always ready.
    pub directed: bool,
    /// Killed by random instructions with gaps, and of the ALU stalls, with a reset in the middle of traffic.
    pub random: bool,
    /// Killed by proof.
    pub proof: ProofResult,
    /// The claim that was refuted.
    pub claim: Option<String>,
}
