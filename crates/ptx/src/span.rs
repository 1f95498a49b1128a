//! Places in the text of a module.

use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::Range;

/// A range of bytes of the text. Texts have at most 4 GiB.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// As messages have it.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// As a pair of numbers.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.start, self.end].serialize(serializer)
    }
}

/// With its bytes in the alternate form (`{:#?}`) only: the other form is the same for the same tree in another text.
impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => write!(f, "{}..{}", self.start, self.end),
            false => f.write_str("_"),
        }
    }
}
