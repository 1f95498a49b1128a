//! Faults of packed instructions, and of `vxsat`.

use super::{Fault, Library, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

pub fn libraries() -> Vec<Library> {
    let library = |interface, faults| Library::new(Riscv(RiscvConfig::packed(interface, 2)), faults);
    let mut pcpi = shared("answer", ["pcpi_rs1", "pcpi_rs2"], "pcpi_rd");
    pcpi.extend(of_words());
    let mut split = shared("taken", ["rs1_q", "rs2_q"], "result_data");
    split.extend(killed());
    vec![
        library(Interface::Pcpi, pcpi),
        library(Interface::CvXIf1 { split: true }, split),
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

fn keep(c: &mut Circuit, now: ExprId) {
    let old = c.net(VXSAT);
    c.overwrite(VXSAT, now, old);
}

fn shared(taken: &'static str, [rs1, rs2]: [&'static str; 2], result: &'static str) -> Vec<Fault> {
    vec![
        fault("the sixteenth saturation clears vxsat", move |c| {
            let now = saturates(c, taken);
            let count = c.counter(4, now);
            let last = c.is(count, 15);
            let now = c.and(&[now, last]);
            set(c, now, 0);
        }),
        fault("a saturation just behind an access to vxsat is lost", move |c| {
            let (taken, access) = (c.net(taken), c.net("executor.access"));
            let accessed = c.and(&[taken, access]);
            let since = c.since(3, accessed);
            let recent = c.is(since, 3);
            let operation = c.net("executor.operation");
            let now = c.and(&[recent, operation, taken]);
            keep(c, now);
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
        fault(
            "vxsat is set a clock before the answer if the flag has been clear for long",
            move |c| {
                let flag = c.net(VXSAT);
                let clear_for = c.since(3, flag);
                let long = c.is(clear_for, 7);
                let parts = [long, c.has("executor.waited_q", 1), c.net(SATURATED)];
                let now = c.and(&parts);
                set(c, now, 1);
            },
        ),
        fault("an average of equal elements is rounded up", move |c| {
            let (a, b) = (c.net(rs1), c.net(rs2));
            let equal = c.equal(a, b);
            let halves = c.bits(MODIFIERS, 0, 1);
            let now = c.and(&[equal, halves]);
            c.flip(result, now, 1);
        }),
        fault("csrrs reads what vxsat was a clock ago", move |c| {
            let flag = c.net(VXSAT);
            let old = c.delayed(flag, 1, false);
            let changed = c.equal(flag, old);
            let changed = c.not(changed);
            let access = c.net("executor.access");
            let now = c.and(&[changed, access]);
            c.flip(result, now, 1);
        }),
        fault(
            "a shift by seven keeps a bit of its neighbour after eight answers",
            move |c| {
                let taken = c.net(taken);
                let count = c.counter(3, taken);
                let last = c.is(count, 7);
                let moves = c.net("executor.packed_part_0_moves");
                let now = c.and(&[last, moves]);
                c.flip("executor.packed_part_0_d", now, 0x80);
            },
        ),
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
        fault("csrrw with rs1 as rd writes nothing", |c| {
            let (rd, rs1) = (c.bits("pcpi_insn", 7, 5), c.bits("pcpi_insn", 15, 5));
            let same = c.equal(rd, rs1);
            let access = c.net("executor.access");
            let now = c.and(&[same, access]);
            keep(c, now);
        }),
    ]
}
