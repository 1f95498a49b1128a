//! The byte permute (PTX ISA, section "Data Movement and Conversion Instructions: prmt").

use super::operand::texts;
use crate::instructions::PERMUTE_NAME;
use crate::tree::Instruction as Parsed;
use crate::{PERMUTE_MODES, PermuteInstruction};
use lanesmith_text::diagnostic::Diagnostic;

pub(super) const OPCODE: &str = PERMUTE_NAME[0];

/// The byte permute that an instruction is; `None` if it has components of vectors.
pub(super) fn read(parsed: &Parsed) -> Result<Option<PermuteInstruction>, Diagnostic> {
    let found = parsed.found()?;
    let mode = PERMUTE_MODES.iter().position(|mode| parsed.has(mode.suffix));
    let instruction = PermuteInstruction {
        guard: parsed.unit_guard(),
        mode: mode.unwrap_or(0),
        operands: texts(&found),
    };
    let is_whole = found.iter().all(|operand| operand.selector.is_none());
    Ok(is_whole.then_some(instruction))
}
