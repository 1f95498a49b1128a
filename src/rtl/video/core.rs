//! The arithmetic core.

use super::Config;
use super::accumulate::LaneSum;
use super::adder::CompoundAdder;
use super::control::{AddControl, ClampControl, ResultControl, SelectControl};
use super::cuts::Cuts;
use super::decode::ControlDecode;
use super::lane::LaneResult;
use super::merge::MergeByte;
use super::operand::OperandByte;
use super::select::ByteSelect;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// The ALU without a handshake: `d` follows `control`, `a`, `b` and `c` after the latency's number of enabled edges.
#[derive(LogicBlock)]
pub(super) struct VideoCore {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) control: Signal<In, Bits<37>>,
    pub(super) a: Signal<In, Bits<32>>,
    pub(super) b: Signal<In, Bits<32>>,
    pub(super) c: Signal<In, Bits<32>>,
    pub(super) d: Signal<Out, Bits<32>>,
    decode: ControlDecode,
    select_a: [ByteSelect; 4],
    select_b: [ByteSelect; 4],
    operand: [OperandByte; 4],
    select_control: SelectControl,
    adder: [CompoundAdder; 2],
    add_control: AddControl,
    lane: [LaneResult; 4],
    result_control: ResultControl,
    merge: [MergeByte; 4],
    clamp_control: ClampControl,
    sum: LaneSum,
    keep_c: Signal<Local, Bits<4>>,
    merged: Signal<Local, Bits<32>>,
    total: Signal<Local, Bits<32>>,
    c_select: Stage<Bits<32>>,
    c_add: Stage<Bits<32>>,
    c_result: Stage<Bits<32>>,
    d_output: Stage<Bits<32>>,
    has_selectors: Constant<Bit>,
    has_accumulate: Constant<Bit>,
}

impl VideoCore {
    pub(super) fn new(config: &Config) -> Self {
        let cuts = Cuts::new(config.latency);
        VideoCore {
            clock: Signal::default(),
            enable: Signal::default(),
            control: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            c: Signal::default(),
            d: Signal::default(),
            decode: ControlDecode::new(config),
            select_a: Default::default(),
            select_b: Default::default(),
            operand: std::array::from_fn(|_| OperandByte::new(cuts)),
            select_control: SelectControl::new(cuts.select),
            adder: std::array::from_fn(|_| CompoundAdder::new(cuts)),
            add_control: AddControl::new(cuts.add),
            lane: std::array::from_fn(|_| LaneResult::new(cuts)),
            result_control: ResultControl::new(cuts.result),
            merge: std::array::from_fn(|_| MergeByte::new(cuts)),
            clamp_control: ClampControl::new(cuts.clamp),
            sum: LaneSum::new(cuts),
            keep_c: Signal::default(),
            merged: Signal::default(),
            total: Signal::default(),
            c_select: Stage::new(cuts.select),
            c_add: Stage::new(cuts.add),
            c_result: Stage::new(cuts.result),
            d_output: Stage::new(cuts.output),
            has_selectors: Constant::new(config.selectors),
            has_accumulate: Constant::new(config.accumulate),
        }
    }
}

