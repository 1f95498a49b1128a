//! The compound adder on carry chains that invert.

use super::VideoConfig;
use super::bundles::{Operands, Sums};
use super::cuts::Cuts;
use crate::device::CarryChain;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// a + b and a + b + 1 for two lanes of 8 bits or one of 16, b inverted or not.
///
/// Extension bits and barrier are those of [`CompoundAdder`](super::adder::CompoundAdder). There is no look-up table for the
/// inversion, and none between the chain and the sign of a half-word.
#[hdl_module(name = "compound_adder")]
pub(super) struct CarryAdder {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// One lane of 16 bits.
    pub(super) dual: Signal<In, Bit>,
    /// Add the inverse of b.
    pub(super) invert: Signal<In, Bit>,
    /// The sign is that of a + b + 1; with b inverted, that is the difference.
    pub(super) negative_plus: Signal<In, Bit>,
    /// The sign is 1 where a + b is negative and a + b + 1 is not.
    pub(super) negative_differ: Signal<In, Bit>,
    #[part(a = "Operands of the low byte; the bits above are 1 and 0 with one lane.")]
    #[part(b = "Second operand.")]
    #[part(b_above = "Bit above b, already inverted.")]
    pub(super) low: Signal<In, Operands>,
    #[part(a = "Operands of the high byte.")]
    #[part(b = "Second operand.")]
    #[part(b_above = "Bit above b, already inverted.")]
    pub(super) high: Signal<In, Operands>,
    #[part(plain = "Low byte of a + b, and the bit above.")]
    #[part(plus = "Low byte of a + b + 1, and the bit above.")]
    #[part(negative = "The exact sum or difference of the low byte's lane is negative.")]
    pub(super) low_sums: Signal<Out, Sums>,
    #[part(plain = "High byte of a + b, and the bit above.")]
    #[part(plus = "High byte of a + b + 1, and the bit above.")]
    #[part(negative = "The exact sum or difference of the high byte's lane is negative.")]
    pub(super) high_sums: Signal<Out, Sums>,
    inverted: Signal<Local, Bits<8>>,
    a_gap: Signal<Local, Bits<3>>,
    b_gap: Signal<Local, Bits<3>>,
    a_top: Signal<Local, Bits<2>>,
    b_top: Signal<Local, Bits<2>>,
    #[default(CarryChain::new(|_| sum_or_difference))]
    plain: CarryChain<21>,
    #[default(CarryChain::new(|_| sum_or_difference))]
    plus: CarryChain<22>,
    low_negative: Signal<Local, Bit>,
    high_negative: Signal<Local, Bit>,
    low_stage: Stage<Sums>,
    high_stage: Stage<Sums>,
    negative_above: Stage<Bit>,
    has_vset: Constant<Bit>,
}

/// One bit of the chains. Where c and d are 0, the carry out is a.
fn sum_or_difference([a, b, invert, adds]: [bool; 4]) -> bool {
    if adds { a ^ b ^ invert } else { a }
}

impl CarryAdder {
    pub(super) fn new(config: &VideoConfig) -> Self {
        let cuts = Cuts::new(config);
        CarryAdder {
            low_stage: Stage::new(cuts.add),
            high_stage: Stage::new(cuts.add),
            negative_above: Stage::new(cuts.add),
            has_vset: Constant::new(config.vset),
            ..CarryAdder::default()
        }
    }
}

impl Logic for CarryAdder {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.low_stage, self.high_stage, self.negative_above { clock, enable });

        self.inverted.next = bits::<8>(0);
        if self.invert.val() {
            self.inverted.next = bits::<8>(255);
        }
        // Barrier, extension, extension.
        self.a_gap.next = cat!(3 of bits: self.dual.val(), self.low.val().a_above, self.low.val().a_above);
        self.b_gap.next = cat!(3 of bits: self.low.val().b_above, self.low.val().b_above);
        self.a_top.next = cat!(2 of bits: self.high.val().a_above, self.high.val().a_above);
        self.b_top.next = cat!(2 of bits: self.high.val().b_above, self.high.val().b_above);

        self.plain.a.next = (bit_cast::<21, 2>(self.a_top.val()) << 19)
            | (bit_cast::<21, 8>(self.high.val().a) << 11)
            | (bit_cast::<21, 3>(self.a_gap.val()) << 8)
            | bit_cast::<21, 8>(self.low.val().a);
        self.plain.b.next = (bit_cast::<21, 2>(self.b_top.val()) << 19)
            | (bit_cast::<21, 8>(self.high.val().b) << 11)
            | (bit_cast::<21, 3>(self.b_gap.val()) << 8)
            | bit_cast::<21, 8>(self.low.val().b);
        self.plain.c.next = (bit_cast::<21, 8>(self.inverted.val()) << 11) | bit_cast::<21, 8>(self.inverted.val());
        self.plain.d.next = bits::<21>(0x1f_ffff);
        // The carry in is bit 0, 1 + 1; the barrier's first bit is 1 here, its second one 0 with one lane.
        self.plus.a.next = (bit_cast::<22, 2>(self.a_top.val()) << 20)
            | (bit_cast::<22, 8>(self.high.val().a) << 12)
            | (bit_cast::<22, 3>(self.a_gap.val() | 4) << 9)
            | (bit_cast::<22, 8>(self.low.val().a) << 1)
            | 1;
        self.plus.b.next = (bit_cast::<22, 2>(self.b_top.val()) << 20)
            | (bit_cast::<22, 8>(self.high.val().b) << 12)
            | (bit_cast::<22, 1>((!self.dual.val()).into()) << 11)
            | (bit_cast::<22, 3>(self.b_gap.val()) << 9)
            | (bit_cast::<22, 8>(self.low.val().b) << 1)
            | 1;
        self.plus.c.next =
            (bit_cast::<22, 8>(self.inverted.val()) << 12) | (bit_cast::<22, 8>(self.inverted.val()) << 1);
        self.plus.d.next = bits::<22>(0x3f_ffff);
        if self.negative_plus.val() {
            self.high_negative.next = self.plus.sum.val().get_bit(21);
            self.low_negative.next = self.plus.sum.val().get_bit(10);
        } else {
            self.high_negative.next = self.plain.sum.val().get_bit(20);
            self.low_negative.next = self.plain.sum.val().get_bit(9);
        }
        if self.has_vset.val() & self.negative_differ.val() {
            self.high_negative.next = self.plain.sum.val().get_bit(20) & !self.plus.sum.val().get_bit(21);
            self.low_negative.next = self.plain.sum.val().get_bit(9) & !self.plus.sum.val().get_bit(10);
        }

        self.low_stage.d.next.plain = self.plain.sum.val().get_bits::<9>(0);
        self.low_stage.d.next.plus = self.plus.sum.val().get_bits::<9>(1);
        self.low_stage.d.next.negative = self.low_negative.val() & !self.dual.val();
        self.negative_above.d.next = self.high_negative.val() & self.dual.val();
        self.high_stage.d.next.plain = self.plain.sum.val().get_bits::<9>(11);
        self.high_stage.d.next.plus = self.plus.sum.val().get_bits::<9>(12);
        self.high_stage.d.next.negative = self.high_negative.val();
        connect!(self.low_sums.next { plain: self.low_stage.q.val().plain, plus: self.low_stage.q.val().plus });
        // Two registers: a choice before one would be at the end of the longest path.
        self.low_sums.next.negative = self.low_stage.q.val().negative | self.negative_above.q.val();
        self.high_sums.next = self.high_stage.q.val();
    }
}
