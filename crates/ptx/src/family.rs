//! The families of instructions that units execute: which mnemonics are of a family, and its parser.

use super::cursor::Cursor;
use super::lexer::PtxTokenKind;
use super::packed::is_packed;
use super::registers::{RegisterType, Registers, Scope};
use super::single::parse_single;
use super::{Guard, Instruction, Operands, PermuteInstruction, ScalarInstruction, parser, prmt, scalar};
use lanesmith_text::diagnostic::Diagnostic;
use std::cell::Cell;
use std::fmt;

/// An instruction that a unit executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PtxInstruction {
    /// A SIMD video instruction, a dot product or a packed instruction.
    Video(Instruction),
    /// A scalar video instruction.
    Scalar(ScalarInstruction),
    /// A byte permute.
    Permute(PermuteInstruction),
}

/// A family of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PtxFamily {
    /// SIMD video instructions, dot products and packed instructions.
    Video,
    /// Scalar video instructions.
    Scalar,
    /// The byte permute.
    Permute,
}

/// Parses an instruction from the guard to the last operand, with the registers that are declared.
pub(super) type FamilyParser = fn(&mut Cursor, Scope) -> Result<PtxInstruction, Diagnostic>;

/// A row of the table of families.
struct FamilyRow {
    family: PtxFamily,
    /// Whether an instruction is meant to be of the family, from its mnemonic without and with modifiers.
    claims: fn(&str, &str) -> bool,
    parse: FamilyParser,
}

const FAMILIES: [FamilyRow; 3] = [
    FamilyRow {
        family: PtxFamily::Permute,
        claims: |stem, _| stem == prmt::STEM,
        parse: |cursor, scopes| prmt::instruction(cursor, scopes).map(PtxInstruction::Permute),
    },
    FamilyRow {
        family: PtxFamily::Scalar,
        claims: |stem, _| scalar::scalar_row(stem).is_some(),
        parse: |cursor, scopes| scalar::instruction(cursor, scopes).map(PtxInstruction::Scalar),
    },
    FamilyRow {
        family: PtxFamily::Video,
        claims: |stem, whole| is_packed(whole) || parser::mnemonic(stem).is_some() || is_like_video(stem),
        parse: |cursor, scopes| parser::instruction(cursor, scopes).map(PtxInstruction::Video),
    },
];

/// Whether a mnemonic is meant to be a SIMD video instruction: `v`, letters, 2 or 4.
fn is_like_video(stem: &str) -> bool {
    let stem = stem.strip_suffix(['2', '4']).unwrap_or_default();
    stem.starts_with('v') && stem.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The family that the next instruction is meant to be of.
fn row(cursor: &mut Cursor) -> Option<&'static FamilyRow> {
    let start = cursor.mark();
    if cursor.take_if(PtxTokenKind::Symbol('@')).is_some() {
        cursor.take_if(PtxTokenKind::Symbol('!'));
        cursor.take_if(PtxTokenKind::Word);
    }
    let stem = cursor.text(cursor.peek());
    let whole = parser::whole_mnemonic(cursor);
    cursor.reset(start);
    FAMILIES
        .iter()
        .find(|row| (row.claims)(stem, &cursor.source[whole.clone()]))
}

/// The parser of the next instruction, if it is meant to be of a family.
pub(super) fn parser_of(cursor: &mut Cursor) -> Option<FamilyParser> {
    row(cursor).map(|row| row.parse)
}

/// Parses the instruction of a unit from its guard to its last operand; `None` if the text is no unit's instruction.
pub(super) fn instruction(
    text: &str,
    registers: &dyn Fn(&str) -> Option<RegisterType>,
) -> Option<Result<PtxInstruction, Diagnostic>> {
    let mut cursor = Cursor::new(text).ok()?;
    let parse = parser_of(&mut cursor)?;
    Some(parse(&mut cursor, Some(registers)))
}

/// The family that the instruction of a text is meant to be of; guards, labels and blocks may precede it.
pub fn family(text: &str) -> Option<PtxFamily> {
    let found = Cell::new(None);
    // The text ends behind the mnemonic here: the error about its operands means nothing.
    let _ = parse_single(text, None, |cursor, _| {
        found.set(row(cursor));
        Ok(())
    });
    found.get().map(|row| row.family)
}

impl PtxInstruction {
    /// Parses one instruction of any family, as [`parse`](super::parse) does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        parse_single(source, registers, |cursor, scopes| {
            let video = || &FAMILIES[FAMILIES.len() - 1];
            (row(cursor).unwrap_or_else(video).parse)(cursor, scopes)
        })
    }

    /// Its guard.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            PtxInstruction::Video(one) => one.guard.as_ref(),
            PtxInstruction::Scalar(one) => one.guard.as_ref(),
            PtxInstruction::Permute(one) => one.guard.as_ref(),
        }
    }

    /// Its operands.
    pub fn operands(&self) -> &Operands {
        match self {
            PtxInstruction::Video(one) => &one.operands,
            PtxInstruction::Scalar(one) => &one.operands,
            PtxInstruction::Permute(one) => &one.operands,
        }
    }

    /// Whether the result depends on `c`.
    pub fn needs_c(&self) -> bool {
        match self {
            PtxInstruction::Scalar(one) => one.needs_c(),
            _ => true,
        }
    }

    /// The SIMD video instruction that it is, if it is one.
    pub fn video(&self) -> Option<&Instruction> {
        match self {
            PtxInstruction::Video(one) => Some(one),
            _ => None,
        }
    }
}

impl fmt::Display for PtxInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PtxInstruction::Video(one) => one.fmt(f),
            PtxInstruction::Scalar(one) => one.fmt(f),
            PtxInstruction::Permute(one) => one.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_of_the_family_of_its_first_instruction() {
        for (text, wanted) in [
            ("prmt.b32 r1, r2, r3, r4", Some(PtxFamily::Permute)),
            (
                "L: { .reg .b32 x; @!p prmt .b32.f4e x, x, x, x; }",
                Some(PtxFamily::Permute),
            ),
            ("prmt", Some(PtxFamily::Permute)),
            ("vadd4.u32.u32.u32 prmt, r2, r3, r4", Some(PtxFamily::Video)),
            ("// prmt\n@prmt varvg2 r1", Some(PtxFamily::Video)),
            ("min.relu.s8x4 r1, r2, r3", Some(PtxFamily::Video)),
            ("@p vset.u32.u32.lt r1, r2, r3", Some(PtxFamily::Scalar)),
            ("min.s32 r1, r2, r3", None),
            ("", None),
            ("\0prmt", None),
        ] {
            assert_eq!(family(text), wanted, "{text:?}");
        }
    }
}
