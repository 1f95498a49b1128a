//! From instructions of the syntax tree that the table of opcodes allows to those that units execute: what their words mean.

mod operand;
mod packed;
mod permute;
mod print;
mod scalar;
mod selector;
#[cfg(test)]
mod tests;
mod video;

use crate::tree::Instruction as Parsed;
use crate::{PtxFamily, PtxInstruction, SCALAR_OPERATIONS};
use lanesmith_text::diagnostic::Diagnostic;

/// The family that an instruction is meant to be of.
pub(crate) fn family_of(instruction: &Parsed) -> Option<PtxFamily> {
    match instruction.opcode.text {
        permute::OPCODE => Some(PtxFamily::Permute),
        "dp4a" | "dp2a" => Some(PtxFamily::Video),
        opcode if !opcode.starts_with('v') => packed::is_packed(instruction).then_some(PtxFamily::Video),
        opcode if opcode.ends_with(['2', '4']) => Some(PtxFamily::Video),
        opcode => {
            let is_scalar = SCALAR_OPERATIONS.iter().any(|row| row.mnemonic == opcode);
            is_scalar.then_some(PtxFamily::Scalar)
        }
    }
}

/// The instruction of a unit that an instruction is which the table of opcodes allows. Errors: what the table doesn't tell.
pub(crate) fn unit(parsed: &Parsed) -> Result<Option<PtxInstruction>, Diagnostic> {
    Ok(match family_of(parsed) {
        Some(PtxFamily::Video) if packed::is_packed(parsed) => packed::read(parsed)?.map(PtxInstruction::Video),
        Some(PtxFamily::Video) => video::read(parsed)?.map(PtxInstruction::Video),
        Some(PtxFamily::Scalar) => scalar::read(parsed)?.map(PtxInstruction::Scalar),
        Some(PtxFamily::Permute) => permute::read(parsed)?.map(PtxInstruction::Permute),
        None => None,
    })
}
