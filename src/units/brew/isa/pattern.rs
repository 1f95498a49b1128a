//! Word patterns such as `.1f. ****`: which first words are a row's, and where its fields are.

use super::table::InstructionRow;

/// A row's pattern, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Whether the word 0xfff0 comes first.
    pub prefixed: bool,
    /// The digits of the operation word, FIELD_D first; `None` is an open field of 0 … e.
    digits: [Option<u8>; 4],
    /// The bits of FIELD_E that carry a value: 0, 16 or 32.
    pub extension_bits: u32,
}

/// A hexadecimal digit of a row's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digit {
    /// This one.
    Fixed(u8),
    /// A field: 0 … e.
    Field,
    /// Part of FIELD_E: 0 … f.
    Any,
}

impl InstructionRow {
    /// The digits of the row's words, the most significant one of the first word first, four for each word.
    pub fn digits(&self) -> impl Iterator<Item = Digit> {
        let digits = self.pattern.chars().filter(|digit| *digit != ' ');
        digits.map(|digit| match digit {
            '.' => Digit::Field,
            '*' => Digit::Any,
            digit => Digit::Fixed(digit.to_digit(16).unwrap_or_default() as u8),
        })
    }

    /// Whether the word 0xfff0 comes first, so that the fields are in the second word.
    pub fn is_prefixed(&self) -> bool {
        Pattern::of(self).prefixed
    }
}

/// The word that leads to the second group of instructions.
pub const PREFIX: u16 = 0xfff0;

/// The fields of an operation word, FIELD_D first.
pub(super) fn fields(word: u16) -> [u8; 4] {
    [12, 8, 4, 0].map(|lo| (word >> lo & 15) as u8)
}

impl Pattern {
    pub fn of(row: &InstructionRow) -> Self {
        let mut groups = row.pattern.split(' ').peekable();
        let prefixed = groups.next_if_eq(&"fff0").is_some();
        let mut digits = [None; 4];
        for (digit, text) in digits.iter_mut().zip(groups.next().unwrap_or_default().chars()) {
            *digit = text.to_digit(16).map(|value| value as u8);
        }
        Pattern {
            prefixed,
            digits,
            extension_bits: 16 * groups.count() as u32,
        }
    }

    /// Whether `word` is an operation word of this pattern.
    pub fn matches(&self, word: u16) -> bool {
        self.digits
            .iter()
            .zip(fields(word))
            .all(|(digit, field)| digit.map_or(field != 15, |digit| digit == field))
    }

    /// The operation word with the open fields filled from `fields`, FIELD_D first.
    pub fn fill(&self, fields: [u8; 4]) -> u16 {
        self.digits
            .iter()
            .zip(fields)
            .fold(0, |word, (digit, field)| word << 4 | u16::from(digit.unwrap_or(field)))
    }
}
