//! Clamp and merge of one byte.

use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Replaces one byte of the result by a limit of the destination type or by the byte of `c`.
///
/// Each bit has a code of two bits: a forced bit is the constant `kind`; otherwise `kind` takes the bit of `c` instead
/// of the result's.
#[derive(LogicBlock, Default)]
pub(super) struct MergeByte {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) byte: Signal<In, Bits<8>>,
    pub(super) bit_8: Signal<In, Bit>,
    pub(super) bit_9: Signal<In, Bit>,
    pub(super) c: Signal<In, Bits<8>>,
    pub(super) saturate: Signal<In, Bit>,
    pub(super) d_signed: Signal<In, Bit>,
    pub(super) keep_c: Signal<In, Bit>,
    pub(super) joined: Signal<In, Bit>,
    pub(super) overflow_above: Signal<In, Bit>,
    pub(super) negative_above: Signal<In, Bit>,
    pub(super) overflow: Signal<Out, Bit>,
    pub(super) merged: Signal<Out, Bits<8>>,
    own_overflow: Signal<Local, Bit>,
    lane_overflow: Signal<Local, Bit>,
    lane_negative: Signal<Local, Bit>,
    top_limit: Signal<Local, Bit>,
    clamped: Signal<Local, Bit>,
    kind: Signal<Local, Bits<8>>,
    outcome: Signal<Local, Bits<8>>,
    byte_clamp: Stage<Bits<8>>,
    c_clamp: Stage<Bits<8>>,
    force_clamp: Stage<Bit>,
    kind_clamp: Stage<Bit>,
    top_kind_clamp: Stage<Bit>,
    merge: Stage<Bits<8>>,
}

impl MergeByte {
    pub(super) fn new(cuts: Cuts) -> Self {
        MergeByte {
            byte_clamp: Stage::new(cuts.clamp),
            c_clamp: Stage::new(cuts.clamp),
            force_clamp: Stage::new(cuts.clamp),
            kind_clamp: Stage::new(cuts.clamp),
            top_kind_clamp: Stage::new(cuts.clamp),
            merge: Stage::new(cuts.merge),
            ..MergeByte::default()
        }
    }
}

impl Logic for MergeByte {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module merge_byte: Clamps one byte of the result and merges it with c.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port byte: The exact result, bits 7 to 0.");
        comment!("port bit_8: The exact result, bit 8.");
        comment!("port bit_9: The exact result, bit 9.");
        comment!("port c: The byte of c.");
        comment!("port saturate: Clamp to the destination type.");
        comment!("port d_signed: The destination type is signed.");
        comment!("port keep_c: The lane is off, or the results are accumulated.");
        comment!("port joined: The low byte of a half-word.");
        comment!("port overflow_above: overflow of the upper byte of a joined pair.");
        comment!("port negative_above: bit_9 of the upper byte of a joined pair.");
        comment!("port overflow: Saturating, and the result does not fit the destination type.");
        comment!("port merged: The byte of d, but for what is accumulated.");
        self.byte_clamp.clock.next = self.clock.val();
        self.c_clamp.clock.next = self.clock.val();
        self.force_clamp.clock.next = self.clock.val();
        self.kind_clamp.clock.next = self.clock.val();
        self.top_kind_clamp.clock.next = self.clock.val();
        self.merge.clock.next = self.clock.val();
        self.byte_clamp.enable.next = self.enable.val();
        self.c_clamp.enable.next = self.enable.val();
        self.force_clamp.enable.next = self.enable.val();
        self.kind_clamp.enable.next = self.enable.val();
        self.top_kind_clamp.enable.next = self.enable.val();
        self.merge.enable.next = self.enable.val();

        if self.d_signed.val() {
            self.own_overflow.next = self.saturate.val()
                & ((self.bit_9.val() ^ self.bit_8.val()) | (self.bit_8.val() ^ self.byte.val().get_bit(7)));
        } else {
            self.own_overflow.next = self.saturate.val() & (self.bit_9.val() | self.bit_8.val());
        }
        self.overflow.next = self.own_overflow.val();
        if self.joined.val() {
            self.lane_overflow.next = self.overflow_above.val();
            self.lane_negative.next = self.negative_above.val();
            self.top_limit.next = !self.negative_above.val();
        } else {
            self.lane_overflow.next = self.own_overflow.val();
            self.lane_negative.next = self.bit_9.val();
            self.top_limit.next = !(self.bit_9.val() ^ self.d_signed.val());
        }
        self.byte_clamp.d.next = self.byte.val();
        self.c_clamp.d.next = self.c.val();
        self.clamped.next = self.lane_overflow.val() & !self.keep_c.val();
        self.force_clamp.d.next = self.clamped.val();
        if self.clamped.val() {
            self.kind_clamp.d.next = !self.lane_negative.val();
            self.top_kind_clamp.d.next = self.top_limit.val();
        } else {
            self.kind_clamp.d.next = self.keep_c.val();
            self.top_kind_clamp.d.next = self.keep_c.val();
        }

        if self.kind_clamp.q.val() {
            self.kind.next = bits::<8>(127);
        } else {
            self.kind.next = bits::<8>(0);
        }
        if self.top_kind_clamp.q.val() {
            self.outcome.next = self.kind.val() | 128;
        } else {
            self.outcome.next = self.kind.val();
        }
        if self.force_clamp.q.val() {
            self.merge.d.next = self.outcome.val();
        } else {
            self.merge.d.next =
                (self.outcome.val() & self.c_clamp.q.val()) | (!self.outcome.val() & self.byte_clamp.q.val());
        }
        self.merged.next = self.merge.q.val();
    }
}
