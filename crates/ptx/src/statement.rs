//! An instruction of a module that a unit executes, with its registers and its places in the text.

use super::PtxInstruction;
use super::lexer::{Cursor, PtxToken, PtxTokenKind};
use std::ops::Range;

/// An instruction of a module that a unit executes.
#[derive(Clone, Debug)]
pub struct PtxStatement {
    /// Line of its guard or operation, from 1.
    pub line: usize,
    /// The place of its guard; empty if it has none.
    pub guard: Range<usize>,
    /// From its operation to its last operand.
    pub place: Range<usize>,
    /// The instruction.
    pub instruction: PtxInstruction,
    /// Whether a and b each have a minus sign, which has no effect.
    pub negated: bool,
    /// d, a, b, c; d is a register.
    pub operands: [Operand; 4],
    /// The places of d, a, b, c in the text.
    pub places: [Range<usize>; 4],
    /// Index into [`PtxModule::registers`](super::PtxModule::registers) of the guard's predicate.
    pub predicate: Option<usize>,
}

/// An operand of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An index into [`PtxModule::registers`](super::PtxModule::registers).
    Register(usize),
    /// A number in the text.
    Number(u32),
}

impl Operand {
    /// The register's index, if it is one.
    pub fn register(self) -> Option<usize> {
        match self {
            Operand::Register(index) => Some(index),
            Operand::Number(_) => None,
        }
    }
}

/// The places of the parts of a statement.
pub(super) struct Places {
    /// Of the guard; empty if it has none.
    pub(super) guard: Range<usize>,
    /// Where the operation begins.
    pub(super) operation: usize,
    /// Of d, a, b, c.
    pub(super) operands: [Range<usize>; 4],
    /// Whether a source has a minus sign.
    pub(super) negated: bool,
}

/// The places in the tokens of a parsed instruction.
pub(super) fn places(cursor: &Cursor, taken: &[PtxToken], instruction: &PtxInstruction) -> Places {
    let start = taken.first().map_or(0, |token| token.span.start);
    // `@p` or `@!p`
    let guard = match instruction.guard() {
        Some(guard) => start..taken[1 + usize::from(guard.negated)].span.end,
        None => start..start,
    };
    let operation = taken.iter().find(|token| token.span.start >= guard.end);
    let operation = operation.map_or(start, |token| token.span.start);
    let signed = |pair: &[PtxToken]| (pair[0].kind, pair[1].kind) == (PtxTokenKind::Symbol('-'), PtxTokenKind::Word);
    let operands = taken.iter().filter(|token| {
        token.span.start > operation && matches!(token.kind, PtxTokenKind::Word | PtxTokenKind::Number)
    });
    let operands: Vec<Range<usize>> = operands.map(|token| token.span.clone()).collect();
    // Where an operand is left out, the register of another one is in its place.
    let operands = match &operands[..] {
        [d, a] => [d, a, a, a],
        [d, a, b] => [d, a, b, a],
        [.., d, a, b, c] => [d, a, b, c],
        _ => unreachable!("an instruction has two to four operands: {}", cursor.source),
    };
    Places {
        guard,
        operation,
        operands: operands.map(Clone::clone),
        negated: !instruction.has_signs() && taken.windows(2).any(signed),
    }
}
