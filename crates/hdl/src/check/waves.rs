//! Waves of a run in which block and netlist differ: every signal of the block, and the outputs of the netlist.

use super::plan::ComparisonPlan;
use crate::Error;
use lanesmith_sim::Engine;
use lanesmith_sim::rust_hdl::RustHdl;
use lanesmith_sim::wave::{Dump, Helper, Keep, SignalRow, ValueFormat, View, WaveRecorder};
use std::path::Path;

/// The number of clocks at the end that are kept.
const CLOCKS: usize = 10_000;
/// The scope of the netlist's outputs.
const SCOPE: &str = "netlist";

/// A recording of waves. It leaves no file if it is dropped before it is written.
pub struct ComparisonWaves {
    dump: Dump,
    recorder: WaveRecorder,
}

impl ComparisonWaves {
    pub fn new(path: &Path, kernel: &RustHdl, plan: &ComparisonPlan) -> Result<Self, Error> {
        let outputs = || plan.ports.iter().filter(|port| !port.is_input);
        let helper = |port: &super::plan::ComparedPort| {
            Helper::new(SCOPE, port.name.clone(), port.width, ValueFormat::of_width(port.width))
        };
        let helpers: Vec<Helper> = outputs().map(helper).collect();
        let rows = helpers.iter().map(SignalRow::from).collect();
        let view = View::with_ports(kernel, (SCOPE, rows), ["inputs", "outputs"]);
        let created = Dump::create(path, kernel, &helpers, view, Keep::Last(CLOCKS));
        let (dump, recorder) = created.map_err(|error| Error::Waves(error.to_string()))?;
        Ok(ComparisonWaves { dump, recorder })
    }

    /// Takes the settled values of a clock.
    pub fn sample(&mut self, kernel: &RustHdl, clock: usize, netlist: impl Iterator<Item = u64>) {
        self.recorder
            .sample(kernel, clock as u64, |_: &dyn Engine, values| values.extend(netlist));
    }

    /// Writes the file, and the ones for viewers beside it.
    pub fn finish(self, clock: usize) -> Result<(), Error> {
        let finished = self.dump.finish(self.recorder, Some(clock as u64));
        finished.map(drop).map_err(|error| Error::Waves(error.to_string()))
    }
}
