//! Mutants of every unit: each is refuted or equivalent, and simulation agrees.

use super::Library;
use crate::deep::library::INTEGER;
use lanesmith::mutate::{Fault, FaultKind, MutationPlan, ProofResult, draw, faults};
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::permute::Permute;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::video::{Video, rtl};
use rayon::prelude::*;
use std::time::Duration;

fn units() -> Vec<Box<dyn Unit>> {
    let riscv = Interface::ALL.map(|interface| Box::new(Riscv(RiscvConfig::all(interface, 2))) as Box<dyn Unit>);
    let mut units = Vec::from(riscv);
    units.push(Box::new(Permute(lanesmith::units::permute::rtl::PermuteConfig {
        latency: 2,
    })));
    units.push(Box::new(Video::alu(rtl::VideoConfig::full(2))));
    units.push(Box::new(Datapath(INTEGER)));
    units
}

#[test]
fn a_mutant_of_cv_x_if_1_whose_third_operand_comes_too_early_is_refuted() {
    let unit = units().swap_remove(3);
    assert!(unit.name().ends_with("xif1"), "{}", unit.name());
    let flat = Library::flat_of(&*unit);
    let mutation = unit.mutation(plan(300), None).expect("vectors");
    let is_it = |fault: &Fault| fault.kind == FaultKind::Early && fault.describe(&flat).contains("register rs3_q:");
    let fault = faults(&flat).into_iter().find(is_it).expect("the fault");
    let score = mutation.score(&flat, fault).expect("a score");
    assert_eq!(score.expect("hardware").proof, ProofResult::Refuted);
}

fn plan(instructions: usize) -> MutationPlan {
    MutationPlan {
        instructions,
        seed: 1,
        time: Duration::from_secs(60),
    }
}

fn judge(count: usize) {
    for unit in units() {
        let flat = Library::flat_of(&*unit);
        let mutation = unit.mutation(plan(1000), None).expect("vectors");
        let faults = draw(&flat, count, 7);
        let scores: Vec<_> = faults
            .par_iter()
            .filter_map(|fault| mutation.score(&flat, *fault).expect("a score"))
            .collect();
        let all = |result| scores.iter().filter(|score| score.proof == result).count();
        let wrong: Vec<String> = scores
            .iter()
            .filter_map(|score| Some(format!("{}: {}", score.contradiction()?, score.fault)))
            .collect();
        let [refuted, equivalent, open] =
            [ProofResult::Refuted, ProofResult::Equivalent, ProofResult::NotProved].map(all);
        println!(
            "{}: {refuted} refuted, {equivalent} equivalent, {open} open",
            unit.name()
        );
        assert!(wrong.is_empty(), "{}: {wrong:#?}", unit.name());
        assert_eq!(open, 0, "{}", unit.name());
        assert!(refuted >= count / 2, "{}", unit.name());
    }
}

#[test]
fn mutants_of_each_unit_are_refuted_or_equivalent_and_simulation_agrees() {
    judge(5);
}

#[test]
#[ignore = "takes minutes; the default suite has a few of them"]
fn three_hundred_mutants_of_each_unit_are_refuted_or_equivalent_and_simulation_agrees() {
    judge(300);
}
