//! The numbers of state bits of a design.

use lanesmith_netlist::Flat;
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
        let module = &flat.module;
        let registers = module.registers.iter().map(|register| module.net_ref(register.q).width);
        let reads = module.memories.iter().flat_map(|memory| {
            let synchronous = memory.reads.iter().filter(|read| read.synchronous.is_some());
            synchronous.map(|_| memory.width)
        });
        let words = module.memories.iter();
        StateBits {
            registers: registers.chain(reads).map(u64::from).sum(),
            memories: words
                .map(|memory| u64::from(memory.depth) * u64::from(memory.width))
                .sum(),
        }
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
