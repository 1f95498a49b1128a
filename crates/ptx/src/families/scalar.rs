//! Scalar video instructions (PTX ISA, section "Scalar Video Instructions"). Accepts the same texts as NVIDIA's assembler.

use super::Reader;
use super::operand::{Found, RULES, Rules, Signs, texts, wrong};
use super::selector::part;
use crate::{
    MultiplyAddSign, Operands, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS, ScalarFamily, ScalarInstruction,
    ScalarRow, ScalarTail, SecondaryOperation,
};
use lanesmith_text::diagnostic::Diagnostic;

impl Reader<'_, '_> {
    /// The scalar video instruction that it is.
    pub(super) fn scalar(&self) -> Result<ScalarInstruction, Diagnostic> {
        let opcode = &self.parsed.opcode;
        let is_named =
            |row: &&ScalarRow| row.mnemonic == opcode.text && (row.comparison.is_empty() || self.has(row.comparison));
        let Some(row) = SCALAR_OPERATIONS.iter().find(is_named) else {
            let message = format!("`{}` is not a scalar video instruction", self.parsed.mnemonic());
            return wrong(opcode.span(), message, "vadd, vset.lt or the like");
        };
        let is_multiply = row.family == ScalarFamily::MultiplyAdd;
        let rules = Rules {
            least: 3,
            numbers: true,
            selectors: true,
            signs: if is_multiply { Signs::Each } else { Signs::Both },
            ..RULES
        };
        let found = self.operands(&rules)?;
        let chosen = |names: &[&str]| names.iter().position(|name| self.has(name));
        let secondary = SECONDARY_OPERATIONS.map(|(_, suffix)| suffix);
        let (operation, _) = SECONDARY_OPERATIONS[chosen(&secondary).unwrap_or(0)];
        let dsel = part(found[0].selector, 0)?;
        if let (Some(word), true) = (found[0].selector, is_multiply || operation != SecondaryOperation::None) {
            let message = match is_multiply {
                true => "a destination selector of vmad",
                false => "a destination selector beside a secondary operation",
            };
            return wrong(word.span(), message, "the register alone: the whole result is written");
        }
        let tail = match is_multiply {
            true => ScalarTail::MultiplyAdd {
                sign: self.sign(&found)?,
                scale: chosen(&SCALES.map(|(suffix, _)| suffix)).unwrap_or(0),
            },
            false => ScalarTail::Secondary {
                dsel,
                operation,
                wrap: self.has(".wrap"),
            },
        };
        let [d_signed, a_signed, b_signed] = self.types();
        let has_c = found.len() == 4;
        let mut instruction = ScalarInstruction {
            guard: self.guard(),
            operation: row.operation,
            d_signed,
            a_signed,
            b_signed,
            saturate: self.has(".sat"),
            asel: part(found[1].selector, 1)?,
            bsel: part(found[2].selector, 2)?,
            tail,
            operands: texts(&found),
            has_c,
        };
        if instruction.needs_c() {
            self.operands(&Rules { least: 4, ..rules })?;
        } else if !has_c {
            instruction.operands.c = Operands::default().c;
        }
        Ok(instruction)
    }

    /// The sign of a multiply-add, from the minus signs of a, b and c and from `.po`.
    fn sign(&self, found: &[Found]) -> Result<MultiplyAddSign, Diagnostic> {
        let is_negative = |at: usize| found.get(at).is_some_and(|found| found.is_negative);
        let [a, b, c] = [1, 2, 3].map(is_negative);
        let po = self.parsed.modifiers.iter().find(|word| word.text == ".po");
        match (po, a != b, c) {
            (Some(po), ..) if a || b || c => wrong(
                po.span(),
                "`.po` beside a negated operand",
                "either `.po` or minus signs",
            ),
            (Some(_), ..) => Ok(MultiplyAddSign::PlusOne),
            (None, true, true) => {
                let expected = "a minus sign before a or b, or before c";
                wrong(
                    self.parsed.operands[3].span,
                    "a negated product and a negated c",
                    expected,
                )
            }
            (None, true, false) => Ok(MultiplyAddSign::NegatedProduct),
            (None, false, true) => Ok(MultiplyAddSign::NegatedAddend),
            (None, false, false) => Ok(MultiplyAddSign::Plain),
        }
    }
}
