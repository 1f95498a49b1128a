//! SIMD video instructions and dot products (PTX ISA, sections "SIMD Video Instructions", "dp4a", "dp2a"). Accepts the same texts as
//! NVIDIA's assembler, and also the selector `.b1024`.

use super::Reader;
use super::operand::{RULES, Rules, texts, wrong};
use super::selector::{mask, selector};
use crate::{Instruction, Mode, OPERATIONS};
use lanesmith_text::diagnostic::Diagnostic;

impl Reader<'_, '_> {
    /// The SIMD video instruction or dot product that it is.
    pub(super) fn video(&self) -> Result<Instruction, Diagnostic> {
        let opcode = &self.parsed.opcode;
        let is_named = |row: &&crate::OperationRow| {
            let stem = opcode.text.strip_suffix(['2', '4']).filter(|_| row.family.has_lanes());
            stem.unwrap_or(opcode.text) == row.mnemonic && (row.modifier.is_empty() || self.has(row.modifier))
        };
        let Some(row) = OPERATIONS.iter().find(is_named) else {
            let message = format!("`{}` is not a SIMD video instruction", self.parsed.mnemonic());
            return wrong(opcode.span(), message, "vadd4, vadd2 or the like");
        };
        let has_lanes = row.family.has_lanes();
        let is_half = |word: &crate::tree::Word| word.text == row.modifier && word.start == opcode.span().end;
        if !has_lanes && !row.modifier.is_empty() && !self.parsed.modifiers.first().is_some_and(is_half) {
            let message = format!("`{}` without its half", opcode.text);
            return wrong(opcode.span(), message, "`dp2a.lo` or `dp2a.hi`, in one word");
        }
        let widths = row.operation.widths();
        let width = widths.iter().find(|width| opcode.text.ends_with(width.suffix()));
        let width = *width.unwrap_or(&widths[0]);
        let rules = Rules {
            numbers: !has_lanes,
            selectors: has_lanes,
            ..RULES
        };
        let found = self.operands(&rules)?;
        let (default_a, default_b) = Instruction::default_selectors(width);
        let select = |at: usize, default| match found[at].selector {
            Some(word) => selector(word, width, at, opcode.text),
            None => Ok(default),
        };
        let [d_signed, a_signed, b_signed] = self.types();
        Ok(Instruction {
            guard: self.guard(),
            operation: row.operation,
            width,
            d_signed,
            a_signed,
            b_signed,
            mode: match (self.has(".sat"), self.has(".add")) {
                (true, _) => Mode::Saturate,
                (_, true) => Mode::Accumulate,
                _ => Mode::Merge,
            },
            mask: match found[0].selector {
                Some(word) => mask(word, width, opcode.text)?,
                None => Instruction::full_mask(width),
            },
            asel: select(1, default_a)?,
            bsel: select(2, default_b)?,
            operands: texts(&found),
        })
    }
}
