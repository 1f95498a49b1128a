//! Proofs of the datapath: every configuration's claims hold, and bugs are refuted.

use super::seeded::{broken, copy, exchange, flip, register, set};
use lanesmith::isa::brew::INSTRUCTIONS;
use lanesmith::netlist::{Flat, Module};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{Limits, Verdict, brew};
use lanesmith::rtl::brew::{Config, RegisterFileForm, design};
use lanesmith::sim::brew::{Lockstep, random_program};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, Random};
use rayon::prelude::*;

/// Decides the claims about a configuration that `wanted` picks, and returns how many there are.
fn prove(config: Config, wanted: impl Fn(&str) -> bool) -> usize {
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    let machine = NetlistMachine(&flat);
    let mut claims = brew::claims(&config, &machine).unwrap();
    claims.retain(|claim| wanted(&claim.name));
    claims.par_iter().for_each(|claim| {
        let outcome = claim.obligation().decide(Limits::default(), 1);
        assert!(outcome.verdict == Verdict::Proved, "{} of {config:?}", claim.name);
    });
    claims.len()
}

#[test]
fn the_theorem_of_the_shipped_datapath_is_proved_from_the_netlist() {
    assert!(prove(Config::full(), |_| true) > 370);
}

/// Of the other configurations the claims about every clock, and those about some classes of instructions.
#[test]
fn every_clock_of_other_depths_register_files_and_subsets_is_proved() {
    for config in others() {
        let some = |name: &str| {
            !INSTRUCTIONS
                .iter()
                .any(|row| row.pattern == name.split(" by ").next().unwrap())
        };
        let classes = [
            ".4.. by int8x4",
            ".9..",
            ".0c.",
            "80ef **** ****",
            "fff0 .1.. by fp16x2",
        ];
        let count = prove(config, |name| {
            some(name) || classes.iter().any(|class| name.starts_with(class))
        });
        assert!(count > 20);
    }
}

#[test]
#[ignore = "takes minutes; docs/proofs.md has its result"]
fn the_theorem_of_other_depths_register_files_and_subsets_is_proved() {
    for config in others() {
        prove(config, |_| true);
    }
}

fn others() -> [Config; 5] {
    let full = Config::full();
    [
        Config { depth: 2, ..full },
        Config {
            register_file: RegisterFileForm::Synchronous,
            ..full
        },
        Config { float: false, ..full },
        Config {
            float: false,
            multiplier: false,
            ..full
        },
        Config {
            float: false,
            multiplier: false,
            depth: 2,
            ..full
        },
    ]
}

/// Whether the claim called `name` is proved; `Some(false)` where it is refuted.
fn proved(flat: &Flat, config: &Config, name: &str) -> Option<bool> {
    let machine = NetlistMachine(flat);
    let claims = brew::claims(config, &machine).unwrap();
    let claim = claims.iter().find(|claim| claim.name == name);
    let claim = claim.unwrap_or_else(|| panic!("no claim called {name}"));
    match claim.obligation().decide(Limits::default(), 1).verdict {
        Verdict::Proved => Some(true),
        Verdict::Refuted(_) => Some(false),
        Verdict::NotProved | Verdict::Vacuous => None,
    }
}

type Bug = (&'static str, &'static str, Box<dyn Fn(&mut Module)>);

/// Each with a claim that it breaks.
fn bugs() -> Vec<Bug> {
    vec![
        ("no forwarding", ".4.. by int32", Box::new(set("operands.forward", 0))),
        (
            "a value that is being written is not seen",
            ".1..",
            Box::new(copy("asynchronous_0_a", "asynchronous_0.memory_read_data_0")),
        ),
        (
            "carries cross bytes",
            ".4.. by int8x4",
            Box::new(set("alu.adder.pass8", 1)),
        ),
        (
            "carries stop at half-words",
            ".5.. by int32",
            Box::new(set("alu.adder.pass16", 0)),
        ),
        (
            "zeros from the left",
            ".8.. by int32",
            Box::new(set("alu.shifter.byte_signs", 0)),
        ),
        (
            "shifts by one more",
            ".6.. by int32",
            Box::new(flip("alu.shifter.amount", 1)),
        ),
        (
            "a byte does not clip",
            ".4.. by uint8x4s",
            Box::new(flip("alu.saturation_overflow", 4)),
        ),
        (
            "clips to the other end",
            ".5.. by sint16x2s",
            Box::new(flip("alu.saturation_high", 2)),
        ),
        (
            "swizzle digits in the wrong order",
            ".af. ****",
            Box::new(exchange("alu.swizzle.control", 2, 0, 1)),
        ),
        (
            "tiny constants are off by one",
            ".b.. by int16x2",
            Box::new(flip("operands.immediates.magnitude", 1)),
        ),
        (
            "unsigned numbers are compared as signed",
            "fff0 .5.. by int8x4",
            Box::new(set("alu.comparator_0.as_signed", 1)),
        ),
        (
            "a NaN equals itself",
            "fff0 .1.. by fp32",
            Box::new(set("alu.comparator_0.special_0_unordered", 0)),
        ),
        (
            "the zeros differ",
            "fff0 .1.. by fp16x2",
            Box::new(set("alu.comparator_0.special_0_both_zero", 0)),
        ),
        (
            "reserved types add",
            ".4.. by other types",
            Box::new(set("operands.rules.reserved", 0)),
        ),
        (
            "every word is legal",
            "words that are no instruction",
            Box::new(set("operands.rules_legal", 1)),
        ),
        (
            "types of many go to the wrong half",
            "80ef **** ****",
            Box::new(exchange("register_types.nibbles", 32, 0, 1)),
        ),
        ("a type is not set", ".0c.", Box::new(set("sets_late_type", 0))),
        (
            "a product is clipped to the other end",
            ".9.. by sint16x2s",
            Box::new(flip("slow_0.multiplier.minus", 1)),
        ),
        (
            "a product of bytes is not sign-extended",
            ".9.. by sint8x4s",
            Box::new(set("slow_0.multiplier.a_extension_2", 0)),
        ),
        ("lost stall", ".9.. by int32", Box::new(set("issue", 1))),
        ("an instruction is overwritten", ".1..", Box::new(set("take", 1))),
        (
            "a gap retires",
            "an empty pipeline stays empty",
            Box::new(set("finish", 1)),
        ),
        (
            "order counts cycles",
            "retire_order counts",
            Box::new(register("order_q", |r| r.enable = None)),
        ),
        (
            "the count survives reset",
            "reset",
            Box::new(register("order_q", |r| r.reset = None)),
        ),
        (
            "a type survives reset",
            "reset",
            Box::new(register("register_types.codes_5_q", |r| r.reset = None)),
        ),
        (
            "in_length is wrong",
            "length of any first word",
            Box::new(flip("in_length", 1)),
        ),
    ]
}

#[test]
fn seeded_bugs_of_the_datapath_are_refuted_and_random_programs_fail_on_them() {
    let config = Config::full();
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    let bugs = bugs();
    assert!(bugs.len() >= 20);
    for (bug, claim, edit) in &bugs {
        let broken = broken(&flat, edit);
        assert_eq!(proved(&broken, &config, claim), Some(false), "{bug}: {claim}");
        let mut lockstep = Lockstep::new(Box::new(Native::new(&broken).unwrap()), config);
        let fails = (0..8).any(|seed| {
            let program = random_program(&mut Random::new(seed), 400);
            lockstep.run(&program, Profile::Bursts, seed).is_err()
        });
        assert!(fails, "{bug}: {claim} is refuted, but programs run without a fault");
    }
}
