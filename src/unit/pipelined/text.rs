//! Instructions as texts and as control words.

use super::{Case, Pipelined};
use crate::{ControlField, ControlWord, ControlWordCodec, OperandValues, Refusal};
use lanesmith_text::InstructionText;
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
    /// An instruction of the unit `P`.
    pub fn of<P: Pipelined>(instruction: &P::Instruction) -> Self {
        let sources = instruction.sources();
        ParsedInstruction {
            control: P::encode(instruction),
            numbers: sources.map(|source| source.parse().ok()),
            sources: sources.map(str::to_owned),
            is_negation: instruction.is_negation(),
            text: text::<P>(instruction),
        }
    }

    /// The instruction on the values in these columns of a vector file; numbers in its text are their own values.
    pub fn case(&self, [a, b, c]: [u32; 3]) -> Case {
        let values = if self.is_negation { [0, a, c] } else { [a, b, c] };
        self.on(std::array::from_fn(|i| self.numbers[i].unwrap_or(values[i])))
    }

    fn on(&self, operands: [u32; 3]) -> Case {
        Case {
            text: self.text.clone(),
            ..Case::new(self.control, operands)
        }
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

/// The text of an instruction, unless its control word says all of it.
pub fn text<P: Pipelined>(instruction: &P::Instruction) -> Option<Arc<String>> {
    let of_word = P::decode(P::encode(instruction));
    (of_word.as_ref() != Ok(instruction)).then(|| Arc::new(instruction.to_string()))
}

/// The instruction of a case. Error: why its control word is no instruction's.
pub fn instruction<P: Pipelined>(case: &Case) -> Result<P::Instruction, String> {
    let written = case.text.as_ref().and_then(|text| P::Instruction::parse(text).ok());
    written.map_or_else(|| P::decode(case.control), Ok)
}

/// The text of a case's instruction.
pub(super) fn write<P: Pipelined>(case: &Case) -> String {
    let of_word = || P::decode(case.control).map_or_else(|why| why, |instruction| instruction.to_string());
    case.text.as_ref().map_or_else(of_word, |text| text.to_string())
}

/// The columns of a vector file for a case.
pub(super) fn columns<P: Pipelined>(case: &Case) -> [u32; 3] {
    let [a, b, c] = case.operands;
    let is_negation = instruction::<P>(case).is_ok_and(|instruction| instruction.is_negation());
    if is_negation { [b, b, c] } else { [a, b, c] }
}

/// The instruction of a text. Error: a diagnostic with a source excerpt.
fn parse<P: Pipelined>(text: &str) -> Result<P::Instruction, Refusal> {
    P::Instruction::parse(text).map_err(|diagnostic| Refusal::from((text, &diagnostic)))
}

/// How the result of an instruction's text comes about.
pub fn explain<P: Pipelined>(text: &str, given: &OperandValues) -> Result<String, Refusal> {
    let parsed = ParsedInstruction::of::<P>(&parse::<P>(text)?);
    Ok(P::explain(&parsed.on(parsed.resolve(given)?)))
}

/// The control words of a unit's instructions.
pub const fn words<P: Pipelined>() -> ControlWordCodec {
    ControlWordCodec {
        bits: P::CONTROL,
        encode: |text| Ok(word::<P>(&parse::<P>(text)?)),
        decode: |control| {
            let instruction = P::decode(control)?;
            let ignored = P::from(P::ENTRY.full()).ignored_bits();
            let (own, ignored) = (P::encode(&instruction), ignored.map_or(0, |ignored| ignored(control)));
            let differs = |field: &&_| (control ^ own) & !ignored & ControlField::mask(field) != 0;
            let other: Vec<String> = (P::FIELDS.iter().filter(differs))
                .map(|field| {
                    let (name, width) = (field.name, field.bits as usize);
                    let (is, instead) = (field.of(control), field.of(own));
                    format!("`{name}` is {is:0width$b}, and {instead:0width$b} in `{instruction}`")
                })
                .collect();
            match other.is_empty() {
                true => Ok(word::<P>(&instruction)),
                false => Err(other.join("; ")),
            }
        },
    }
}

fn word<P: Pipelined>(instruction: &P::Instruction) -> ControlWord {
    ControlWord::new(instruction, P::encode(instruction), P::FIELDS)
}
