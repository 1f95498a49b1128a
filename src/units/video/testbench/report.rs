//! A fault of the SIMD video ALU in words: what was asked, what came, and how it should have come about.

use super::scoreboard::Mismatch;
use crate::ptx::{Instruction, Operands};
use crate::sim::testbench::Fault;
use crate::units::video::golden::explain::{difference, explain};

/// Several lines about a fault, without a final line end; `mismatch` where the fault is a wrong result.
pub fn describe(fault: &Fault, mismatch: Option<&Mismatch>) -> String {
    let Some(Mismatch { pending, got }) = mismatch else {
        return fault.to_string();
    };
    let case = &pending.case;
    let (a, b, c) = (case.a, case.b, case.c);
    let instruction = &case.instruction();
    let values = instruction.columns([a, b, c]);
    let columns = values.map(|value| format!("{value:#010x}"));
    let names = &instruction.operands;
    // `explain` gives a register one value; a row of a file may say another of each operand.
    let differs = |x: usize, y: usize, one: &str, other: &str| one == other && values[x] != values[y];
    let has_two =
        differs(0, 1, &names.a, &names.b) || differs(0, 2, &names.a, &names.c) || differs(1, 2, &names.b, &names.c);
    let told = match has_two && !instruction.is_negation() {
        true => &Instruction {
            operands: Operands::default(),
            ..instruction.clone()
        },
        false => instruction,
    };
    format!(
        "{fault}\naccepted in cycle {}, tag {}\n{}\n{}\nrepeat the right result: \
         lanesmith explain \"{told}\" --a {} --b {} --c {}",
        pending.accepted,
        pending.tag,
        explain(instruction, a, b, c),
        difference(instruction, pending.case.d(), *got),
        columns[0],
        columns[1],
        columns[2],
    )
}
