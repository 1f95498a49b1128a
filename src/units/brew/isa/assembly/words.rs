//! The last step: bytes as words in statements.

use super::AssembledStatement;
use crate::units::brew::isa::number::{Number, Problem};

/// Collects words; statements begin at even addresses.
#[derive(Default)]
pub(super) struct StatementWords {
    statements: Vec<AssembledStatement>,
    /// The bytes of an incomplete statement, not yet a whole number of words, and its line.
    open: Option<(usize, Vec<u8>)>,
    address: i64,
}

impl StatementWords {
    /// Fills up to an address.
    pub fn pad(&mut self, line: usize, address: i64) {
        if let Ok(gap @ 1..) = usize::try_from(address - self.address) {
            self.push(line, vec![0; gap]);
        }
    }

    /// Appends bytes of a line.
    pub fn push(&mut self, line: usize, bytes: Vec<u8>) {
        if bytes.is_empty() {
            return;
        }
        self.address += bytes.len() as i64;
        let (line, mut all) = self.open.take().unwrap_or((line, Vec::new()));
        all.extend(bytes);
        if all.len() % 2 == 1 {
            self.open = Some((line, all));
            return;
        }
        let (pairs, _) = all.as_chunks();
        self.statements.push(AssembledStatement {
            line,
            address: (self.address - all.len() as i64) as u32,
            words: pairs.iter().copied().map(u16::from_le_bytes).collect(),
        });
    }

    /// All statements; the last one gets a byte more where one is missing.
    pub fn finish(mut self) -> Vec<AssembledStatement> {
        if let Some((line, _)) = self.open {
            self.push(line, vec![0]);
        }
        self.statements
    }
}

/// The bits of a number of `width` bytes, signed or not.
pub(super) fn number_bits(width: usize, number: Number) -> Result<u32, Problem> {
    let bits = 8 * width as u32;
    let (least, greatest) = (-1i64 << (bits - 1), (1i64 << bits) - 1);
    match number {
        Number::Integer(value) if (least..=greatest).contains(&value) => Ok(value as u32),
        Number::Float(value) if width == 4 => Ok(value.to_bits()),
        Number::Integer(_) => Err(Problem::new(
            format!("the number does not fit {bits} bits"),
            format!("{least} to {greatest}"),
        )),
        Number::Float(_) => Err(Problem::new(
            "a floating-point number needs 32 bits",
            format!("an integer, {least} to {greatest}"),
        )),
    }
}
