//! Clamp and merge of one byte.

use super::bundles::{Choice, Exact};
use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Says whether an exact result has to be clamped.
#[derive(LogicBlock, Default)]
pub(super) struct Overflow {
    pub(super) exact: Signal<In, Exact>,
    pub(super) saturate: Signal<In, Bit>,
    pub(super) d_signed: Signal<In, Bit>,
    pub(super) overflow: Signal<Out, Bit>,
    pub(super) negative: Signal<Out, Bit>,
}

impl Logic for Overflow {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module overflow: Says whether an exact result has to be clamped.");
        comment!("port exact_bit_7: Top bit of the lane.");
        comment!("port exact_bit_8: The bit above.");
        comment!("port exact_bit_9: The sign.");
        comment!("port saturate: Clamp results.");
        comment!("port d_signed: The destination type is signed.");
        comment!("port overflow: Saturating, and the result does not fit the destination type.");
        comment!("port negative: The result is negative.");
        self.negative.next = self.exact.val().bit_9;
        if self.d_signed.val() {
            self.overflow.next = self.saturate.val()
                & ((self.exact.val().bit_9 ^ self.exact.val().bit_8)
                    | (self.exact.val().bit_8 ^ self.exact.val().bit_7));
        } else {
            self.overflow.next = self.saturate.val() & (self.exact.val().bit_9 | self.exact.val().bit_8);
        }
    }
}

/// Replaces one byte of the result by a limit of the destination type or by the byte of `c`.
#[derive(LogicBlock, Default)]
pub(super) struct MergeByte {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) exact: Signal<In, Exact>,
    pub(super) c: Signal<In, Bits<8>>,
    pub(super) overflow: Signal<In, Bit>,
    pub(super) negative: Signal<In, Bit>,
    pub(super) d_signed: Signal<In, Bit>,
    pub(super) keep_c: Signal<In, Bit>,
    pub(super) joined: Signal<In, Bit>,
    pub(super) merged: Signal<Out, Bits<8>>,
    clamp: Signal<Local, Bit>,
    top_limit: Signal<Local, Bit>,
    kinds: Signal<Local, Bits<8>>,
    choice: Stage<Choice>,
    merge: Stage<Bits<8>>,
}

impl MergeByte {
    pub(super) fn new(cuts: Cuts) -> Self {
        MergeByte {
            choice: Stage::new(cuts.clamp),
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
        comment!("port exact_low: The result, bits 6 to 0.");
        comment!("port exact_bit_7: The result, bit 7.");
        comment!("port c: The byte of c.");
        comment!("port overflow: The lane's result has to be clamped.");
        comment!("port negative: The lane's result is negative.");
        comment!("port d_signed: The destination type is signed.");
        comment!("port keep_c: The lane is off, or results are accumulated.");
        comment!("port joined: The low byte of a half-word.");
        comment!("port merged: The byte of d, but for what is accumulated.");
        self.choice.clock.next = self.clock.val();
        self.choice.enable.next = self.enable.val();
        self.merge.clock.next = self.clock.val();
        self.merge.enable.next = self.enable.val();

        self.clamp.next = self.overflow.val() & !self.keep_c.val();
        // The limits are 0 and 255, or -128 and 127; a low byte has no sign.
        if self.joined.val() {
            self.top_limit.next = !self.negative.val();
        } else {
            self.top_limit.next = !(self.negative.val() ^ self.d_signed.val());
        }
        self.choice.d.next.result =
            (bit_cast::<8, 1>(self.exact.val().bit_7.into()) << 7) | bit_cast::<8, 7>(self.exact.val().low);
        self.choice.d.next.c = self.c.val();
        self.choice.d.next.forced = self.clamp.val();
        if self.clamp.val() {
            self.choice.d.next.kind = !self.negative.val();
            self.choice.d.next.top_kind = self.top_limit.val();
        } else {
            self.choice.d.next.kind = self.keep_c.val();
            self.choice.d.next.top_kind = self.keep_c.val();
        }

        self.kinds.next = bits::<8>(0);
        if self.choice.q.val().kind {
            self.kinds.next = bits::<8>(127);
        }
        if self.choice.q.val().top_kind {
            if self.choice.q.val().kind {
                self.kinds.next = bits::<8>(255);
            } else {
                self.kinds.next = bits::<8>(128);
            }
        }
        if self.choice.q.val().forced {
            self.merge.d.next = self.kinds.val();
        } else {
            self.merge.d.next =
                (self.kinds.val() & self.choice.q.val().c) | (!self.kinds.val() & self.choice.q.val().result);
        }
        self.merged.next = self.merge.q.val();
    }
}
