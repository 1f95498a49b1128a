//! Types of at most 32 bits, and the numbers that bits are by them.

/// A type of at most 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    /// 1 of a predicate.
    pub(super) bits: u32,
    pub(super) signed: bool,
}

impl Type {
    pub(super) const PREDICATE: Type = Type { bits: 1, signed: false };
    pub(super) const WORD: Type = Type {
        bits: 32,
        signed: false,
    };

    /// The type of a modifier such as `.s16`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let bits = match text.get(2..)? {
            "red" if text == ".pred" => return Some(Type::PREDICATE),
            "8" => 8,
            "16" => 16,
            "32" => 32,
            _ => return None,
        };
        let signed = match text.get(..2)? {
            ".u" | ".b" => false,
            ".s" => true,
            _ => return None,
        };
        Some(Type { bits, signed })
    }

    /// The number that the low bits of a register are.
    pub(super) fn extend(self, value: u32) -> i64 {
        let unused = 64 - self.bits;
        match self.signed {
            true => (i64::from(value) << unused) >> unused,
            false => ((u64::from(value) << unused) >> unused) as i64,
        }
    }

    /// The low bits of a number.
    pub(super) fn cut(self, value: i64) -> u32 {
        (value as u64 & (u64::MAX >> (64 - self.bits))) as u32
    }

    /// The number of the type that is closest to a number.
    pub(super) fn clamp(self, value: i64) -> i64 {
        let magnitude = self.bits - u32::from(self.signed);
        let most = (1_i64 << magnitude) - 1;
        value.clamp(if self.signed { -most - 1 } else { 0 }, most)
    }
}
