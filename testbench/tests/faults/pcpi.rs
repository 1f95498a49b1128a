//! Faults at PicoRV32's interface.

use super::{Fault, Library, executor, fault};
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let mut faults = executor::faults(executor::Names {
        present: "own",
        operands: ["pcpi_rs1", "pcpi_rs2"],
        taken: "answer",
        result: "pcpi_rd",
    });
    // The executor is told of own instructions alone.
    faults.retain(|fault| fault.name != "sixteen foreign functions clear chain");
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
        fault("pcpi_wait falls in the second clock", |c| {
            let own = c.net("own");
            let before = c.delayed(own, 1, true);
            let valid = c.net("pcpi_valid");
            let now = c.and(&[before, valid]);
            c.force("pcpi_wait", now, 0);
        }),
        fault("a foreign word just behind an own one is answered", |c| {
            let answer = c.net("answer");
            let behind = c.delayed(answer, 1, true);
            let foreign = c.holds("pcpi_insn", 0, 7, 0x5b);
            let valid = c.net("pcpi_valid");
            let now = c.and(&[behind, foreign, valid]);
            c.force("pcpi_ready", now, 1);
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
        fault("an instruction that names one register twice is a clock early", |c| {
            let (rd, rs1) = (c.bits("pcpi_insn", 7, 5), c.bits("pcpi_insn", 15, 5));
            let same = c.equal(rd, rs1);
            let cycle = c.has("executor.waited_q", 1);
            let now = c.and(&[same, cycle]);
            c.force("executor.full", now, 1);
        }),
        fault("answers in reset", |c| {
            let resets = c.resets();
            c.drive("pcpi_ready", |c, old| c.or(&[old, resets]));
        }),
        fault("claims nothing in the clock behind a reset", |c| {
            let resets = c.resets();
            let behind = c.delayed(resets, 1, false);
            c.force("pcpi_wait", behind, 0);
        }),
        fault(
            "an instruction that waited for four clocks before its offer is lost",
            |c| {
                let valid = c.net("pcpi_valid");
                let idle = c.not(valid);
                let since = c.since(2, idle);
                let never = c.is(since, 3);
                c.force("pcpi_ready", never, 0);
            },
        ),
    ]
}
