//! Two kinds of evidence against each other: faults that depend on history, of every unit but the datapath (which has
//! `deep`). Proof refutes each; simulation of the refuted claim's clocks shows that the
//! hardware without the fault goes otherwise; and what random simulation finds, proof never calls proved.
//! `LANESMITH_FAULT=PART` tries only those whose names have that part.

mod mutants;
mod pipeline;
mod riscv;

use crate::deep::circuit::edited;
use crate::deep::notation::{edit, entries};
use crate::seeded::refutations;
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{ClaimInput, Refutation};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, Random, TrafficSettings};
use lanesmith::unit::tells_apart;
use lanesmith::unit::{Task, Unit};

/// The faults of a configuration of a unit that a person could put in, or an attacker: what is wrong, and statements.
struct Library {
    unit: Box<dyn Unit>,
    /// Names in the statements, and what they stand for.
    definitions: Vec<(&'static str, String)>,
    faults: Vec<(&'static str, String)>,
}

impl Library {
    fn new(unit: impl Unit + 'static, definitions: Vec<(&'static str, String)>, tables: &[&'static str]) -> Self {
        let only = std::env::var("LANESMITH_FAULT").ok();
        let faults = tables.iter().flat_map(|table| entries(table));
        let wanted = faults.filter(|(name, _)| only.as_ref().is_none_or(|only| name.contains(&only[..])));
        Library {
            unit: Box::new(unit),
            definitions,
            faults: wanted.map(|(name, lines)| (name, lines.join(";"))).collect(),
        }
    }

    fn flat(&self) -> Flat {
        Self::flat_of(&*self.unit)
    }

    fn flat_of(unit: &dyn Unit) -> Flat {
        Flat::new(&unit.design().expect("a design")).expect("a flat design")
    }
}

/// All of them.
fn libraries() -> Vec<Library> {
    let parts = [riscv::libraries(), pipeline::libraries()];
    parts.into_iter().flatten().collect()
}

/// The first claim that is refuted and whose counterexample `is_wanted`.
fn refuted(unit: &dyn Unit, flat: &Flat, is_wanted: impl Fn(&Refutation) -> bool) -> Option<Refutation> {
    let machine = NetlistMachine(flat);
    let claims = unit.claims(&machine).expect("the registers are there");
    let mut refutations = refutations(&claims).map(|outcome| Refutation {
        claim: outcome.name,
        inputs: outcome.counterexample,
    });
    refutations.find(is_wanted)
}

/// A refuted claim with four more clocks that have the inputs of its last one, but for `ready`: a claim about all state may be
/// refuted by a register of the fault alone, which the right hardware lacks and outputs show later, some behind a stall.
fn prolonged(refutation: &Refutation, ready: Option<u64>) -> Refutation {
    let inputs = refutation.inputs.iter();
    let ports = inputs.filter_map(|(input, value)| match input {
        ClaimInput::Port { name, run, clock } => Some((name.clone(), *run, *clock, *value)),
        _ => None,
    });
    let ports: Vec<_> = ports.collect();
    let mut longer = refutation.clone();
    let Some(last) = ports.iter().map(|(_, _, clock, _)| *clock).max() else {
        return longer;
    };
    for (name, run, clock, value) in ports.into_iter().filter(|(_, _, clock, _)| *clock == last) {
        longer.inputs.extend((1..=4).map(|more| {
            let (name, clock) = (name.clone(), clock + more);
            let value = ready.filter(|_| name.ends_with("ready")).unwrap_or(value);
            (ClaimInput::Port { name, run, clock }, value)
        }));
    }
    longer
}

/// A refuted claim in another state: where the counterexample, which is simplified, has zeros, registers of the hardware without the
/// fault have random values. A register of the fault alone may refute the claim while what it loads later is equal to what is there.
fn with_other_state(refutation: &Refutation, flat: &Flat, random: &mut Random) -> Refutation {
    let mut other = refutation.clone();
    for (input, value) in &mut other.inputs {
        let ClaimInput::State { name, .. } = input else {
            continue;
        };
        if let Some(net) = flat.module.nets.iter().find(|net| net.name == *name && *value == 0) {
            *value = random.bits() >> (64 - net.width);
        }
    }
    other
}

/// What random simulation with all kinds of gaps and stalls finds.
fn simulated(unit: &dyn Unit, flat: &Flat) -> Option<String> {
    let native = Native::new(flat).expect("hardware");
    let profiles = [Profile::Rare, Profile::Always, Profile::Heavy, Profile::Bursts];
    profiles.into_iter().zip(5..).find_map(|(profile, seed)| {
        let task = Task {
            instructions: 5000,
            seed,
            traffic: TrafficSettings {
                gaps: profile,
                stalls: profile,
                seed,
            },
        };
        unit.regress(Box::new(native.clone()), &task)
            .fault
            .map(|(text, _)| text)
    })
}

/// Puts every `step`th fault to both tests.
fn judge(step: usize) {
    let (mut wrong, mut count, mut found) = (vec![], 0, 0);
    for library in libraries() {
        let (unit, flat) = (&*library.unit, library.flat());
        assert!(simulated(unit, &flat).is_none(), "{}", unit.name());
        // The proofs of the hardware without a fault have tests of their own.
        assert!(step > 1 || refuted(unit, &flat, |_| true).is_none(), "{}", unit.name());
        let definitions = library.definitions.iter().map(|(name, text)| (*name, &text[..]));
        let definitions: Vec<(&str, &str)> = definitions.collect();
        for (fault, statements) in library.faults.iter().step_by(step) {
            let broken = edited(&flat, |circuit| edit(circuit, &definitions, statements));
            let name = format!("{}: {fault}", unit.name());
            let is_shown = |refutation: &Refutation| {
                let other = with_other_state(refutation, &flat, &mut Random::new(1));
                let states = [refutation, &other].into_iter();
                let mut ways = states.flat_map(|state| [None, Some(1)].map(|ready| prolonged(state, ready)));
                ways.any(|way| tells_apart(&flat, &broken, &way).expect("hardware"))
            };
            let (refuted, simulated) = (refuted(unit, &broken, is_shown), simulated(unit, &broken));
            count += 1;
            found += usize::from(simulated.is_some());
            let shown = simulated.as_deref().and_then(|text| text.lines().next()).unwrap_or("-");
            match &refuted {
                Some(refutation) => println!("{name}: {}; {shown}", refutation.claim),
                None => wrong.push(format!(
                    "{name}: no claim is refuted with a counterexample that simulation repeats; random simulation: {shown}"
                )),
            }
        }
    }
    println!("{count} faults, {found} of them found by random simulation");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(std::env::var("LANESMITH_FAULT").is_ok() || 3 * found >= count);
}

#[test]
fn a_deep_fault_of_each_unit_is_refuted_and_simulation_agrees() {
    judge(25);
}

#[test]
#[ignore = "takes minutes; the default suite has one of each unit"]
fn every_deep_fault_of_every_unit_is_refuted_and_simulation_agrees() {
    judge(1);
}
