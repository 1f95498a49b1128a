//! Where values live in the state array of 64-bit words.

use super::drivers::Driver;
use crate::netlist::{Flat, NetId};

/// The state array: one word per stored net, then the words of the memories.
pub(super) struct Layout {
    slots: Vec<Option<u32>>,
    memories: Vec<u32>,
    /// Words in all.
    pub words: usize,
}

impl Layout {
    /// Stores ports, registers and the data of synchronous reads, or every net if `traced`.
    pub fn new(flat: &Flat, drivers: &[Driver], clock: Option<NetId>, traced: bool) -> Self {
        let mut words = 0;
        let ports = flat.ports().count();
        let mut slots = vec![None; flat.module.nets.len()];
        for (i, driver) in drivers.iter().enumerate() {
            let stored = traced || i < ports || matches!(driver, Driver::State);
            if stored && clock != Some(NetId(i as u32)) {
                slots[i] = Some(words);
                words += 1;
            }
        }
        let memories = flat
            .module
            .memories
            .iter()
            .map(|memory| {
                let base = words;
                // One word more, always 0: what reads beyond the depth find.
                words += memory.depth + 1;
                base
            })
            .collect();
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

    /// The first word of a memory.
    pub fn memory(&self, memory: usize) -> u32 {
        self.memories[memory]
    }
}
