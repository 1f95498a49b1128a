//! The arithmetic core.

use super::VideoConfig;
use super::accumulate::LaneSum;
use super::adder::CompoundAdder;
use super::bundles::Signals;
use super::carry_adder::CarryAdder;
use super::codes::field;
use super::cuts::{Cuts, merges_in_adder};
use super::decode::ControlDecode;
use super::dot::{DotProduct, JoinedSum};
use super::lane::{LaneResult, ValueByte};
use super::merge::{MergeByte, Overflow};
use super::merge_adder::MergeAdder;
use super::operand::OperandByte;
use super::select::ByteSelect;
use crate::leaf::Stage;
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The SIMD video instructions on four lanes of 8 bits or two of 16, no handshake.
///
/// The ALU without a handshake: `d` follows `control`, `a`, `b` and `c` after the latency's number of enabled
/// edges.
#[hdl_module]
pub struct VideoCore {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// The pipeline advances on this edge; while this is 0, all registers keep their values.
    pub enable: Signal<In, Bit>,
    /// Control word: op 2:0, width 3, d_signed 4, a_signed 5, b_signed 6, saturate 7, accumulate 8, mask 12:9, asel
    /// 24:13, bsel 36:25.
    pub control: Signal<In, Bits<37>>,
    /// First source register.
    pub a: Signal<In, Bits<32>>,
    /// Second source register.
    pub b: Signal<In, Bits<32>>,
    /// Third source register; the unit adds to it, or merges the result into it.
    pub c: Signal<In, Bits<32>>,
    /// Modifiers of packed instructions: halve 0, mask 1, crossed 2.
    pub packed_modifiers: Signal<In, Bits<3>>,
    /// Destination register.
    pub d: Signal<Out, Bits<32>>,
    /// A result was clamped.
    pub saturated: Signal<Out, Bit>,
    decode: ControlDecode,
    select_a: [ByteSelect; 4],
    select_b: [ByteSelect; 4],
    operand: [OperandByte; 4],
    adder: [CompoundAdder; 2],
    carry_adder: Vec<CarryAdder>,
    value: [ValueByte; 4],
    lane: [LaneResult; 4],
    overflow: [Overflow; 4],
    merge: [MergeByte; 4],
    sum: LaneSum,
    merge_adder: Vec<MergeAdder>,
    dot: DotProduct,
    joined: JoinedSum,
    merged: Signal<Local, Bits<32>>,
    total: Signal<Local, Bits<32>>,
    selected: Stage<Signals>,
    added: Stage<Signals>,
    finished: Stage<Signals>,
    clamped: Stage<Signals>,
    c_selected: Stage<Bits<32>>,
    c_added: Stage<Bits<32>>,
    c_finished: Stage<Bits<32>>,
    last: Stage<Bits<32>>,
    any_clamped: Signal<Local, Bit>,
    saturated_clamped: Stage<Bit>,
    saturated_merged: Stage<Bit>,
    saturated_last: Stage<Bit>,
    has_selectors: Constant<Bit>,
    has_accumulate: Constant<Bit>,
    has_vset: Constant<Bit>,
    has_dot: Constant<Bit>,
    has_packed: Constant<Bit>,
}

impl VideoCore {
    /// For a valid configuration.
    pub fn new(config: &VideoConfig) -> Self {
        let cuts = Cuts::new(config);
        let adders = if config.has_carry_cells() { 2 } else { 0 };
        VideoCore {
            decode: ControlDecode::new(config),
            select_a: std::array::from_fn(|byte| ByteSelect::new(config, byte)),
            select_b: std::array::from_fn(|byte| ByteSelect::new(config, byte)),
            operand: std::array::from_fn(|_| OperandByte::new(config)),
            adder: std::array::from_fn(|_| CompoundAdder::new(config)),
            carry_adder: (0..adders).map(|_| CarryAdder::new(config)).collect(),
            value: std::array::from_fn(|_| ValueByte::new(config)),
            lane: std::array::from_fn(|_| LaneResult::new(config)),
            overflow: std::array::from_fn(|_| Overflow::new(config)),
            merge: std::array::from_fn(|_| MergeByte::new(config)),
            sum: LaneSum::new(cuts),
            merge_adder: optional(merges_in_adder(config), || MergeAdder::new(config)),
            dot: DotProduct::new(cuts),
            joined: JoinedSum::new(cuts),
            selected: Stage::new(cuts.select),
            added: Stage::new(cuts.add),
            finished: Stage::new(cuts.result),
            clamped: Stage::new(cuts.clamp),
            c_selected: Stage::new(cuts.select),
            c_added: Stage::new(cuts.add),
            c_finished: Stage::new(cuts.result),
            last: Stage::new(cuts.output),
            saturated_clamped: Stage::new(cuts.clamp),
            saturated_merged: Stage::new(cuts.merge),
            saturated_last: Stage::new(cuts.output),
            has_selectors: Constant::new(config.selectors),
            has_accumulate: Constant::new(config.accumulate),
            has_vset: Constant::new(config.vset),
            has_dot: Constant::new(config.dot),
            has_packed: Constant::new(config.packed),
            ..VideoCore::default()
        }
    }
}

