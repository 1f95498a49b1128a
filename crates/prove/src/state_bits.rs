//! The numbers of state bits of a design.

use lanesmith_netlist::{Flat, StateWord};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The numbers of register and memory bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateBits {
    /// Bits of registers, those behind synchronous reads of memories included.
    pub registers: u64,
    /// Bits of memories: words by width.
    pub memories: u64,
}

impl StateBits {
    /// The state bits of a netlist.
    pub fn of(flat: &Flat) -> Self {
        let mut bits = StateBits::default();
        for (word, width) in flat.state_words() {
            match word {
                StateWord::Register(_) | StateWord::Read(..) => bits.registers += u64::from(width),
                StateWord::Word(..) => bits.memories += u64::from(width),
            }
        }
        bits
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.registers + self.memories
    }
}

impl fmt::Display for StateBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} register bits and {} memory bits", self.registers, self.memories)
    }
}
