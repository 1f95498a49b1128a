//! Faults at the interface CV-X-IF 1.0.

use super::{Fault, Library, executor, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    [false, true].map(library).into()
}

fn library(split: bool) -> Library {
    let mut faults = executor::faults(executor::Names {
        present: if split { "executor.present" } else { "held_q" },
        operands: ["rs1_q", "rs2_q"],
        taken: "taken",
        result: "result_data",
    });
    // The executor is handed nothing foreign here.
    faults.retain(|fault| fault.name != "sixteen foreign functions clear chain");
    faults.extend(decisions());
    faults.extend(results());
    if split {
        faults.extend(registers());
    }
    Library::new(Riscv(RiscvConfig::all(Interface::CvXIf1 { split }, 2)), faults)
}

/// A result was there in the clock before, and nobody took it.
fn waited(c: &mut Circuit) -> ExprId {
    let (answer, ready) = (c.net("answer"), c.net("result_ready"));
    let refused = c.not(ready);
    let waits = c.and(&[answer, refused]);
    c.delayed(waits, 1, true)
}

fn decisions() -> Vec<Fault> {
    vec![
        fault("a commit whose number is 7 above does not reach", |c| {
            let far = c.has("committed_up_to", 7);
            c.force("commits", far, 0);
        }),
        fault("a kill whose number is 7 below does not reach", |c| {
            let far = c.has("killed_from", 7);
            c.force("killed", far, 0);
        }),
        fault("a commit with a number that has wrapped does not reach", |c| {
            let (above, wrapped) = (c.has("id_q", 15), c.has("commit_id", 0));
            let now = c.and(&[above, wrapped]);
            c.force("commits", now, 0);
        }),
        fault("a kill of the number behind 15 kills 15", |c| {
            let (fifteen, zero) = (c.has("id_q", 15), c.has("commit_id", 0));
            let (valid, kill) = (c.net("commit_valid"), c.net("commit_commit_kill"));
            let (held, committed) = (c.net("held_q"), c.net("committed_q"));
            let open = c.not(committed);
            let now = c.and(&[fifteen, zero, valid, kill, held, open]);
            c.force("killed", now, 1);
        }),
        fault(
            "a kill of an older instruction spares an offer in its first clock",
            |c| {
                let (kill, id, offered) = (c.net("commit_commit_kill"), c.net("commit_id"), c.net("issue_req_id"));
                let (valid, same) = (c.net("issue_valid"), c.equal(id, offered));
                let before = c.delayed(valid, 1, true);
                let (first, other) = (c.not(before), c.not(same));
                let now = c.and(&[first, valid, kill, other]);
                c.force("decided", now, 0);
            },
        ),
        fault("a kill is overlooked while something is offered", |c| {
            let offered = c.net("issue_valid");
            c.force("killed", offered, 0);
        }),
        fault("a kill behind a commit kills", |c| {
            let (commit, kill) = (c.net("commit_valid"), c.net("commit_commit_kill"));
            let (held, committed, from) = (c.net("held_q"), c.net("committed_q"), c.has("killed_from", 0));
            let now = c.and(&[commit, kill, held, committed, from]);
            c.force("held_q", now, 0);
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
        fault("a kill in the last clock before the result writes c", |c| {
            let (killed, full, access) = (c.net("killed"), c.net("executor.full"), c.net("executor.access"));
            let complete = c.or(&[full, access]);
            let now = c.and(&[killed, complete]);
            let value = c.net("rs1_q");
            c.overwrite("executor.c_q", now, value);
        }),
        fault("foreign words wait while a result waits", |c| {
            let waited = waited(c);
            let own = c.net("word_own");
            let foreign = c.not(own);
            let now = c.and(&[waited, foreign]);
            c.force("ready", now, 0);
        }),
    ]
}

fn results() -> Vec<Fault> {
    vec![
        fault("a result is early when something is decided", |c| {
            let (decides, ready) = (c.net("commit_valid"), c.net("result_ready"));
            let (held, committed) = (c.net("held_q"), c.net("committed_q"));
            let now = c.and(&[decides, ready, held, committed]);
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
        fault("the number of the offer, while the result waits", |c| {
            let waited = waited(c);
            let (id, offered) = (c.net("issue_req_id"), c.net("issue_valid"));
            let now = c.and(&[waited, offered]);
            c.drive("result_id", |c, old| c.mux(now, id, old));
        }),
        fault("the hart of the offer, while the result waits", |c| {
            let waited = waited(c);
            let (hart, offered) = (c.net("issue_req_hartid"), c.net("issue_valid"));
            let now = c.and(&[waited, offered]);
            c.drive("result_hartid", |c, old| c.mux(now, hart, old));
        }),
        fault("results for x0 are not written", |c| {
            let zero = c.has("rd_q", 0);
            c.force("result_we", zero, 0);
        }),
        fault("a rare word reads no second register", |c| {
            let rare = c.holds("issue_req_instr", 7, 20, 0xabcde);
            let own = c.net("word_own");
            let now = c.and(&[rare, own]);
            c.force("issue_resp_register_read", now, 1);
        }),
        fault("an instruction that waits for its result survives reset", |c| {
            let resets = c.resets();
            let waited = waited(c);
            let now = c.and(&[resets, waited]);
            let again = c.delayed(now, 1, false);
            c.force("held_q", again, 1);
        }),
        fault(
            "the second operand of an instruction accepted as a result is taken",
            |c| {
                let (accepted, taken) = (c.net("accepted"), c.net("taken"));
                let now = c.and(&[accepted, taken]);
                let now = c.delayed(now, 1, true);
                c.flip("rs2_q", now, 0x1000);
            },
        ),
    ]
}

/// Where the registers come behind the acceptance.
fn registers() -> Vec<Fault> {
    vec![
        fault("takes registers whose number differs in its top bit", |c| {
            let (id, held) = (c.bits("register_id", 0, 3), c.bits("id_q", 0, 3));
            let near = c.equal(id, held);
            let (valid, here) = (c.net("register_valid"), c.net("held_q"));
            let loaded = c.net("loaded_q");
            let missing = c.not(loaded);
            let now = c.and(&[near, valid, here, missing]);
            c.force("delivered", now, 1);
        }),
        fault("registers that come with the commit are lost", |c| {
            let (commits, delivered) = (c.net("commits"), c.net("delivered"));
            let now = c.and(&[commits, delivered]);
            c.force("loaded_q", now, 0);
        }),
        fault("registers of another instruction in the clock of the result", |c| {
            let (taken, valid) = (c.net("answer"), c.net("register_valid"));
            let now = c.and(&[taken, valid]);
            let value = c.net("register_rs_0");
            c.overwrite("rs1_q", now, value);
        }),
        fault("registers that are three clocks late are taken for there", |c| {
            let (held, loaded) = (c.net("held_q"), c.net("loaded_q"));
            let missing = c.not(loaded);
            let waits = c.and(&[held, missing]);
            let long = c.delayed(waits, 3, true);
            c.force("loaded_q", long, 1);
        }),
        fault("a kill before the registers is overlooked", |c| {
            let (held, loaded) = (c.net("held_q"), c.net("loaded_q"));
            let missing = c.not(loaded);
            let now = c.and(&[held, missing]);
            c.force("killed", now, 0);
        }),
    ]
}
