//! Pseudo-random operands, half of whose bytes are corners.

use crate::leaf::Register;
use crate::netlist::ResetStyle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The words with which the generator starts.
pub const SEEDS: [u32; 4] = [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a];

/// Replaces bytes of a word by corners.
#[hdl_module]
struct CornerBytes {
    /// A random word.
    word: Signal<In, Bits<32>>,
    /// For each byte two random bits. Bit 0: the byte becomes 00 or ff, with bit 1 80 or 7f.
    select: Signal<In, Bits<8>>,
    /// The word with corners.
    value: Signal<Out, Bits<32>>,
    byte: [Signal<Local, Bits<8>>; 4],
}

impl Logic for CornerBytes {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.byte[i].next = self.word.val().get_bits::<8>(8 * i);
            if self.select.val().get_bit(2 * i) {
                self.byte[i].next = 0.into();
                if self.select.val().get_bit(2 * i + 1) {
                    self.byte[i].next = 0x80.into();
                }
                if self.word.val().get_bit(8 * i) {
                    self.byte[i].next = 0xff.into();
                    if self.select.val().get_bit(2 * i + 1) {
                        self.byte[i].next = 0x7f.into();
                    }
                }
            }
        }
        self.value.next = cat!(32 of 8: self.byte[i].val() for i in 0..4);
    }
}

/// The operands of an instruction after another.
///
/// The generator is xorshift128 of G. Marsaglia, Xorshift RNGs, Journal of Statistical Software 8 (2003), section 4: a new word of 32
/// bits for each instruction. The last three words are the operands, and the one before selects their corners.
#[hdl_module]
pub(super) struct OperandSource {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Starts with the first operands.
    pub(super) reset: Signal<In, Bit>,
    /// The next operands on this edge.
    pub(super) enable: Signal<In, Bit>,
    /// First operand.
    pub(super) a: Signal<Out, Bits<32>>,
    /// Second operand.
    pub(super) b: Signal<Out, Bits<32>>,
    /// Third operand.
    pub(super) c: Signal<Out, Bits<32>>,
    state: [Register<Bits<32>>; 4],
    corners: [CornerBytes; 3],
    mixed: Signal<Local, Bits<32>>,
}

impl OperandSource {
    pub(super) fn new() -> Self {
        let state = SEEDS.map(|seed| Register::new(ResetStyle::default(), Bits::from(u64::from(seed))));
        OperandSource {
            state,
            ..OperandSource::default()
        }
    }
}

impl Logic for OperandSource {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            connect!(self.state[i] { clock, reset, enable });
        }
        for i in 0..3 {
            self.state[i].d.next = self.state[i + 1].q.val();
            self.corners[i].word.next = self.state[i + 1].q.val();
            self.corners[i].select.next = self.state[0].q.val().get_bits::<8>(8 * i);
        }
        self.mixed.next = self.state[0].q.val() ^ (self.state[0].q.val() << 11);
        self.state[3].d.next =
            (self.state[3].q.val() ^ (self.state[3].q.val() >> 19)) ^ (self.mixed.val() ^ (self.mixed.val() >> 8));
        self.a.next = self.corners[2].value.val();
        self.b.next = self.corners[1].value.val();
        self.c.next = self.corners[0].value.val();
    }
}
