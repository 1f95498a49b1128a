//! Faults at VexRiscv's interface.

use super::{Fault, Library, executor, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "cmd_valid",
        operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"],
        taken: "taken",
        result: "rsp_payload_outputs_0",
    });
    faults.extend(own());
    vec![Library::new(Riscv(RiscvConfig::all(Interface::Cfu, 2)), faults)]
}

/// A response waited in the clock before: it was there, and nobody took it.
fn waited(c: &mut Circuit) -> ExprId {
    let (answer, ready) = (c.net("answer"), c.net("rsp_ready"));
    let refused = c.not(ready);
    let waits = c.and(&[answer, refused]);
    c.delayed(waits, 1, true)
}

fn own() -> Vec<Fault> {
    vec![
        fault("an operation never answers if rsp_ready was 0 before", |c| {
            let (ready, present) = (c.net("rsp_ready"), c.net("cmd_valid"));
            let refused = c.not(ready);
            let first = c.has("executor.waited_q", 0);
            let operation = c.net("executor.operation");
            let event = c.and(&[refused, first, present, operation]);
            let lost = c.state(1, true);
            let still = c.or(&[lost.q, event]);
            let kept = c.and(&[still, present]);
            c.load(lost, kept);
            c.force("answer", lost.q, 0);
        }),
        fault("an access's answer changes while it waits", |c| {
            let waited = waited(c);
            let access = c.net("executor.access");
            let now = c.and(&[waited, access]);
            c.flip("rsp_payload_outputs_0", now, 4);
        }),
        fault("the response is 0 while nobody takes it", |c| {
            let ready = c.net("rsp_ready");
            let refused = c.not(ready);
            c.force("rsp_payload_outputs_0", refused, 0);
        }),
        fault("cmd_ready is 0 while nothing is offered", |c| {
            let valid = c.net("cmd_valid");
            let idle = c.not(valid);
            c.force("cmd_ready", idle, 0);
        }),
        fault(
            "a foreign function is answered with the last result behind a response that waited",
            |c| {
                let waited = waited(c);
                let behind = c.delayed(waited, 1, true);
                let known = c.net("executor_known");
                let foreign = c.not(known);
                let now = c.and(&[behind, foreign]);
                let old = c.net("executor.c_q");
                c.drive("rsp_payload_outputs_0", |c, new| c.mux(now, old, new));
            },
        ),
        fault("a response in reset without a command", |c| {
            let resets = c.resets();
            c.force("rsp_valid", resets, 1);
        }),
        fault(
            "an operation that begins as a response is taken is a clock early",
            |c| {
                let taken = c.net("taken");
                let behind = c.delayed(taken, 2, true);
                let cycle = c.has("executor.waited_q", 1);
                let now = c.and(&[behind, cycle]);
                c.force("executor.full", now, 1);
            },
        ),
    ]
}
