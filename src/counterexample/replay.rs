//! The clocks of a refuted claim, in an engine that begins in the claim's state.

use crate::prove::Refutation;
use crate::sim::native::Native;
use crate::sim::wave::{Dump, DumpedWaves, Helper, Keep, SignalRow, ValueFormat, View, WaveRecorder};
use crate::sim::{Engine, PortDirection};
use crate::unit::Hardware;
use crate::unit::{Run, Trace, drive, load};
use std::path::Path;

/// The scope of the signals that number the clocks of the claim.
const CLAIM: &str = "claim";

/// Waves of the refuted claim's clocks from its state, and the differences at their end; `None` if the claim has no clocks. A
/// claim about several runs from one state shows them one after the other. The cycle after the last clock of a run shows its
/// final state.
pub(super) fn replay(
    hardware: &Hardware,
    refutation: &Refutation,
    path: &Path,
) -> Result<Option<(DumpedWaves, String)>, String> {
    let runs = Trace::new(refutation).runs;
    if runs.is_empty() {
        return Ok(None);
    }
    let failed = |error: &dyn std::fmt::Display| error.to_string();
    let flat = hardware.flat().map_err(|error| failed(&error))?;
    let mut engine = hardware.native(true).map_err(|error| failed(&error))?;
    let helpers = ["run", "clock"].map(|name| Helper::new(CLAIM, name, 8, ValueFormat::Decimal));
    let mut rows = vec![SignalRow::new("clock", 1, ValueFormat::Bit)];
    rows.extend(helpers.iter().map(SignalRow::from));
    let mut view = View::with_ports(&engine, ("Claim", rows), ["Inputs", "Outputs"]);
    view.add_named("Codes", &flat);
    let (dump, mut recorder) =
        Dump::create(path, &engine, &helpers, view, Keep::Window(0..u64::MAX)).map_err(|error| failed(&error))?;
    let mut cycle = 0;
    let mut ends = vec![];
    for (run, Run { start, clocks }) in runs.iter().enumerate() {
        load(&mut engine, &flat, start);
        let mut before = vec![];
        for (clock, inputs) in clocks.iter().enumerate() {
            drive(&mut engine, &flat, inputs);
            if clock == 0 {
                before = registers(&engine);
            }
            sample(&mut recorder, &engine, &mut cycle, [run, clock]);
            let outputs = outputs(&engine);
            engine.tick();
            engine.settle();
            if clock + 1 == clocks.len() {
                sample(&mut recorder, &engine, &mut cycle, [run, clock + 1]);
                ends.push((before.clone(), registers(&engine), outputs));
            }
        }
    }
    // The marker shows the last clock; the cycle behind it shows the final state.
    let dumped = dump.finish(recorder, cycle.checked_sub(2));
    let dumped = dumped.map_err(|error| failed(&error))?;
    let differences = differences(|net, value| flat.value_text(net, value), &ends, runs[0].clocks.len());
    Ok(Some((dumped, differences)))
}

fn sample(recorder: &mut WaveRecorder, engine: &Native, cycle: &mut u64, place: [usize; 2]) {
    recorder.sample(engine, *cycle, |_, values| {
        values.extend(place.map(|number| number as u64))
    });
    *cycle += 1;
}

/// Names and values of all registers and memory words.
fn registers(engine: &Native) -> Vec<(String, u64)> {
    let ports = |name: &str| engine.ports().iter().any(|port| port.name == name);
    let top = engine.hierarchy();
    let is_register = |name: &str| !ports(name) && name.ends_with("_q");
    let nets = top.variables.iter().filter(|net| is_register(&net.name));
    nets.map(|net| (net.name.clone(), engine.watch(net.index))).collect()
}

fn outputs(engine: &Native) -> Vec<(String, u64)> {
    let ports = engine.ports().iter().enumerate();
    let outputs = ports.filter(|(_, port)| port.direction == PortDirection::Output);
    outputs.map(|(i, port)| (port.name.clone(), engine.get(i))).collect()
}

type Values = Vec<(String, u64)>;

/// The differences: between the final states of two runs, or between the states before and after one clock.
fn differences(text: impl Fn(&str, u64) -> String, ends: &[(Values, Values, Values)], clocks: usize) -> String {
    let differing = |one: &Values, other: &Values| {
        let pairs = one.iter().zip(other).filter(|(one, other)| one.1 != other.1);
        pairs
            .map(|((name, one), (_, other))| {
                let [one, other] = [one, other].map(|value| text(name, *value));
                format!("{name}: {one}, {other}\n")
            })
            .collect::<String>()
    };
    match ends {
        [(_, one, outputs), (_, other, others)] => format!(
            "in the first run and in the second:\n{}{}",
            differing(outputs, others),
            differing(one, other)
        ),
        [(before, after, _)] if clocks == 1 => format!("before the clock and after it:\n{}", differing(before, after)),
        _ => String::new(),
    }
}
