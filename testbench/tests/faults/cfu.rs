//! Faults at VexRiscv's interface.

use super::{Fault, Library, executor, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "cmd_valid",
        operand: "cmd_payload_inputs_0",
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
        fault("a swap that waits is lost", |c| {
            let waited = waited(c);
            let old = c.net("executor.c_q");
            let access = c.net("executor.access");
            let now = c.and(&[waited, access]);
            c.drive("executor.c_q", |c, d| c.mux(now, old, d));
        }),
        fault("a response falls every other clock that it waits", |c| {
            let waited = waited(c);
            c.force("rsp_valid", waited, 0);
        }),
        fault("a foreign function waits for rsp_ready", |c| {
            let (known, ready) = (c.net("executor_known"), c.net("rsp_ready"));
            let (foreign, refused) = (c.not(known), c.not(ready));
            let now = c.and(&[foreign, refused]);
            c.force("rsp_valid", now, 0);
        }),
        fault("c changes in the fourth clock that a response waits", |c| {
            let (answer, ready) = (c.net("answer"), c.net("rsp_ready"));
            let refused = c.not(ready);
            let waits = c.and(&[answer, refused]);
            let flows = c.not(waits);
            let since = c.since(2, flows);
            let now = c.is(since, 3);
            let now = c.and(&[now, waits]);
            let value = c.net("executor_result");
            c.overwrite("executor.c_q", now, value);
        }),
    ]
}
