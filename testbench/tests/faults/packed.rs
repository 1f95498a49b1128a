//! Faults of packed instructions, and of `vxsat`.

use super::{Fault, Library, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let split = Interface::CvXIf1 { split: true };
    let library = |interface, faults| Library::new(Riscv(RiscvConfig::packed(interface, 2)), faults);
    let offload = |interface| {
        let faults = shared("taken").into_iter().chain(killed());
        library(interface, faults.collect())
    };
    let mut pcpi = shared("answer");
    pcpi.extend(of_words());
    vec![
        library(Interface::Pcpi, pcpi),
        offload(Interface::CvXIf),
        offload(split),
    ]
}

const VXSAT: &str = "executor.packed_part_0.vxsat_0_q";
const SATURATED: &str = "executor.core_saturated";
const MODIFIERS: &str = "executor.packed_part_0_modifiers";

/// A saturating instruction takes effect.
fn saturates(c: &mut Circuit, taken: &str) -> ExprId {
    let operation = c.net("executor.operation");
    let moves = c.net("executor.packed_part_0_moves");
    let computes = c.not(moves);
    let parts = [c.net(taken), operation, computes, c.net(SATURATED)];
    c.and(&parts)
}

fn set(c: &mut Circuit, now: ExprId, value: u64) {
    let value = c.constant(1, value);
    c.overwrite(VXSAT, now, value);
}

fn shared(taken: &'static str) -> Vec<Fault> {
    vec![
        fault("the sixteenth saturation clears vxsat", move |c| {
            let now = saturates(c, taken);
            let count = c.counter(4, now);
            let last = c.is(count, 15);
            let now = c.and(&[now, last]);
            set(c, now, 0);
        }),
        fault(
            "vxsat comes back behind a reset that follows a saturation at once",
            move |c| {
                let now = saturates(c, taken);
                let before = c.delayed(now, 1, false);
                let resets = c.resets();
                let cut = c.and(&[before, resets]);
                let behind = c.delayed(cut, 1, false);
                set(c, behind, 1);
            },
        ),
        fault("half-words stay exchanged for the instruction behind", move |c| {
            let (taken, crossed) = (c.net(taken), c.bits(MODIFIERS, 2, 1));
            let exchanged = c.and(&[taken, crossed]);
            let behind = c.delayed(exchanged, 1, true);
            c.drive("executor.packed_part_0_b", |c, old| {
                let (low, high) = (c.slice(old, 0, 16), c.slice(old, 16, 16));
                let other = c.concat(&[low, high]);
                c.mux(behind, other, old)
            });
        }),
    ]
}

/// Instructions that the core may still kill, and results that nobody takes.
fn killed() -> Vec<Fault> {
    vec![
        fault(
            "an instruction that is killed when its result is there sets vxsat",
            |c| {
                let (valid, kill, held) = (c.net("commit_valid"), c.net("commit_commit_kill"), c.net("held_q"));
                let parts = [valid, kill, held, c.net("executor.full"), c.net(SATURATED)];
                let now = c.and(&parts);
                set(c, now, 1);
            },
        ),
        fault(
            "a result that waits for three clocks sets vxsat before it is taken",
            |c| {
                let (answer, ready) = (c.net("answer"), c.net("result_ready"));
                let refused = c.not(ready);
                let waits = c.and(&[answer, refused]);
                let since = c.not(waits);
                let count = c.since(2, since);
                let long = c.is(count, 3);
                let parts = [waits, long, c.net("executor.operation"), c.net(SATURATED)];
                let now = c.and(&parts);
                set(c, now, 1);
            },
        ),
    ]
}

/// What the word at PicoRV32's port decides.
fn of_words() -> Vec<Fault> {
    vec![
        fault("a foreign word of OP-32 just behind an answer is answered", |c| {
            let answer = c.net("answer");
            let behind = c.delayed(answer, 1, true);
            let (opcode, valid) = (c.holds("pcpi_insn", 0, 7, 0x3b), c.net("pcpi_valid"));
            let now = c.and(&[behind, opcode, valid]);
            c.force("pcpi_ready", now, 1);
        }),
        fault(
            "an instruction that is withdrawn in the clock of its result sets vxsat",
            |c| {
                let full = c.net("executor.full");
                let before = c.delayed(full, 1, true);
                let answer = c.net("answer");
                let answered = c.delayed(answer, 1, true);
                let open = c.not(answered);
                let valid = c.net("pcpi_valid");
                let gone = c.not(valid);
                let saturated = c.net(SATURATED);
                let now = c.and(&[before, open, gone, saturated]);
                set(c, now, 1);
            },
        ),
    ]
}
