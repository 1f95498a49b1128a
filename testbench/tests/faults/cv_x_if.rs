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
        fault("a result is early when the next instruction is offered", |c| {
            let (offered, ready, own) = (c.net("issue_valid"), c.net("result_ready"), c.net("word_own"));
            let committed = committed(c);
            let now = c.and(&[offered, ready, own, committed]);
            c.force("answer", now, 1);
        }),
        fault("a result is early when something is decided", |c| {
            let (decides, ready) = (c.net("commit_valid"), c.net("result_ready"));
            let committed = committed(c);
            let now = c.and(&[decides, ready, committed]);
            c.force("answer", now, 1);
        }),
        fault("an access that is committed late never answers", |c| {
            let (held, committed, access) = (c.net("held_q"), c.net("committed_q"), c.net("executor.access"));
            let open = c.not(committed);
            let late = c.and(&[held, open]);
            let late = c.delayed(late, 1, true);
            let lost = c.state(1, true);
            let still = c.or(&[lost.q, late]);
            let kept = c.and(&[still, held]);
            c.load(lost, kept);
            let now = c.and(&[lost.q, access]);
            c.force("answer", now, 0);
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
        fault("c changes although the result is not taken", |c| {
            let waited = waited(c);
            let again = c.delayed(waited, 1, true);
            let now = c.and(&[waited, again]);
            let value = c.net("executor_result");
            c.overwrite("executor.c_q", now, value);
        }),
        fault("the cycles begin anew when the commit comes in the second", |c| {
            let (commit, cycle) = (c.net("commit_valid"), c.has("executor.waited_q", 1));
            let (id, held) = (c.net("commit_id"), c.net("id_q"));
            let same = c.equal(id, held);
            let now = c.and(&[commit, cycle, same]);
            c.force("executor.waited_q", now, 0);
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
        fault("a result in reset", |c| {
            let resets = c.resets();
            let held = c.net("held_q");
            let now = c.and(&[resets, held]);
            c.force("result_valid", now, 1);
        }),
    ]
}

fn mixed_up() -> Vec<Fault> {
    vec![
        fault("the number of the offer, while the result waits", |c| {
            let waited = waited(c);
            let (id, offered) = (c.net("issue_req_id"), c.net("issue_valid"));
            let now = c.and(&[waited, offered]);
            c.drive("result_id", |c, old| c.mux(now, id, old));
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
        fault(
            "the second operand of an instruction accepted as a result is taken",
            |c| {
                let (accepted, taken) = (c.net("accepted"), c.net("taken"));
                let now = c.and(&[accepted, taken]);
                c.flip("rs2_q", now, 0x1000);
            },
        ),
        fault("foreign words wait while a result waits", |c| {
            let waited = waited(c);
            let own = c.net("word_own");
            let foreign = c.not(own);
            let now = c.and(&[waited, foreign]);
            c.force("ready", now, 0);
        }),
        fault("a word of custom-3 is accepted while an instruction is held", |c| {
            let (held, word) = (c.net("held_q"), c.holds("issue_req_instr", 0, 7, 0x7b));
            let now = c.and(&[held, word]);
            c.force("word_own", now, 1);
        }),
        fault("results for x0 are not written", |c| {
            let zero = c.has("rd_q", 0);
            c.force("result_we", zero, 0);
        }),
        fault("a rare offer writes two registers", |c| {
            let rare = c.holds("issue_req_instr", 7, 20, 0xabcde);
            c.force("issue_resp_dualwrite", rare, 1);
        }),
        fault("the number after 15 is decided early", |c| {
            let (fifteen, zero) = (c.has("id_q", 15), c.has("issue_req_id", 0));
            let now = c.and(&[fifteen, zero]);
            c.force("decided", now, 1);
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
