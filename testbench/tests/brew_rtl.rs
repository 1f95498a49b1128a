//! The register-ISA datapath against the golden machine.

use lanesmith::netlist::Flat;
use lanesmith::rtl::brew::{Config, design};
use lanesmith::sim::brew::{Lockstep, random_program};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, Random};

fn native(config: &Config) -> Lockstep {
    let design = design(config).unwrap();
    let engine = Native::new(&Flat::new(&design).unwrap()).unwrap();
    Lockstep::new(Box::new(engine), *config)
}

/// Runs random programs until `instructions` have retired.
fn run_random(lockstep: &mut Lockstep, instructions: u64, seed: u64) {
    println!("seed {seed}");
    let mut random = Random::new(seed);
    let mut retired = 0;
    while retired < instructions {
        let program = random_program(&mut random, 1000);
        let profile = random.pick(&Profile::ALL);
        match lockstep.run(&program, profile, random.bits()) {
            Ok(statistics) => retired += statistics.instructions,
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
}

#[test]
fn a_million_random_instructions_retire_as_in_the_golden_machine() {
    run_random(
        &mut native(&Config {
            float: false,
            ..Config::full()
        }),
        1_000_000,
        1,
    );
}
