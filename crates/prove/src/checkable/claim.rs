//! The proof of one claim, as files.

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
    /// The proof that the clauses are unsatisfiable, as a DRAT file.
    pub proof: String,
    /// The number of derived clauses in the proof.
    pub steps: usize,
    /// Wall-clock seconds that making it took.
    pub seconds: f64,
}

impl ClaimProof {
    /// The proof of a claim; `None` where there is none within the limit.
    pub fn new(claim: &Obligation, limits: Limits, seed: u64, stop: &Stop) -> Option<Self> {
        let start = Instant::now();
        let Answer::Satisfiable(inputs) = claim.satisfying(limits, seed, stop) else {
            return None;
        };
        let general = claim.generalised();
        let attempts = general.iter().map(|general| (general, true)).chain([(claim, false)]);
        for (attempt, generalised) in attempts {
            let miter = Miter::new(attempt);
            let spent = if generalised { limits.time / 2 } else { start.elapsed() };
            let Some(derivation) = miter.derive(limits.after(spent), seed, stop) else {
                continue;
            };
            let witness = match generalised {
                true => claim.general_inputs(&inputs),
                false => inputs,
            };
            return Some(ClaimProof {
                generalised,
                witness,
                aiger: miter.aiger(),
                clauses: miter.dimacs(),
                proof: lines(derivation.split_inclusive(|literal| *literal == 0)),
                steps: derivation.iter().filter(|literal| **literal == 0).count(),
                seconds: (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            });
        }
        None
    }
}

/// Clauses, each with its 0, a line each: the body of a DIMACS file, or a DRAT proof that adds them.
pub(super) fn lines<'a>(clauses: impl Iterator<Item = &'a [i32]>) -> String {
    let mut text = String::new();
    for clause in clauses {
        let numbers: Vec<String> = clause.iter().map(i32::to_string).collect();
        text += &numbers.join(" ");
        text.push('\n');
    }
    text
}
