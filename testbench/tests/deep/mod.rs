//! Faults of the datapath that depend on its history: claims refute each. `LANESMITH_FAULT=PART` tries only those whose names have
//! that part.

pub mod circuit;
pub mod library;
pub mod notation;
mod table;

use crate::seeded::decide;
use crate::settings::first_seed;
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::{NetlistMachine, TransitionSystem};
use lanesmith::prove::{Deferred, EquivalenceVerdict};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::Profile;
use lanesmith::units::brew::claims as brew;
use lanesmith::units::brew::coverage::BrewWalk;
use lanesmith::units::brew::isa::INSTRUCTIONS;
use lanesmith::units::brew::rtl::DatapathConfig;
use lanesmith::units::brew::testbench::{Lockstep, LockstepMismatch};
use library::{Fault, faults};
use rayon::prelude::*;

/// The first claim that is refuted: of those about no instruction, then of those whose names begin as `hints` say, then of
/// all others.
fn refuting_claim<'a>(claims: &'a [Deferred<'a>], hints: &[&str]) -> Option<&'a Deferred<'a>> {
    let is_hinted = |claim: &&Deferred| hints.iter().any(|hint| claim.name.starts_with(hint));
    let is_of_a_row = |claim: &&Deferred| INSTRUCTIONS.iter().any(|row| claim.name.starts_with(row.pattern));
    let (of_rows, general): (Vec<&Deferred>, Vec<&Deferred>) = claims.iter().partition(is_of_a_row);
    let (hinted, others): (Vec<&Deferred>, Vec<&Deferred>) = of_rows.into_iter().partition(is_hinted);
    let refutes = |claim: &&&Deferred| matches!(decide(&claim.obligation()).verdict, EquivalenceVerdict::Refuted(_));
    [general, hinted, others]
        .iter()
        .find_map(|claims| claims.par_iter().find_any(refutes).copied())
}

/// The name of the first claim about `machine` that is refuted.
fn refuted(config: &DatapathConfig, machine: &dyn TransitionSystem, hints: &[&str]) -> Option<String> {
    let claims = brew::claims(config, machine).unwrap();
    refuting_claim(&claims, hints).map(|claim| claim.name.clone())
}

/// The first mismatch in so many instructions of the regression's programs, with the number of instructions before it.
fn regressed(
    flat: &Flat,
    config: &DatapathConfig,
    seed: u64,
    instructions: u64,
) -> Option<(u64, Box<LockstepMismatch>)> {
    let mut lockstep = Lockstep::new(Box::new(Native::new(flat).unwrap()), *config);
    let mut before = 0;
    for (i, planned) in BrewWalk::new(seed, instructions, Profile::Bursts).enumerate() {
        let gaps = match planned.gaps {
            Profile::Always => Profile::Always,
            _ => [Profile::Bursts, Profile::Heavy, Profile::Rare][i % 3],
        };
        lockstep.set_reset(planned.reset_at);
        if let Some(mismatch) = lockstep.first_mismatch(&planned.program, gaps, i as u64) {
            return Some((before + mismatch.position as u64, mismatch));
        }
        before += planned.program.instructions.len() as u64;
        if before >= instructions {
            break;
        }
    }
    None
}

/// Every `step`th fault is refuted.
fn refute(step: usize) {
    let only = std::env::var("LANESMITH_FAULT").ok();
    let faults = faults();
    assert!(faults.len() >= 60, "{}", faults.len());
    let wanted = faults.iter().step_by(step);
    let wanted = wanted.filter(|fault| only.as_ref().is_none_or(|only| fault.name.contains(&only[..])));
    let survivors: Vec<&str> = wanted
        .filter(|fault| {
            let claim = refuted(&fault.config, &NetlistMachine(&fault.flat()), &fault.hints);
            println!("{}: {}", fault.name, claim.as_deref().unwrap_or("NOT REFUTED"));
            claim.is_none()
        })
        .map(|fault| fault.name)
        .collect();
    assert!(survivors.is_empty(), "not refuted: {survivors:?}");
}

#[test]
fn every_tenth_deep_fault_of_the_datapath_is_refuted() {
    refute(10);
}

#[test]
#[ignore = "takes minutes; the default suite has a tenth of them"]
fn every_deep_fault_of_the_datapath_is_refuted() {
    refute(1);
}

#[test]
#[ignore = "simulates six million instructions"]
fn deep_faults_that_reach_outputs_fail_in_regress_within_100_000_instructions() {
    let seed = first_seed();
    let wrong: Vec<String> = faults()
        .par_iter()
        .filter_map(|fault: &Fault| {
            let found = regressed(&fault.flat(), &fault.config, seed, 100_000);
            let at = found.as_ref().map(|(instruction, _)| instruction);
            println!("{}: {at:?}", fault.name);
            let is_as_said = fault.reachable.is_none_or(|reachable| reachable == found.is_some());
            (!is_as_said).then(|| format!("{}: {at:?}", fault.name))
        })
        .collect();
    assert!(wrong.is_empty(), "LANESMITH_SEED={seed}: {wrong:#?}");
}
