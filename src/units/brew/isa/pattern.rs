//! Patterns of the instruction table. A pattern describes the 16-bit words of an instruction, each as four hexadecimal digits, most
//! significant first:
//!
//! - A hexadecimal digit is fixed.
//! - `.` is a field of the operation word: a digit 0 … e. It never matches f.
//! - `*` is a digit 0 … f of a value behind the operation word (FIELD_E).
//!
//! The **operation word** is the first word or, if that is the prefix `fff0`, the second. Its digits are FIELD_D, FIELD_C, FIELD_B and
//! FIELD_A. Example: `.1f. ****` is an operation word with FIELD_C = 1, FIELD_B = f and two open fields, D and A, followed by a value of
//! 16 bits.

use super::table::InstructionRow;

/// A row's pattern, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// Whether the first word is [`PREFIX`].
    pub prefixed: bool,
    /// The digits of the operation word, FIELD_D first; `None` is a field (`.`).
    digits: [Option<u8>; 4],
    /// The width of FIELD_E in bits: 0, 16 or 32.
    pub extension_bits: u32,
}

/// A hexadecimal digit of a row's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digit {
    /// This digit, 0 to 15.
    Fixed(u8),
    /// `.`: a field, 0 … e.
    Field,
    /// `*`: a digit of FIELD_E, 0 … f.
    Any,
}

impl InstructionRow {
    /// The digits of all words of the row, four for each word, in the order of the pattern.
    pub fn digits(&self) -> impl Iterator<Item = Digit> {
        let digits = self.pattern.chars().filter(|digit| *digit != ' ');
        digits.map(|digit| match digit {
            '.' => Digit::Field,
            '*' => Digit::Any,
            digit => Digit::Fixed(digit.to_digit(16).unwrap_or_default() as u8),
        })
    }

    /// Whether the first word is [`PREFIX`], so that the operation word is the second.
    pub fn is_prefixed(&self) -> bool {
        Pattern::of(self).prefixed
    }
}

/// The word in front of the operation word, in the second group of instructions.
pub const PREFIX: u16 = 0xfff0;

/// The digits of an operation word, FIELD_D first.
pub(super) fn fields(word: u16) -> [u8; 4] {
    [12, 8, 4, 0].map(|lo| (word >> lo & 15) as u8)
}

impl Pattern {
    /// The pattern of a row.
    pub fn of(row: &InstructionRow) -> Self {
        let mut words = row.pattern.split(' ').peekable();
        let prefixed = words.next_if_eq(&"fff0").is_some();
        let mut digits = [None; 4];
        for (digit, text) in digits.iter_mut().zip(words.next().unwrap_or_default().chars()) {
            // `.` is no digit, hence `None`.
            *digit = text.to_digit(16).map(|value| value as u8);
        }
        Pattern {
            prefixed,
            digits,
            extension_bits: 16 * words.count() as u32,
        }
    }

    /// Whether `word` is an operation word of this pattern.
    pub fn matches(&self, word: u16) -> bool {
        self.digits
            .iter()
            .zip(fields(word))
            .all(|(digit, field)| digit.map_or(field != 15, |digit| digit == field))
    }

    /// The operation word whose open fields have the values of `fields`, FIELD_D first. Values for fixed digits are ignored.
    pub fn fill(&self, fields: [u8; 4]) -> u16 {
        self.digits
            .iter()
            .zip(fields)
            .fold(0, |word, (digit, field)| word << 4 | u16::from(digit.unwrap_or(field)))
    }
}
