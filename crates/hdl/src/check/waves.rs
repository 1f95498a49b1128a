//! Waves of a run in which block and netlist differ: every signal of the block, and the outputs of the netlist.

use super::plan::{ComparedPort, ComparisonPlan};
use crate::Error;
use crate::recording::Recording;
use lanesmith_sim::rust_hdl::RustHdl;
use lanesmith_sim::wave::{Helper, Keep, SignalRow, ValueFormat, View};
use std::path::Path;

/// The number of clocks at the end that are kept.
const CLOCKS: usize = 10_000;
/// The scope of the netlist's outputs.
const SCOPE: &str = "netlist";

/// A recording of the block, whose helpers are the outputs of the netlist.
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
