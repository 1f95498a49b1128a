//! Proofs of the datapath: every configuration's claims hold, and bugs are refuted.

use crate::deep::notation::{broken, entries};
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{EquivalenceVerdict, Limits};
use lanesmith::sim::Engine;
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, Random};
use lanesmith::units::brew::claims as brew;
use lanesmith::units::brew::claims::DatapathInvariant;
use lanesmith::units::brew::isa::INSTRUCTIONS;
use lanesmith::units::brew::rtl::{DatapathConfig, RegisterFileForm, design};
use lanesmith::units::brew::testbench::{Lockstep, random_program};
use rayon::prelude::*;

/// Decides the claims about a configuration that `wanted` picks, and returns how many there are.
fn prove(config: DatapathConfig, wanted: impl Fn(&str) -> bool) -> usize {
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    let machine = NetlistMachine(&flat);
    let mut claims = brew::claims(&config, &machine).unwrap();
    claims.retain(|claim| wanted(&claim.name));
    claims.par_iter().for_each(|claim| {
        let outcome = claim.obligation().decide(Limits::default(), 1);
        assert!(
            outcome.verdict == EquivalenceVerdict::Proved,
            "{} of {config:?}",
            claim.name
        );
    });
    claims.len()
}

/// Whether a claim is about the instructions of a row of the table.
fn is_of_a_row(name: &str) -> bool {
    INSTRUCTIONS
        .iter()
        .any(|row| row.pattern == name.split(" by ").next().unwrap())
}

#[test]
fn every_clock_and_some_instructions_of_other_configurations_are_proved() {
    const CLASSES: [&str; 5] = [
        ".4.. by int8x4",
        ".9.. by int16x2",
        ".0c.",
        "80ef **** ****",
        "fff0 .1.. by fp16x2",
    ];
    for (config, classes) in others().iter().zip([&CLASSES[..], &[".9.. by"]]) {
        let is_wanted = |name: &str| classes.iter().any(|class| name.starts_with(class));
        let count = prove(*config, |name| !is_of_a_row(name) || is_wanted(name));
        assert!(count >= 17, "{count}");
    }
}

#[test]
#[ignore = "takes minutes; docs/proofs.md has its result"]
fn the_theorem_of_other_register_files_and_subsets_is_proved() {
    for config in others() {
        prove(config, |_| true);
    }
}

fn others() -> [DatapathConfig; 5] {
    let full = DatapathConfig::full();
    [
        DatapathConfig {
            register_file: RegisterFileForm::Synchronous,
            ..full
        },
        DatapathConfig {
            serial_multiplier: true,
            ..full
        },
        DatapathConfig {
            serial_multiplier: true,
            register_file: RegisterFileForm::Synchronous,
            ..full
        },
        DatapathConfig { float: false, ..full },
        DatapathConfig {
            float: false,
            multiplier: false,
            ..full
        },
    ]
}

/// Whether the claim called `name` is proved; `Some(false)` where it is refuted.
fn proved(flat: &Flat, config: &DatapathConfig, name: &str) -> Option<bool> {
    let machine = NetlistMachine(flat);
    let claims = brew::claims(config, &machine).unwrap();
    let claim = claims.iter().find(|claim| claim.name == name);
    let claim = claim.unwrap_or_else(|| panic!("no claim called {name}"));
    match claim.obligation().decide(Limits::default(), 1).verdict {
        EquivalenceVerdict::Proved => Some(true),
        EquivalenceVerdict::Refuted(_) => Some(false),
        EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => None,
    }
}

/// Bugs, each with a claim that it breaks.
const BUGS: &str = "\
no forwarding
    .4.. by int32
    operands.forward = 0
a value that is being written is not seen
    .1..
    asynchronous_0_a = asynchronous_0.memory_read_data_0
carries cross bytes
    .4.. by int8x4
    operands.barriers.ends8 = 0
zeros from the left
    .8.. by int32
    alu.shifter.signs = 0
a byte does not clip
    .4.. by uint8x4s
    alu.saturation_fits_if_one = old ^ 4
tiny constants are off by one
    .b.. by int16x2
    operands.immediates.magnitude = old ^ 1
unsigned numbers are compared as signed
    fff0 .5.. by int8x4
    alu.comparator_0.as_signed = 1
a NaN equals itself
    fff0 .1.. by fp32
    special_0_unordered = 0
the zeros differ
    fff0 .1.. by fp16x2
    special_0_both_zero = 0
reserved types add
    .4.. by other types
    operands.rules.reserved = 0
every word is legal
    words that are no instruction
    operands.rules_legal = 1
the adder's barriers change while a comparison of floats waits
    fff0 .3.. by fp32
    without enable execute_q_barriers
a type is not set
    .0c.
    sets_late_type = 0
a product of bytes is not sign-extended
    .9.. by sint8x4s
    slow_0.multiplier.a_extension_2 = 0
lost stall
    .9.. by int32
    issue = 1
an instruction is overwritten
    .1..
    take = 1
a gap retires
    an empty pipeline stays empty
    finish = 1
order counts cycles
    retire_order counts
    without enable order_q
a type survives reset
    reset
    without reset register_types.codes_5_q
in_length is wrong
    length of any first word
    in_length = old ^ 1
";

