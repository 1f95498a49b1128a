//! The Verilog testbench of the core, which has an enable in place of a handshake.

use crate::video::Video;
use lanesmith_unit::VerilogTestbench;
use lanesmith_unit::pipelined_testbench::{Traffic, directed};

const FIELDS: &[(&str, u32)] = &[
    ("GAP", 4),
    ("PAUSE", 4),
    ("CONTROL", 37),
    ("A", 32),
    ("B", 32),
    ("C", 32),
    ("D", 32),
];

/// The testbench of the core.
pub(super) fn enabled(core: &Video) -> VerilogTestbench {
    let mut testbench = VerilogTestbench::new(include_str!("enabled.v"), FIELDS).with("LATENCY", core.config().latency);
    let mut traffic = Traffic::default();
    for (case, d) in directed(core) {
        let [gap, pause, _] = traffic.draw();
        let [a, b, c] = case.operands.map(u64::from);
        testbench.push(&[gap, pause, case.control, a, b, c, d.into()]);
    }
    testbench
}
