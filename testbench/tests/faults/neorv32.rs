//! Faults of NEORV32's custom functions unit.

use super::{Fault, Library, executor, fault};
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "own",
        operand: "rs1",
        taken: "answer",
        result: "result",
    });
    faults.extend(own());
    vec![Library::new(Riscv(RiscvConfig::all(Interface::Neorv32, 2)), faults)]
}

fn own() -> Vec<Fault> {
    vec![
        fault("an instruction just behind an answer is forgotten", |c| {
            let (answer, start) = (c.net("answer"), c.net("start"));
            let behind = c.delayed(answer, 1, true);
            let now = c.and(&[behind, start]);
            c.force("busy_q", now, 0);
        }),
        fault("a foreign word just behind an own one stays under way", |c| {
            let (answer, start, own) = (c.net("answer"), c.net("start"), c.net("own"));
            let behind = c.delayed(answer, 1, true);
            let foreign = c.not(own);
            let now = c.and(&[behind, start, foreign]);
            c.force("busy_q", now, 1);
        }),
        fault("an instruction under way survives reset", |c| {
            let (resets, busy) = (c.resets(), c.net("busy_q"));
            let cut = c.and(&[resets, busy]);
            let again = c.delayed(cut, 1, false);
            c.force("busy_q", again, 1);
        }),
    ]
}
