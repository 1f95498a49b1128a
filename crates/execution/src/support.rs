//! Which instructions are executed.

use crate::cause::Cause;
use crate::select::select;
use crate::semantics::Semantics;
use lanesmith_ptx::tree::Instruction;

/// Whether an instruction is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// By a unit: its results come from [`Units`](crate::Units).
    Unit,
    /// By the interpreter.
    Executed,
    /// Not at all.
    NotExecuted(Cause),
}

/// Whether an instruction is executed. A direct call is, if the function that it calls has a body.
pub fn support(instruction: &Instruction) -> Support {
    match select(instruction) {
        Ok(Semantics::Unit) => Support::Unit,
        Ok(_) => Support::Executed,
        Err(cause) => Support::NotExecuted(cause),
    }
}
