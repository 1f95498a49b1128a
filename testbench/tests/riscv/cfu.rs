//! Seeded bugs at VexRiscv's interface.

use super::{Bug, loads, or, refute};
use crate::seeded::{copy, invert, read, set};
use lanesmith::netlist::BinaryOp;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    let bugs: Vec<Bug> = vec![
        ("never answers", Box::new(set("rsp_valid", 0))),
        ("answers without a command", or("rsp_valid", "executor_done")),
        ("takes a command before its response", copy_of("cmd_ready", "cmd_valid")),
        (
            "takes a command although its response waits",
            copy_of("cmd_ready", "rsp_valid"),
        ),
        ("valid waits for ready", copy_of("rsp_valid", "cmd_ready")),
        ("ready is inverted", Box::new(invert("cmd_ready"))),
        ("not ready without a command", copy_of("cmd_ready", "taken")),
        ("the state changes while the response waits", copy_of("taken", "answer")),
        (
            "forgets a response that waits",
            loads("executor.waited_q", |module, d, enable| {
                let full = read(module, "executor.full");
                let zero = module.constant(3, 0);
                let d = module.mux(full, zero, d);
                (d, module.binary(BinaryOp::Or, enable, full))
            }),
        ),
    ];
    // The bugs of what all interfaces share are in the other lists.
    refute(RiscvConfig::all(Interface::Cfu, 2), bugs);
}

/// A net carries another one's value.
fn copy_of(net: &'static str, other: &'static str) -> Box<dyn Fn(&mut lanesmith::netlist::Module)> {
    Box::new(copy(net, other))
}
