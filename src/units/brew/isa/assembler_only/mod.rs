//! Instructions of the ISA that only assembler and disassembler know: encoding and decoding of their words.
//!
//! Decoder, golden model and hardware do not know them, unlike the rows of the instruction table whose operation is
//! [`NotExecuted`](super::BrewOperation::NotExecuted). Their words raise the exception like any words without an instruction.

mod table;

pub(super) use table::NumberEncoding;
pub use table::{ASSEMBLER_ONLY, AssemblerOnlyRow, InstructionGroup};

use super::instruction::length;
use super::number::Problem;

/// The bits that a branch can test.
const BITS: [i64; 15] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 30, 31];

impl NumberEncoding {
    /// The least and the greatest number, and the step between numbers.
    fn range(self) -> (i64, i64, i64) {
        match self {
            NumberEncoding::Absent => (0, 0, 1),
            NumberEncoding::Interrupt => (0, 7, 1),
            NumberEncoding::Shift | NumberEncoding::Bit => (0, 31, 1),
            NumberEncoding::Even => (0, 28, 2),
            NumberEncoding::Half => (-0x8000, 0x7fff, 1),
            NumberEncoding::Control => (0, 0xffff, 1),
            NumberEncoding::Long => (-0x8000_0000, 0xffff_ffff, 1),
            NumberEncoding::Quads => (-28, 28, 4),
            NumberEncoding::Stack(_) => (-256, 252, 4),
            NumberEncoding::Branch => (-65536, 65534, 2),
        }
    }

    /// The field's bits for a number.
    pub fn encode(self, value: i64) -> Result<u32, Problem> {
        let (least, greatest, step) = self.range();
        let expected = match (self, step) {
            (NumberEncoding::Bit, _) => "0 to 9, 14, 15, 16, 30 or 31".to_owned(),
            (_, 1) => format!("{least} to {greatest}"),
            _ => format!("{least} to {greatest} in steps of {step}"),
        };
        let is_there = (least..=greatest).contains(&value) && value % step == 0;
        if !is_there || self == NumberEncoding::Bit && !BITS.contains(&value) {
            let message = match self {
                NumberEncoding::Branch if value % 2 != 0 => "a branch goes an even number of bytes",
                NumberEncoding::Branch => "the branch does not reach so far",
                NumberEncoding::Bit => "branches cannot look at this bit",
                _ => "the number does not fit its field",
            };
            return Err(Problem::new(message, expected));
        }
        Ok(match self {
            NumberEncoding::Half => u32::from(value as u16),
            NumberEncoding::Even => value as u32 / 2,
            NumberEncoding::Quads if value < 0 => (value / 4 + 15) as u32,
            NumberEncoding::Quads => value as u32 / 4,
            NumberEncoding::Stack(base) => ((value / 4) as u32 & 0x7f) << 1 | base,
            NumberEncoding::Branch => (value & 0xfffe) as u32 | u32::from(value < 0),
            NumberEncoding::Bit => BITS.iter().position(|bit| *bit == value).unwrap_or_default() as u32,
            NumberEncoding::Absent
            | NumberEncoding::Interrupt
            | NumberEncoding::Shift
            | NumberEncoding::Control
            | NumberEncoding::Long => value as u32,
        })
    }

    /// The number that `bits` encode, if they encode one.
    pub fn decode(self, bits: u32) -> Option<i64> {
        let value = match self {
            NumberEncoding::Half => i64::from(bits as u16 as i16),
            NumberEncoding::Even => 2 * i64::from(bits),
            NumberEncoding::Quads if bits >= 8 => 4 * (i64::from(bits) - 15),
            NumberEncoding::Quads => 4 * i64::from(bits),
            NumberEncoding::Stack(_) => i64::from((bits as u8) as i8 >> 1) * 4,
            NumberEncoding::Branch => i64::from(bits & 0xfffe) - if bits & 1 == 1 { 0x1_0000 } else { 0 },
            NumberEncoding::Bit => *BITS.get(bits as usize)?,
            NumberEncoding::Absent
            | NumberEncoding::Interrupt
            | NumberEncoding::Shift
            | NumberEncoding::Control
            | NumberEncoding::Long => i64::from(bits),
        };
        (self.encode(value) == Ok(bits)).then_some(value)
    }
}

/// The fields of an instruction by the letters of its pattern: `D`, `B`, `A`, `K` and `V`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields {
    pub d: u32,
    pub b: u32,
    pub a: u32,
    pub bit: u32,
    pub value: u32,
}

impl Fields {
    fn field(&mut self, name: char) -> Option<&mut u32> {
        match name {
            'D' => Some(&mut self.d),
            'B' => Some(&mut self.b),
            'A' => Some(&mut self.a),
            'K' => Some(&mut self.bit),
            'V' => Some(&mut self.value),
            _ => None,
        }
    }
}

