//! The proof of one claim, as files.

use super::lrat::Lrat;
use super::miter::Miter;
use crate::Obligation;
use crate::solver::{Answer, Stop};
use crate::sweep::Limits;
use std::time::Instant;

/// A claim's miter with the proof that its output is never 1.
pub struct ClaimProof {
    /// Whether the miter is that of the claim with fresh inputs for its freed bits, from which the claim follows.
    pub generalised: bool,
    /// Inputs of the miter for which the assumption holds: those of the claim's graph, then the freed bits.
    pub witness: Vec<bool>,
    /// The miter as a binary AIGER file: output 0 is the miter's, output 1 the assumption.
    pub aiger: Vec<u8>,
    /// The clauses of the miter as a DIMACS file.
    pub clauses: String,
    /// The proof that the clauses are unsatisfiable, as an LRAT file.
    pub proof: String,
    /// The number of derived clauses in the proof.
    pub steps: usize,
    /// Wall-clock seconds that making it took.
    pub seconds: f64,
}

impl ClaimProof {
    /// The proof of a claim; `None` where there is none within the limit. Error: a defect of the prover, whose steps do not follow.
    pub fn new(claim: &Obligation, limits: Limits, seed: u64, stop: &Stop) -> Result<Option<Self>, String> {
        let start = Instant::now();
        let Answer::Satisfiable(inputs) = claim.satisfying(limits, seed, stop) else {
            return Ok(None);
        };
        let general = claim.generalised();
        let attempts = general.iter().map(|general| (general, true)).chain([(claim, false)]);
        for (attempt, generalised) in attempts {
            let miter = Miter::new(attempt);
            let spent = if generalised { limits.time / 2 } else { start.elapsed() };
            let limits = limits.after(spent);
            let Some(derivation) = miter.derive(limits, seed, stop) else {
                continue;
            };
            let lrat = Lrat::new(&miter.clauses(), &derivation).map_err(|why| format!("{}: {why}", claim.name))?;
            return Ok(Some(ClaimProof {
                generalised,
                witness: match generalised {
                    true => claim.general_inputs(&inputs),
                    false => inputs,
                },
                aiger: miter.aiger(),
                clauses: miter.dimacs(),
                proof: lrat.text(),
                steps: lrat.steps(),
                seconds: (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            }));
        }
        Ok(None)
    }

    /// What is wrong with a recorded miter and witness as those of `claim`; nothing if they are the claim's. Bits of a witness behind
    /// those of the inputs must be 0.
    pub fn differs(claim: &Obligation, generalised: bool, witness: &[bool], aiger: &[u8]) -> Option<&'static str> {
        let general = claim.generalised();
        let proved = match (generalised, &general) {
            (true, Some(general)) => general,
            (true, None) => return Some("the claim has no freed bits"),
            (false, _) => claim,
        };
        let own = claim.graph.input_count() as usize;
        if Miter::new(proved).aiger() != aiger {
            return Some("the graph is not that of the claim");
        }
        let mut inputs = witness.to_vec();
        inputs.resize(proved.graph.input_count() as usize, false);
        let is_witness = witness.iter().skip(inputs.len()).all(|bit| !bit)
            && claim.is_satisfied(&inputs[..own])
            && (!generalised || claim.general_inputs(&inputs[..own]) == inputs);
        (!is_witness).then_some("the witness does not satisfy the claim's assumption")
    }
}
