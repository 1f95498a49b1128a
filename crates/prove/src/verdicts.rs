//! Decides the claims about a design without a certificate.

use super::certificate::Conclusion;
use super::machine::NetlistMachine;
use super::obligation::Obligation;
use super::run::{ProofPlan, conclusion, of_structure};
use super::schedule::{self, Progress};
use super::solver::Stop;
use super::structure::{Expected, of_netlist};
use super::subject::Provable;
use super::witness::Witness;
use lanesmith_netlist::{Design, Flat};
use std::sync::Arc;

/// Finds inputs that satisfy the assumption of each claim about a design.
pub fn witnesses(
    subject: &dyn Provable,
    design: &Design,
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<(String, Witness)>, String> {
    let flat = Flat::new(design).map_err(|error| error.to_string())?;
    let machine = NetlistMachine(&flat);
    let claims = subject.claims(&machine)?;
    let witness = |claim: &Obligation| Some(claim.witness(plan.limits(), plan.seed));
    let found = schedule::each(&claims, &Stop::default(), progress, witness)?;
    let named = claims.into_iter().zip(found);
    Ok(named
        .map(|(claim, witness)| (claim.name, witness.unwrap_or(Witness::Unknown)))
        .collect())
}

/// The verdict about a claim.
#[derive(Clone, Debug)]
pub struct ClaimVerdict {
    /// The claim's name.
    pub claim: String,
    /// The verdict of the built-in method.
    pub verdict: Conclusion,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// Decides every claim of a design by the built-in method, those about its structure first.
pub fn verdicts(
    subject: &dyn Provable,
    design: &Design,
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<ClaimVerdict>, String> {
    let flat = Flat::new(design).map_err(|error| error.to_string())?;
    let structure = of_netlist(&flat, &Expected::new(subject.reset(), design));
    let machine = NetlistMachine(&flat);
    let claims = subject.claims(&machine)?;
    let lemmas = Arc::default();
    let decide = |claim: &Obligation| Some(claim.decide_with(&lemmas, plan.limits(), plan.seed, &Stop::default()));
    let found = schedule::each(&claims, &Stop::default(), progress, decide)?;
    let of_structure = structure.claims().into_iter().map(|(name, wrong)| ClaimVerdict {
        claim: name.into(),
        verdict: of_structure(wrong),
        seconds: 0.0,
    });
    let others = claims.iter().zip(found).map(|(claim, outcome)| ClaimVerdict {
        claim: claim.name.clone(),
        verdict: (outcome.as_ref()).map_or(Conclusion::NotProved, |outcome| conclusion(&outcome.verdict)),
        seconds: outcome.map_or(0.0, |outcome| outcome.time.as_secs_f64()),
    });
    Ok(of_structure.chain(others).collect())
}
