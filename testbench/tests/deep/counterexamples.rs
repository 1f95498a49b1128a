//! What a refuted claim leaves of faults that depend on history: programs that go wrong again.

use super::circuit::edited;
use super::library::{Fault, INTEGER, MULTIPLIER, faults};
use super::refuting_claim;
use crate::counterexample::{numbered, shell};
use lanesmith::counterexample::refutation;
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{Limits, Refutation};
use lanesmith::sim::EngineKind;
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::Profile;
use lanesmith::unit::Unit;
use lanesmith::unit::{Counterexample, Hardware};
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::claims as brew;
use lanesmith::units::brew::isa::assemble;
use lanesmith::units::brew::rtl::{DatapathConfig, design};
use lanesmith::units::brew::testbench::{BrewProgram, Lockstep};
use std::path::Path;

/// The first claim about the hardware that is refuted, as `prove` has it.
fn refute(flat: &Flat, config: &DatapathConfig, hints: &[&str]) -> Refutation {
    let machine = NetlistMachine(flat);
    let claims = brew::claims(config, &machine).unwrap();
    let claim = refuting_claim(&claims, hints).expect("a claim that does not hold");
    let outcome = claim.obligation().decide(Limits::default(), 1);
    Refutation {
        claim: outcome.name,
        inputs: outcome.counterexample,
    }
}

/// Leaves the counterexample, which must be a program.
fn leave(hardware: &Hardware, refuted: &Refutation, folder: &Path) -> Counterexample {
    let left = refutation(hardware, refuted, folder).expect("files");
    assert!(
        left.repeat.starts_with("lanesmith run "),
        "{}: {}",
        refuted.claim,
        left.explanation
    );
    for (name, text) in left.files() {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    left
}

/// What stands behind an option of a command line.
fn option<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|word| *word != name);
    words.nth(1)
}

/// Runs the program of a counterexample as the line that repeats it does, on other hardware.
fn repeats(left: &Counterexample, flat: &Flat, config: &DatapathConfig) -> bool {
    let (_, text) = left
        .inputs
        .iter()
        .find(|(name, _)| name == "case.s")
        .expect("a program");
    let program = BrewProgram::from_words(&assemble(text).expect("assembly").concat());
    let number = |name: &str| option(&left.repeat, name).map(|number| number.parse().expect("a number"));
    let gaps = option(&left.repeat, "--gaps").expect("gaps");
    let gaps = Profile::ALL.into_iter().find(|profile| profile.to_string() == gaps);
    let mut lockstep = Lockstep::new(Box::new(Native::new(flat).unwrap()), *config);
    lockstep.set_reset(number("--reset-at"));
    let seed = number("--seed").expect("a seed");
    lockstep
        .first_mismatch(&program, gaps.expect("a profile"), seed)
        .is_some()
}

#[test]
fn refuted_deep_faults_are_left_as_programs_that_go_wrong_again() {
    let library = faults();
    for name in [
        "retired again",
        "reset spares retirement",
        "bypass after two writes",
        "written twice",
    ] {
        let fault: &Fault = library.iter().find(|fault| fault.name == name).expect("a fault");
        let flat = fault.flat();
        let refuted = refute(&flat, &fault.config, fault.hints);
        let folder = tempfile::tempdir().expect("a folder");
        let hardware = Hardware::broken(Datapath(fault.config).selection(), flat.clone(), fault.description);
        let left = leave(&hardware, &refuted, folder.path());
        println!("{name}: {}\n{}\n{}", refuted.claim, left.repeat, left.explanation);
        assert!(repeats(&left, &flat, &fault.config), "{name}: {}", left.explanation);
        let sound = Flat::new(&design(&fault.config).unwrap()).unwrap();
        assert!(!repeats(&left, &sound, &fault.config), "{name}: {}", left.explanation);
    }
}

#[test]
fn the_line_that_repeats_a_refuted_fault_ends_with_status_1() {
    for (config, text, hints) in [
        (INTEGER, "lost reset of register register_types.codes_11_q", &[][..]),
        (INTEGER, "stuck select in asynchronous_0_a", &[".1.."]),
        (MULTIPLIER, "lost reset of register instruction_valid_0_q", &[]),
    ] {
        let selection = Datapath(config).selection();
        let flat = edited(&Flat::new(&selection.design().unwrap()).unwrap(), |_| ());
        let fault = numbered(&flat, text);
        let hardware = Hardware::new(selection, EngineKind::Native, Some(fault)).expect("hardware");
        let refuted = refute(&hardware.flat().expect("a netlist"), &config, hints);
        let folder = tempfile::tempdir().expect("a folder");
        let left = leave(&hardware, &refuted, folder.path());
        let (status, out) = shell(folder.path(), &left.repeat);
        assert_eq!(status, 1, "{text}: {}: {}\n{out}", refuted.claim, left.repeat);
    }
}