impl Logic for VideoCore {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            connect!(self.operand[i], self.lane[i], self.merge[i] { clock, enable });
        }
        for h in 0..2 {
            connect!(self.adder[h] { clock, enable });
        }
        connect!(
            self.dot, self.joined, self.sum, self.selected, self.added, self.finished, self.clamped, self.c_selected,
            self.c_added, self.c_finished, self.last, self.saturated_clamped, self.saturated_merged,
            self.saturated_last
            { clock, enable }
        );

        // Decode and operand selection.
        connect!(self.decode { control, packed_modifiers });
        for i in 0..4 {
            self.select_a[i].low.next = self.a.val();
            self.select_a[i].high.next = self.b.val();
            self.select_a[i].index.next = self.decode.a_select.val().get_bits::<3>(3 * i);
            self.select_b[i].low.next = self.a.val();
            self.select_b[i].high.next = self.b.val();
            self.select_b[i].index.next = self.decode.b_select.val().get_bits::<3>(3 * i);
            if self.has_selectors.val() {
                self.operand[i].a_byte.next = self.select_a[i].picked.val();
                self.operand[i].b_byte.next = self.select_b[i].picked.val();
            } else {
                self.operand[i].a_byte.next = self.a.val().get_bits::<8>(8 * i);
                self.operand[i].b_byte.next = self.b.val().get_bits::<8>(8 * i);
            }
            connect!(self.operand[i] { a_signed: self.decode.a_signed.val(), b_signed: self.decode.b_signed.val() });
            if self.has_vset.val() {
                self.operand[i].subtract.next = self.decode.subtract.val();
                self.select_b[i].invert.next = self.decode.subtract.val();
            } else {
                self.operand[i].subtract.next = self.decode.signals.val().negative_plus;
                self.select_b[i].invert.next = self.decode.signals.val().negative_plus;
            }
            self.select_a[i].invert.next = false;
            self.select_a[i].digit.next = self.control.val().get_bit(field::ASEL + 3 * i);
            self.select_a[i].dual.next = self.decode.signals.val().dual;
            self.select_b[i].digit.next = self.control.val().get_bit(field::BSEL + 3 * i);
            self.select_b[i].dual.next = self.decode.signals.val().dual;
        }
        for i in 0..2 {
            if self.decode.signals.val().crossed {
                self.operand[i].subtract.next = !self.decode.subtract.val();
                self.select_b[i].invert.next = !self.decode.subtract.val();
            }
        }
        for h in 0..2 {
            self.operand[2 * h].joined.next = self.decode.signals.val().dual;
            self.operand[2 * h + 1].joined.next = false;
        }
        self.selected.d.next = self.decode.signals.val();
        self.c_selected.d.next = self.c.val();

        // Both sums.
        for h in 0..2 {
            self.adder[h].dual.next = self.selected.q.val().dual;
            self.adder[h].negative_plus.next = self.selected.q.val().negative_plus;
            self.adder[h].negative_differ.next = self.selected.q.val().negative_differ;
            self.adder[h].low.next = self.operand[2 * h].ready.val();
            self.adder[h].high.next = self.operand[2 * h + 1].ready.val();
        }
        if self.has_packed.val() & self.selected.q.val().crossed {
            self.adder[0].negative_plus.next = !self.selected.q.val().negative_plus;
        }
        self.added.d.next = self.selected.q.val();
        self.c_added.d.next = self.c_selected.q.val();

        if !self.carry_adder.is_empty() {
            for h in 0..2 {
                connect!(self.carry_adder[h] { clock, enable, dual: self.selected.q.val().dual });
                if self.has_vset.val() {
                    self.carry_adder[h].invert.next = self.selected.q.val().subtract;
                } else {
                    self.carry_adder[h].invert.next = self.selected.q.val().negative_plus;
                }
                self.carry_adder[h].negative_plus.next = self.selected.q.val().negative_plus;
                self.carry_adder[h].negative_differ.next = self.selected.q.val().negative_differ;
                self.carry_adder[h].low.next = self.operand[2 * h].ready.val();
                self.carry_adder[h].high.next = self.operand[2 * h + 1].ready.val();
            }
            if self.has_packed.val() & self.selected.q.val().crossed {
                self.carry_adder[0].invert.next = !self.selected.q.val().subtract;
                self.carry_adder[0].negative_plus.next = !self.selected.q.val().negative_plus;
            }
        }

        // Lane results.
        for h in 0..2 {
            if !self.carry_adder.is_empty() {
                self.value[2 * h].sums.next = self.carry_adder[h].low_sums.val();
                self.value[2 * h + 1].sums.next = self.carry_adder[h].high_sums.val();
                self.lane[2 * h].sums.next = self.carry_adder[h].low_sums.val();
                self.lane[2 * h + 1].sums.next = self.carry_adder[h].high_sums.val();
            } else {
                self.value[2 * h].sums.next = self.adder[h].low_sums.val();
                self.value[2 * h + 1].sums.next = self.adder[h].high_sums.val();
                self.lane[2 * h].sums.next = self.adder[h].low_sums.val();
                self.lane[2 * h + 1].sums.next = self.adder[h].high_sums.val();
            }
            if self.added.q.val().dual {
                self.lane[2 * h].shifted_in.next = self.value[2 * h + 1].value.val().get_bit(0);
            } else {
                self.lane[2 * h].shifted_in.next = self.value[2 * h].value.val().get_bit(8);
            }
            self.lane[2 * h + 1].shifted_in.next = self.value[2 * h + 1].value.val().get_bit(8);
        }
        for i in 0..4 {
            self.value[i].absolute.next = self.added.q.val().absolute;
            self.value[i].plus_one.next = self.added.q.val().plus_one;
            self.value[i].plus_one_unless_negative.next = self.added.q.val().plus_one_unless_negative;
            connect!(self.lane[i] {
                value: self.value[i].value.val(), operands: self.operand[i].held.val(),
                absolute: self.added.q.val().absolute, compare: self.added.q.val().compare.get_bit(i),
                invert_or_halve: self.added.q.val().invert_or_halve.get_bit(i),
                set: self.added.q.val().set.get_bit(i), invert_truth: self.added.q.val().invert_truth,
                truth_is_mask: self.added.q.val().truth_is_mask, no_sum: self.added.q.val().no_sum.get_bit(i),
            });
        }
        for i in 0..2 {
            if self.has_packed.val() & self.added.q.val().crossed {
                self.value[i].plus_one.next = !self.added.q.val().plus_one;
            }
        }
        self.finished.d.next = self.added.q.val();
        self.c_finished.d.next = self.c_added.q.val();

        // Clamp and merge: the low byte of a half-word follows the high byte.
        for i in 0..4 {
            self.overflow[i].exact.next = self.lane[i].exact.val();
            self.overflow[i].saturate.next = self.finished.q.val().saturate;
            self.overflow[i].d_signed.next = self.finished.q.val().d_signed;
            connect!(self.merge[i] {
                exact: self.lane[i].exact.val(), c: self.c_finished.q.val().get_bits::<8>(8 * i),
                overflow_here: self.overflow[i].overflow.val(), saturate: self.finished.q.val().saturate,
                d_signed: self.finished.q.val().d_signed, keep_c: self.finished.q.val().keep_c.get_bit(i),
            });
        }
        for h in 0..2 {
            if self.finished.q.val().dual {
                self.merge[2 * h].overflow.next = self.overflow[2 * h + 1].overflow.val();
                self.merge[2 * h].negative.next = self.overflow[2 * h + 1].negative.val();
            } else {
                self.merge[2 * h].overflow.next = self.overflow[2 * h].overflow.val();
                self.merge[2 * h].negative.next = self.overflow[2 * h].negative.val();
            }
            self.merge[2 * h].overflow_above.next = self.overflow[2 * h + 1].overflow.val();
            self.merge[2 * h + 1].overflow_above.next = self.overflow[2 * h + 1].overflow.val();
            self.merge[2 * h].joined.next = self.finished.q.val().dual;
            self.merge[2 * h + 1].overflow.next = self.overflow[2 * h + 1].overflow.val();
            self.merge[2 * h + 1].negative.next = self.overflow[2 * h + 1].negative.val();
            self.merge[2 * h + 1].joined.next = false;
        }
        if !self.merge_adder.is_empty() {
            connect!(self.merge_adder[0] { clock, enable });
            for i in 0..4 {
                self.merge_adder[0].exact[i].next = self.lane[i].exact.val();
            }
            connect!(self.merge_adder[0] {
                c: self.c_finished.q.val(), keep_c: self.finished.q.val().keep_c,
                d_signed: self.finished.q.val().d_signed, saturate: self.finished.q.val().saturate,
                accumulate: self.finished.q.val().accumulate, dual: self.finished.q.val().dual,
                dual_late: self.clamped.q.val().dual, joined: self.joined.total.val(),
            });
        }
        self.clamped.d.next = self.finished.q.val();
        self.any_clamped.next = self.merge[0].clamped.val()
            | self.merge[1].clamped.val()
            | self.merge[2].clamped.val()
            | self.merge[3].clamped.val();
        if !self.merge_adder.is_empty() {
            self.any_clamped.next = self.merge_adder[0].clamped.val();
        }
        self.saturated_clamped.d.next = self.any_clamped.val();
        self.saturated_merged.d.next = self.saturated_clamped.q.val();
        self.saturated_last.d.next = self.saturated_merged.q.val();
        self.saturated.next = self.saturated_last.q.val();

        // Accumulate.
        connect!(self.sum {
            exact_0: self.lane[0].exact.val(), exact_1: self.lane[1].exact.val(), exact_2: self.lane[2].exact.val(),
            exact_3: self.lane[3].exact.val(), dual: self.finished.q.val().dual, dual_late: self.clamped.q.val().dual,
            accumulate_late: self.clamped.q.val().accumulate,
        });

        // Dot products.
        connect!(self.dot {
            a, b, a_signed: self.decode.a_signed.val(), b_signed: self.decode.b_signed.val(),
            halves: self.decode.dot_halves.val(), upper: self.decode.dot_upper.val(),
            active: self.decode.dot_active.val(),
        });
        connect!(self.joined { pair_0: self.dot.pair_0.val(), pair_1: self.dot.pair_1.val() });
        if self.has_accumulate.val() {
            if !self.merge_adder.is_empty() {
                connect!(self.joined { low: self.merge_adder[0].even.val(), high: self.merge_adder[0].odd.val() });
            } else {
                connect!(self.joined { low: self.sum.even.val(), high: self.sum.odd.val() });
            }
        } else {
            connect!(self.joined { low: bits::<19>(0), high: bits::<19>(0) });
        }

        // One adder for all: accumulating, merged is c; otherwise the sum is 0.
        self.merged.next = (bit_cast::<32, 8>(self.merge[3].merged.val()) << 24)
            | (bit_cast::<32, 8>(self.merge[2].merged.val()) << 16)
            | (bit_cast::<32, 8>(self.merge[1].merged.val()) << 8)
            | bit_cast::<32, 8>(self.merge[0].merged.val());
        self.total.next = bit_cast::<32, 19>(self.sum.total.val());
        if self.sum.total.val().get_bit(18) {
            self.total.next = bit_cast::<32, 19>(self.sum.total.val()) | 0xfff8_0000_u64;
        }
        if self.has_dot.val() {
            self.last.d.next = self.merged.val() + self.joined.total.val();
        } else {
            if self.has_accumulate.val() {
                self.last.d.next = self.merged.val() + self.total.val();
            } else {
                self.last.d.next = self.merged.val();
            }
        }
        if !self.merge_adder.is_empty() {
            self.last.d.next = self.merge_adder[0].d.val();
        }
        self.d.next = self.last.q.val();
    }
}
