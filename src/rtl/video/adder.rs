//! The compound adder: the sums without and with carry in, side by side.

use super::VideoConfig;
use super::bundles::{Operands, Sums};
use super::cuts::Cuts;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// a + b and a + b + 1 for two lanes of 8 bits or one of 16.
///
/// Above each byte stand two extension bits, between the bytes a barrier. Two lanes: the barrier ends the low
/// lane's chain (0 + 0) or starts the upper lane's with a carry (1 + 1). One lane: extension bits and barrier pass
/// the carry on (1 + 0).
#[hdl_module]
pub(super) struct CompoundAdder {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// One lane of 16 bits.
    pub(super) dual: Signal<In, Bit>,
    /// The sign is that of a + b + 1; b is inverted, so that is the difference.
    pub(super) negative_plus: Signal<In, Bit>,
    /// The sign is 1 where a + b is negative and a + b + 1 is not.
    pub(super) negative_differ: Signal<In, Bit>,
    /// Operands of the low byte; the bits above are 1 and 0 with one lane.
    pub(super) low: Signal<In, Operands>,
    /// Operands of the high byte.
    pub(super) high: Signal<In, Operands>,
    #[part(plain = "Low byte of a + b, and the bit above.")]
    #[part(plus = "Low byte of a + b + 1, and the bit above.")]
    #[part(negative = "The exact sum or difference of the low byte's lane is negative.")]
    pub(super) low_sums: Signal<Out, Sums>,
    #[part(plain = "High byte of a + b, and the bit above.")]
    #[part(plus = "High byte of a + b + 1, and the bit above.")]
    #[part(negative = "The exact sum or difference of the high byte's lane is negative.")]
    pub(super) high_sums: Signal<Out, Sums>,
    a_gap: Signal<Local, Bits<3>>,
    b_gap: Signal<Local, Bits<3>>,
    a_top: Signal<Local, Bits<2>>,
    b_top: Signal<Local, Bits<2>>,
    plain: Signal<Local, Bits<21>>,
    plus: Signal<Local, Bits<22>>,
    low_negative: Signal<Local, Bit>,
    high_negative: Signal<Local, Bit>,
    low_stage: Stage<Sums>,
    high_stage: Stage<Sums>,
    has_vset: Constant<Bit>,
}

impl CompoundAdder {
    pub(super) fn new(config: &VideoConfig) -> Self {
        let cuts = Cuts::new(config);
        CompoundAdder {
            low_stage: Stage::new(cuts.add),
            high_stage: Stage::new(cuts.add),
            has_vset: Constant::new(config.vset),
            ..CompoundAdder::default()
        }
    }
}

impl Logic for CompoundAdder {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.low_stage, self.high_stage { clock, enable });

        // Barrier, extension, extension.
        self.a_gap.next = cat!(3 of bits: self.dual.val(), self.low.val().a_above, self.low.val().a_above);
        self.b_gap.next = cat!(3 of bits: self.low.val().b_above, self.low.val().b_above);
        self.a_top.next = cat!(2 of bits: self.high.val().a_above, self.high.val().a_above);
        self.b_top.next = cat!(2 of bits: self.high.val().b_above, self.high.val().b_above);

        self.plain.next = ((bit_cast::<21, 2>(self.a_top.val()) << 19)
            | (bit_cast::<21, 8>(self.high.val().a) << 11)
            | (bit_cast::<21, 3>(self.a_gap.val()) << 8)
            | bit_cast::<21, 8>(self.low.val().a))
            + ((bit_cast::<21, 2>(self.b_top.val()) << 19)
                | (bit_cast::<21, 8>(self.high.val().b) << 11)
                | (bit_cast::<21, 3>(self.b_gap.val()) << 8)
                | bit_cast::<21, 8>(self.low.val().b));
        // The carry in is bit 0, 1 + 1; the barrier's first bit is 1 here, its second one 0 with one lane.
        self.plus.next = ((bit_cast::<22, 2>(self.a_top.val()) << 20)
            | (bit_cast::<22, 8>(self.high.val().a) << 12)
            | (bit_cast::<22, 3>(self.a_gap.val() | 4) << 9)
            | (bit_cast::<22, 8>(self.low.val().a) << 1)
            | 1)
            + ((bit_cast::<22, 2>(self.b_top.val()) << 20)
                | (bit_cast::<22, 8>(self.high.val().b) << 12)
                | (bit_cast::<22, 1>((!self.dual.val()).into()) << 11)
                | (bit_cast::<22, 3>(self.b_gap.val()) << 9)
                | (bit_cast::<22, 8>(self.low.val().b) << 1)
                | 1);
        if self.negative_plus.val() {
            self.high_negative.next = self.plus.val().get_bit(21);
            self.low_negative.next = self.plus.val().get_bit(10);
        } else {
            self.high_negative.next = self.plain.val().get_bit(20);
            self.low_negative.next = self.plain.val().get_bit(9);
        }
        if self.has_vset.val() & self.negative_differ.val() {
            self.high_negative.next = self.plain.val().get_bit(20) & !self.plus.val().get_bit(21);
            self.low_negative.next = self.plain.val().get_bit(9) & !self.plus.val().get_bit(10);
        }

        self.low_stage.d.next.plain = self.plain.val().get_bits::<9>(0);
        self.low_stage.d.next.plus = self.plus.val().get_bits::<9>(1);
        if self.dual.val() {
            self.low_stage.d.next.negative = self.high_negative.val();
        } else {
            self.low_stage.d.next.negative = self.low_negative.val();
        }
        self.high_stage.d.next.plain = self.plain.val().get_bits::<9>(11);
        self.high_stage.d.next.plus = self.plus.val().get_bits::<9>(12);
        self.high_stage.d.next.negative = self.high_negative.val();
        self.low_sums.next = self.low_stage.q.val();
        self.high_sums.next = self.high_stage.q.val();
    }
}
