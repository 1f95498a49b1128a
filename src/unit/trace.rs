//! The clocks of a refuted claim, for a simulation that repeats them.

use lanesmith_netlist::Flat;
use lanesmith_prove::machine::{NetlistMachine, TransitionSystem};
use lanesmith_prove::{ClaimInput, Refutation};
use lanesmith_sim::native::Native;
use lanesmith_sim::{Engine, EngineError, PortDirection};
use std::collections::BTreeMap;

/// Names of words and their values.
type Values = BTreeMap<String, u64>;

/// The runs of a refuted claim.
pub struct Trace {
    pub runs: Vec<Run>,
}

/// Clocks one after the other.
#[derive(Default)]
pub struct Run {
    /// The state in which it begins, by registers' names; all others are 0.
    pub start: Values,
    pub clocks: Vec<Clock>,
}

/// One clock.
#[derive(Default)]
pub struct Clock {
    /// The inputs, by names of ports; all others are 0.
    inputs: Values,
    /// The values of registers that the claim leaves free before this clock.
    replaced: Values,
}

impl Trace {
    /// The inputs of the claim's clocks.
    pub fn new(refutation: &Refutation) -> Self {
        let mut runs: Vec<Run> = vec![];
        for (input, value) in &refutation.inputs {
            let (name, run, clock) = match input {
                ClaimInput::Word(_) => continue,
                ClaimInput::State { name, run } => (name, *run, None),
                ClaimInput::Replaced { name, run, clock } | ClaimInput::Port { name, run, clock } => {
                    (name, *run, Some(*clock))
                }
            };
            if runs.len() <= run {
                runs.resize_with(run + 1, Run::default);
            }
            let run = &mut runs[run];
            let Some(clock) = clock else {
                run.start.insert(name.clone(), *value);
                continue;
            };
            if run.clocks.len() <= clock {
                run.clocks.resize_with(clock + 1, Clock::default);
            }
            let clock = &mut run.clocks[clock];
            let words = match input {
                ClaimInput::Replaced { .. } => &mut clock.replaced,
                _ => &mut clock.inputs,
            };
            words.insert(name.clone(), *value);
        }
        runs.retain(|run| !run.clocks.is_empty());
        Trace { runs }
    }
}

/// Sets the named registers bit by bit; the others keep `otherwise`.
fn overlaid(flat: &Flat, values: &Values, otherwise: &[bool]) -> Vec<bool> {
    let bit = |name: &String| {
        let (word, bit) = name.strip_suffix(']')?.rsplit_once('[')?;
        Some(values.get(word)? >> bit.parse::<u32>().ok()? & 1 != 0)
    };
    let names = NetlistMachine(flat).state_names().into_iter().enumerate();
    names
        .map(|(i, names)| names.iter().find_map(bit).unwrap_or(otherwise.get(i) == Some(&true)))
        .collect()
}

/// Puts an engine into a state; registers without a name in it become 0.
pub fn load(engine: &mut Native, flat: &Flat, start: &Values) {
    engine.load(flat, overlaid(flat, start, &[]));
}

/// Sets the inputs of a clock, and the state that is replaced before it.
pub fn drive(engine: &mut Native, flat: &Flat, clock: &Clock) {
    if !clock.replaced.is_empty() {
        let state = overlaid(flat, &clock.replaced, &engine.unload(flat));
        engine.load(flat, state);
    }
    let ports = engine.ports().to_vec();
    for (i, port) in ports.iter().enumerate() {
        if port.direction == PortDirection::Input {
            engine.set(i, clock.inputs.get(&port.name).copied().unwrap_or(0));
        }
    }
    engine.settle();
}

/// Whether two designs with the same ports, both put into the states of a refuted claim and given its inputs, differ in an
/// output or in a register of the same name. If they do, the simulation confirms the refutation.
///
/// Error: a design that the compiled engine does not take.
pub fn tells_apart(right: &Flat, wrong: &Flat, refutation: &Refutation) -> Result<bool, EngineError> {
    let trace = Trace::new(refutation);
    let mut one = Native::new(right)?;
    let mut other = Native::new(wrong)?;
    let named = |flat: &Flat| -> Vec<Option<String>> {
        let names = NetlistMachine(flat).state_names().into_iter();
        names.map(|names| names.into_iter().next()).collect()
    };
    let [names, others] = [named(right), named(wrong)];
    let states = |one: &Native, other: &Native| {
        let others = others.iter().zip(other.unload(wrong));
        let others = others.filter_map(|(name, bit)| Some((name.as_deref()?, bit)));
        let others: BTreeMap<&str, bool> = others.collect();
        let bits = names.iter().zip(one.unload(right));
        let mut bits = bits.filter_map(|(name, bit)| Some((others.get(name.as_deref()?)?, bit)));
        bits.any(|(other, bit)| *other != bit)
    };
    for run in &trace.runs {
        load(&mut one, right, &run.start);
        load(&mut other, wrong, &run.start);
        for clock in &run.clocks {
            drive(&mut one, right, clock);
            drive(&mut other, wrong, clock);
            let ports = one.ports().iter().enumerate();
            let mut outputs = ports.filter(|(_, port)| port.direction == PortDirection::Output);
            if outputs.any(|(i, port)| one.get(i) != other.get(other.port(&port.name))) {
                return Ok(true);
            }
            one.tick();
            other.tick();
            one.settle();
            other.settle();
            if states(&one, &other) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
