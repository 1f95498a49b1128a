//! What follows the lane results where the last adder merges.

use super::VideoConfig;
use super::bundles::Exact;
use super::carry_sum::CarrySum;
use super::clamp::{ClampByte, Limits, merge};
use crate::device::CarryChain;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;
use std::array::from_fn;

/// Clamps the lane results, merges them with c and accumulates, on one carry chain.
#[hdl_module]
pub(super) struct MergeAdder {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// The results of the bytes; 0 in a lane that is off.
    pub(super) exact: [Signal<In, Exact>; 4],
    /// Third source register.
    pub(super) c: Signal<In, Bits<32>>,
    /// Per byte: the lane is off, or results are accumulated.
    pub(super) keep_c: Signal<In, Bits<4>>,
    /// The destination type is signed.
    pub(super) d_signed: Signal<In, Bit>,
    /// Clamp results.
    pub(super) saturate: Signal<In, Bit>,
    /// Accumulate.
    pub(super) accumulate: Signal<In, Bit>,
    /// Two lanes of 16 bits.
    pub(super) dual: Signal<In, Bit>,
    /// dual, delayed to the stage of the sums of pairs.
    pub(super) dual_late: Signal<In, Bit>,
    /// What is added to c in hardware with dot products; 0 if there is nothing.
    pub(super) joined: Signal<In, Bits<32>>,
    /// The sum of bytes 0 and 2, signed; 0 if not accumulating.
    pub(super) even: Signal<Out, Bits<19>>,
    /// The sum of bytes 1 and 3 at its place, signed; 0 if not accumulating.
    pub(super) odd: Signal<Out, Bits<19>>,
    /// A byte is clamped.
    pub(super) clamped: Signal<Out, Bit>,
    /// The destination register.
    pub(super) d: Signal<Out, Bits<32>>,
    limits: [Limits; 4],
    clamp: [ClampByte; 4],
    sum: CarrySum,
    #[default(CarryChain::new(|_| merge))]
    last: CarryChain<32>,
    total: Signal<Local, Bits<32>>,
    has_dot: Constant<Bit>,
}

impl MergeAdder {
    pub(super) fn new(config: &VideoConfig) -> Self {
        MergeAdder {
            limits: from_fn(|_| Limits::new(config)),
            clamp: from_fn(|_| ClampByte::new(config)),
            has_dot: Constant::new(config.dot),
            ..MergeAdder::default()
        }
    }
}

impl Logic for MergeAdder {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.sum { clock, enable });
        for i in 0..4 {
            connect!(self.limits[i] { exact: self.exact[i].val(), d_signed });
            connect!(self.clamp[i] {
                clock, enable, exact: self.exact[i].val(), c: self.c.val().get_bits::<8>(8 * i),
                keep_c: self.keep_c.val().get_bit(i), saturate, overflow_here: self.limits[i].overflow.val(),
                above_here: self.limits[i].above.val(), top_here: self.limits[i].top.val(),
            });
        }
        // The low byte of a half-word follows the high byte.
        for h in 0..2 {
            self.clamp[2 * h].joined.next = self.dual.val();
            self.clamp[2 * h].overflow_upper.next = self.limits[2 * h + 1].overflow.val();
            self.clamp[2 * h].above_upper.next = self.limits[2 * h + 1].above.val();
            connect!(self.clamp[2 * h + 1] { joined: false, overflow_upper: false, above_upper: false });
        }
        self.clamped.next = self.clamp[0].clamped.val()
            | self.clamp[1].clamped.val()
            | self.clamp[2].clamped.val()
            | self.clamp[3].clamped.val();

        connect!(self.sum {
            exact_0: self.exact[0].val(), exact_1: self.exact[1].val(), exact_2: self.exact[2].val(),
            exact_3: self.exact[3].val(), accumulate, dual, dual_late,
        });
        self.even.next = self.sum.even.val();
        self.odd.next = self.sum.odd.val();

        self.total.next = bit_cast::<32, 19>(self.sum.total.val());
        if self.sum.total.val().get_bit(18) {
            self.total.next = bit_cast::<32, 19>(self.sum.total.val()) | 0xfff8_0000_u64;
        }
        if self.has_dot.val() {
            self.total.next = self.joined.val();
        }
        self.last.a.next = self.total.val();
        self.last.b.next = (bit_cast::<32, 8>(self.clamp[3].background.val()) << 24)
            | (bit_cast::<32, 8>(self.clamp[2].background.val()) << 16)
            | (bit_cast::<32, 8>(self.clamp[1].background.val()) << 8)
            | bit_cast::<32, 8>(self.clamp[0].background.val());
        self.last.c.next = (bit_cast::<32, 8>(self.clamp[3].result.val()) << 24)
            | (bit_cast::<32, 8>(self.clamp[2].result.val()) << 16)
            | (bit_cast::<32, 8>(self.clamp[1].result.val()) << 8)
            | bit_cast::<32, 8>(self.clamp[0].result.val());
        self.last.d.next = cat!(32 of 8:
            self.clamp[3].kept.val(), self.clamp[2].kept.val(), self.clamp[1].kept.val(), self.clamp[0].kept.val()
        );
        self.d.next = self.last.sum.val();
    }
}
