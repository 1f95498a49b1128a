//! Faults at CV32E40X's interface.

use super::{Fault, Library, executor, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "executor.present",
        operands: ["rs1_q", "rs2_q"],
        taken: "taken",
        result: "result_data",
    });
    // The executor is handed nothing foreign here.
    faults.retain(|fault| fault.name != "sixteen foreign functions clear chain");
    faults.extend(of_both_revisions());
    faults.extend(own());
    vec![Library::new(Riscv(RiscvConfig::all(Interface::CvXIf, 2)), faults)]
}

/// A committed instruction is held.
fn committed(c: &mut Circuit) -> ExprId {
    let (held, committed) = (c.net("held_q"), c.net("committed_q"));
    c.and(&[held, committed])
}

/// A result was there in the clock before, and nobody took it.
pub(super) fn waited(c: &mut Circuit) -> ExprId {
    let (answer, ready) = (c.net("answer"), c.net("result_ready"));
    let refused = c.not(ready);
    let waits = c.and(&[answer, refused]);
    c.delayed(waits, 1, true)
}

/// The faults of an instruction that is held while the core may commit or kill it.
pub(super) fn of_both_revisions() -> Vec<Fault> {
    vec![
        fault("a result is early when something is decided", |c| {
            let (decides, ready) = (c.net("commit_valid"), c.net("result_ready"));
            let committed = committed(c);
            let now = c.and(&[decides, ready, committed]);
            c.force("answer", now, 1);
        }),
        fault("the result is 0 while nobody takes it", |c| {
            let ready = c.net("result_ready");
            let refused = c.not(ready);
            c.force("result_data", refused, 0);
        }),
        fault("a result is offered once more after it waited three clocks", |c| {
            let (answer, ready) = (c.net("answer"), c.net("result_ready"));
            let refused = c.not(ready);
            let waits = c.and(&[answer, refused]);
            let long = c.delayed(waits, 3, true);
            let taken = c.net("taken");
            let now = c.and(&[long, taken]);
            c.force("held_q", now, 1);
        }),
        fault("a kill is overlooked while something is offered", |c| {
            let offered = c.net("issue_valid");
            c.force("killed", offered, 0);
        }),
        fault("a kill in the last clock before the result writes c", |c| {
            let (killed, full, access) = (c.net("killed"), c.net("executor.full"), c.net("executor.access"));
            let complete = c.or(&[full, access]);
            let now = c.and(&[killed, complete]);
            let value = c.net("rs1_q");
            c.overwrite("executor.c_q", now, value);
        }),
        fault("an instruction that waits for its result survives reset", |c| {
            let resets = c.resets();
            let waited = waited(c);
            let now = c.and(&[resets, waited]);
            let again = c.delayed(now, 1, false);
            c.force("held_q", again, 1);
        }),
        fault("the number of the offer, while the result waits", |c| {
            let waited = waited(c);
            let (id, offered) = (c.net("issue_req_id"), c.net("issue_valid"));
            let now = c.and(&[waited, offered]);
            c.drive("result_id", |c, old| c.mux(now, id, old));
        }),
        fault("an early decision is forgotten after three clocks", |c| {
            let early = c.net("early_q");
            let long = c.delayed(early, 2, true);
            let now = c.and(&[early, long]);
            c.force("was_decided", now, 0);
        }),
        fault("an early kill becomes a commit after four clocks", |c| {
            let early = c.net("early_q");
            let long = c.delayed(early, 3, true);
            let now = c.and(&[early, long]);
            c.force("kill", now, 0);
        }),
        fault("foreign words wait while a result waits", |c| {
            let waited = waited(c);
            let own = c.net("word_own");
            let foreign = c.not(own);
            let now = c.and(&[waited, foreign]);
            c.force("ready", now, 0);
        }),
        fault("results for x0 are not written", |c| {
            let zero = c.has("rd_q", 0);
            c.force("result_we", zero, 0);
        }),
    ]
}

fn own() -> Vec<Fault> {
    vec![
        fault("c changes although the result is not taken", |c| {
            let waited = waited(c);
            let again = c.delayed(waited, 1, true);
            let now = c.and(&[waited, again]);
            let value = c.net("executor_result");
            c.overwrite("executor.c_q", now, value);
        }),
        fault("a result in reset", |c| {
            let resets = c.resets();
            let held = c.net("held_q");
            let now = c.and(&[resets, held]);
            c.force("result_valid", now, 1);
        }),
        fault("rd of an offer that waits", |c| {
            let waits = c.net("waits");
            let rd = c.bits("issue_req_instr", 7, 5);
            c.overwrite("rd_q", waits, rd);
        }),
        fault("a commit for a number that differs in its top bit", |c| {
            let (id, held) = (c.bits("commit_id", 0, 3), c.bits("id_q", 0, 3));
            let near = c.equal(id, held);
            let (commit, kill) = (c.net("commit_valid"), c.net("commit_commit_kill"));
            let spared = c.not(kill);
            let open = c.net("open");
            let now = c.and(&[near, commit, spared, open]);
            c.force("committed_q", now, 1);
        }),
        fault("the first operand changes when another instruction is decided", |c| {
            let (commit, id, held) = (c.net("commit_valid"), c.net("commit_id"), c.net("id_q"));
            let same = c.equal(id, held);
            let other = c.not(same);
            let now = c.and(&[commit, other]);
            let value = c.net("issue_req_rs_0");
            c.overwrite("rs1_q", now, value);
        }),
        fault("kill and offer in one clock supersede", |c| {
            let (offered, commit, kill) = (c.net("issue_valid"), c.net("commit_valid"), c.net("commit_commit_kill"));
            let held = c.net("held_q");
            let now = c.and(&[offered, commit, kill, held]);
            c.force("free", now, 1);
        }),
        fault("an instruction that supersedes another takes over its count", |c| {
            let superseded = c.net("superseded");
            let count = c.net("executor.waited_q");
            c.drive("executor.waited_q", |c, d| c.mux(superseded, count, d));
        }),
    ]
}
