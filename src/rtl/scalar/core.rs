//! The arithmetic core.

use super::ScalarConfig;
use super::clamp::Clamp;
use super::codes::{comparison_bit, field, field_bits, operation, sign_bit};
use super::merge::Merge;
use super::multiply_add::MultiplyAdd;
use super::primary::Primary;
use super::product::Product;
use super::select::PartSelect;
use crate::leaf::Stage;
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The scalar video instructions, no handshake.
///
/// `d` follows `control`, `a`, `b` and `c` after the latency's number of enabled edges.
#[hdl_module(name = "video_scalar_core")]
pub struct ScalarCore {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// The pipeline advances on this edge; while this is 0, all registers keep their values.
    pub enable: Signal<In, Bit>,
    /// Control word: op 3:0, d_signed 4, a_signed 5, b_signed 6, saturate 7, asel 10:8, bsel 13:11, dsel 16:14, secondary
    /// 18:17, wrap 19.
    pub control: Signal<In, Bits<20>>,
    /// First source register.
    pub a: Signal<In, Bits<32>>,
    /// Second source register.
    pub b: Signal<In, Bits<32>>,
    /// Third source register: operand of the secondary operation and of vmad, and target of a merge.
    pub c: Signal<In, Bits<32>>,
    /// Destination register.
    pub d: Signal<Out, Bits<32>>,
    is_shift: Signal<Local, Bit>,
    in_op: Signal<Local, Bits<4>>,
    subtracts: Signal<Local, Bit>,
    opposite: Signal<Local, Bit>,
    select_a: PartSelect,
    select_b: PartSelect,
    selected_control: Stage<Bits<20>>,
    selected_subtracts: Stage<Bit>,
    selected_a: Stage<Bits<33>>,
    selected_b: Stage<Bits<33>>,
    selected_c: Stage<Bits<32>>,
    primary: Primary,
    product: Vec<Product>,
    summed_control: Stage<Bits<20>>,
    summed_c: Stage<Bits<32>>,
    exact_control: Stage<Bits<20>>,
    exact_c: Stage<Bits<32>>,
    exact: Stage<Bits<34>>,
    clamp: Clamp,
    merge: Merge,
    multiply_add: Vec<MultiplyAdd>,
    limited_control: Stage<Bits<20>>,
    limited_c: Stage<Bits<32>>,
    limited: Stage<Bits<34>>,
    limited_op: Signal<Local, Bits<4>>,
}

impl ScalarCore {
    /// For a valid configuration.
    pub fn new(config: &ScalarConfig) -> Self {
        let cuts = config.cuts();
        ScalarCore {
            selected_control: Stage::new(cuts.select),
            selected_subtracts: Stage::new(cuts.select),
            selected_a: Stage::new(cuts.select),
            selected_b: Stage::new(cuts.select),
            selected_c: Stage::new(cuts.select),
            primary: Primary::new(cuts.sums),
            product: optional(config.mad, || Product::new(cuts.sums)),
            summed_control: Stage::new(cuts.sums),
            summed_c: Stage::new(cuts.sums),
            exact_control: Stage::new(cuts.exact),
            exact_c: Stage::new(cuts.exact),
            exact: Stage::new(cuts.exact),
            multiply_add: optional(config.mad, || MultiplyAdd::new(cuts)),
            limited_control: Stage::new(cuts.limit),
            limited_c: Stage::new(cuts.limit),
            limited: Stage::new(cuts.limit),
            ..ScalarCore::default()
        }
    }
}

impl Logic for ScalarCore {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(
            self.selected_control, self.selected_subtracts, self.selected_a, self.selected_b, self.selected_c,
            self.primary, self.summed_control, self.summed_c, self.exact_control, self.exact_c, self.exact,
            self.limited_control, self.limited_c, self.limited
            { clock, enable }
        );

        // Operand selection.
        self.select_a.register.next = self.a.val();
        self.select_a.part.next = self.control.val().get_bits::<{ field_bits::PART }>(field::ASEL);
        self.select_a.is_signed.next = self.control.val().get_bit(field::A_SIGNED);
        self.select_b.register.next = self.b.val();
        self.select_b.part.next = self.control.val().get_bits::<{ field_bits::PART }>(field::BSEL);
        self.in_op.next = self.control.val().get_bits::<{ field_bits::OP }>(field::OP);
        self.is_shift.next = (self.in_op.val() == operation::SHL) | (self.in_op.val() == operation::SHR);
        self.subtracts.next =
            !((self.in_op.val() == operation::ADD) | self.is_shift.val() | (self.in_op.val() == operation::MAD));
        self.select_a.complement.next = false;
        self.select_b.complement.next = self.subtracts.val();
        self.select_b.is_signed.next = self.control.val().get_bit(field::B_SIGNED) & !self.is_shift.val();
        self.selected_subtracts.d.next = self.subtracts.val();
        self.selected_control.d.next = self.control.val();
        self.selected_a.d.next = self.select_a.value.val();
        self.selected_b.d.next = self.select_b.value.val();
        self.selected_c.d.next = self.c.val();

