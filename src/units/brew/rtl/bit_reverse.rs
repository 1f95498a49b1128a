//! Bit reversal.

use crate::comment;
use rust_hdl::prelude::*;

/// Reverses the 32 bits of a word; wires only.
#[derive(LogicBlock, Default)]
pub struct BitReverse {
    /// The word.
    pub word: Signal<In, Bits<32>>,
    /// Bit `i` is bit `31 - i` of the word.
    pub reversed: Signal<Out, Bits<32>>,
    pairs: Signal<Local, Bits<32>>,
    nibbles: Signal<Local, Bits<32>>,
    bytes: Signal<Local, Bits<32>>,
}

impl Logic for BitReverse {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module bit_reverse: Reverses the 32 bits of a word.");
        comment!("port reversed: Bit i is bit 31 - i of the word.");
        self.pairs.next = ((self.word.val() >> 1) & 0x5555_5555_u64) | ((self.word.val() & 0x5555_5555_u64) << 1);
        self.nibbles.next = ((self.pairs.val() >> 2) & 0x3333_3333_u64) | ((self.pairs.val() & 0x3333_3333_u64) << 2);
        self.bytes.next = ((self.nibbles.val() >> 4) & 0x0f0f_0f0f_u64) | ((self.nibbles.val() & 0x0f0f_0f0f_u64) << 4);
        self.reversed.next = (self.bytes.val() << 24)
            | ((self.bytes.val() & 0xff00_u64) << 8)
            | ((self.bytes.val() >> 8) & 0xff00_u64)
            | (self.bytes.val() >> 24);
    }
}
