//! Scalar video instructions (PTX ISA, section "Scalar Video Instructions"). Accepts the same texts as NVIDIA's assembler.

use super::operand::{Found, texts, wrong};
use super::selector::part;
use crate::tree::{Instruction as Parsed, Span};
use crate::{
    MultiplyAddSign, Operands, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS, ScalarFamily, ScalarInstruction,
    ScalarRow, ScalarTail,
};
use lanesmith_text::diagnostic::Diagnostic;

/// The scalar video instruction that an instruction is.
pub(super) fn read(parsed: &Parsed) -> Result<Option<ScalarInstruction>, Diagnostic> {
    let is_named = |row: &&ScalarRow| {
        row.mnemonic == parsed.opcode.text && (row.comparison.is_empty() || parsed.has(row.comparison))
    };
    let Some(row) = SCALAR_OPERATIONS.iter().find(is_named) else {
        return Ok(None);
    };
    let found = parsed.found()?;
    let secondary = SECONDARY_OPERATIONS.iter().find(|(_, suffix)| parsed.has(suffix));
    let is_multiply = row.family == ScalarFamily::MultiplyAdd;
    if let (Some(word), true) = (found[0].selector, is_multiply || secondary.is_some()) {
        let message = "a destination selector of vmad, or beside a secondary operation";
        return wrong(word.span(), message, "the register alone: the whole result is written");
    }
    let tail = match is_multiply {
        true => ScalarTail::MultiplyAdd {
            sign: sign(parsed, &found)?,
            scale: SCALES.iter().position(|(suffix, _)| parsed.has(suffix)).unwrap_or(0),
        },
        false => ScalarTail::Secondary {
            dsel: part(found[0].selector)?,
            operation: secondary.unwrap_or(&SECONDARY_OPERATIONS[0]).0,
            wrap: parsed.has(".wrap"),
        },
    };
    let [d_signed, a_signed, b_signed] = parsed.types();
    let mut instruction = ScalarInstruction {
        guard: parsed.unit_guard(),
        operation: row.operation,
        d_signed,
        a_signed,
        b_signed,
        saturate: parsed.has(".sat"),
        asel: part(found[1].selector)?,
        bsel: part(found[2].selector)?,
        tail,
        operands: texts(&found),
        has_c: found.len() == 4,
    };
    if !instruction.has_c && instruction.needs_c() {
        let end = parsed.span.end;
        let message = format!("`{}` lacks operand 4", parsed.opcode.text);
        return wrong(Span { start: end, end }, message, "`,` and a register or constant");
    }
    if !instruction.has_c {
        instruction.operands.c = Operands::default().c;
    }
    Ok(Some(instruction))
}

/// The sign of a multiply-add, from the minus signs of a, b and c and from `.po`.
fn sign(parsed: &Parsed, found: &[Found]) -> Result<MultiplyAddSign, Diagnostic> {
    let [a, b, c] = [1, 2, 3].map(|at: usize| found[at].is_negative);
    match (parsed.has(".po"), a != b, c) {
        (true, ..) if a || b || c => {
            let message = "`.po` beside a negated operand";
            wrong(parsed.name_span(), message, "either `.po` or minus signs")
        }
        (true, ..) => Ok(MultiplyAddSign::PlusOne),
        (false, true, true) => {
            let expected = "a minus sign before a or b, or before c";
            wrong(parsed.operands[3].span, "a negated product and a negated c", expected)
        }
        (false, true, false) => Ok(MultiplyAddSign::NegatedProduct),
        (false, false, true) => Ok(MultiplyAddSign::NegatedAddend),
        (false, false, false) => Ok(MultiplyAddSign::Plain),
    }
}
