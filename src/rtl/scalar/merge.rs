//! The secondary operation, or the merge into a part of `c`.

use super::codes::{part, secondary};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// A result added to `c`, compared with `c`, or put into a part of `c`.
#[hdl_module(name = "video_scalar_merge")]
pub(super) struct Merge {
    /// The result, signed; of a part copies in all its places.
    pub(super) result: Signal<In, Bits<34>>,
    /// Third source register.
    pub(super) c: Signal<In, Bits<32>>,
    /// The third source is signed.
    pub(super) c_signed: Signal<In, Bit>,
    /// Code of the destination's part.
    pub(super) part: Signal<In, Bits<3>>,
    /// Code of the secondary operation; without effect unless the destination is a whole register.
    pub(super) secondary: Signal<In, Bits<2>>,
    /// Destination register.
    pub(super) d: Signal<Out, Bits<32>>,
    compares: Signal<Local, Bit>,
    top: Signal<Local, Bits<1>>,
    first: Signal<Local, Bits<36>>,
    operand: Signal<Local, Bits<35>>,
    second: Signal<Local, Bits<36>>,
    chain: Signal<Local, Bits<36>>,
    less: Signal<Local, Bit>,
    keeps_c: Signal<Local, Bit>,
    lanes: [Signal<Local, Bits<8>>; 4],
    kept: Signal<Local, Bits<4>>,
    merged: Signal<Local, Bits<32>>,
    is_whole: Signal<Local, Bit>,
}

impl Logic for Merge {
    #[hdl_gen]
    fn update(&mut self) {
        // The lowest bit of the chain is its carry in.
        self.compares.next = (self.secondary.val() == secondary::MIN) | (self.secondary.val() == secondary::MAX);
        self.top.next = self.c.val().get_bits::<1>(31);
        if !self.c_signed.val() {
            self.top.next = 0.into();
        }
        self.first.next = (bit_cast::<36, 1>(self.result.val().get_bits::<1>(33)) << 35)
            | (bit_cast::<36, 34>(self.result.val()) << 1)
            | 1;
        self.operand.next = (bit_cast::<35, 1>(self.top.val()) << 34)
            | (bit_cast::<35, 1>(self.top.val()) << 33)
            | (bit_cast::<35, 1>(self.top.val()) << 32)
            | bit_cast::<35, 32>(self.c.val());
        self.second.next = bit_cast::<36, 35>(self.operand.val()) << 1;
        if self.compares.val() {
            self.second.next = (bit_cast::<36, 35>(!self.operand.val()) << 1) | 1;
        }
        self.chain.next = self.first.val() + self.second.val();
        self.less.next = self.chain.val().get_bit(35);
        self.keeps_c.next = self.compares.val() & (self.less.val() ^ (self.secondary.val() == secondary::MIN));

        // The bytes that c keeps.
        self.is_whole.next = false;
        match self.part.val().to_u64() {
            part::B0 => self.kept.next = 0b1110.into(),
            part::B1 => self.kept.next = 0b1101.into(),
            part::B2 => self.kept.next = 0b1011.into(),
            part::B3 => self.kept.next = 0b0111.into(),
            part::H0 => self.kept.next = 0b1100.into(),
            part::H1 => self.kept.next = 0b0011.into(),
            // The whole register.
            _ => {
                self.is_whole.next = true;
                self.kept.next = 0.into();
                if self.keeps_c.val() {
                    self.kept.next = 0b1111.into();
                }
            }
        }
        for i in 0..4 {
            self.lanes[i].next = self.result.val().get_bits::<8>(8 * i);
            if self.kept.val().get_bit(i) {
                self.lanes[i].next = self.c.val().get_bits::<8>(8 * i);
            }
        }
        self.merged.next = cat!(32 of 8:
            self.lanes[3].val(), self.lanes[2].val(), self.lanes[1].val(), self.lanes[0].val()
        );
        self.d.next = self.merged.val();
        if self.is_whole.val() & (self.secondary.val() == secondary::ADD) {
            self.d.next = self.chain.val().get_bits::<32>(1);
        }
    }
}
