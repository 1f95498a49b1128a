//! The shifter.

use crate::rtl::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// A word of 33 bits shifted by 0 to 32, as a signed number of 34 bits.
///
/// A shift to the left by n is one to the right by 32 - n of the word 32 places higher. The amounts 32 and more come first, so
/// that what follows works on ever fewer bits.
#[hdl_module(name = "video_scalar_shift")]
pub(super) struct Shifter {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// The word, signed.
    pub(super) value: Signal<In, Bits<33>>,
    /// The amount.
    pub(super) amount: Signal<In, Bits<32>>,
    /// Only the low five bits of the amount count; else amounts above 32 are 32.
    pub(super) wrap: Signal<In, Bit>,
    /// Shift to the left.
    pub(super) left: Signal<In, Bit>,
    /// The shifted word.
    pub(super) shifted: Signal<Out, Bits<34>>,
    beyond: Signal<Local, Bit>,
    by_all: Signal<Local, Bit>,
    turn: Signal<Local, Bits<5>>,
    fill: Signal<Local, Bits<32>>,
    low: Signal<Local, Bits<34>>,
    high: Signal<Local, Bits<31>>,
    wide: Signal<Local, Bits<65>>,
    by_16: Signal<Local, Bits<49>>,
    fine: Stage<Bits<4>>,
    coarse: Stage<Bits<49>>,
    by_8: Signal<Local, Bits<41>>,
    by_4: Signal<Local, Bits<37>>,
    by_2: Signal<Local, Bits<35>>,
}

impl Shifter {
    pub(super) fn new(is_cut: bool) -> Self {
        Shifter {
            fine: Stage::new(is_cut),
            coarse: Stage::new(is_cut),
            ..Shifter::default()
        }
    }
}

impl Logic for Shifter {
    #[hdl_gen]
    fn update(&mut self) {
        self.fine.clock.next = self.clock.val();
        self.fine.enable.next = self.enable.val();
        self.coarse.clock.next = self.clock.val();
        self.coarse.enable.next = self.enable.val();

        self.beyond.next = !self.wrap.val() & self.amount.val().get_bits::<27>(5).any();
        // Of the amounts to the right: 32, and n or 32 - n without its highest bit.
        self.turn.next = self.amount.val().get_bits::<5>(0);
        if self.left.val() {
            self.turn.next = self.amount.val().get_bits::<5>(0)
                ^ ((bit_cast::<5, 1>(self.amount.val().get_bits::<4>(0).any().into()) << 4)
                    | (bit_cast::<5, 1>(self.amount.val().get_bits::<3>(0).any().into()) << 3)
                    | (bit_cast::<5, 1>(self.amount.val().get_bits::<2>(0).any().into()) << 2)
                    | (bit_cast::<5, 1>(self.amount.val().get_bits::<1>(0)) << 1));
        }
        self.by_all.next = self.beyond.val();
        if self.left.val() {
            self.by_all.next = !self.beyond.val() & !self.amount.val().get_bits::<5>(0).any();
        }
        if self.beyond.val() {
            self.turn.next = 0.into();
        }
        self.fill.next = 0.into();
        if self.value.val().get_bit(32) {
            self.fill.next = 0xffff_ffff_u64.into();
        }

        // The word in its place: its own bits or, to the left, 32 places higher.
        self.low.next =
            (bit_cast::<34, 1>(self.value.val().get_bits::<1>(32)) << 33) | bit_cast::<34, 33>(self.value.val());
        self.high.next = self.fill.val().get_bits::<31>(0);
        if self.left.val() {
            if !self.by_all.val() {
                self.low.next = bit_cast::<34, 2>(self.value.val().get_bits::<2>(0)) << 32;
            }
            self.high.next = self.value.val().get_bits::<31>(2);
        } else if self.by_all.val() {
            self.low.next =
                (bit_cast::<34, 32>(self.fill.val()) << 2) | bit_cast::<34, 2>(self.fill.val().get_bits::<2>(0));
        }
        self.wide.next = (bit_cast::<65, 31>(self.high.val()) << 34) | bit_cast::<65, 34>(self.low.val());
        self.by_16.next = self.wide.val().get_bits::<49>(0);
        if self.turn.val().get_bit(4) {
            self.by_16.next = self.wide.val().get_bits::<49>(16);
        }
        self.coarse.d.next = self.by_16.val();
        self.fine.d.next = self.turn.val().get_bits::<4>(0);

        self.by_8.next = self.coarse.q.val().get_bits::<41>(0);
        if self.fine.q.val().get_bit(3) {
            self.by_8.next = self.coarse.q.val().get_bits::<41>(8);
        }
        self.by_4.next = self.by_8.val().get_bits::<37>(0);
        if self.fine.q.val().get_bit(2) {
            self.by_4.next = self.by_8.val().get_bits::<37>(4);
        }
        self.by_2.next = self.by_4.val().get_bits::<35>(0);
        if self.fine.q.val().get_bit(1) {
            self.by_2.next = self.by_4.val().get_bits::<35>(2);
        }
        self.shifted.next = self.by_2.val().get_bits::<34>(0);
        if self.fine.q.val().get_bit(0) {
            self.shifted.next = self.by_2.val().get_bits::<34>(1);
        }
    }
}
