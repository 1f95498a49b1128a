//! The verdicts of the layers of checking on a planted fault.

use super::ProofCache;
use crate::tells_apart;
use lanesmith_netlist::Flat;
use lanesmith_netlist::fault::{Fault, apply, faults};
use lanesmith_prove::{EquivalenceVerdict, Limits, Obligation, Refutation};
use lanesmith_sim::EngineError;
use lanesmith_sim::native::Native;
use serde::Serialize;
use std::sync::LazyLock;
use std::time::Duration;

/// The settings of a mutation run.
#[derive(Clone, Copy, Debug)]
pub struct MutationPlan {
    /// Random instructions per mutant.
    pub instructions: usize,
    /// The seed of the random instructions.
    pub seed: u64,
    /// The time limit for one claim.
    pub time: Duration,
}

/// The proofs of all mutants.
static PROOFS: LazyLock<ProofCache> = LazyLock::new(ProofCache::default);

/// Runs the checks of a unit on mutants.
pub trait Mutation: Sync {
    /// Runs all layers on one fault of `flat`; `None` if the mutant is not valid hardware, for example because of a combinational loop.
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String>;
}

/// The proof's verdict on a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofResult {
    /// A claim is refuted: the mutant is killed.
    Refuted,
    /// Every claim is proved, so the claims do not distinguish the mutant from the original.
    Equivalent,
    /// Not decided within the limit.
    NotProved,
}

/// The verdict of the claims about a mutant, and the counterexample of a refuted one.
pub type Proved = (ProofResult, Option<Refutation>);

impl MutationPlan {
    /// Decides the claims about a mutant up to the first that is refuted.
    pub fn prove(&self, claims: impl IntoIterator<Item = Obligation>) -> Proved {
        let limits = Limits {
            time: self.time,
            ..Limits::default()
        };
        let mut result = ProofResult::Equivalent;
        for claim in claims {
            let outcome = PROOFS.decide(&claim, limits, self.seed);
            match outcome.verdict {
                EquivalenceVerdict::Proved => {}
                EquivalenceVerdict::Refuted(_) => {
                    let refutation = Refutation {
                        claim: outcome.name,
                        inputs: outcome.counterexample,
                    };
                    return (ProofResult::Refuted, Some(refutation));
                }
                EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => result = ProofResult::NotProved,
            }
        }
        (result, None)
    }
}

/// The result for one mutant.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The number of the fault among those of the module, from 0: what `simulate --fault` takes.
    pub number: usize,
    /// The kind of fault, by which tables count.
    pub class: String,
    /// Place and kind.
    pub fault: String,
    /// Killed by the directed vectors, always ready.
    pub directed: bool,
    /// Killed by random instructions with gaps, and of the ALU stalls, with a reset in the middle of traffic.
    pub random: bool,
    /// Killed by proof.
    pub proof: ProofResult,
    /// The claim that was refuted.
    pub claim: Option<String>,
    /// Whether simulation of that claim's clocks shows a difference between the mutant and the module without the fault; `None`
    /// if it was not tried.
    pub replayed: Option<bool>,
}

impl Score {
    /// The score of a fault of `flat`: `killed` runs the mutant on directed and on random work, `proved`, which is also told the result
    /// of that, decides claims about the mutant. `None` if the mutant is not valid hardware. Error: an engine is not available, or the
    /// mutant lacks a signal that claims mention.
    pub fn of(
        flat: &Flat,
        fault: Fault,
        killed: impl FnOnce(&Native) -> Result<[bool; 2], String>,
        proved: impl FnOnce(&Flat, [bool; 2]) -> Result<Proved, String>,
    ) -> Result<Option<Self>, String> {
        let Some(mutant) = apply(flat, fault) else {
            return Ok(None);
        };
        let failed = |error: EngineError| error.to_string();
        let found = killed(&Native::new(&mutant.flat).map_err(failed)?)?;
        let (proof, refutation) = proved(&mutant.flat, found)?;
        let replayed = refutation
            .as_ref()
            .map(|refutation| tells_apart(flat, &mutant.flat, refutation));
        let number = faults(flat).iter().position(|other| *other == fault);
        let [directed, random] = found;
        Ok(Some(Score {
            number: number.expect("a fault of the module"),
            class: fault.kind.class().to_string(),
            fault: fault.describe(flat),
            directed,
            random,
            proof,
            claim: refutation.map(|refutation| refutation.claim),
            replayed: replayed.transpose().map_err(failed)?,
        }))
    }

    /// How proof and simulation contradict each other, if they do.
    pub fn contradiction(&self) -> Option<&'static str> {
        match self.proof {
            ProofResult::Equivalent if self.directed || self.random => {
                Some("simulation kills it, and every claim is proved")
            }
            ProofResult::Refuted if self.replayed == Some(false) => {
                Some("a claim is refuted, and simulation of the claim's clocks shows no difference")
            }
            _ => None,
        }
    }
}
