//! Additions of the SIMD video ALU to the testbench of pipelined units: instructions, the core, waves.

mod case;
mod core;
mod random_cases;
mod view;

pub use case::{VideoCase, executes, ignored, remedies};
pub(super) use case::{ignored_bits, parsed};
pub(super) use core::record_core;
pub use core::run_core;
pub use random_cases::RandomCases;
pub use view::helpers;
pub(in crate::units) use view::{
    NONE, elements, lane_group, lane_helpers, lane_values, modifier_helpers, modifier_values, named, names,
};
pub(super) use view::{helper_values, view};

use super::golden::explain::{difference, explain};
use crate::ptx::{Instruction, Operands};
use crate::unit::pipelined::{Pending, WrongResult};

/// How the result of a wrong instruction comes about, and the command that shows the right one.
pub(super) fn describe(WrongResult { pending, got }: &WrongResult) -> String {
    let Pending { case, tag, accepted } = pending;
    let [a, b, c] = case.operands;
    let instruction = &case.instruction();
    let values = instruction.columns([a, b, c]);
    let columns = values.map(|value| format!("{value:#010x}"));
    let names = &instruction.operands;
    // `explain` gives a register one value; a row of a file may say another of each operand.
    let differs = |x: usize, y: usize, one: &str, other: &str| one == other && values[x] != values[y];
    let has_two =
        differs(0, 1, &names.a, &names.b) || differs(0, 2, &names.a, &names.c) || differs(1, 2, &names.b, &names.c);
    let shown = match has_two && !instruction.is_negation() {
        true => &Instruction {
            operands: Operands::default(),
            ..instruction.clone()
        },
        false => instruction,
    };
    format!(
        "accepted in cycle {accepted}, tag {tag}\n{}\n{}\nrepeat the right result: \
         lanesmith explain \"{shown}\" --a {} --b {} --c {}",
        explain(instruction, a, b, c),
        difference(instruction, case.d(), *got),
        columns[0],
        columns[1],
        columns[2],
    )
}
