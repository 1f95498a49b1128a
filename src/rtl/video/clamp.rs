//! Clamp and merge before the last adder, which merges: each bit of it is a sum of two bits, one bit, or a constant.

use super::VideoConfig;
use super::bundles::Exact;
use super::merge::does_not_fit;
use crate::device::TableBit;
use crate::leaf::Register;
use crate::netlist::ResetStyle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The style of a reset that chooses what a register holds next. The reset of the hardware has no part in it.
pub(super) const CHOICE: ResetStyle = ResetStyle {
    asynchronous: false,
    active_low: false,
};

/// Says which limits an exact result is beyond.
#[hdl_module]
pub(super) struct Limits {
    #[part(bit_7 = "Top bit of the lane.")]
    #[part(bit_8 = "The bit above.")]
    #[part(bit_9 = "The sign.")]
    pub(super) exact: Signal<In, Exact>,
    /// The destination type is signed.
    pub(super) d_signed: Signal<In, Bit>,
    /// The result does not fit the destination type.
    pub(super) overflow: Signal<Out, Bit>,
    /// The result is greater than the upper limit.
    pub(super) above: Signal<Out, Bit>,
    /// The result does not fit, and the top bit of its limit is 1.
    pub(super) top: Signal<Out, Bit>,
    overflow_table: TableBit,
    above_table: TableBit,
    top_table: TableBit,
}

/// Whether a result is greater than the upper limit.
fn is_above(bits: [bool; 4]) -> bool {
    let [_, _, negative, _] = bits;
    does_not_fit(bits) && !negative
}

/// Whether a result does not fit and the top bit of its limit is 1: the lower limit of a signed type, the upper one of an
/// unsigned.
fn has_top(bits: [bool; 4]) -> bool {
    let [_, _, negative, d_signed] = bits;
    does_not_fit(bits) && negative == d_signed
}

impl Limits {
    pub(super) fn new(config: &VideoConfig) -> Self {
        Limits {
            overflow_table: TableBit::new(config.device, does_not_fit),
            above_table: TableBit::new(config.device, is_above),
            top_table: TableBit::new(config.device, has_top),
            ..Limits::default()
        }
    }
}

impl Logic for Limits {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(
            self.overflow_table, self.above_table, self.top_table
            { a: self.exact.val().bit_7, b: self.exact.val().bit_8, c: self.exact.val().bit_9, d: self.d_signed.val() }
        );
        self.overflow.next = self.overflow_table.z.val();
        self.above.next = self.above_table.z.val();
        self.top.next = self.top_table.z.val();
    }
}

/// Clamps one byte of the result, for an adder that merges it with c.
///
/// The result is 0 where c is kept or a limit holds, c is all ones where it is not kept. Resets of registers do both, and take
/// no look-up table.
#[hdl_module]
pub(super) struct ClampByte {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    pub(super) exact: Signal<In, Exact>,
    /// The byte of c.
    pub(super) c: Signal<In, Bits<8>>,
    /// The lane is off, or results are accumulated.
    pub(super) keep_c: Signal<In, Bit>,
    /// The low byte of a half-word.
    pub(super) joined: Signal<In, Bit>,
    /// Clamp results.
    pub(super) saturate: Signal<In, Bit>,
    /// The byte's result does not fit.
    pub(super) overflow_here: Signal<In, Bit>,
    /// The result of the half-word's upper byte does not fit.
    pub(super) overflow_upper: Signal<In, Bit>,
    /// The byte's result is greater than the upper limit.
    pub(super) above_here: Signal<In, Bit>,
    /// The result of the half-word's upper byte is greater than the upper limit.
    pub(super) above_upper: Signal<In, Bit>,
    /// The top bit of the byte's limit.
    pub(super) top_here: Signal<In, Bit>,
    /// The result, 0 if it has no part in the byte of d.
    pub(super) result: Signal<Out, Bits<8>>,
    /// The byte of c, all ones if it is not kept.
    pub(super) background: Signal<Out, Bits<8>>,
    /// Per bit: c is kept, or the limit is 1.
    pub(super) kept: Signal<Out, Bits<8>>,
    /// The byte is clamped.
    pub(super) clamped: Signal<Out, Bit>,
    may_clamp: Signal<Local, Bit>,
    upper_or_keep: Signal<Local, Bit>,
    reset_table: TableBit,
    kept_table: TableBit,
    top_table: TableBit,
    no_c: Signal<Local, Bit>,
    no_result: Signal<Local, Bit>,
    #[default(Register::new(CHOICE, 0.into()))]
    result_kept: Register<Bits<8>>,
    #[default(Register::new(CHOICE, 255.into()))]
    c_kept: Register<Bits<8>>,
    low_kept: Register<Bit>,
    top_kept: Register<Bit>,
}

