//! Waves of a run in which block and netlist differ. They contain every signal of the block and, in the scope `netlist`, the outputs of
//! the netlist for comparison.

use super::plan::{ComparedPort, ComparisonPlan};
use crate::Error;
use crate::recording::Recording;
use lanesmith_sim::rust_hdl::RustHdl;
use lanesmith_sim::wave::{Helper, Keep, SignalRow, ValueFormat, View};
use std::path::Path;

/// The number of clocks before the end of the run that the waves contain: the difference is in the last clock.
const CLOCKS: usize = 10_000;
/// The scope that contains the netlist's outputs.
const SCOPE: &str = "netlist";

/// Begins to record the block. The outputs of the netlist, which is another simulation, are helpers: signals whose values the caller
/// computes in each clock, in the order of the output ports in `plan`.
pub fn record(path: &Path, kernel: &RustHdl, plan: &ComparisonPlan) -> Result<Recording, Error> {
    let helper = |port: &ComparedPort| {
        let format = ValueFormat::of_width(port.width);
        Helper::new(SCOPE, port.name.clone(), port.width, format)
    };
    let outputs = plan.ports.iter().filter(|port| !port.is_input);
    let helpers: Vec<Helper> = outputs.map(helper).collect();
    let rows = helpers.iter().map(SignalRow::from).collect();
    let view = View::with_ports(kernel, (SCOPE, rows), ["inputs", "outputs"]);
    Recording::new(path, kernel, &helpers, view, Keep::Last(CLOCKS))
}
