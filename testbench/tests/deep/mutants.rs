//! Mutants of the datapath: every layer gives its verdict, and none contradicts another.

use super::library::INTEGER;
use lanesmith::mutate::{MutationPlan, ProofResult, draw};
use lanesmith::netlist::Flat;
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::rtl::design;
use std::time::Duration;

#[test]
fn mutants_of_the_datapath_are_refuted_or_equivalent_and_simulation_agrees() {
    let flat = Flat::new(&design(&INTEGER).unwrap()).unwrap();
    let plan = MutationPlan {
        instructions: 3000,
        seed: 1,
        time: Duration::from_secs(60),
    };
    let unit = Datapath(INTEGER).selection().unit();
    let mutation = unit.mutation(plan, None).unwrap();
    let mut refuted = 0;
    for fault in draw(&flat, 8, 2) {
        let Some(score) = mutation.score(&flat, fault).unwrap() else {
            continue;
        };
        println!("{score:?}");
        assert_eq!(score.contradiction(), None, "{}", score.fault);
        match score.proof {
            ProofResult::Refuted => refuted += 1,
            ProofResult::Equivalent => {}
            ProofResult::NotProved => panic!("not proved: {}", score.fault),
        }
    }
    assert!(refuted >= 4);
}
