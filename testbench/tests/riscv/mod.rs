//! The video ALU in RISC-V cores.

mod assumptions;
mod bugs;
mod commands;
mod cv_x_if_1;
mod functions;
pub(crate) mod header;
mod interfaces;
mod neorv32;
mod packed;
mod packed_header;
mod packed_programs;
mod packed_vectors;
mod playground;
mod tables;

use crate::skip::skipped;
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{EquivalenceVerdict, Limits, Witness};
use lanesmith::sim::testbench::Profile;
use lanesmith::sim::{Engine, EngineError, EngineKind};
use lanesmith::unit::Simulatable;
use lanesmith::unit::{Job, Verdict};
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::claims::claims;
use lanesmith::units::riscv::encoding::{Features, Opcode};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig, design};
use lanesmith::units::riscv::testbench::{RandomSteps, run};

fn flat(config: &RiscvConfig) -> Flat {
    Flat::new(&design(config).expect("a design")).expect("a flat design")
}

fn play(engine: Box<dyn Engine>, config: RiscvConfig, profile: Profile, seed: u64, count: usize) -> Verdict {
    let job = Job {
        reset_at: Some(count as u64 / 2),
        ..Job::of_profile(profile, seed)
    };
    let steps = RandomSteps::new(config.features, seed).take(count);
    run(engine, &config, &job, steps, |_| ()).expect("no waves are written")
}

/// Configurations with an option less each.
fn reduced(interface: Interface) -> Vec<RiscvConfig> {
    let change = |change: fn(&mut Features)| {
        let mut config = RiscvConfig::all(interface, 2);
        change(&mut config.features);
        config
    };
    let mut configs = vec![
        change(|features| features.selectors = false),
        change(|features| features.accumulate = false),
        change(|features| features.dual = false),
        change(|features| features.vset = false),
        change(|features| features.dot = false),
    ];
    if interface.has_third() {
        configs.push(change(|features| features.third = false));
    }
    configs
}

fn regress(kind: EngineKind, configs: &[RiscvConfig], count: usize) {
    for (config, seed) in configs.iter().zip(1..) {
        for profile in Profile::ALL {
            let engine = match Riscv(*config).engine(kind, false) {
                Err(EngineError::Unavailable(why)) => return skipped(why),
                engine => engine.expect("the unit"),
            };
            let ran = play(engine, *config, profile, seed, count);
            let fault = ran.fault.map(|(_, text)| text);
            assert_eq!(fault, None, "{config:?}, {profile}, seed {seed}");
            assert_eq!((ran.right, ran.was_reset), (count as u64, true));
        }
    }
}

/// PicoRV32's interface in every opcode but the default one.
fn opcodes() -> impl Iterator<Item = RiscvConfig> {
    let opcodes = Opcode::ALL.into_iter();
    let others = opcodes.filter(|opcode| *opcode != Interface::Pcpi.default_opcode());
    others.map(|opcode| {
        let mut config = RiscvConfig::all(Interface::Pcpi, 1);
        config.features.opcode = opcode;
        config
    })
}

/// In full at every latency, in every opcode that can be chosen, and without each option; without comparisons and dot products, too.
fn all(interface: Interface) -> Vec<RiscvConfig> {
    let mut configs: Vec<RiscvConfig> = (0..=5).map(|latency| RiscvConfig::all(interface, latency)).collect();
    configs.extend(reduced(interface));
    configs.push(RiscvConfig::full(interface, 3));
    configs.extend(opcodes().filter(|_| interface == Interface::Pcpi));
    configs
}

/// The claims about operations.
fn operations(features: &Features) -> usize {
    let widths = if features.dual { 2 } else { 1 };
    let add = usize::from(features.accumulate);
    let lanes = 6 * widths * 2 * (2 + add + if features.vset { 1 + add } else { 0 });
    let dots = if features.dot { 3 } else { 0 };
    let third = if features.third { 6 * widths * add + dots } else { 0 };
    lanes + dots + third
}

/// Every claim about a configuration has a witness and is proved. Returns the names of the claims.
fn proved(config: &RiscvConfig) -> Vec<String> {
    let flat = flat(config);
    let machine = NetlistMachine(&flat);
    let claims = claims(config, &machine).expect("the registers are there").into_iter();
    let proved = claims.map(|claim| {
        let obligation = claim.obligation();
        let context = format!("{} of {config:?}", claim.name);
        let witness = obligation.witness(Limits::default(), 1);
        assert!(matches!(witness, Witness::Found(_)), "{context}");
        let verdict = obligation.decide(Limits::default(), 1).verdict;
        assert_eq!(verdict, EquivalenceVerdict::Proved, "{context}");
        claim.name
    });
    proved.collect()
}

/// Proves all claims about configurations with custom instructions only; `own` of them are the interface's.
fn prove_each(configs: Vec<RiscvConfig>, own: usize) {
    for config in configs {
        let count = operations(&config.features) + 5 + own;
        assert_eq!(proved(&config).len(), count, "{config:?}");
    }
}