/// If results are clamped, a fact about the upper byte of a half-word or about the byte itself; if not, whether c is kept.
fn fact_or_keep([here, upper, upper_or_keep, may_clamp]: [bool; 4]) -> bool {
    match (may_clamp, upper_or_keep) {
        (true, true) => upper,
        (true, false) => here,
        (false, keep) => keep,
    }
}

/// One bit of the last adder: a bit of c and one of the sum, a bit of the result, or a limit. The sum is 0 unless results are
/// accumulated.
pub(super) fn merge([sum, c, result, kept]: [bool; 4]) -> bool {
    match (kept, result) {
        (true, _) => sum ^ c,
        (false, true) => true,
        (false, false) => sum,
    }
}

impl ClampByte {
    pub(super) fn new(config: &VideoConfig) -> Self {
        ClampByte {
            reset_table: TableBit::new(config.device, fact_or_keep),
            kept_table: TableBit::new(config.device, fact_or_keep),
            top_table: TableBit::new(config.device, fact_or_keep),
            ..ClampByte::default()
        }
    }
}

impl Logic for ClampByte {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.result_kept, self.c_kept, self.low_kept, self.top_kept { clock, enable });

        // A reset wins over the enable, so it must not come without.
        self.may_clamp.next = self.enable.val() & self.saturate.val() & !self.keep_c.val();
        self.upper_or_keep.next = self.enable.val() & (self.keep_c.val() | (self.saturate.val() & self.joined.val()));
        self.no_c.next = self.enable.val() & !self.keep_c.val();

        self.reset_table.a.next = self.overflow_here.val();
        self.reset_table.b.next = self.overflow_upper.val();
        self.reset_table.c.next = self.upper_or_keep.val();
        self.reset_table.d.next = self.may_clamp.val();
        self.no_result.next = self.reset_table.z.val();
        // The limits are 0 and 255, or -128 and 127; a low byte has no sign.
        connect!(self.kept_table {
            a: self.above_here.val(), b: self.above_upper.val(), c: self.upper_or_keep.val(), d: self.may_clamp.val(),
        });
        connect!(self.top_table {
            a: self.top_here.val(), b: self.above_upper.val(), c: self.upper_or_keep.val(), d: self.may_clamp.val(),
        });

        self.result_kept.reset.next = self.no_result.val();
        self.result_kept.d.next =
            (bit_cast::<8, 1>(self.exact.val().bit_7.into()) << 7) | bit_cast::<8, 7>(self.exact.val().low);
        connect!(self.c_kept { reset: self.no_c.val(), d: self.c.val() });
        connect!(self.low_kept { reset: false, d: self.kept_table.z.val() });
        connect!(self.top_kept { reset: false, d: self.top_table.z.val() });

        self.result.next = self.result_kept.q.val();
        self.background.next = self.c_kept.q.val();
        self.kept.next = bits::<8>(0);
        if self.low_kept.q.val() {
            self.kept.next = bits::<8>(127);
        }
        if self.top_kept.q.val() {
            if self.low_kept.q.val() {
                self.kept.next = bits::<8>(255);
            } else {
                self.kept.next = bits::<8>(128);
            }
        }
        self.clamped.next = self.may_clamp.val() & self.no_result.val();
    }
}
