//! Proofs of the datapath: every configuration's claims hold, and bugs are refuted.

use super::seeded::{broken, copy, exchange, flip, register, set};
use lanesmith::netlist::{Flat, Module};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{Limits, Verdict, brew};
use lanesmith::rtl::brew::{Config, RegisterFileForm, design};
use lanesmith::sim::brew::{Lockstep, random_program};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, Random};
use rayon::prelude::*;

/// Decides all claims of the shipped datapath whose names `wanted` picks, and returns how many there are.
fn prove_shipped(wanted: impl Fn(&str) -> bool) -> usize {
    let config = Config::full();
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    let machine = NetlistMachine(&flat);
    let mut claims = brew::claims(&config, &machine).unwrap();
    claims.retain(|claim| wanted(&claim.name));
    claims.par_iter().for_each(|claim| {
        let outcome = claim.obligation().decide(Limits::default(), 1);
        assert!(outcome.verdict == Verdict::Proved, "{}", claim.name);
    });
    claims.len()
}

/// Sums, differences and products of floats take most of the time.
fn is_slow_float(name: &str) -> bool {
    let arithmetic = [".4", ".5", ".9"].iter().any(|row| name.starts_with(row));
    arithmetic && name.contains(" by fp")
}

#[test]
fn the_shipped_datapath_is_proved_from_the_netlist_but_for_arithmetic_of_floats() {
    assert!(prove_shipped(|name| !is_slow_float(name)) > 340);
}

#[test]
#[ignore = "takes minutes; its result is in the shipped certificate"]
fn arithmetic_of_floats_is_proved_from_the_netlist() {
    assert_eq!(prove_shipped(is_slow_float), 12);
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

/// Claims of each kind; the shipped configuration has them all proved elsewhere.
const SOME: [&str; 7] = [
    "words that are no instruction",
    "a gap changes nothing",
    "reset",
    ".4.. by int8x4",
    ".8f. **** by uint16x2s",
    ".0c.",
    "80ef **** ****",
];

#[test]
fn other_depths_register_files_and_subsets_are_proved_too() {
    let full = Config::full();
    let shallow = Config { depth: 2, ..full };
    let block_memory = Config {
        register_file: RegisterFileForm::Synchronous,
        ..full
    };
    let integer = Config {
        float: false,
        multiplier: false,
        ..full
    };
    for (config, more) in [
        (shallow, ".9.. by int16x2"),
        (block_memory, ".9.. by fp16x2"),
        (integer, ".9.. by other types"),
    ] {
        let flat = Flat::new(&design(&config).unwrap()).unwrap();
        for name in SOME.iter().chain([&more]) {
            assert_eq!(proved(&flat, &config, name), Some(true), "{name} of {config:?}");
        }
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
        ("a gap retires", "a gap changes nothing", Box::new(set("finish", 1))),
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
