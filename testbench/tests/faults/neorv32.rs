//! Faults of NEORV32's custom functions unit.

use super::{Fault, Library, executor, fault};
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "own",
        operands: ["rs1", "rs2"],
        taken: "answer",
        result: "result",
    });
    // The executor is told of own instructions alone.
    faults.retain(|fault| fault.name != "sixteen foreign functions clear chain");
    faults.extend(own());
    vec![Library::new(Riscv(RiscvConfig::all(Interface::Neorv32, 2)), faults)]
}

fn own() -> Vec<Fault> {
    vec![
        fault("answers once more behind an answer", |c| {
            let answer = c.net("answer");
            let again = c.delayed(answer, 1, true);
            c.drive("valid", |c, old| c.or(&[old, again]));
        }),
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
        fault("the 256th instruction is not started", |c| {
            let start = c.net("start");
            let count = c.counter(8, start);
            let trip = c.is(count, 255);
            let now = c.and(&[trip, start]);
            c.force("valid", now, 0);
            c.force("busy_q", now, 0);
        }),
        fault("results for x0 are not valid", |c| {
            let zero = c.holds("inst", 7, 5, 0);
            c.force("valid", zero, 0);
        }),
        fault("a word of custom-1 with the function of an access is answered", |c| {
            let (start, word) = (c.net("start"), c.holds("inst", 0, 7, 0x2b));
            let access = c.net("executor.access");
            let now = c.and(&[start, word, access]);
            c.force("valid", now, 1);
        }),
        fault("an instruction that names one register twice is a clock early", |c| {
            let (rd, rs1) = (c.bits("inst", 7, 5), c.bits("inst", 15, 5));
            let same = c.equal(rd, rs1);
            let cycle = c.has("executor.waited_q", 1);
            let now = c.and(&[same, cycle]);
            c.force("executor.full", now, 1);
        }),
    ]
}
