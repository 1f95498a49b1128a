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
        operand: "rs1_q",
        taken: "taken",
        result: "result_data",
    });
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
        fault("a commit with a number that has wrapped does not reach", |c| {
            let (above, wrapped) = (c.has("id_q", 15), c.has("commit_id", 0));
            let now = c.and(&[above, wrapped]);
            c.force("commits", now, 0);
        }),
        fault("a kill behind a commit kills", |c| {
            let (commit, kill) = (c.net("commit_valid"), c.net("commit_commit_kill"));
            let (held, committed, from) = (c.net("held_q"), c.net("committed_q"), c.has("killed_from", 0));
            let now = c.and(&[commit, kill, held, committed, from]);
            c.force("held_q", now, 0);
        }),
        fault("an early kill becomes a commit after four clocks", |c| {
            let early = c.net("early_q");
            let long = c.delayed(early, 3, true);
            let now = c.and(&[early, long]);
            c.force("kill", now, 0);
        }),
    ]
}

fn results() -> Vec<Fault> {
    vec![fault("the hart of the offer, while the result waits", |c| {
        let waited = waited(c);
        let (hart, offered) = (c.net("issue_req_hartid"), c.net("issue_valid"));
        let now = c.and(&[waited, offered]);
        c.drive("result_hartid", |c, old| c.mux(now, hart, old));
    })]
}

/// Where the registers come behind the acceptance.
fn registers() -> Vec<Fault> {
    vec![
        fault("registers that come with the commit are lost", |c| {
            let (commits, delivered) = (c.net("commits"), c.net("delivered"));
            let now = c.and(&[commits, delivered]);
            c.force("loaded_q", now, 0);
        }),
        fault("a kill before the registers is overlooked", |c| {
            let (held, loaded) = (c.net("held_q"), c.net("loaded_q"));
            let missing = c.not(loaded);
            let now = c.and(&[held, missing]);
            c.force("killed", now, 0);
        }),
    ]
}
