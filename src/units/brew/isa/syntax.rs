//! The table's spellings, taken apart: the common ground of printing and parsing.

use super::lexer::{Kind, tokens};
use super::number::{Number, register};
use super::pattern::Pattern;
use super::table::{INSTRUCTIONS, Operation, Row, Source, Spelling};
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
    /// The row's number, or the number whose negation the row encodes.
    Value {
        negated: bool,
    },
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

/// A spelling of a row, ready to match.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub row: &'static Row,
    pub spelling: &'static Spelling,
    /// Each part with the blanks that go before it.
    pub parts: Vec<(&'static str, Part)>,
}

/// Where a row's number is, and so which numbers it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// FIELD_A in one's complement.
    Tiny,
    /// FIELD_E of 16 bits.
    Short,
    /// FIELD_E of 32 bits.
    Long,
}

impl Room {
    /// Where the number of `row` is; rows without one count as tiny.
    pub fn of(row: &Row) -> Self {
        match Pattern::of(row).extension_bits {
            32 => Room::Long,
            16 => Room::Short,
            _ => Room::Tiny,
        }
    }

    /// The numbers that fit.
    pub fn range(self) -> std::ops::RangeInclusive<i64> {
        match self {
            Room::Tiny => -7..=7,
            Room::Short => -0x8000..=0x7fff,
            Room::Long => -0x8000_0000..=0xffff_ffff,
        }
    }
}

/// All spellings of all rows, in the table's order.
pub(super) static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    let spellings = |row: &'static Row| row.spellings.iter().map(move |spelling| template(row, spelling));
    INSTRUCTIONS.iter().flat_map(spellings).collect()
});

/// Words that cannot be labels: those of the spellings and the names of types.
pub(super) static KEYWORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let parts = TEMPLATES.iter().flat_map(|template| &template.parts);
    let words = parts.filter_map(|(_, part)| match part {
        Part::Text(text) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => Some(*text),
        _ => None,
    });
    words.chain(TYPES.iter().filter_map(|row| row.name)).collect()
});

fn template(row: &'static Row, spelling: &'static Spelling) -> Template {
    let mut end = 0;
    let parts = tokens(spelling.text, 0).unwrap_or_default().into_iter().map(|token| {
        let gap = &spelling.text[end..token.span.start];
        end = token.span.end;
        let text = &spelling.text[token.span];
        let part = match (text, token.kind) {
            ("$rD", _) => Part::D,
            ("$rA", _) => Part::A,
            ("$rB", _) => Part::B,
            ("$rS", _) => Part::Both,
            ("VALUE" | "CONST", _) => Part::Value { negated: false },
            ("NEGATED", _) => Part::Value { negated: true },
            ("TYPE", _) => Part::Type,
            ("DIGITS", _) => Part::Digits,
            ("REGISTERS", _) => Part::Registers,
            ("TYPES", _) => Part::Types,
            (_, Kind::Register) => register(text).map_or(Part::Text(text), Part::Register),
            (_, Kind::Number) => match Number::parse(text) {
                Ok(Number::Integer(value)) => Part::Number(value),
                _ => Part::Text(text),
            },
            _ => Part::Text(text),
        };
        (gap, part)
    });
    Template {
        row,
        spelling,
        parts: parts.collect(),
    }
}

/// The first register and the number of registers whose types a row sets in one go.
pub(super) fn bulk(row: &Row) -> (u8, u8) {
    match row.operation {
        Operation::SetTypesHigh => (8, 7),
        _ => (0, 8),
    }
}

/// Whether the row's number stands in FIELD_A.
pub(super) fn has_tiny(row: &Row) -> bool {
    [row.x, row.y].contains(&Source::Tiny)
}
