//! Faults at the interface CV-X-IF 1.0.

use super::cv_x_if::{self, waited};
use super::{Fault, Library, executor, fault};
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
    faults.extend(cv_x_if::of_both_revisions());
    faults.extend(decisions());
    faults.extend(results());
    if split {
        faults.extend(registers());
    }
    Library::new(Riscv(RiscvConfig::all(Interface::CvXIf1 { split }, 2)), faults)
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
    ]
}

fn results() -> Vec<Fault> {
    vec![
        fault("the hart of the offer, while the result waits", |c| {
            let waited = waited(c);
            let (hart, offered) = (c.net("issue_req_hartid"), c.net("issue_valid"));
            let now = c.and(&[waited, offered]);
            c.drive("result_hartid", |c, old| c.mux(now, hart, old));
        }),
        fault("a rare word reads no second register", |c| {
            let rare = c.holds("issue_req_instr", 7, 20, 0xabcde);
            let own = c.net("word_own");
            let now = c.and(&[rare, own]);
            c.force("issue_resp_register_read", now, 1);
        }),
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
