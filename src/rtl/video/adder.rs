//! The compound adder: the sums without and with carry in, side by side.

use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// One half of the adder: two lanes of 8 bits or one of 16, one carry chain for each sum.
///
/// Above each byte stand two extension bits, between the bytes a barrier. Two lanes: the barrier ends the low lane's
/// chain (0 + 0) or starts the upper lane's with a carry (1 + 1). One lane: extension bits and barrier pass the carry
/// on (1 + 0).
#[derive(LogicBlock, Default)]
pub(super) struct CompoundAdder {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) dual: Signal<In, Bit>,
    pub(super) subtract: Signal<In, Bit>,
    pub(super) a_low: Signal<In, Bits<8>>,
    pub(super) a_high: Signal<In, Bits<8>>,
    pub(super) b_low: Signal<In, Bits<8>>,
    pub(super) b_high: Signal<In, Bits<8>>,
    pub(super) a_low_extension: Signal<In, Bit>,
    pub(super) a_high_extension: Signal<In, Bit>,
    pub(super) b_low_extension: Signal<In, Bit>,
    pub(super) b_high_extension: Signal<In, Bit>,
    pub(super) sum_low: Signal<Out, Bits<9>>,
    pub(super) sum_high: Signal<Out, Bits<9>>,
    pub(super) plus_low: Signal<Out, Bits<9>>,
    pub(super) plus_high: Signal<Out, Bits<9>>,
    pub(super) negative_low: Signal<Out, Bit>,
    pub(super) negative_high: Signal<Out, Bit>,
    a_gap: Signal<Local, Bits<3>>,
    b_gap: Signal<Local, Bits<3>>,
    a_gap_plus: Signal<Local, Bits<3>>,
    b_gap_plus: Signal<Local, Bits<3>>,
    a_top: Signal<Local, Bits<2>>,
    b_top: Signal<Local, Bits<2>>,
    sum: Signal<Local, Bits<21>>,
    plus: Signal<Local, Bits<22>>,
    high_sign: Signal<Local, Bit>,
    sum_low_stage: Stage<Bits<9>>,
    sum_high_stage: Stage<Bits<9>>,
    plus_low_stage: Stage<Bits<9>>,
    plus_high_stage: Stage<Bits<9>>,
    negative_low_stage: Stage<Bit>,
    negative_high_stage: Stage<Bit>,
}

impl CompoundAdder {
    pub(super) fn new(cuts: Cuts) -> Self {
        CompoundAdder {
            sum_low_stage: Stage::new(cuts.add),
            sum_high_stage: Stage::new(cuts.add),
            plus_low_stage: Stage::new(cuts.add),
            plus_high_stage: Stage::new(cuts.add),
            negative_low_stage: Stage::new(cuts.add),
            negative_high_stage: Stage::new(cuts.add),
            ..CompoundAdder::default()
        }
    }
}

