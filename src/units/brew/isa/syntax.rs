//! The spellings of the table as tokens, from which the disassembler prints and which the assembler matches.

use super::lexer::{BrewTokenKind, tokens};
use super::number::{Number, register};
use super::pattern::Pattern;
use super::table::{BrewOperation, INSTRUCTIONS, InstructionRow, OperandSource};
use super::types::TYPES;
use std::collections::HashSet;
use std::sync::LazyLock;

/// One token of a spelling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// The register of FIELD_D, FIELD_A, FIELD_B, or of both FIELD_A and FIELD_B.
    D,
    A,
    B,
    Both,
    /// The row's number.
    Value(NumberSpelling),
    /// The name or code of a type.
    Type,
    /// Four digits of 0 … 3.
    Digits,
    /// A list of two or more registers, and the list of their types.
    Registers,
    Types,
    /// This register, this number, this word or mark.
    Register(u8),
    Number(i64),
    Text(&'static str),
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NumberSpelling {
    /// Whether the words have the negated number.
    pub is_negated: bool,
    /// Whether the number is a single operand, not an expression: beside it the spelling has an operator, which could
    /// belong to the expression.
    pub is_single: bool,
}

/// A spelling, ready to match.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub row: &'static InstructionRow,
    /// See [`Spelling::only`](super::Spelling::only).
    pub only: Option<u16>,
    /// Each part with the blanks that go before it.
    pub parts: Vec<(&'static str, Part)>,
}

/// The field of a row's number, which limits the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberField {
    /// FIELD_A in one's complement.
    Tiny,
    /// FIELD_E of 16 bits.
    Short,
    /// FIELD_E of 32 bits.
    Long,
}

impl NumberField {
    /// The field of the number of `row`; `Tiny` if the row has no number.
    pub fn of(row: &InstructionRow) -> Self {
        match Pattern::of(row).extension_bits {
            32 => NumberField::Long,
            16 => NumberField::Short,
            _ => NumberField::Tiny,
        }
    }

    /// The numbers that fit.
    pub fn range(self) -> std::ops::RangeInclusive<i64> {
        match self {
            NumberField::Tiny => -7..=7,
            NumberField::Short => -0x8000..=0x7fff,
            NumberField::Long => -0x8000_0000..=0xffff_ffff,
        }
    }
}

/// All spellings of all rows, in their order.
pub(super) static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    let all = |row: &'static InstructionRow| {
        row.spellings.iter().map(move |spelling| Template {
            row,
            only: spelling.only,
            parts: parts(spelling.text),
        })
    };
    INSTRUCTIONS.iter().flat_map(all).collect()
});

/// The words that the spellings contain.
static WORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let parts = TEMPLATES.iter().flat_map(|template| &template.parts);
    let words = parts.filter_map(|(_, part)| match part {
        Part::Text(text) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => Some(*text),
        _ => None,
    });
    words.collect()
});

/// Whether a word, in upper or lower case, is one of a spelling or the name of a type, and so cannot be a symbol.
pub(super) fn is_keyword(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    WORDS.contains(lower.as_str()) || TYPES.iter().any(|row| row.name == Some(&lower))
}

fn parts(spelling: &'static str) -> Vec<(&'static str, Part)> {
    let tokens = tokens(spelling, 0).unwrap_or_default();
    let is_operator = |i: Option<usize>| {
        let token = i.and_then(|i| tokens.get(i));
        token.is_some_and(|token| ["-", "*", "^", "|", "&", "<<", ">>", ">>>"].contains(&token.text))
    };
    let mut end = 0;
    let parts = tokens.iter().enumerate().map(|(i, token)| {
        let gap = &spelling[end..token.span.start];
        end = token.span.end;
        let part = match (token.text, token.kind) {
            ("$rD", _) => Part::D,
            ("$rA", _) => Part::A,
            ("$rB", _) => Part::B,
            ("$rS", _) => Part::Both,
            ("VALUE" | "CONST" | "NEGATED", _) => Part::Value(NumberSpelling {
                is_negated: token.text == "NEGATED",
                is_single: is_operator(i.checked_sub(1)) || is_operator(Some(i + 1)),
            }),
            ("TYPE", _) => Part::Type,
            ("DIGITS", _) => Part::Digits,
            ("REGISTERS", _) => Part::Registers,
            ("TYPES", _) => Part::Types,
            (text, BrewTokenKind::Register) => register(text).map_or(Part::Text(text), Part::Register),
            (text, BrewTokenKind::Number) => match Number::parse(text) {
                Ok(Number::Integer(value)) => Part::Number(value),
                _ => Part::Text(text),
            },
            (text, _) => Part::Text(text),
        };
        (gap, part)
    });
    parts.collect()
}

/// The first register, and the number of registers, whose types an instruction of the row sets.
pub(super) fn bulk(row: &InstructionRow) -> (u8, u8) {
    match row.operation {
        BrewOperation::SetTypesHigh => (8, 7),
        _ => (0, 8),
    }
}

/// Whether the row's number is in FIELD_A.
pub(super) fn has_tiny(row: &InstructionRow) -> bool {
    [row.x, row.y].contains(&OperandSource::Tiny)
}