impl Logic for VideoCore {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module video_core: The SIMD video instructions on four lanes of 8 bits or two of 16, no handshake.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances on this edge; while it is 0 everything holds.");
        comment!("port control: Control word.");
        comment!("port a: First source register.");
        comment!("port b: Second source register.");
        comment!("port c: Third source register: accumulated to, or merged with.");
        comment!("port d: Destination register.");
        for i in 0..4 {
            self.operand[i].clock.next = self.clock.val();
            self.operand[i].enable.next = self.enable.val();
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].enable.next = self.enable.val();
            self.merge[i].clock.next = self.clock.val();
            self.merge[i].enable.next = self.enable.val();
        }
        for h in 0..2 {
            self.adder[h].clock.next = self.clock.val();
            self.adder[h].enable.next = self.enable.val();
        }
        self.select_control.clock.next = self.clock.val();
        self.select_control.enable.next = self.enable.val();
        self.add_control.clock.next = self.clock.val();
        self.add_control.enable.next = self.enable.val();
        self.result_control.clock.next = self.clock.val();
        self.result_control.enable.next = self.enable.val();
        self.clamp_control.clock.next = self.clock.val();
        self.clamp_control.enable.next = self.enable.val();
        self.sum.clock.next = self.clock.val();
        self.sum.enable.next = self.enable.val();
        self.c_select.clock.next = self.clock.val();
        self.c_select.enable.next = self.enable.val();
        self.c_add.clock.next = self.clock.val();
        self.c_add.enable.next = self.enable.val();
        self.c_result.clock.next = self.clock.val();
        self.c_result.enable.next = self.enable.val();
        self.d_output.clock.next = self.clock.val();
        self.d_output.enable.next = self.enable.val();

        // Decode and operand selection.
        self.decode.control.next = self.control.val();
        for i in 0..4 {
            self.select_a[i].low.next = self.a.val();
            self.select_a[i].high.next = self.b.val();
            self.select_a[i].index.next = self.decode.a_select.val().get_bits::<3>(3 * i);
            self.select_b[i].low.next = self.a.val();
            self.select_b[i].high.next = self.b.val();
            self.select_b[i].index.next = self.decode.b_select.val().get_bits::<3>(3 * i);
            if self.has_selectors.val() {
                self.operand[i].a_byte.next = self.select_a[i].byte.val();
                self.operand[i].b_byte.next = self.select_b[i].byte.val();
            } else {
                self.operand[i].a_byte.next = self.a.val().get_bits::<8>(8 * i);
                self.operand[i].b_byte.next = self.b.val().get_bits::<8>(8 * i);
            }
            self.operand[i].a_signed.next = self.decode.a_signed.val();
            self.operand[i].b_signed.next = self.decode.b_signed.val();
            self.operand[i].subtract.next = self.decode.subtract.val();
        }
        for h in 0..2 {
            self.operand[2 * h].joined.next = self.decode.dual.val();
            self.operand[2 * h + 1].joined.next = false;
        }
        self.keep_c.next = !self.decode.lane_on.val();
        if self.decode.accumulate.val() {
            self.keep_c.next = bits::<4>(15);
        }
        self.select_control.dual.next = self.decode.dual.val();
        self.select_control.d_signed.next = self.decode.d_signed.val();
        self.select_control.saturate.next = self.decode.saturate.val();
        self.select_control.accumulate.next = self.decode.accumulate.val();
        self.select_control.subtract.next = self.decode.subtract.val();
        self.select_control.absolute.next = self.decode.absolute.val();
        self.select_control.plus_one.next = self.decode.plus_one.val();
        self.select_control.plus_one_unless_negative.next = self.decode.plus_one_unless_negative.val();
        self.select_control.compare.next = self.decode.compare.val();
        self.select_control.invert_or_halve.next = self.decode.invert_or_halve.val();
        self.select_control.no_sum.next = self.decode.no_sum.val();
        self.select_control.keep_c.next = self.keep_c.val();

        // Both sums.
        for h in 0..2 {
            self.adder[h].dual.next = self.select_control.dual_held.val();
            self.adder[h].subtract.next = self.select_control.subtract_held.val();
            self.adder[h].a_low.next = self.operand[2 * h].a.val();
            self.adder[h].a_high.next = self.operand[2 * h + 1].a.val();
            self.adder[h].b_low.next = self.operand[2 * h].b.val();
            self.adder[h].b_high.next = self.operand[2 * h + 1].b.val();
            self.adder[h].a_low_extension.next = self.operand[2 * h].a_extension.val();
            self.adder[h].a_high_extension.next = self.operand[2 * h + 1].a_extension.val();
            self.adder[h].b_low_extension.next = self.operand[2 * h].b_extension.val();
            self.adder[h].b_high_extension.next = self.operand[2 * h + 1].b_extension.val();
        }
        self.add_control.dual.next = self.select_control.dual_held.val();
        self.add_control.d_signed.next = self.select_control.d_signed_held.val();
        self.add_control.saturate.next = self.select_control.saturate_held.val();
        self.add_control.accumulate.next = self.select_control.accumulate_held.val();
        self.add_control.absolute.next = self.select_control.absolute_held.val();
        self.add_control.plus_one.next = self.select_control.plus_one_held.val();
        self.add_control.plus_one_unless_negative.next = self.select_control.plus_one_unless_negative_held.val();
        self.add_control.compare.next = self.select_control.compare_held.val();
        self.add_control.invert_or_halve.next = self.select_control.invert_or_halve_held.val();
        self.add_control.no_sum.next = self.select_control.no_sum_held.val();
        self.add_control.keep_c.next = self.select_control.keep_c_held.val();

        // Lane results.
        for h in 0..2 {
            self.lane[2 * h].sum.next = self.adder[h].sum_low.val();
            self.lane[2 * h].plus.next = self.adder[h].plus_low.val();
            self.lane[2 * h].negative.next = self.adder[h].negative_low.val();
            self.lane[2 * h].joined.next = self.add_control.dual_held.val();
            self.lane[2 * h].from_above.next = self.lane[2 * h + 1].to_below.val();
            self.lane[2 * h + 1].sum.next = self.adder[h].sum_high.val();
            self.lane[2 * h + 1].plus.next = self.adder[h].plus_high.val();
            self.lane[2 * h + 1].negative.next = self.adder[h].negative_high.val();
            self.lane[2 * h + 1].joined.next = false;
            self.lane[2 * h + 1].from_above.next = false;
        }
        for i in 0..4 {
            self.lane[i].a.next = self.operand[i].a_held.val();
            self.lane[i].b.next = self.operand[i].b_held.val();
            self.lane[i].a_extension.next = self.operand[i].a_extension_held.val();
            self.lane[i].b_extension.next = self.operand[i].b_extension_held.val();
            self.lane[i].absolute.next = self.add_control.absolute_held.val();
            self.lane[i].plus_one.next = self.add_control.plus_one_held.val();
            self.lane[i].plus_one_unless_negative.next = self.add_control.plus_one_unless_negative_held.val();
            self.lane[i].compare.next = self.add_control.compare_held.val().get_bit(i);
            self.lane[i].invert_or_halve.next = self.add_control.invert_or_halve_held.val().get_bit(i);
            self.lane[i].no_sum.next = self.add_control.no_sum_held.val().get_bit(i);
        }
        self.result_control.dual.next = self.add_control.dual_held.val();
        self.result_control.d_signed.next = self.add_control.d_signed_held.val();
        self.result_control.saturate.next = self.add_control.saturate_held.val();
        self.result_control.accumulate.next = self.add_control.accumulate_held.val();
        self.result_control.keep_c.next = self.add_control.keep_c_held.val();

        // Clamp and merge.
        self.c_select.d.next = self.c.val();
        self.c_add.d.next = self.c_select.q.val();
        self.c_result.d.next = self.c_add.q.val();
        for i in 0..4 {
            self.merge[i].byte.next = self.lane[i].byte.val();
            self.merge[i].bit_8.next = self.lane[i].bit_8.val();
            self.merge[i].bit_9.next = self.lane[i].bit_9.val();
            self.merge[i].c.next = self.c_result.q.val().get_bits::<8>(8 * i);
            self.merge[i].saturate.next = self.result_control.saturate_held.val();
            self.merge[i].d_signed.next = self.result_control.d_signed_held.val();
            self.merge[i].keep_c.next = self.result_control.keep_c_held.val().get_bit(i);
        }
        for h in 0..2 {
            self.merge[2 * h].joined.next = self.result_control.dual_held.val();
            self.merge[2 * h].overflow_above.next = self.merge[2 * h + 1].overflow.val();
            self.merge[2 * h].negative_above.next = self.lane[2 * h + 1].bit_9.val();
            self.merge[2 * h + 1].joined.next = false;
            self.merge[2 * h + 1].overflow_above.next = false;
            self.merge[2 * h + 1].negative_above.next = false;
        }
        self.clamp_control.dual.next = self.result_control.dual_held.val();
        self.clamp_control.accumulate.next = self.result_control.accumulate_held.val();

        // Accumulate.
        self.sum.bytes.next = (bit_cast::<32, 8>(self.lane[3].byte.val()) << 24)
            | (bit_cast::<32, 8>(self.lane[2].byte.val()) << 16)
            | (bit_cast::<32, 8>(self.lane[1].byte.val()) << 8)
            | bit_cast::<32, 8>(self.lane[0].byte.val());
        self.sum.bits_8.next = (bit_cast::<4, 1>(self.lane[3].bit_8.val().into()) << 3)
            | (bit_cast::<4, 1>(self.lane[2].bit_8.val().into()) << 2)
            | (bit_cast::<4, 1>(self.lane[1].bit_8.val().into()) << 1)
            | bit_cast::<4, 1>(self.lane[0].bit_8.val().into());
        self.sum.bits_9.next = (bit_cast::<4, 1>(self.lane[3].bit_9.val().into()) << 3)
            | (bit_cast::<4, 1>(self.lane[2].bit_9.val().into()) << 2)
            | (bit_cast::<4, 1>(self.lane[1].bit_9.val().into()) << 1)
            | bit_cast::<4, 1>(self.lane[0].bit_9.val().into());
        self.sum.dual.next = self.result_control.dual_held.val();
        self.sum.dual_late.next = self.clamp_control.dual_held.val();
        self.sum.accumulate_late.next = self.clamp_control.accumulate_held.val();

        // One adder for both: accumulating, merged is c; otherwise the sum is 0.
        self.merged.next = (bit_cast::<32, 8>(self.merge[3].merged.val()) << 24)
            | (bit_cast::<32, 8>(self.merge[2].merged.val()) << 16)
            | (bit_cast::<32, 8>(self.merge[1].merged.val()) << 8)
            | bit_cast::<32, 8>(self.merge[0].merged.val());
        self.total.next = bit_cast::<32, 19>(self.sum.total.val());
        if self.sum.total.val().get_bit(18) {
            self.total.next = bit_cast::<32, 19>(self.sum.total.val()) | 0xfff8_0000_u64;
        }
        if self.has_accumulate.val() {
            self.d_output.d.next = self.merged.val() + self.total.val();
        } else {
            self.d_output.d.next = self.merged.val();
        }
        self.d.next = self.d_output.q.val();
    }
}

crate::top!(VideoCore {
    clock,
    enable,
    control,
    a,
    b,
    c,
    d,
});
