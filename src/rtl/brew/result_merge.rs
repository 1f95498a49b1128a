//! The last choice of an integer result.

use super::bundles::Choice;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Takes a sum or another result, inverted or not.
#[hdl_module]
pub struct ResultMerge {
    #[part(other = "The other result.")]
    #[part(take_sum = "Bytes that are sums.")]
    #[part(invert = "Bytes that are inverted.")]
    pub(super) choice: Signal<In, Choice>,
    /// The result.
    pub value: Signal<Out, Bits<32>>,
    flips: [Signal<Local, Bits<8>>; 4],
    bytes: [Signal<Local, Bits<8>>; 4],
}

impl Logic for ResultMerge {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.bytes[i].next = self.choice.val().other.get_bits::<8>(8 * i);
            if self.choice.val().take_sum.get_bit(i) {
                self.bytes[i].next = self.choice.val().sum.get_bits::<8>(8 * i);
            }
            self.flips[i].next = 0.into();
            if self.choice.val().invert.get_bit(i) {
                self.flips[i].next = 0xff.into();
            }
        }
        self.value.next = (bit_cast::<32, 8>(self.bytes[3].val() ^ self.flips[3].val()) << 24)
            | (bit_cast::<32, 8>(self.bytes[2].val() ^ self.flips[2].val()) << 16)
            | (bit_cast::<32, 8>(self.bytes[1].val() ^ self.flips[1].val()) << 8)
            | bit_cast::<32, 8>(self.bytes[0].val() ^ self.flips[0].val());
    }
}
