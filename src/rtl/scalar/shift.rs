//! The shifter.

use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// A word of 33 bits shifted by 0 to 31, as a signed number of 34 bits.
///
/// A shift to the left by n is one to the right by 31 - n of the word 31 places higher.
#[hdl_module(name = "video_scalar_shift")]
pub(super) struct Shifter {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// The word, signed.
    pub(super) value: Signal<In, Bits<33>>,
    /// The amount.
    pub(super) amount: Signal<In, Bits<5>>,
    /// Shift to the left.
    pub(super) left: Signal<In, Bit>,
    /// The shifted word.
    pub(super) shifted: Signal<Out, Bits<34>>,
    turn: Signal<Local, Bits<5>>,
    fill: Signal<Local, Bits<34>>,
    wide: Signal<Local, Bits<65>>,
    by_16: Signal<Local, Bits<49>>,
    by_8: Signal<Local, Bits<41>>,
    fine: Stage<Bits<3>>,
    coarse: Stage<Bits<41>>,
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
        connect!(self.fine, self.coarse { clock, enable });

        self.fill.next = 0.into();
        if self.value.val().get_bit(32) {
            self.fill.next = 0x3_ffff_ffff_u64.into();
        }
        self.turn.next = self.amount.val();
        self.wide.next = (bit_cast::<65, 34>(self.fill.val()) << 33) | bit_cast::<65, 33>(self.value.val());
        // The word's upper bits leave 65 bits unseen.
        if self.left.val() {
            self.turn.next = !self.amount.val();
            self.wide.next = ((bit_cast::<65, 34>(self.fill.val()) << 33) | bit_cast::<65, 33>(self.value.val())) << 31;
        }
        self.by_16.next = self.wide.val().get_bits::<49>(0);
        if self.turn.val().get_bit(4) {
            self.by_16.next = self.wide.val().get_bits::<49>(16);
        }
        self.by_8.next = self.by_16.val().get_bits::<41>(0);
        if self.turn.val().get_bit(3) {
            self.by_8.next = self.by_16.val().get_bits::<41>(8);
        }
        self.coarse.d.next = self.by_8.val();
        self.fine.d.next = self.turn.val().get_bits::<3>(0);

        self.by_4.next = self.coarse.q.val().get_bits::<37>(0);
        if self.fine.q.val().get_bit(2) {
            self.by_4.next = self.coarse.q.val().get_bits::<37>(4);
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
