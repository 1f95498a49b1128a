//! Instructions that units execute: their own parsers check them.

use super::Checker;
use crate::PtxInstruction;
use crate::family;
use crate::registers::RegisterType;
use crate::tree::{Constant, Instruction, Name, Operand, OperandKind, Symbol};
use lanesmith_text::diagnostic::Diagnostic;

impl<'m, 'a> Checker<'m, 'a> {
    /// The instruction of a unit; `None` if no unit executes it.
    pub(super) fn unit(&self, instruction: &Instruction) -> Option<Result<PtxInstruction, Diagnostic>> {
        let opcode = instruction.opcode.text;
        let has_packed_type = || {
            let modifiers = &instruction.modifiers;
            modifiers
                .iter()
                .any(|word| matches!(word.text, ".u8x4" | ".s8x4" | ".u16x2" | ".s16x2"))
        };
        let may_be = match opcode.as_bytes().first() {
            Some(b'v') => opcode != "vote",
            Some(b'p') => opcode == "prmt",
            Some(b'd') => opcode == "dp4a" || opcode == "dp2a",
            _ => matches!(opcode, "add" | "sub" | "min" | "max" | "neg") && has_packed_type(),
        };
        if !may_be {
            return None;
        }
        let start = instruction.span.start as usize;
        let text = &self.module.source[instruction.span.range()];
        let lookup = |name: &str| self.register_type(instruction, name);
        let unit = family::instruction(text, &lookup)?;
        Some(unit.map_err(|error| {
            let span = error.span.start + start..error.span.end + start;
            Diagnostic { span, ..error }
        }))
    }

    /// The type of a register that an instruction names.
    fn register_type(&self, instruction: &Instruction, name: &str) -> Option<RegisterType> {
        let guard = instruction.guard.iter().map(|guard| &guard.predicate);
        let operands = instruction.operands.iter().filter_map(named);
        let found = guard.chain(operands).find(|found| found.word.text == name)?;
        match found.symbol {
            Symbol::Register(index, _) => {
                let (kind, vector) = self.register(index);
                Some(RegisterType::of(kind, vector))
            }
            _ => None,
        }
    }

    /// Remarks on constants of more than 32 bits.
    pub(super) fn lost_of_unit(&mut self, instruction: &Instruction) {
        for operand in &instruction.operands {
            if let OperandKind::Constant(Constant::Integer(value, _)) = operand.kind {
                self.lose(operand.span, value, 32);
            }
        }
    }
}

/// The name in an operand of a unit's instruction.
fn named<'o, 'a>(operand: &'o Operand<'a>) -> Option<&'o Name<'a>> {
    match &operand.kind {
        OperandKind::Name(name) | OperandKind::Negative(name) | OperandKind::Not(name) => Some(name),
        OperandKind::Part(inner, _) => match &inner.kind {
            OperandKind::Name(name) | OperandKind::Negative(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