/// An instruction of [`ASSEMBLER_ONLY`] with its registers and numbers.
#[derive(Clone, Copy, Debug)]
pub struct AssemblerOnlyInstruction {
    /// Its row of the table.
    pub row: &'static AssemblerOnlyRow,
    pub(super) fields: Fields,
}

impl AssemblerOnlyRow {
    /// The patterns of its words.
    fn words(&self) -> impl DoubleEndedIterator<Item = &'static str> {
        self.pattern.split(' ')
    }

    /// The number of words.
    pub(super) fn length(&self) -> usize {
        self.words().count()
    }

    fn decode(&'static self, words: &[u16]) -> Option<AssemblerOnlyInstruction> {
        if words.len() != self.length() {
            return None;
        }
        let mut fields = Fields::default();
        // The first word of a value is its least significant; the first digit of a word its most significant.
        for (pattern, word) in self.words().rev().zip(words.iter().rev()) {
            for (i, c) in pattern.chars().enumerate() {
                let digit = u32::from(word >> (12 - 4 * i) & 15);
                match fields.field(c) {
                    Some(field) => *field = *field << 4 | digit,
                    None if c.to_digit(16) == Some(digit) => {}
                    None => return None,
                }
            }
        }
        let registers = [fields.d, fields.b, fields.a].iter().all(|register| *register < 15);
        let is_number = self.code.decode(fields.value).is_some() && NumberEncoding::Bit.decode(fields.bit).is_some();
        (registers && is_number).then_some(AssemblerOnlyInstruction { row: self, fields })
    }
}

impl AssemblerOnlyInstruction {
    /// The instruction that consists of exactly these words.
    pub fn decode(words: &[u16]) -> Option<Self> {
        if words.first().map(|first| length(*first)) != Some(words.len()) {
            return None;
        }
        ASSEMBLER_ONLY.iter().find_map(|row| row.decode(words))
    }

    /// The words, first word first.
    pub fn encode(&self) -> Vec<u16> {
        let mut fields = self.fields;
        let mut words = Vec::new();
        for pattern in self.row.words() {
            let mut word = 0;
            for (i, c) in pattern.chars().rev().enumerate() {
                let digit = match fields.field(c) {
                    Some(field) => std::mem::replace(field, *field >> 4) & 15,
                    None => c.to_digit(16).unwrap_or_default(),
                };
                word |= (digit as u16) << (4 * i);
            }
            words.push(word);
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::brew::isa::instruction::decode;

    #[test]
    fn every_instruction_encodes_to_its_words_and_the_datapath_decodes_none() {
        let tails = [[0, 0], [0x0123, 0x4567], [0x9231, 0xffff], [0xe1ee, 0]];
        let mut found = 0;
        for first in 0..=u16::MAX {
            for tail in tails {
                let words = [first, tail[0], tail[1]];
                let words = &words[..length(first)];
                let rows = ASSEMBLER_ONLY.iter().filter(|row| row.decode(words).is_some()).count();
                let alias = [0, 0x1000, 0x2000, 0x6000, 0x7000].contains(&words[0]);
                assert!(rows <= 1 + usize::from(alias), "{words:04x?} is in {rows} rows");
                if let Some(other) = AssemblerOnlyInstruction::decode(words) {
                    assert_eq!(other.encode(), words);
                    assert!(
                        decode(words).is_some_and(|known| known.instruction.is_none()),
                        "{words:04x?}"
                    );
                    found += 1;
                }
            }
        }
        assert!(found > 50_000, "{found}");
    }

    #[test]
    fn numbers_are_refused_outside_of_their_fields_and_come_back_within() {
        use NumberEncoding::{Bit, Branch, Control, Even, Half, Interrupt, Long, Quads, Shift, Stack};
        for (code, good, bad) in [
            (Interrupt, [0, 7], [-1, 8]),
            (Shift, [0, 31], [-1, 32]),
            (Even, [0, 28], [1, 30]),
            (Half, [-0x8000, 0x7fff], [-0x8001, 0x8000]),
            (Control, [0, 0xffff], [-1, 0x10000]),
            (Long, [0, 0xffff_ffff], [-0x8000_0001, 0x1_0000_0000]),
            (Quads, [-28, 28], [-32, 2]),
            (Stack(0), [-256, 252], [-260, 256]),
            (Stack(1), [-4, 4], [2, -1]),
            (Branch, [-65536, 65534], [-65538, 65535]),
            (Bit, [14, 31], [10, 32]),
        ] {
            for value in good {
                assert_eq!(
                    code.encode(value).map(|bits| code.decode(bits)),
                    Ok(Some(value)),
                    "{code:?} {value}"
                );
            }
            for value in bad {
                assert!(code.encode(value).is_err(), "{code:?} {value}");
            }
        }
    }
}
