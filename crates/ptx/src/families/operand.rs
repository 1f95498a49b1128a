//! Guards, types and operands of instructions that units execute.

use crate::special::WARP_SIZE;
use crate::tree::{Constant, Instruction, Operand, OperandKind, Span, Word};
use crate::{Guard, Operands};
use lanesmith_text::diagnostic::Diagnostic;

/// An operand: a register, with a selector or a sign in some families, or a number.
#[derive(Default)]
pub(super) struct Found<'a> {
    /// The register, or the number in decimal.
    pub(super) text: String,
    pub(super) selector: Option<Word<'a>>,
    pub(super) is_negative: bool,
}

/// An error about a part of the text.
pub(super) fn wrong<T>(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Result<T, Diagnostic> {
    Err(Diagnostic::new(span.range(), message, expected))
}

impl<'a> Instruction<'a> {
    pub(super) fn unit_guard(&self) -> Option<Guard> {
        self.guard.as_ref().map(|guard| Guard {
            predicate: guard.predicate.word.text.to_owned(),
            negated: guard.is_negated,
        })
    }

    pub(super) fn has(&self, modifier: &str) -> bool {
        self.modifiers.iter().any(|word| word.text == modifier)
    }

    /// Whether each of the types, of d, a and b, is signed; false of d where it has none.
    pub(super) fn types(&self) -> [bool; 3] {
        let words = self.modifiers.iter().rev().map(|word| word.text);
        let mut types = words.filter(|text| matches!(*text, ".u32" | ".s32"));
        let [b, a, d] = [(); 3].map(|()| types.next() == Some(".s32"));
        [d, a, b]
    }

    /// The operands in the order of the text. But for `vmad`, a and b have a sign both or neither; NVIDIA's assembler gives such
    /// an instruction the code of the one without signs.
    pub(super) fn found(&self) -> Result<Vec<Found<'a>>, Diagnostic> {
        let found: Vec<Found> = self.operands.iter().map(operand).collect();
        let is_negative = |at: &usize| found.get(*at).is_some_and(|found| found.is_negative);
        match [1, 2].into_iter().filter(is_negative).collect::<Vec<_>>()[..] {
            [at] if self.opcode.text != "vmad" => {
                let message = "a sign before one of a and b";
                wrong(self.operands[at].span, message, "a sign before both or neither")
            }
            _ => Ok(found),
        }
    }
}

fn operand<'a>(operand: &Operand<'a>) -> Found<'a> {
    match &operand.kind {
        OperandKind::Part(inner, part) => Found {
            selector: Some(*part),
            ..self::operand(inner)
        },
        kind => Found {
            text: match kind {
                // A constant has 64 bits, of which the instruction takes the low 32.
                OperandKind::Constant(Constant::Integer(value, _)) => (*value as u32).to_string(),
                OperandKind::Constant(Constant::Single(bits)) => bits.to_string(),
                OperandKind::Name(name) if name.word.text == "WARP_SZ" => WARP_SIZE.to_string(),
                OperandKind::Name(name) | OperandKind::Negative(name) => name.word.text.to_owned(),
                _ => String::new(),
            },
            selector: None,
            is_negative: matches!(kind, OperandKind::Negative(_)),
        },
    }
}

/// The texts of d, a, b and c; of one that is missing the last one's.
pub(super) fn texts(found: &[Found]) -> Operands {
    let text = |at: usize| Some(found.get(at).or(found.last())?.text.clone());
    let [d, a, b, c] = [0, 1, 2, 3].map(|at| text(at).unwrap_or_default());
    Operands { d, a, b, c }
}
