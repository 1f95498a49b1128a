//! Faults at CV32E40X's interface.

use super::{Fault, Library, executor, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "executor.present",
        operand: "rs1_q",
        taken: "taken",
        result: "result_data",
    });
    faults.extend(early_and_late());
    faults.extend(mixed_up());
    vec![Library::new(Riscv(RiscvConfig::all(Interface::CvXIf, 2)), faults)]
}

/// A committed instruction is held.
fn committed(c: &mut Circuit) -> ExprId {
    let (held, committed) = (c.net("held_q"), c.net("committed_q"));
    c.and(&[held, committed])
}

/// A result was there in the clock before, and nobody took it.
fn waited(c: &mut Circuit) -> ExprId {
    let (answer, ready) = (c.net("answer"), c.net("result_ready"));
    let refused = c.not(ready);
    let waits = c.and(&[answer, refused]);
    c.delayed(waits, 1, true)
}

fn early_and_late() -> Vec<Fault> {
    vec![
        fault("a result is early when something is decided", |c| {
            let (decides, ready) = (c.net("commit_valid"), c.net("result_ready"));
            let committed = committed(c);
            let now = c.and(&[decides, ready, committed]);
            c.force("answer", now, 1);
        }),
        fault("a kill is overlooked while something is offered", |c| {
            let offered = c.net("issue_valid");
            c.force("killed", offered, 0);
        }),
        fault("an instruction that waits for its result survives reset", |c| {
            let resets = c.resets();
            let waited = waited(c);
            let now = c.and(&[resets, waited]);
            let again = c.delayed(now, 1, false);
            c.force("held_q", again, 1);
        }),
    ]
}

fn mixed_up() -> Vec<Fault> {
    vec![
        fault("a commit for a number that differs in its top bit", |c| {
            let (id, held) = (c.bits("commit_id", 0, 3), c.bits("id_q", 0, 3));
            let near = c.equal(id, held);
            let (commit, kill) = (c.net("commit_valid"), c.net("commit_commit_kill"));
            let spared = c.not(kill);
            let open = c.net("open");
            let now = c.and(&[near, commit, spared, open]);
            c.force("committed_q", now, 1);
        }),
        fault("an early decision is forgotten after three clocks", |c| {
            let early = c.net("early_q");
            let long = c.delayed(early, 2, true);
            let now = c.and(&[early, long]);
            c.force("was_decided", now, 0);
        }),
    ]
}
