//! What the text of an instruction tells, in every language.

use crate::diagnostic::Diagnostic;
use std::fmt;

/// An instruction that has a text.
pub trait InstructionText: Clone + PartialEq + fmt::Display {
    /// The instruction of a text.
    fn parse(text: &str) -> Result<Self, Diagnostic>;
    /// The operands `a`, `b`, `c` as they are written; a decimal number is its own value.
    fn sources(&self) -> [&str; 3];
    /// Whether it is a negation: it has one source, and subtracts it from 0.
    fn is_negation(&self) -> bool {
        false
    }
}
