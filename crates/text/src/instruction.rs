//! What the text of an instruction tells, in every language.

use crate::diagnostic::Diagnostic;
use std::fmt;

/// An instruction that has a text.
pub trait InstructionText: Clone + PartialEq + fmt::Display {
    /// The instruction of a text.
    fn parse(text: &str) -> Result<Self, Diagnostic>;
    /// The operands `a`, `b`, `c` as they are written; a decimal number is its own value.
    fn sources(&self) -> [&str; 3];
    /// Whether it subtracts its one source from 0: the source is the operand `b` of hardware, and in vector files column `a` has it.
    fn is_negation(&self) -> bool {
        false
    }
}
