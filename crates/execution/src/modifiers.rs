//! The modifiers of an instruction, taken one by one until none is left.

use crate::cause::Cause;
use lanesmith_ptx::tree::Word;
use lanesmith_ptx::{DataType, TypeClass};

/// The modifiers that have not been taken.
pub(crate) struct Modifiers<'a> {
    left: Vec<&'a str>,
}

impl<'a> Modifiers<'a> {
    pub(crate) fn new(words: &[Word<'a>]) -> Self {
        let left = words.iter().map(|word| word.text).collect();
        Modifiers { left }
    }

    /// Whether all have been taken.
    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Whether a modifier is there and has not been taken.
    pub(crate) fn has(&self, text: &str) -> bool {
        self.left.contains(&text)
    }

    /// All that are left.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'a str> {
        self.left.iter().copied()
    }

    /// Takes a modifier, if it is there.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        self.take_of(&[text]).is_some()
    }

    /// Takes the first modifier that is in the list.
    pub(crate) fn take_of<'t>(&mut self, texts: &[&'t str]) -> Option<&'t str> {
        let index = self.left.iter().position(|left| texts.contains(left))?;
        let taken = self.left.remove(index);
        texts.iter().copied().find(|text| *text == taken)
    }

    /// Takes all modifiers that a condition holds for.
    pub(crate) fn take_all(&mut self, condition: impl Fn(&str) -> bool) {
        self.left.retain(|left| !condition(left));
    }

    /// Takes the first type.
    pub(crate) fn take_type(&mut self) -> Result<DataType, Cause> {
        let index = self.left.iter().position(|left| DataType::read(left).is_some());
        let text = self.left.remove(index.ok_or(Cause::Other)?);
        let data_type = DataType::read(text).filter(|data_type| data_type.bits <= 64);
        data_type.ok_or(Cause::Wide)
    }

    /// The last type, not taken.
    pub(crate) fn last_type(&self) -> Option<DataType> {
        self.left.iter().rev().find_map(|left| DataType::read(left))
    }
}

/// An integer type, or the bits of another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    /// 1 to 64.
    pub(crate) bits: u32,
    /// Whether the top bit is the sign.
    pub(crate) signed: bool,
}

impl Int {
    /// The type with the bits of a type.
    pub(crate) fn of(data_type: DataType) -> Self {
        let (bits, signed) = (data_type.bits, data_type.class == TypeClass::Signed);
        Int { bits, signed }
    }

    /// All ones.
    pub(crate) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits)
    }

    /// The bits of the type.
    pub(crate) fn wrap(self, value: i128) -> u64 {
        value as u64 & self.mask()
    }

    /// The value of the low bits.
    pub(crate) fn value(self, bits: u64) -> i128 {
        let unused = 64 - self.bits;
        match self.signed {
            true => i128::from((bits << unused).cast_signed() >> unused),
            false => i128::from(bits & self.mask()),
        }
    }

    /// The bits of the nearest value of the type.
    pub(crate) fn clamp(self, value: i128) -> u64 {
        let values = 1 << self.bits;
        let least = if self.signed { -values / 2 } else { 0 };
        self.wrap(value.clamp(least, least + values - 1))
    }

    /// The bits of a value in a register with so many bits: numbers with a sign are extended.
    #[inline(always)]
    pub(crate) fn extended(self, value: u64, bits: u32) -> u64 {
        match self.signed {
            true => self.value(value) as u64 & u64::MAX >> (64 - bits),
            false => value,
        }
    }
}

/// The type of an element and the number of elements of a packed type, 1 of others.
pub(crate) fn element(data_type: DataType) -> (DataType, u32) {
    let split = |lanes: u32| {
        let name = data_type.name.strip_suffix(&format!("x{lanes}"))?;
        Some((DataType::read(name)?, lanes))
    };
    split(2).or_else(|| split(4)).unwrap_or((data_type, 1))
}
