//! The last choice of an integer result.

use super::bundles::AluParts;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// The result of the integer unit, or what is ready before it; inverted if wanted.
///
/// The sum comes late. It passes a single function of four bits in each place: the sum's bit, a bit known before it, and two
/// bits per byte.
#[hdl_module]
pub struct ResultMerge {
    #[part(other = "Bytes that are not sums.")]
    #[part(fill = "Bytes of the others that are inverted.")]
    pub(super) parts: Signal<In, AluParts>,
    /// 1 takes the result.
    pub forward: Signal<In, Bit>,
    /// The value for forward = 0.
    pub ready: Signal<In, Bits<32>>,
    /// 1 inverts the selected value.
    pub invert: Signal<In, Bit>,
    /// The selected value.
    pub value: Signal<Out, Bits<32>>,
    chosen: Signal<Local, Bits<32>>,
    early: Signal<Local, Bits<32>>,
    flips: [Signal<Local, Bits<8>>; 4],
    bytes: [Signal<Local, Bits<8>>; 4],
}

impl Logic for ResultMerge {
    #[hdl_gen]
    fn update(&mut self) {
        self.chosen.next = self.ready.val();
        if self.forward.val() {
            self.chosen.next = self.parts.val().other;
        }
        // Inverted before the sum is there; a sum is inverted together with the choice.
        self.early.next = self.chosen.val();
        if self.invert.val() {
            self.early.next = !self.chosen.val();
        }
        for i in 0..4 {
            self.flips[i].next = 0.into();
            self.bytes[i].next = self.early.val().get_bits::<8>(8 * i);
            if self.forward.val() {
                if self.parts.val().take_sum.get_bit(i) {
                    self.bytes[i].next = self.parts.val().sum.get_bits::<8>(8 * i);
                    if self.invert.val() {
                        self.flips[i].next = 0xff.into();
                    }
                } else if self.parts.val().fill.get_bit(i) {
                    self.flips[i].next = 0xff.into();
                }
            }
        }
        self.value.next = (bit_cast::<32, 8>(self.bytes[3].val() ^ self.flips[3].val()) << 24)
            | (bit_cast::<32, 8>(self.bytes[2].val() ^ self.flips[2].val()) << 16)
            | (bit_cast::<32, 8>(self.bytes[1].val() ^ self.flips[1].val()) << 8)
            | bit_cast::<32, 8>(self.bytes[0].val() ^ self.flips[0].val());
    }
}
