//! Faults of the datapath that depend on its history, in the netlist and in the emitted text: claims refute each.
//! `LANESMITH_FAULT=PART` tries only those whose names have that part.

pub mod circuit;
mod floats;
mod hazards;
pub mod library;
mod products;
mod retirement;
mod text;

mod waiting;

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
pub fn refuting_claim<'a>(claims: &'a [Deferred<'a>], hints: &[&str]) -> Option<&'a Deferred<'a>> {
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
pub fn refuted(config: &DatapathConfig, machine: &dyn TransitionSystem, hints: &[&str]) -> Option<String> {
    let claims = brew::claims(config, machine).unwrap();
    refuting_claim(&claims, hints).map(|claim| claim.name.clone())
}

/// The first mismatch in so many instructions of the regression's programs, with the number of instructions before it.
pub fn regressed(
    flat: &Flat,
    config: &DatapathConfig,
    seed: u64,
    instructions: u64,
) -> Option<(u64, Box<LockstepMismatch>)> {
    let mut lockstep = Lockstep::new(Box::new(Native::new(flat).unwrap()), *config);
    let mut before = 0;
    for (i, planned) in BrewWalk::new(seed, instructions).enumerate() {
        let gaps = match planned.gapless {
            true => Profile::Always,
            false => [Profile::Bursts, Profile::Heavy, Profile::Rare][i % 3],
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

#[test]
fn the_library_has_at_least_44_faults_with_different_names() {
    let faults = faults();
    let names: std::collections::HashSet<&str> = faults.iter().map(|fault| fault.name).collect();
    assert_eq!(names.len(), faults.len());
    assert!(faults.len() >= 44, "{}", faults.len());
}

#[test]
#[ignore = "takes minutes; the default suite has a quarter of them"]
fn every_deep_fault_is_refuted() {
    let only = std::env::var("LANESMITH_FAULT").ok();
    all_are_refuted(|_, fault| only.as_ref().is_none_or(|only| fault.name.contains(&only[..])));
}

#[test]
fn a_quarter_of_the_deep_faults_are_refuted() {
    all_are_refuted(|number, _| number % 4 == 0);
}

fn all_are_refuted(is_wanted: impl Fn(usize, &Fault) -> bool) {
    let faults = faults();
    let numbered = faults.iter().enumerate();
    let wanted = numbered.filter(|(number, fault)| is_wanted(*number, fault));
    let wanted = wanted.map(|(_, fault)| fault);
    let survivors: Vec<&str> = wanted
        .filter(|fault| {
            let flat = fault.flat();
            let claim = refuted(&fault.config, &NetlistMachine(&flat), fault.hints);
            println!("{}: {}", fault.name, claim.as_deref().unwrap_or("NOT REFUTED"));
            claim.is_none()
        })
        .map(|fault| fault.name)
        .collect();
    assert!(survivors.is_empty(), "not refuted: {survivors:?}");
}

#[test]
fn deep_faults_that_reach_outputs_fail_in_regress_within_100_000_instructions() {
    let seed = first_seed();
    let wrong: Vec<String> = faults()
        .par_iter()
        .filter_map(|fault: &Fault| {
            let found = regressed(&fault.flat(), &fault.config, seed, 100_000);
            let at = found.as_ref().map(|(instruction, _)| instruction);
            println!("{}: {at:?}", fault.name);
            let is_as_said = fault.reachable.is_none_or(|reachable| reachable == found.is_some());
            (!is_as_said).then(|| format!("{} ({}): {at:?}", fault.name, fault.description))
        })
        .collect();
    assert!(wrong.is_empty(), "LANESMITH_SEED={seed}: {wrong:#?}");
}
