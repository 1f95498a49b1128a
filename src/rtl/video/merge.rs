//! Clamp and merge of one byte.
//!
//! For some devices the functions are instances of look-up tables, which have four inputs. There [`MergeByte`] checks `saturate`; for
//! other devices, [`Overflow`] does.

use super::VideoConfig;
use super::bundles::{Choice, Exact};
use super::cuts::Cuts;
use crate::device::{TableBit, TableByte};
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

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

/// Whether a result is outside the range of the destination type, by its bits 7, 8 and 9 (its sign): a signed type is -128 to 127, and
/// needs three equal bits; an unsigned type is 0 to 255.
pub(super) fn does_not_fit([bit_7, bit_8, bit_9, d_signed]: [bool; 4]) -> bool {
    if d_signed {
        bit_9 != bit_8 || bit_8 != bit_7
    } else {
        bit_9 || bit_8
    }
}

/// Whether a byte is clamped: if its result overflows or, for the low byte of a half-word (`joined`), if that of the upper byte does.
fn is_clamped([overflow_here, overflow_above, joined, may_clamp]: [bool; 4]) -> bool {
    may_clamp && if joined { overflow_above } else { overflow_here }
}

/// `kind` of one bit for [`result_c_or_kind`]. If the byte is clamped, the bit of its limit; else 1 for `c` and 0 for the result.
/// `is_sign`: the bit is the sign of a signed type.
///
/// | result | unsigned type | signed type | sign bit of the limit | other bits |
/// | --- | --- | --- | --- | --- |
/// | too large | 255 | 127 | 0 | 1 |
/// | negative | 0 | -128 | 1 | 0 |
fn limit_or_c([clamp, negative, keep_c, is_sign]: [bool; 4]) -> bool {
    if clamp { negative == is_sign } else { keep_c }
}

/// One bit of the merged byte.
///
/// | `forced` | `kind` | bit of |
/// | --- | --- | --- |
/// | 0 | 0 | `result` |
/// | 0 | 1 | `c` |
/// | 1 | any | the limit: `kind` |
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
            // One look-up table, with the inputs of `does_not_fit`. MergeByte checks `saturate`.
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
            clamp_table: config.in_cells(|device| TableBit::new(device, is_clamped)),
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

        // Bit 7 of the limit, see `limit_or_c`. Bit 7 of the low byte of a half-word is not the sign.
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
            // Look-up tables as cells: the path from overflow to merged byte has three, which synthesis cannot change.
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
            // `overflow` is that of the upper byte in half-words, and 0 unless results are to be clamped.
            self.clamp.next = self.overflow.val() & !self.keep_c.val();
            if self.clamp.val() {
                connect!(self.choice.d.next { kind: !self.negative.val(), top_kind: self.top_limit.val() });
            } else {
                connect!(self.choice.d.next { kind: self.keep_c.val(), top_kind: self.keep_c.val() });
            }
        }

        // `kind` for each bit of the byte: `top_kind` for bit 7, `kind` for the others.
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
