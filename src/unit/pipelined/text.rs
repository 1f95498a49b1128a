//! Instructions as texts.

use super::{Case, Pipelined};
use crate::unit::{OperandValues, Refusal};
use std::sync::Arc;

/// An instruction as its text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedInstruction {
    /// The control word.
    pub control: u64,
    /// The operands `a`, `b`, `c` that are numbers in the text.
    pub numbers: [Option<u32>; 3],
    /// The operands `a`, `b`, `c` as they are written.
    pub sources: [String; 3],
    /// Whether it subtracts its one source from 0: the source is the hardware's operand `b`, and in vector files column `a` has it.
    pub is_negation: bool,
    /// The text, where the control word does not say all of it.
    pub text: Option<Arc<String>>,
}

impl ParsedInstruction {
    /// The operands `a`, `b`, `c` for the values in these columns of a vector file.
    pub fn operands(&self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        if self.is_negation { [0, a, c] } else { [a, b, c] }
    }

    /// The columns of a vector file for these operands.
    pub fn columns(&self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        if self.is_negation { [b, b, c] } else { [a, b, c] }
    }

    /// The operands for the values that a user gives. The source of a negation may be given as `a` or as `b`.
    fn resolve(&self, given: &OperandValues) -> Result<[u32; 3], Refusal> {
        let mut given = *given;
        if self.is_negation {
            let source = match given.operands {
                [Some(a), Some(b), _] if a != b => {
                    return Err(Refusal::new("a negation has one source: --a gives it"));
                }
                [a, b, _] => a.or(b),
            };
            given.operands = [None, source, source];
        }
        given.resolve(self.sources.each_ref().map(String::as_str), self.numbers)
    }
}

/// The columns of a vector file for a case.
pub(super) fn columns<P: Pipelined>(case: &Case) -> [u32; 3] {
    let parsed = P::read(&P::write(case));
    parsed.map_or(case.operands, |parsed| parsed.columns(case.operands))
}

/// How the result of an instruction's text comes about.
pub fn explain<P: Pipelined>(text: &str, given: &OperandValues) -> Result<String, Refusal> {
    let parsed = P::read(text).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
    let operands = parsed.resolve(given)?;
    Ok(P::explain(&Case {
        text: parsed.text,
        ..Case::new(parsed.control, operands)
    }))
}
