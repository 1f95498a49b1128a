//! Faults at PicoRV32's interface.

use super::{Fault, Library, executor, fault};
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "own",
        operand: "pcpi_rs1",
        taken: "answer",
        result: "pcpi_rd",
    });
    faults.extend(own());
    vec![Library::new(Riscv(RiscvConfig::all(Interface::Pcpi, 2)), faults)]
}

fn own() -> Vec<Fault> {
    vec![
        fault("answers once more behind an answer", |c| {
            let answer = c.net("answer");
            let again = c.delayed(answer, 1, true);
            c.drive("pcpi_ready", |c, old| c.or(&[old, again]));
        }),
        fault("a withdrawn instruction leaves its count", |c| {
            let (own, answer) = (c.net("own"), c.net("answer"));
            let ended = c.not(answer);
            let open = c.and(&[own, ended]);
            let before = c.delayed(open, 1, true);
            let valid = c.net("pcpi_valid");
            let gone = c.not(valid);
            let now = c.and(&[before, gone]);
            c.force("executor.waited_q", now, 1);
        }),
        fault("claims nothing in the clock behind a reset", |c| {
            let resets = c.resets();
            let behind = c.delayed(resets, 1, false);
            c.force("pcpi_wait", behind, 0);
        }),
    ]
}
