//! Mutants of the datapath: every layer gives its verdict, and none contradicts another.

use super::library::INTEGER;
use lanesmith::mutate::{DatapathPlan, ProofResult, draw, score_datapath};
use lanesmith::netlist::Flat;
use lanesmith::rtl::brew::design;
use lanesmith::vectors::brew_results;
use std::time::Duration;

#[test]
fn mutants_of_the_datapath_are_refuted_or_equivalent_and_simulation_agrees() {
    let flat = Flat::new(&design(&INTEGER).unwrap()).unwrap();
    let plan = DatapathPlan {
        config: INTEGER,
        instructions: 3000,
        seed: 1,
        time: Duration::from_secs(60),
    };
    let rows = brew_results::rows(&brew_results::bundled()).unwrap();
    let directed: Vec<_> = rows[..500].iter().map(|row| row.program()).collect();
    let mut refuted = 0;
    for fault in draw(&flat, 8, 2) {
        let Some(score) = score_datapath(&flat, fault, &plan, &directed).unwrap() else {
            continue;
        };
        println!("{score:?}");
        match score.proof {
            ProofResult::Refuted => refuted += 1,
            ProofResult::Equivalent => assert!(!score.directed && !score.random, "{}", score.fault),
            ProofResult::NotProved => panic!("not proved: {}", score.fault),
        }
    }
    assert!(refuted >= 4);
}
