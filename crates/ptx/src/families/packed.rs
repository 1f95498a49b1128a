//! The packed integer instructions: `add`, `sub`, `min`, `max` and `neg` on the bytes or half-words of registers (PTX ISA
//! 9.2, section "Integer Arithmetic Instructions", types `.u8x4`, `.s8x4`, `.u16x2`, `.s16x2`).
//!
//! Each is a SIMD video instruction on all lanes in their places, so `c` plays no part and any register stands for it:
//! `add.u8x4 d, a, b` is `vadd4.u32.u32.u32 d, a, b, a`. `.sat` clamps to the instruction's own type in both. `.relu` is
//! `.sat` to the unsigned type: it clips negative results to 0, and no signed lane's minimum or maximum is above the range.
//! `neg.s8x4 d, a` is the difference of 0 and `a`; no text of a SIMD video instruction has a number there.

use super::operand::texts;
use crate::tree::Instruction as Parsed;
use crate::{Instruction, Mode, Operands, Operation, Width};
use lanesmith_text::diagnostic::Diagnostic;

/// The operations of the opcodes.
const PACKED: [(&str, Operation); 5] = [
    ("add", Operation::Add),
    ("sub", Operation::Sub),
    ("min", Operation::Min),
    ("max", Operation::Max),
    (NEG, Operation::Sub),
];

const NEG: &str = "neg";

/// The types: the lanes, and whether they are signed.
const ELEMENTS: [(&str, Width, bool); 4] = [
    (".u8x4", Width::Quad, false),
    (".s8x4", Width::Quad, true),
    (".u16x2", Width::Dual, false),
    (".s16x2", Width::Dual, true),
];

/// Whether an instruction is meant to be a packed one: it has the name and a packed type.
pub(super) fn is_packed(instruction: &Parsed) -> bool {
    PACKED.iter().any(|(opcode, _)| *opcode == instruction.opcode.text)
        && ELEMENTS.iter().any(|(suffix, ..)| instruction.has(suffix))
}

/// The SIMD video instruction that a packed instruction is.
pub(super) fn read(parsed: &Parsed) -> Result<Option<Instruction>, Diagnostic> {
    let operation = PACKED.iter().find(|(opcode, _)| *opcode == parsed.opcode.text);
    let elements = ELEMENTS.iter().find(|(suffix, ..)| parsed.has(suffix));
    let (Some(&(opcode, operation)), Some(&(_, width, signed))) = (operation, elements) else {
        return Ok(None);
    };
    let mut operands = texts(&parsed.found()?);
    match opcode {
        NEG => operands.a = "0".to_owned(),
        _ => operands.c.clone_from(&operands.a),
    }
    let is_limited = parsed.has(".sat") || parsed.has(".relu");
    let mode = if is_limited { Mode::Saturate } else { Mode::Merge };
    let types = [signed && !parsed.has(".relu"), signed, signed];
    let (mask, selectors) = (Instruction::full_mask(width), Instruction::default_selectors(width));
    let plain = Instruction::plain(operation, width, types, mode, mask, selectors);
    Ok(Some(Instruction {
        guard: parsed.unit_guard(),
        operands,
        ..plain
    }))
}

impl Instruction {
    /// Whether it is `neg`, whose only source is `b`.
    pub fn is_negation(&self) -> bool {
        self.operation.family().has_lanes() && Operands::value(&self.operands.a).is_some()
    }

    /// The values of a, b and c, where a vector file has these for the sources in the order of the text.
    pub fn with_columns(&self, columns: [u32; 3]) -> [u32; 3] {
        let [a, _, c] = columns;
        self.sources(if self.is_negation() { [0, a, c] } else { columns })
    }

    /// The columns of a vector file for these values of a, b and c; [`with_columns`](Self::with_columns) is the inverse.
    pub fn columns(&self, values: [u32; 3]) -> [u32; 3] {
        let [_, b, c] = values;
        if self.is_negation() { [b, b, c] } else { values }
    }
}
