//! The layout of values in the state array of 64-bit words.

use super::drivers::Driver;
use lanesmith_netlist::{Flat, NetId, StateWord};

/// The state array: one word per stored net, then the words of the memories.
pub(super) struct Layout {
    slots: Vec<Option<u32>>,
    memories: Vec<u32>,
    /// Words in all.
    pub words: usize,
}

impl Layout {
    /// Stores ports, registers and the data of synchronous reads, or every net if `traced`.
    pub fn new(flat: &Flat, drivers: &[Driver], traced: bool) -> Self {
        let mut words = 0;
        let clock = flat.clock_port();
        let ports = flat.ports().count();
        let mut slots = vec![None; flat.module.nets.len()];
        for (i, driver) in drivers.iter().enumerate() {
            let stored = traced || i < ports || matches!(driver, Driver::State);
            if stored && clock != Some(NetId(i as u32)) {
                slots[i] = Some(words);
                words += 1;
            }
        }
        let memories = flat.module.memories.iter().map(|memory| {
            // One extra word, always 0, for reads beyond the depth.
            words += memory.depth + 1;
            words - memory.depth - 1
        });
        let memories = memories.collect();
        Layout {
            slots,
            memories,
            words: words as usize,
        }
    }

    /// The word that holds a net, if it is stored.
    pub fn slot(&self, net: NetId) -> Option<u32> {
        self.slots[net.0 as usize]
    }

    /// The word that holds a word of the design's state.
    pub fn state(&self, flat: &Flat, word: StateWord) -> Option<u32> {
        match word {
            StateWord::Register(q) => self.slot(q),
            StateWord::Word(memory, address) => Some(self.memory(memory) + address),
            StateWord::Read(memory, port) => self.slot(flat.module.memories[memory].reads[port].data),
        }
    }

    /// The first word of a memory.
    pub fn memory(&self, memory: usize) -> u32 {
        self.memories[memory]
    }
}
