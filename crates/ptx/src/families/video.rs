//! SIMD video instructions and dot products (PTX ISA, sections "SIMD Video Instructions", "dp4a", "dp2a"). Accepts the same texts as
//! NVIDIA's assembler, and also the selector `.b1024`.

use super::operand::{texts, wrong};
use super::selector::{mask, selector};
use crate::tree::Instruction as Parsed;
use crate::{Instruction, Mode, OPERATIONS};
use lanesmith_text::diagnostic::Diagnostic;

/// The SIMD video instruction or dot product that an instruction is.
pub(super) fn read(parsed: &Parsed) -> Result<Option<Instruction>, Diagnostic> {
    let opcode = parsed.opcode;
    let named = OPERATIONS.iter().find_map(|row| {
        let mut widths = row.operation.widths().iter();
        let has_name = |suffix| opcode.text.strip_prefix(row.mnemonic) == Some(suffix);
        let width = widths.find(|width| has_name(if row.family.has_lanes() { width.suffix() } else { "" }))?;
        (row.modifier.is_empty() || parsed.has(row.modifier)).then_some((row, *width))
    });
    let Some((row, width)) = named else {
        return Ok(None);
    };
    let end = opcode.span().end;
    if opcode.text == "dp2a" && parsed.modifiers.iter().all(|word| word.start > end) {
        let expected = "`dp2a.lo` or `dp2a.hi`, in one word";
        return wrong(opcode.span(), "`dp2a` without its half", expected);
    }
    let found = parsed.found()?;
    let (mut asel, mut bsel) = Instruction::default_selectors(width);
    for (at, elements) in [(1, &mut asel), (2, &mut bsel)] {
        if let Some(word) = found[at].selector {
            *elements = selector(word, width, at)?;
        }
    }
    let mask = found[0].selector.map(|word| mask(word, width)).transpose()?;
    let mask = mask.unwrap_or(Instruction::full_mask(width));
    let mode = match (parsed.has(".sat"), parsed.has(".add")) {
        (true, _) => Mode::Saturate,
        (_, true) => Mode::Accumulate,
        _ => Mode::Merge,
    };
    let plain = Instruction::plain(row.operation, width, parsed.types(), mode, mask, (asel, bsel));
    Ok(Some(Instruction {
        guard: parsed.unit_guard(),
        operands: texts(&found),
        ..plain
    }))
}
