//! A memory with one write port and several read ports.

use crate::LeafSpec;
use crate::kernel::{HandedOver, hand_over};
use rust_hdl_core::prelude::*;

/// `depth` words of type `D`. A read that meets a write of the same word gives the old one. Addresses beyond the
/// depth read 0 and write nothing.
#[derive(LogicBlock)]
pub struct Memory<D: Synth, const ADDRESS: usize, const READS: usize> {
    /// Rising edge, for all ports.
    pub clock: Signal<In, Clock>,
    /// Write on this edge.
    pub write_enable: Signal<In, Bit>,
    /// The word written.
    pub write_address: Signal<In, Bits<ADDRESS>>,
    /// Its new value.
    pub write_data: Signal<In, D>,
    /// Synchronous reads: read on this edge, else keep the last word. Without effect, and need not be driven, for
    /// asynchronous reads.
    pub read_enable: [Signal<In, Bit>; READS],
    /// The word read.
    pub read_address: [Signal<In, Bits<ADDRESS>>; READS],
    /// Its value.
    pub read_data: [Signal<Out, D>; READS],
    _synchronous: bool,
    _words: Vec<D>,
    /// The number of words that have a given value before the first edge.
    _given: usize,
}

impl<D: Synth, const ADDRESS: usize, const READS: usize> Memory<D, ADDRESS, READS> {
    fn new(depth: u32, synchronous: bool) -> Self {
        assert!(
            depth >= 1 && u64::from(depth) <= 1 << ADDRESS.min(32),
            "{depth} words are not addressed by {ADDRESS} bits"
        );
        Memory {
            clock: Signal::default(),
            write_enable: Signal::default(),
            write_address: Signal::default(),
            write_data: Signal::default(),
            read_enable: std::array::from_fn(|_| Signal::default()),
            read_address: std::array::from_fn(|_| Signal::default()),
            read_data: std::array::from_fn(|_| Signal::default()),
            _synchronous: synchronous,
            _words: vec![D::default(); depth as usize],
            _given: 0,
        }
    }

    /// Reads are combinational. Panics if `ADDRESS` bits don't address `depth` words.
    pub fn asynchronous(depth: u32) -> Self {
        Memory::new(depth, false)
    }

    /// Reads are registered: data come one edge after the address. Panics if `ADDRESS` bits don't address `depth`
    /// words.
    pub fn synchronous(depth: u32) -> Self {
        Memory::new(depth, true)
    }

    /// The memory with these words before the first edge, from address 0 on; the words behind them are 0. Otherwise the words are
    /// unknown in hardware. Panics if there are more words than the memory has.
    pub fn with_contents(mut self, words: impl IntoIterator<Item = D>) -> Self {
        let words: Vec<D> = words.into_iter().collect();
        self._words[..words.len()].copy_from_slice(&words);
        self._given = words.len();
        self
    }

    fn word(&self, port: usize) -> D {
        let word = self._words.get(self.read_address[port].val().index());
        word.copied().unwrap_or_default()
    }
}

impl<D: Synth, const ADDRESS: usize, const READS: usize> Logic for Memory<D, ADDRESS, READS> {
    fn update(&mut self) {
        let edge = self.clock.pos_edge();
        if self._synchronous && edge {
            for port in 0..READS {
                if self.read_enable[port].val() {
                    self.read_data[port].next = self.word(port);
                }
            }
        }
        if edge && self.write_enable.val() {
            let address = self.write_address.val().index();
            if let Some(word) = self._words.get_mut(address) {
                *word = self.write_data.val();
            }
        }
        if !self._synchronous {
            for port in 0..READS {
                self.read_data[port].next = self.word(port);
            }
        }
    }

    fn connect(&mut self) {
        for data in &mut self.read_data {
            data.connect();
        }
    }

    fn hdl(&self) -> Verilog {
        let given = self._words.iter().take(self._given);
        hand_over(HandedOver::Leaf(LeafSpec::Memory {
            depth: self._words.len() as u32,
            synchronous: self._synchronous,
            contents: given.map(|word| word.verilog().to_string()).collect(),
        }))
    }
}
