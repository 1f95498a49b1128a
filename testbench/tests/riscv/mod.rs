//! The video ALU in RISC-V cores.

mod assumptions;
mod cfu;
mod commands;
mod cv_x_if;
mod cv_x_if_1;
mod functions;
pub(crate) mod header;
mod interfaces;
mod neorv32;
mod packed;
mod packed_header;
mod packed_programs;
mod packed_vectors;
mod pcpi;
mod playground;
mod scalar;

use crate::seeded::{broken, copy, drive, flip, named, read, refutations, register, set};
use crate::skip::skipped;
use lanesmith::netlist::{BinaryOp, ExprId, Flat, Module, UnaryOp};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{EquivalenceVerdict, Limits, Witness};
use lanesmith::sim::native::Native;
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

type Bug = (&'static str, Box<dyn Fn(&mut Module)>);

/// `net` is or-ed with `other`.
fn or(net: &'static str, other: &'static str) -> Box<dyn Fn(&mut Module)> {
    Box::new(move |module| {
        let other = read(module, other);
        drive(module, net, |module, old| module.binary(BinaryOp::Or, old, other));
    })
}

/// What the register `q` loads is changed, or when it does.
fn loads(
    q: &'static str,
    change: impl Fn(&mut Module, ExprId, ExprId) -> (ExprId, ExprId) + 'static,
) -> Box<dyn Fn(&mut Module)> {
    Box::new(move |module| {
        let net = named(module, q).0;
        let i = module
            .registers
            .iter()
            .position(|register| register.q.0 == net)
            .expect("it is driven");
        let always = module.constant(1, 1);
        let (d, enable) = (module.registers[i].d, module.registers[i].enable.unwrap_or(always));
        let (d, enable) = change(module, d, enable);
        (module.registers[i].d, module.registers[i].enable) = (d, Some(enable));
    })
}

/// A net is what `value` says.
fn computed(net: &'static str, value: impl Fn(&mut Module) -> ExprId + 'static) -> Box<dyn Fn(&mut Module)> {
    Box::new(move |module| {
        let value = value(module);
        drive(module, net, |_, _| value);
    })
}

/// A register becomes 0 where a net is 1.
fn cleared(q: &'static str, net: &'static str) -> Box<dyn Fn(&mut Module)> {
    loads(q, move |module, d, enable| {
        let net = read(module, net);
        let zero = module.constant(module.width(d), 0);
        (module.mux(net, zero, d), enable)
    })
}

fn both(module: &mut Module, x: &str, y: &str) -> ExprId {
    let (x, y) = (read(module, x), read(module, y));
    module.binary(BinaryOp::And, x, y)
}

/// The register is enabled as well where a net is 1.
fn loads_with(q: &'static str, net: &'static str) -> Box<dyn Fn(&mut Module)> {
    loads(q, move |module, d, enable| {
        let net = read(module, net);
        (d, module.binary(BinaryOp::Or, enable, net))
    })
}

/// The unit answers in another cycle.
fn answers_in(cycle: u64) -> Box<dyn Fn(&mut Module)> {
    Box::new(move |module| {
        let waited = read(module, "executor.waited_q");
        drive(module, "executor.full", |module, _| {
            let cycle = module.constant(3, cycle);
            module.binary(BinaryOp::Eq, waited, cycle)
        });
    })
}

/// Faults as people make them in what all interfaces share, at latency 2; that an instruction is there, that it is taken, its
/// result, and that it is the unit's are nets of these names.
fn shared_bugs([offered, taken, result, known]: [&'static str; 4]) -> Vec<Bug> {
    let without_reset = |name| Box::new(register(name, |register| register.reset = None)) as Box<dyn Fn(&mut Module)>;
    vec![
        ("answers one cycle early", answers_in(1)),
        ("answers one cycle late", answers_in(3)),
        (
            "answers whether or not it has finished",
            Box::new(set("executor_done", 1)),
        ),
        ("has functions that it does not have", Box::new(set(known, 1))),
        (
            "the ALU stands still",
            Box::new(|module: &mut Module| {
                let never = module.constant(1, 0);
                module
                    .registers
                    .iter_mut()
                    .filter(|register| register.reset.is_none())
                    .for_each(|register| register.enable = Some(never));
            }),
        ),
        (
            "the result becomes c whatever was asked for",
            Box::new(copy("executor.c_q", "executor_result")),
        ),
        ("the mask lacks a lane", Box::new(flip("executor.modifiers", 1))),
        (
            "a selector digit is wrong",
            Box::new(flip("executor.modifiers", 1 << 4)),
        ),
        (
            "modifiers are never held",
            Box::new(|module: &mut Module| {
                drive(module, "executor.modifiers", |module, _| {
                    module.constant(28, 0xfac_688f)
                });
            }),
        ),
        (
            "accumulate and saturate together are an operation",
            or("executor.operation", "executor.decoder.both"),
        ),
        (
            "accumulate and saturate together are no comparison",
            Box::new(|module: &mut Module| {
                let both = read(module, "executor.decoder.both");
                drive(module, "executor.operation", |module, old| {
                    let not = module.unary(UnaryOp::Not, both);
                    module.binary(BinaryOp::And, old, not)
                });
            }),
        ),
        (
            "dot products have held modifiers",
            or("executor.operation", "executor.decoder.dot"),
        ),
        (
            "dot products are not chained",
            loads("executor.c_q", |module, d, enable| {
                let dot = read(module, "executor.decoder.dot");
                let not = module.unary(UnaryOp::Not, dot);
                (d, module.binary(BinaryOp::And, enable, not))
            }),
        ),
        ("every answer writes c", loads_with("executor.c_q", taken)),
        ("c changes before the answer", loads_with("executor.c_q", offered)),
        (
            "every answer writes the configuration",
            loads_with("executor.configuration_q", taken),
        ),
        (
            "c is never chained",
            loads("executor.c_q", |module, d, enable| {
                let access = read(module, "executor.access");
                (d, module.binary(BinaryOp::And, enable, access))
            }),
        ),
        (
            "chained without being asked to",
            Box::new(flip("executor.configuration_q", 1 << 28)),
        ),
        ("c survives reset", without_reset("executor.c_q")),
        (
            "the configuration survives reset",
            without_reset("executor.configuration_q"),
        ),
        ("results are cut short", Box::new(flip(result, 1 << 31))),
    ]
}

/// A claim that is refuted.
fn refuted(flat: &Flat, config: &RiscvConfig) -> Option<String> {
    let machine = NetlistMachine(flat);
    let claims = claims(config, &machine).expect("the registers are there");
    refutations(&claims).next().map(|outcome| outcome.name)
}

/// The bug refutes a claim, and the testbench finds it. That the claims hold without one is proved by [`proved`], of the same configuration.
fn find(flat: &Flat, config: RiscvConfig, (name, edit): &Bug) {
    let broken = broken(flat, edit);
    let claim = refuted(&broken, &config).unwrap_or_else(|| panic!("{name}: not refuted"));
    let engine = Native::new(&broken).expect("hardware");
    // What takes pauses between instructions shows in the second run.
    let runs = [(Profile::Rare, 5000), (Profile::Heavy, 50_000)];
    let play = |(profile, steps)| play(Box::new(engine.clone()), config, profile, 5, steps).fault;
    let fault = runs.into_iter().find_map(play);
    let (_, text) = fault.unwrap_or_else(|| panic!("{name}: {claim} is refuted, but nothing shows in simulation"));
    println!("{name}: {claim}; {}", text.lines().next().unwrap_or_default());
}

/// Finds each of these bugs.
fn refute(config: RiscvConfig, bugs: Vec<Bug>) {
    let flat = flat(&config);
    bugs.iter().for_each(|bug| find(&flat, config, bug));
}
