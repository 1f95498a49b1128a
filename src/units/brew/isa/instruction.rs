//! One instruction as data, between words and table.

use super::pattern::{PREFIX, Pattern, fields};
use super::table::{ExceptionRule, INSTRUCTIONS, InstructionRow};
use std::sync::LazyLock;

/// The number of words of the instruction that begins with `first`: 1, 2 or 3. Every word has a length, legal or not.
pub fn length(first: u16) -> usize {
    let [d, c, b, a] = fields(first);
    let extended =
        d == 15 || (c == 15 && (b != 15 || a == 15)) || (c == 14 && a == 15) || (c < 12 && (b == 15 || a == 15));
    match (extended, d == 15 || a != 15) {
        (false, _) => 1,
        (true, true) => 2,
        (true, false) => 3,
    }
}

/// An instruction: a row of the table and its fields.
#[derive(Clone, Copy, Debug)]
pub struct BrewInstruction {
    /// Its row.
    pub row: &'static InstructionRow,
    /// FIELD_D of the operation word: the destination.
    pub d: u8,
    /// FIELD_B.
    pub b: u8,
    /// FIELD_A.
    pub a: u8,
    /// FIELD_E, 16 or 32 bits, not extended; 0 where the row has none.
    pub e: u32,
}

/// The contents of an address.
#[derive(Clone, Copy, Debug)]
pub struct DecodedWords {
    /// The number of words: 1, 2 or 3.
    pub length: usize,
    /// The row of the table and the fields, if the words are in the table.
    pub instruction: Option<BrewInstruction>,
}

/// For every operation word the index of its row; `NONE` where there is none. First without, then with the prefix.
static ROWS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let patterns: Vec<Pattern> = INSTRUCTIONS.iter().map(Pattern::of).collect();
    [false, true].map(|prefixed| {
        let row = |word| patterns.iter().position(|p| p.prefixed == prefixed && p.matches(word));
        (0..=u16::MAX)
            .map(|word| row(word).map_or(NONE, |row| row as u8))
            .collect()
    })
});
const NONE: u8 = u8::MAX;

/// Decodes the instruction at the beginning of `words`; `None` if its words are not all there.
pub fn decode(words: &[u16]) -> Option<DecodedWords> {
    let first = *words.first()?;
    let length = length(first);
    let words = words.get(..length)?;
    let prefixed = first == PREFIX;
    let (operation, extension) = words[usize::from(prefixed)..].split_first()?;
    let row = ROWS[usize::from(prefixed)][usize::from(*operation)];
    let instruction = (row != NONE).then(|| {
        let [d, _, b, a] = fields(*operation);
        let e = extension.iter().rev().fold(0, |e, word| e << 16 | u32::from(*word));
        let row = &INSTRUCTIONS[usize::from(row)];
        BrewInstruction { row, d, b, a, e }
    });
    Some(DecodedWords { length, instruction })
}

impl BrewInstruction {
    /// The words, first word first.
    pub fn encode(&self) -> Vec<u16> {
        let pattern = Pattern::of(self.row);
        let prefix = pattern.prefixed.then_some(PREFIX);
        let extension = (0..pattern.extension_bits / 16).map(|i| (self.e >> (16 * i)) as u16);
        prefix
            .into_iter()
            .chain([pattern.fill([self.d, 0, self.b, self.a])])
            .chain(extension)
            .collect()
    }

    /// Whether the datapath executes it. Other instructions raise the exception, like words that are no instruction.
    pub fn executes(&self) -> bool {
        self.row.exceptions != ExceptionRule::Always
    }
}

impl DecodedWords {
    /// Whether the words are an instruction of the datapath. Types may still make it invalid.
    pub fn is_legal(&self) -> bool {
        self.instruction.is_some_and(|instruction| instruction.executes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_patterns_overlap_and_every_pattern_has_the_length_of_its_words() {
        let patterns: Vec<Pattern> = INSTRUCTIONS.iter().map(Pattern::of).collect();
        for word in 0..=u16::MAX {
            for prefixed in [false, true] {
                let mut hits = patterns.iter().filter(|p| p.prefixed == prefixed && p.matches(word));
                if let Some(pattern) = hits.next() {
                    let words = 1 + pattern.extension_bits as usize / 16 + usize::from(prefixed);
                    assert_eq!(length(if prefixed { PREFIX } else { word }), words, "{word:04x}");
                }
                assert!(hits.next().is_none(), "{word:04x} is in two rows");
            }
        }
    }
}