        // The exact result.
        self.primary.operation.next = self.selected_control.q.val().get_bits::<{ field_bits::OP }>(field::OP);
        self.primary.subtracts.next = self.selected_subtracts.q.val();
        self.primary.wrap.next = self.selected_control.q.val().get_bit(field::WRAP);
        self.primary.a.next = self.selected_a.q.val();
        self.primary.b.next = self.selected_b.q.val();
        self.summed_control.d.next = self.selected_control.q.val();
        self.summed_c.d.next = self.selected_c.q.val();
        self.exact_control.d.next = self.summed_control.q.val();
        self.exact_c.d.next = self.summed_c.q.val();
        self.exact.d.next = self.primary.exact.val();

        // Limits, and what happens with c.
        self.clamp.exact.next = self.exact.q.val();
        self.clamp.saturate.next = self.exact_control.q.val().get_bit(field::SATURATE);
        self.clamp.d_signed.next = self.exact_control.q.val().get_bit(field::D_SIGNED);
        self.clamp.part.next = self.exact_control.q.val().get_bits::<{ field_bits::PART }>(field::DSEL);
        self.limited.d.next = self.clamp.clamped.val();
        self.limited_control.d.next = self.exact_control.q.val();
        self.limited_c.d.next = self.exact_c.q.val();
        self.limited_op.next = self.limited_control.q.val().get_bits::<{ field_bits::OP }>(field::OP);
        self.merge.result.next = self.limited.q.val();
        self.merge.c.next = self.limited_c.q.val();
        self.merge.c_signed.next =
            self.limited_control.q.val().get_bit(field::D_SIGNED) & !self.limited_op.val().get_bit(comparison_bit::SET);
        self.merge.part.next = self
            .limited_control
            .q
            .val()
            .get_bits::<{ field_bits::PART }>(field::DSEL);
        self.merge.secondary.next = self
            .limited_control
            .q
            .val()
            .get_bits::<{ field_bits::SECONDARY }>(field::SECONDARY);
        self.d.next = self.merge.d.val();
        for i in 0..self.multiply_add.len() {
            connect!(self.product[i] { clock, enable, a: self.selected_a.q.val(), b: self.selected_b.q.val() });
            connect!(self.multiply_add[i] { clock, enable });
            // Above c: its sign, where the result is signed, complemented with c.
            self.opposite.next = self
                .selected_control
                .q
                .val()
                .get_bit(field::SECONDARY + sign_bit::PRODUCT)
                ^ self
                    .selected_control
                    .q
                    .val()
                    .get_bit(field::SECONDARY + sign_bit::ADDEND);
            self.product[i].fill.next = self.opposite.val()
                ^ (self.selected_c.q.val().get_bit(31)
                    & (self.opposite.val()
                        | self.selected_control.q.val().get_bit(field::A_SIGNED)
                        | self.selected_control.q.val().get_bit(field::B_SIGNED)));
            self.multiply_add[i].upper.next = self.product[i].upper.val();
            self.multiply_add[i].outer.next = self.product[i].outer.val();
            self.multiply_add[i].inner.next = self.product[i].inner.val();
            self.multiply_add[i].c.next = self.summed_c.q.val();
            self.multiply_add[i].factors_signed.next = self.summed_control.q.val().get_bit(field::A_SIGNED)
                | self.summed_control.q.val().get_bit(field::B_SIGNED);
            self.multiply_add[i].signs.next = self
                .summed_control
                .q
                .val()
                .get_bits::<{ field_bits::SECONDARY }>(field::SECONDARY);
            self.multiply_add[i].scale.next = self.exact_control.q.val().get_bits::<{ field_bits::PART }>(field::DSEL);
            self.multiply_add[i].saturate.next = self.exact_control.q.val().get_bit(field::SATURATE);
            if self.limited_op.val() == operation::MAD {
                self.d.next = self.multiply_add[i].d.val();
            }
        }
    }
}
