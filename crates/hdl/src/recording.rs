//! Waves of a run, and the files that viewers need with them.

use super::Error;
use lanesmith_sim::Engine;
use lanesmith_sim::wave::{Dump, DumpedWaves, Helper, Keep, View, WaveRecorder};
use std::path::Path;
#[cfg(feature = "native")]
use {
    lanesmith_netlist::{Flat, NetId, NetKind},
    lanesmith_sim::wave::{SignalGroup, SignalRow, ValueFormat, net_row},
};

/// A recording in progress. It leaves no file if it is dropped before it is finished.
pub(super) struct Recording {
    dump: Dump,
    recorder: WaveRecorder,
}

impl Recording {
    /// Begins with the next sample: every net of the engine, and `helpers`.
    pub fn new(path: &Path, engine: &dyn Engine, helpers: &[Helper], view: View, keep: Keep) -> Result<Self, Error> {
        let (dump, recorder) = Dump::create(path, engine, helpers, view, keep).map_err(failed)?;
        Ok(Recording { dump, recorder })
    }

    /// Takes the settled values of a cycle, and those of the helpers.
    pub fn sample(&mut self, engine: &dyn Engine, cycle: u64, helpers: impl IntoIterator<Item = u64>) {
        self.recorder.sample(engine, cycle, |_, values| values.extend(helpers));
    }

    /// Writes the files, which open at the cycle `marker`.
    pub fn finish(self, marker: Option<u64>) -> Result<DumpedWaves, Error> {
        self.dump.finish(self.recorder, marker).map_err(failed)
    }
}

fn failed(why: impl std::fmt::Display) -> Error {
    Error::Waves(why.to_string())
}

/// The signals of a simulation that a viewer shows first: clock, ports, and the registers, folded.
#[cfg(feature = "native")]
pub(super) fn view(flat: &Flat) -> View {
    let mut view = View::default();
    let clock = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
    ];
    let ports = |kind: NetKind| {
        let clock = flat.clock_port();
        let ports = flat.ports().filter(|(id, net)| net.kind == kind && Some(*id) != clock);
        ports.map(|(id, _)| id).collect::<Vec<NetId>>()
    };
    let (inputs, outputs) = (ports(NetKind::Input), ports(NetKind::Output));
    let held = flat.module.registers.iter().map(|register| register.q);
    let held = held.filter(|q| !outputs.contains(q)).collect();
    let mut rows = |nets: Vec<NetId>| -> Vec<SignalRow> {
        let rows = nets.into_iter().map(|net| net_row(&mut view.names, flat, net));
        rows.collect()
    };
    let groups = [
        ("clock", true, clock),
        ("inputs", true, rows(inputs)),
        ("outputs", true, rows(outputs)),
        ("registers", false, rows(held)),
    ];
    let groups = groups.into_iter().filter(|(_, _, rows)| !rows.is_empty());
    let groups = groups.map(|(name, open, rows)| SignalGroup::new(name, open, rows));
    view.groups = groups.collect();
    view
}
