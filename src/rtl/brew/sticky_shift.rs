//! Right shift that remembers what it lost.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Shifts right; the lowest bit is set if any bit was lost.
#[hdl_module]
pub struct StickyShift {
    /// The word that is worked on.
    pub word: Signal<In, Bits<27>>,
    /// Number of places.
    pub amount: Signal<In, Bits<5>>,
    /// The shifted word.
    pub shifted: Signal<Out, Bits<27>>,
    by1: Signal<Local, Bits<27>>,
    by2: Signal<Local, Bits<27>>,
    by4: Signal<Local, Bits<27>>,
    by8: Signal<Local, Bits<27>>,
}

impl Logic for StickyShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.by1.next = self.word.val();
        if self.amount.val().get_bit(0) {
            self.by1.next = (self.word.val() >> 1) | bit_cast::<27, 1>(self.word.val().get_bits::<1>(0));
        }
        self.by2.next = self.by1.val();
        if self.amount.val().get_bit(1) {
            self.by2.next = (self.by1.val() >> 2) | bit_cast::<27, 1>(self.by1.val().get_bits::<2>(0).any().into());
        }
        self.by4.next = self.by2.val();
        if self.amount.val().get_bit(2) {
            self.by4.next = (self.by2.val() >> 4) | bit_cast::<27, 1>(self.by2.val().get_bits::<4>(0).any().into());
        }
        self.by8.next = self.by4.val();
        if self.amount.val().get_bit(3) {
            self.by8.next = (self.by4.val() >> 8) | bit_cast::<27, 1>(self.by4.val().get_bits::<8>(0).any().into());
        }
        self.shifted.next = self.by8.val();
        if self.amount.val().get_bit(4) {
            self.shifted.next =
                (self.by8.val() >> 16) | bit_cast::<27, 1>(self.by8.val().get_bits::<16>(0).any().into());
        }
    }
}
