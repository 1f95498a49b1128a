//! The byte permute (PTX ISA, section "Data Movement and Conversion Instructions: prmt").

use super::Reader;
use super::operand::{Class, RULES, Rules, Signs, texts};
use crate::instructions::PERMUTE_NAME;
use crate::{PERMUTE_MODES, PermuteInstruction};
use lanesmith_text::diagnostic::Diagnostic;

pub(super) const OPCODE: &str = PERMUTE_NAME[0];

impl Reader<'_, '_> {
    /// The byte permute that it is.
    pub(super) fn permute(&self) -> Result<PermuteInstruction, Diagnostic> {
        let rules = Rules {
            class: Class::Any,
            numbers: true,
            signs: Signs::None,
            ..RULES
        };
        let mode = PERMUTE_MODES.iter().position(|mode| self.has(mode.suffix));
        Ok(PermuteInstruction {
            guard: self.guard(),
            mode: mode.unwrap_or(0),
            operands: texts(&self.operands(&rules)?),
        })
    }
}