#[test]
fn seeded_bugs_of_the_datapath_are_refuted_and_random_programs_fail_on_them() {
    let config = DatapathConfig::full();
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    for (bug, lines) in entries(BUGS) {
        let (claim, statements) = (lines[0], lines[1]);
        let broken = broken(&flat, statements);
        assert_eq!(proved(&broken, &config, claim), Some(false), "{bug}: {claim}");
        let mut lockstep = Lockstep::new(Box::new(Native::new(&broken).unwrap()), config);
        // Zeros of different signs are compared by one program in ten.
        let mismatch = (0..64).find_map(|seed| {
            let program = random_program(&mut Random::new(seed), 400);
            lockstep.run(&program, Profile::Bursts, seed).err()
        });
        let mismatch =
            mismatch.unwrap_or_else(|| panic!("{bug}: {claim} is refuted, but programs run without a fault"));
        // The program is made shorter.
        assert!(mismatch.program.instructions.len() <= 40, "{bug}: {mismatch}");
    }
}

/// Clocks of random programs with gaps, any words behind, and resets: what the claims assume holds in each, and
/// the claim about an instruction is there where one is issued.
#[test]
fn the_invariant_and_the_assumptions_of_claims_hold_in_every_clock_of_a_simulation() {
    for (config, clocks) in [
        (DatapathConfig::full(), 300_000),
        (others()[0], 50_000),
        (others()[1], 50_000),
    ] {
        let flat = Flat::new(&design(&config).unwrap()).unwrap();
        let used = simulate(&config, &flat, clocks).unwrap();
        // Nearly all classes come up.
        assert!(used > 200, "{used} classes of {config:?}");
    }
}

#[test]
fn hardware_with_a_fault_leaves_the_invariant_in_simulation() {
    let config = DatapathConfig::full();
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    for net in ["finish", "take"] {
        let found = simulate(&config, &broken(&flat, &format!("{net} = 1")), 20_000);
        assert!(found.is_err(), "{net} stuck at 1: {found:?}");
    }
}

/// Runs so many clocks and looks at each; gives the number of classes of instructions that were issued, or what does not
/// hold.
fn simulate(config: &DatapathConfig, flat: &Flat, clocks: usize) -> Result<usize, String> {
    let machine = NetlistMachine(flat);
    let invariant = DatapathInvariant::new(config, &machine).unwrap();
    let mut outputs = vec![
        invariant.holds.clone(),
        invariant.is_issue_point.clone(),
        invariant.is_held.clone(),
    ];
    outputs.extend(invariant.classes.iter().map(|(_, is)| is.clone()));
    let mut engine = Native::new(flat).unwrap();
    let [reset, valid, ready, address] = ["reset", "in_valid", "in_ready", "in_address"].map(|name| engine.port(name));
    let words = ["in_word0", "in_word1", "in_word2"].map(|name| engine.port(name));
    let mut random = Random::new(7);
    let mut program = vec![];
    let mut waits: Option<([u16; 3], u32)> = None;
    let mut used = vec![false; invariant.classes.len()];
    // Reset first: the invariant is about what follows.
    engine.set(reset, 1);
    engine.settle();
    engine.tick();
    for block in 0..clocks.div_ceil(64) {
        let mut columns = vec![0_u64; invariant.graph.input_count() as usize];
        let mut issues = 0_u64;
        let mut held = 0_u64;
        for clock in 0..64 {
            if program.is_empty() {
                program = random_program(&mut random, 300).instructions;
                program.reverse();
            }
            let noise = random.bits();
            let offers = !random.one_in(5);
            let mut window = [noise as u16, (noise >> 16) as u16, (noise >> 32) as u16];
            if offers {
                let next = program.last().unwrap();
                window[..next.len()].copy_from_slice(next);
            }
            let resets = random.one_in(400);
            engine.set(reset, resets.into());
            engine.set(valid, offers.into());
            engine.set(address, noise & 0xffff_ffff);
            words
                .iter()
                .zip(window)
                .for_each(|(port, word)| engine.set(*port, word.into()));
            engine.settle();
            let takes = engine.get(ready) != 0;
            let offered = offers.then_some((window, noise as u32));
            let state = engine.unload(flat);
            let (shown, at) = waits.unwrap_or_default();
            let bits = shown.iter().flat_map(|word| (0..16).map(move |i| word >> i & 1 != 0));
            let bits = state.into_iter().chain(bits).chain((0..32).map(|i| at >> i & 1 != 0));
            for (column, bit) in columns.iter_mut().zip(bits) {
                *column |= u64::from(bit) << clock;
            }
            issues |= u64::from(waits.is_some() && takes) << clock;
            held |= u64::from(waits.is_some()) << clock;
            if takes {
                waits = offered;
                if offers && !resets {
                    program.pop();
                }
            }
            if resets {
                waits = None;
            }
            engine.tick();
        }
        let values = invariant.graph.evaluate(&columns, &outputs);
        let classes = &values[3..];
        let any = classes.iter().fold(0, |any, is| any | is);
        for (what, wrong) in [
            ("the invariant does not hold", !values[0]),
            ("an instruction is issued elsewhere", issues & !values[1]),
            ("another instruction waits", held & !values[2]),
            ("no claim is about the instruction", issues & !any),
        ] {
            if wrong != 0 {
                let clock = 64 * block as u32 + wrong.trailing_zeros();
                return Err(format!("{what} in clock {clock} of {config:?}"));
            }
        }
        for (used, is) in used.iter_mut().zip(classes) {
            *used |= is & issues != 0;
        }
    }
    Ok(used.iter().filter(|used| **used).count())
}
