//! The spellings of the tables as tokens, from which the disassembler prints and which the assembler matches.

use super::assembler_only::{ASSEMBLER_ONLY, AssemblerOnlyRow};
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
    /// The number of a bit.
    Bit,
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
    /// How the encoded number follows from the written one.
    pub meaning: NumberMeaning,
    /// Whether the number is a single operand, not an expression: beside it the spelling has an operator, which could
    /// belong to the expression.
    pub is_single: bool,
}

/// The relation of a number in the text to the number in the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberMeaning {
    Same,
    Negated,
    /// The text has an address, the words its distance from the instruction.
    Target,
}

/// The row that a spelling belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) enum TableRow {
    /// A row of the instruction table, and [`Spelling::only`](super::Spelling::only).
    Decoded(&'static InstructionRow, Option<u16>),
    /// A row of [`ASSEMBLER_ONLY`].
    AssemblerOnly(&'static AssemblerOnlyRow),
}

/// A spelling, ready to match.
#[derive(Clone, Debug)]
pub(super) struct Template {
    pub row: TableRow,
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

/// All spellings of all rows of both tables, in their order.
pub(super) static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    let own = INSTRUCTIONS.iter().flat_map(|row| {
        let spellings = row.spellings.iter();
        spellings.map(move |spelling| template(TableRow::Decoded(row, spelling.only), spelling.text))
    });
    let others = ASSEMBLER_ONLY.iter().flat_map(|row| {
        let spellings = row.spellings.iter().flat_map(|spelling| alternatives(spelling));
        spellings.map(move |spelling| template(TableRow::AssemblerOnly(row), spelling.leak()))
    });
    own.chain(others).collect()
});

/// Words that cannot be symbols: those of the spellings and the names of types.
static KEYWORDS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let parts = TEMPLATES.iter().flat_map(|template| &template.parts);
    let words = parts.filter_map(|(_, part)| match part {
        Part::Text(text) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => Some(*text),
        _ => None,
    });
    words.chain(TYPES.iter().filter_map(|row| row.name)).collect()
});

/// Whether a word is a keyword, in upper or lower case.
pub(super) fn is_keyword(word: &str) -> bool {
    match word.bytes().any(|c| c.is_ascii_uppercase()) {
        true => KEYWORDS.contains(word.to_ascii_lowercase().as_str()),
        false => KEYWORDS.contains(word),
    }
}

/// The texts of a spelling with alternatives `{x/y}`. The first text has the first of each.
pub(super) fn alternatives(spelling: &str) -> Vec<String> {
    let Some((before, rest)) = spelling.split_once('{') else {
        return vec![spelling.split_whitespace().collect::<Vec<_>>().join(" ")];
    };
    let (choices, after) = rest.split_once('}').unwrap_or((rest, ""));
    let texts = choices.split('/').map(|choice| format!("{before}{choice}{after}"));
    texts.flat_map(|text| alternatives(&text)).collect()
}

fn template(row: TableRow, spelling: &'static str) -> Template {
    let tokens = tokens(spelling, 0).unwrap_or_default();
    let is_operator = |i: Option<usize>| {
        let token = i.and_then(|i| tokens.get(i));
        token.is_some_and(|token| ["-", "*", "^", "|", "&", "<<", ">>", ">>>"].contains(&token.text))
    };
    let mut end = 0;
    let parts = tokens.iter().enumerate().map(|(i, token)| {
        let gap = &spelling[end..token.span.start];
        end = token.span.end;
        let value = |meaning| {
            let is_single = is_operator(i.checked_sub(1)) || is_operator(Some(i + 1));
            Part::Value(NumberSpelling { meaning, is_single })
        };
        let text = &spelling[token.span.clone()];
        let part = match (text, token.kind) {
            ("$rD", _) => Part::D,
            ("$rA", _) => Part::A,
            ("$rB", _) => Part::B,
            ("$rS", _) => Part::Both,
            ("VALUE" | "CONST", _) => value(NumberMeaning::Same),
            ("NEGATED", _) => value(NumberMeaning::Negated),
            ("TARGET", _) => value(NumberMeaning::Target),
            ("BIT", _) => Part::Bit,
            ("TYPE", _) => Part::Type,
            ("DIGITS", _) => Part::Digits,
            ("REGISTERS", _) => Part::Registers,
            ("TYPES", _) => Part::Types,
            (_, BrewTokenKind::Register) => register(text).map_or(Part::Text(text), Part::Register),
            (_, BrewTokenKind::Number) => match Number::parse(text) {
                Ok(Number::Integer(value)) => Part::Number(value),
                _ => Part::Text(text),
            },
            _ => Part::Text(text),
        };
        (gap, part)
    });
    let parts = parts.collect();
    Template { row, parts }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_all_there_and_those_with_nothing_leave_no_gap() {
        assert_eq!(
            alternatives("if {/any} {x/y}[1]"),
            ["if x[1]", "if y[1]", "if any x[1]", "if any y[1]"]
        );
    }
}
