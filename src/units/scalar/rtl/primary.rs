//! The exact result of all instructions but `vmad`.

use super::codes::{comparison_bit, operation};
use super::shift::Shifter;
use crate::rtl::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Sum, difference, absolute difference, minimum, maximum, shift or comparison of two words of 33 bits.
///
/// The first carry chain gives the sum or the difference, whose sign is the comparison's; the second one turns a negative
/// difference round.
#[hdl_module(name = "video_scalar_primary")]
pub(super) struct Primary {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// Code of the operation.
    pub(super) operation: Signal<In, Bits<4>>,
    /// Shifts: only the low five bits of the amount count.
    pub(super) wrap: Signal<In, Bit>,
    /// First operand, signed.
    pub(super) a: Signal<In, Bits<33>>,
    /// Second operand, signed.
    pub(super) b: Signal<In, Bits<33>>,
    /// The exact result, signed.
    pub(super) exact: Signal<Out, Bits<34>>,
    adds: Signal<Local, Bit>,
    shifts: Signal<Local, Bit>,
    first: Signal<Local, Bits<35>>,
    second: Signal<Local, Bits<35>>,
    chain: Signal<Local, Bits<35>>,
    held_sum: Stage<Bits<34>>,
    held_a: Stage<Bits<33>>,
    held_b: Stage<Bits<33>>,
    held_operation: Stage<Bits<4>>,
    shifter: Shifter,
    less: Signal<Local, Bit>,
    equal: Signal<Local, Bit>,
    truth: Signal<Local, Bit>,
    turns: Signal<Local, Bit>,
    turned: Signal<Local, Bits<34>>,
    takes_b: Signal<Local, Bit>,
    picked: Signal<Local, Bits<33>>,
}

impl Primary {
    pub(super) fn new(is_cut: bool) -> Self {
        Primary {
            held_sum: Stage::new(is_cut),
            held_a: Stage::new(is_cut),
            held_b: Stage::new(is_cut),
            held_operation: Stage::new(is_cut),
            shifter: Shifter::new(is_cut),
            ..Primary::default()
        }
    }
}

impl Logic for Primary {
    #[hdl_gen]
    fn update(&mut self) {
        self.held_sum.clock.next = self.clock.val();
        self.held_sum.enable.next = self.enable.val();
        self.held_a.clock.next = self.clock.val();
        self.held_a.enable.next = self.enable.val();
        self.held_b.clock.next = self.clock.val();
        self.held_b.enable.next = self.enable.val();
        self.held_operation.clock.next = self.clock.val();
        self.held_operation.enable.next = self.enable.val();
        self.shifter.clock.next = self.clock.val();
        self.shifter.enable.next = self.enable.val();

        self.shifter.value.next = self.a.val();
        self.shifter.amount.next = self.b.val().get_bits::<32>(0);
        self.shifter.wrap.next = self.wrap.val();
        self.shifter.left.next = self.operation.val() == operation::SHL;

        // The lowest bit of the chain is its carry in.
        self.adds.next = self.operation.val() == operation::ADD;
        self.first.next =
            (bit_cast::<35, 1>(self.a.val().get_bits::<1>(32)) << 34) | (bit_cast::<35, 33>(self.a.val()) << 1) | 1;
        self.second.next =
            (bit_cast::<35, 1>(self.b.val().get_bits::<1>(32)) << 34) | (bit_cast::<35, 33>(self.b.val()) << 1);
        if !self.adds.val() {
            self.second.next =
                !((bit_cast::<35, 1>(self.b.val().get_bits::<1>(32)) << 34) | (bit_cast::<35, 33>(self.b.val()) << 1));
        }
        self.chain.next = self.first.val() + self.second.val();
        self.held_sum.d.next = self.chain.val().get_bits::<34>(1);
        self.held_a.d.next = self.a.val();
        self.held_b.d.next = self.b.val();
        self.held_operation.d.next = self.operation.val();

        self.less.next = self.held_sum.q.val().get_bit(33);
        self.equal.next = !self.held_sum.q.val().any();
        self.turns.next = self.less.val() & (self.held_operation.q.val() == operation::ABS_DIFF);
        self.turned.next = self.held_sum.q.val();
        if self.turns.val() {
            self.turned.next = 0 - self.held_sum.q.val();
        }
        self.takes_b.next = self.less.val() ^ (self.held_operation.q.val() == operation::MIN);
        self.picked.next = self.held_a.q.val();
        if self.takes_b.val() {
            self.picked.next = self.held_b.q.val();
        }
        self.truth.next = self.equal.val();
        if self.held_operation.q.val().get_bit(comparison_bit::LESS) {
            self.truth.next = self.less.val();
        }
        if self.held_operation.q.val().get_bit(comparison_bit::AT_MOST) {
            self.truth.next = self.less.val() | self.equal.val();
        }
        self.shifts.next =
            (self.held_operation.q.val() == operation::SHL) | (self.held_operation.q.val() == operation::SHR);
        if self.held_operation.q.val().get_bit(comparison_bit::SET) {
            self.exact.next = bit_cast::<34, 1>(
                (self.truth.val() ^ self.held_operation.q.val().get_bit(comparison_bit::COMPLEMENT)).into(),
            );
        } else if self.shifts.val() {
            self.exact.next = self.shifter.shifted.val();
        } else if (self.held_operation.q.val() == operation::MIN) | (self.held_operation.q.val() == operation::MAX) {
            self.exact.next =
                (bit_cast::<34, 1>(self.picked.val().get_bits::<1>(32)) << 33) | bit_cast::<34, 33>(self.picked.val());
        } else {
            self.exact.next = self.turned.val();
        }
    }
}
