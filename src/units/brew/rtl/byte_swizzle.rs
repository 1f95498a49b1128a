//! Byte permutation.

use crate::comment;
use rust_hdl::prelude::*;

/// Builds a word from any bytes of another one.
#[derive(LogicBlock, Default)]
pub struct ByteSwizzle {
    /// Source bytes.
    pub word: Signal<In, Bits<32>>,
    /// Two bits per destination byte, lowest byte lowest: the source byte.
    pub control: Signal<In, Bits<8>>,
    /// The chosen bytes.
    pub swizzled: Signal<Out, Bits<32>>,
    upper: [Signal<Local, Bits<8>>; 4],
    lower: [Signal<Local, Bits<8>>; 4],
    chosen: [Signal<Local, Bits<8>>; 4],
}

impl Logic for ByteSwizzle {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module byte_swizzle: Builds a word from any bytes of another one.");
        comment!("port control: Two bits per destination byte, lowest byte lowest: the source byte.");
        for i in 0..4 {
            self.lower[i].next = self.word.val().get_bits::<8>(0);
            self.upper[i].next = self.word.val().get_bits::<8>(16);
            if self.control.val().get_bit(2 * i) {
                self.lower[i].next = self.word.val().get_bits::<8>(8);
                self.upper[i].next = self.word.val().get_bits::<8>(24);
            }
            self.chosen[i].next = self.lower[i].val();
            if self.control.val().get_bit(2 * i + 1) {
                self.chosen[i].next = self.upper[i].val();
            }
        }
        self.swizzled.next = (bit_cast::<32, 8>(self.chosen[3].val()) << 24)
            | (bit_cast::<32, 8>(self.chosen[2].val()) << 16)
            | (bit_cast::<32, 8>(self.chosen[1].val()) << 8)
            | bit_cast::<32, 8>(self.chosen[0].val());
    }
}
