//! Clamp and merge of one byte.

use super::VideoConfig;
use super::bundles::{Choice, Exact};
use super::cuts::Cuts;
use crate::device::{TableBit, TableByte};
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Says whether an exact result has to be clamped.
#[hdl_module]
pub(super) struct Overflow {
    #[part(bit_7 = "Top bit of the lane.")]
    #[part(bit_8 = "The bit above.")]
    #[part(bit_9 = "The sign.")]
    pub(super) exact: Signal<In, Exact>,
    /// Clamp results.
    pub(super) saturate: Signal<In, Bit>,
    /// The destination type is signed.
    pub(super) d_signed: Signal<In, Bit>,
    /// Saturating, and the result does not fit the destination type.
    pub(super) overflow: Signal<Out, Bit>,
    /// The result is negative.
    pub(super) negative: Signal<Out, Bit>,
    table: Vec<TableBit>,
}

impl Overflow {
    pub(super) fn new(config: &VideoConfig) -> Self {
        Overflow {
            table: config.in_cells(|device| TableBit::new(device, does_not_fit)),
            ..Overflow::default()
        }
    }
}

/// Whether bits 7, 8 and 9 of a result are beyond the destination type, signed or not.
pub(super) fn does_not_fit([bit_7, bit_8, bit_9, d_signed]: [bool; 4]) -> bool {
    match d_signed {
        true => bit_9 != bit_8 || bit_8 != bit_7,
        false => bit_9 || bit_8,
    }
}

/// Whether a byte is clamped: by its own overflow or, in a half-word, by the upper byte's.
fn clamps([here, above, joined, may_clamp]: [bool; 4]) -> bool {
    may_clamp && if joined { above } else { here }
}

/// The limit that a result is clamped to, the sign bit of a signed type being the inverse of the others; else whether `c`
/// is kept.
fn limit_or_c([clamp, negative, keep_c, is_sign]: [bool; 4]) -> bool {
    match clamp {
        true => negative == is_sign,
        false => keep_c,
    }
}

/// One bit of the result, of `c`, or the constant `kind`.
fn result_c_or_kind([result, c, kind, forced]: [bool; 4]) -> bool {
    match (forced, kind) {
        (false, false) => result,
        (false, true) => c,
        (true, kind) => kind,
    }
}

impl Logic for Overflow {
    #[hdl_gen]
    fn update(&mut self) {
        self.negative.next = self.exact.val().bit_9;
        if !self.table.is_empty() {
            // One look-up table; the next one finds out whether results are clamped at all.
            self.table[0].a.next = self.exact.val().bit_7;
            self.table[0].b.next = self.exact.val().bit_8;
            self.table[0].c.next = self.exact.val().bit_9;
            self.table[0].d.next = self.d_signed.val();
            self.overflow.next = self.table[0].z.val();
        } else {
            if self.d_signed.val() {
                self.overflow.next = self.saturate.val()
                    & ((self.exact.val().bit_9 ^ self.exact.val().bit_8)
                        | (self.exact.val().bit_8 ^ self.exact.val().bit_7));
            } else {
                self.overflow.next = self.saturate.val() & (self.exact.val().bit_9 | self.exact.val().bit_8);
            }
        }
    }
}

/// Clamps one byte of the result and merges it with c.
#[hdl_module]
pub(super) struct MergeByte {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    pub(super) exact: Signal<In, Exact>,
    /// The byte of c.
    pub(super) c: Signal<In, Bits<8>>,
    /// The lane's result has to be clamped.
    pub(super) overflow: Signal<In, Bit>,
    /// The lane's result is negative.
    pub(super) negative: Signal<In, Bit>,
    /// The destination type is signed.
    pub(super) d_signed: Signal<In, Bit>,
    /// The lane is off, or results are accumulated.
    pub(super) keep_c: Signal<In, Bit>,
    /// The low byte of a half-word.
    pub(super) joined: Signal<In, Bit>,
    /// The byte's result does not fit.
    pub(super) overflow_here: Signal<In, Bit>,
    /// The result of the half-word's upper byte does not fit.
    pub(super) overflow_above: Signal<In, Bit>,
    /// Clamp results.
    pub(super) saturate: Signal<In, Bit>,
    /// The byte of d, but for what is accumulated.
    pub(super) merged: Signal<Out, Bits<8>>,
    /// The byte is clamped.
    pub(super) clamped: Signal<Out, Bit>,
    clamp: Signal<Local, Bit>,
    top_limit: Signal<Local, Bit>,
    kinds: Signal<Local, Bits<8>>,
    choice: Stage<Choice>,
    merge: Stage<Bits<8>>,
    may_clamp: Signal<Local, Bit>,
    two_limits: Signal<Local, Bit>,
    clamp_table: Vec<TableBit>,
    kind_table: Vec<TableBit>,
    top_kind_table: Vec<TableBit>,
    table: Vec<TableByte>,
}

impl MergeByte {
    pub(super) fn new(config: &VideoConfig) -> Self {
        let cuts = Cuts::new(config);
        MergeByte {
            choice: Stage::new(cuts.clamp),
            merge: Stage::new(cuts.merge),
            clamp_table: config.in_cells(|device| TableBit::new(device, clamps)),
            kind_table: config.in_cells(|device| TableBit::new(device, limit_or_c)),
            top_kind_table: config.in_cells(|device| TableBit::new(device, limit_or_c)),
            table: config.in_cells(|device| TableByte::new(device, result_c_or_kind)),
            ..MergeByte::default()
        }
    }
}

impl Logic for MergeByte {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.choice, self.merge { clock, enable });

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
        if !self.table.is_empty() {
            // Three look-up tables between overflow and merge, whatever synthesis makes of the rest.
            self.may_clamp.next = self.saturate.val() & !self.keep_c.val();
            self.clamp_table[0].a.next = self.overflow_here.val();
            self.clamp_table[0].b.next = self.overflow_above.val();
            self.clamp_table[0].c.next = self.joined.val();
            self.clamp_table[0].d.next = self.may_clamp.val();
            self.clamp.next = self.clamp_table[0].z.val();
            self.two_limits.next = self.d_signed.val() & !self.joined.val();
            connect!(self.kind_table[0] {
                a: self.clamp.val(), b: self.negative.val(), c: self.keep_c.val(), d: false,
            });
            connect!(self.top_kind_table[0] {
                a: self.clamp.val(), b: self.negative.val(), c: self.keep_c.val(), d: self.two_limits.val(),
            });
            self.choice.d.next.kind = self.kind_table[0].z.val();
            self.choice.d.next.top_kind = self.top_kind_table[0].z.val();
        } else {
            self.clamp.next = self.overflow.val() & !self.keep_c.val();
            if self.clamp.val() {
                connect!(self.choice.d.next { kind: !self.negative.val(), top_kind: self.top_limit.val() });
            } else {
                connect!(self.choice.d.next { kind: self.keep_c.val(), top_kind: self.keep_c.val() });
            }
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
        if !self.table.is_empty() {
            self.table[0].a.next = self.choice.q.val().result;
            self.table[0].b.next = self.choice.q.val().c;
            self.table[0].c.next = self.kinds.val();
            self.table[0].d.next = self.choice.q.val().forced;
            self.merge.d.next = self.table[0].z.val();
        } else {
            if self.choice.q.val().forced {
                self.merge.d.next = self.kinds.val();
            } else {
                self.merge.d.next =
                    (self.kinds.val() & self.choice.q.val().c) | (!self.kinds.val() & self.choice.q.val().result);
            }
        }
        self.merged.next = self.merge.q.val();
        self.clamped.next = self.clamp.val();
    }
}
