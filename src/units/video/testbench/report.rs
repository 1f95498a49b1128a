//! A fault of the SIMD video ALU in words: what was asked, what came, and how it should have come about.

use super::scoreboard::Mismatch;
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
    let columns = instruction.columns([a, b, c]).map(|value| format!("{value:#010x}"));
    format!(
        "{fault}\naccepted in cycle {}, tag {}\n{}\n{}\nrepeat the right result: \
         lanesmith explain \"{instruction}\" --a {} --b {} --c {}",
        pending.accepted,
        pending.tag,
        explain(instruction, a, b, c),
        difference(instruction, pending.case.d(), *got),
        columns[0],
        columns[1],
        columns[2],
    )
}
