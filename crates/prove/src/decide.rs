//! Decides claims with the built-in prover.

use super::claim_input::ClaimInput;
use super::lemmas::Lemmas;
use super::obligation::Obligation;
use super::solver::Stop;
use super::sweep::{EquivalenceVerdict, Limits, ProofStatistics, equivalent_unless};
use super::witness::Witness;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The outcome of one obligation.
#[derive(Clone, Debug)]
pub struct ObligationOutcome {
    /// The obligation's name.
    pub name: String,
    /// The verdict.
    pub verdict: EquivalenceVerdict,
    /// The values of the named inputs that refute it, for [`EquivalenceVerdict::Refuted`].
    pub counterexample: Vec<(ClaimInput, u64)>,
    /// Effort.
    pub statistics: ProofStatistics,
    /// Time taken.
    pub time: Duration,
}

impl Obligation {
    /// Decides the claim with the built-in prover.
    pub fn decide(&self, limits: Limits, seed: u64) -> ObligationOutcome {
        self.decide_among(None, limits, seed, &Stop::default())
    }

    /// Like [`decide`](Self::decide), but uses lemmas from other claims, and is cancelled when `stop` is raised.
    pub fn decide_with(&self, lemmas: &Arc<Lemmas>, limits: Limits, seed: u64, stop: &Stop) -> ObligationOutcome {
        self.decide_among(Some(lemmas), limits, seed, stop)
    }

    fn decide_among(&self, lemmas: Option<&Arc<Lemmas>>, limits: Limits, seed: u64, stop: &Stop) -> ObligationOutcome {
        let start = Instant::now();
        let outcome = |verdict, counterexample, statistics| ObligationOutcome {
            name: self.name.clone(),
            verdict,
            counterexample,
            statistics,
            time: start.elapsed(),
        };
        let decide = |claim: &Obligation, limits: Limits| {
            let (pairs, assumption) = (&claim.pairs, &claim.assumption);
            equivalent_unless(&claim.graph, pairs, assumption, limits, seed, (stop, lemmas))
        };
        if let Some(general) = self.generalised() {
            let half = limits.after(limits.time / 2);
            let (verdict, statistics) = decide(&general, half);
            // An assumption that cannot be satisfied may become satisfiable when bits are freed.
            let rest = limits.after(start.elapsed());
            if verdict == EquivalenceVerdict::Proved
                && matches!(self.witness_unless(rest, seed, stop), Witness::Found(_))
            {
                return outcome(verdict, vec![], statistics);
            }
        }
        let (verdict, statistics) = decide(self, limits.after(start.elapsed()));
        let counterexample = match &verdict {
            EquivalenceVerdict::Refuted(inputs) => self.words(inputs),
            _ => vec![],
        };
        outcome(verdict, counterexample, statistics)
    }
}