impl Logic for CompoundAdder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module compound_adder: a + b and a + b + 1 for two lanes of 8 bits or one of 16.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port dual: One lane of 16 bits.");
        comment!("port subtract: b is inverted, so the difference is a + b + 1.");
        comment!("port a_low: Low byte of a.");
        comment!("port a_high: High byte of a.");
        comment!("port b_low: Low byte of b.");
        comment!("port b_high: High byte of b.");
        comment!("port a_low_extension: Bit above a_low; 1 with one lane.");
        comment!("port a_high_extension: Bit above a_high.");
        comment!("port b_low_extension: Bit above b_low; 0 with one lane.");
        comment!("port b_high_extension: Bit above b_high.");
        comment!("port sum_low: Low byte of a + b, and the bit above.");
        comment!("port sum_high: High byte of a + b, and the bit above.");
        comment!("port plus_low: Low byte of a + b + 1, and the bit above.");
        comment!("port plus_high: High byte of a + b + 1, and the bit above.");
        comment!("port negative_low: The exact sum or difference of the low byte's lane is negative.");
        comment!("port negative_high: The exact sum or difference of the high byte's lane is negative.");
        self.sum_low_stage.clock.next = self.clock.val();
        self.sum_high_stage.clock.next = self.clock.val();
        self.plus_low_stage.clock.next = self.clock.val();
        self.plus_high_stage.clock.next = self.clock.val();
        self.negative_low_stage.clock.next = self.clock.val();
        self.negative_high_stage.clock.next = self.clock.val();
        self.sum_low_stage.enable.next = self.enable.val();
        self.sum_high_stage.enable.next = self.enable.val();
        self.plus_low_stage.enable.next = self.enable.val();
        self.plus_high_stage.enable.next = self.enable.val();
        self.negative_low_stage.enable.next = self.enable.val();
        self.negative_high_stage.enable.next = self.enable.val();

        // Barrier, extension, extension.
        self.a_gap.next = (bit_cast::<3, 1>(self.dual.val().into()) << 2)
            | (bit_cast::<3, 1>(self.a_low_extension.val().into()) << 1)
            | bit_cast::<3, 1>(self.a_low_extension.val().into());
        self.b_gap.next = (bit_cast::<3, 1>(self.b_low_extension.val().into()) << 1)
            | bit_cast::<3, 1>(self.b_low_extension.val().into());
        self.a_gap_plus.next = self.a_gap.val() | 4;
        self.b_gap_plus.next = (bit_cast::<3, 1>((!self.dual.val()).into()) << 2) | self.b_gap.val();
        self.a_top.next = (bit_cast::<2, 1>(self.a_high_extension.val().into()) << 1)
            | bit_cast::<2, 1>(self.a_high_extension.val().into());
        self.b_top.next = (bit_cast::<2, 1>(self.b_high_extension.val().into()) << 1)
            | bit_cast::<2, 1>(self.b_high_extension.val().into());

        self.sum.next = ((bit_cast::<21, 2>(self.a_top.val()) << 19)
            | (bit_cast::<21, 8>(self.a_high.val()) << 11)
            | (bit_cast::<21, 3>(self.a_gap.val()) << 8)
            | bit_cast::<21, 8>(self.a_low.val()))
            + ((bit_cast::<21, 2>(self.b_top.val()) << 19)
                | (bit_cast::<21, 8>(self.b_high.val()) << 11)
                | (bit_cast::<21, 3>(self.b_gap.val()) << 8)
                | bit_cast::<21, 8>(self.b_low.val()));
        // Bit 0 makes the carry in: 1 + 1.
        self.plus.next = ((bit_cast::<22, 2>(self.a_top.val()) << 20)
            | (bit_cast::<22, 8>(self.a_high.val()) << 12)
            | (bit_cast::<22, 3>(self.a_gap_plus.val()) << 9)
            | (bit_cast::<22, 8>(self.a_low.val()) << 1)
            | 1)
            + ((bit_cast::<22, 2>(self.b_top.val()) << 20)
                | (bit_cast::<22, 8>(self.b_high.val()) << 12)
                | (bit_cast::<22, 3>(self.b_gap_plus.val()) << 9)
                | (bit_cast::<22, 8>(self.b_low.val()) << 1)
                | 1);

        self.sum_low_stage.d.next = self.sum.val().get_bits::<9>(0);
        self.sum_high_stage.d.next = self.sum.val().get_bits::<9>(11);
        self.plus_low_stage.d.next = self.plus.val().get_bits::<9>(1);
        self.plus_high_stage.d.next = self.plus.val().get_bits::<9>(12);
        if self.subtract.val() {
            self.high_sign.next = self.plus.val().get_bit(21);
            self.negative_low_stage.d.next = self.plus.val().get_bit(10);
        } else {
            self.high_sign.next = self.sum.val().get_bit(20);
            self.negative_low_stage.d.next = self.sum.val().get_bit(9);
        }
        self.negative_high_stage.d.next = self.high_sign.val();
        if self.dual.val() {
            self.negative_low_stage.d.next = self.high_sign.val();
        }

        self.sum_low.next = self.sum_low_stage.q.val();
        self.sum_high.next = self.sum_high_stage.q.val();
        self.plus_low.next = self.plus_low_stage.q.val();
        self.plus_high.next = self.plus_high_stage.q.val();
        self.negative_low.next = self.negative_low_stage.q.val();
        self.negative_high.next = self.negative_high_stage.q.val();
    }
}
