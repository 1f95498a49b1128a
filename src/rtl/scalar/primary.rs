//! The exact result of all instructions but `vmad`.

use super::codes::{comparison_bit, operation};
use super::shift::Shifter;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Sum, difference, absolute difference, minimum, maximum, shift or comparison of two words of 33 bits.
///
/// Two carry chains give a + b and a + b + 1 for a complemented b, so that one is the difference and the other the complement of
/// the difference of exchanged operands; their signs say less, and less or equal. For minimum and maximum the second one is b
/// alone, and the shifter gives a.
#[hdl_module(name = "video_scalar_primary")]
pub(super) struct Primary {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// Code of the operation.
    pub(super) operation: Signal<In, Bits<4>>,
    /// The second operand is complemented.
    pub(super) subtracts: Signal<In, Bit>,
    /// Shifts: only the low five bits of the amount count.
    pub(super) wrap: Signal<In, Bit>,
    /// First operand, signed.
    pub(super) a: Signal<In, Bits<33>>,
    /// Second operand, signed.
    pub(super) b: Signal<In, Bits<33>>,
    /// The exact result, signed.
    pub(super) exact: Signal<Out, Bits<34>>,
    picks: Signal<Local, Bit>,
    shifts: Signal<Local, Bit>,
    first: Signal<Local, Bits<35>>,
    second: Signal<Local, Bits<35>>,
    chain: Signal<Local, Bits<35>>,
    gated: Signal<Local, Bits<34>>,
    below: Signal<Local, Bits<34>>,
    shifter: Shifter,
    held_sum: Stage<Bits<34>>,
    held_below: Stage<Bits<34>>,
    held_operation: Stage<Bits<4>>,
    held_far: Stage<Bit>,
    held_low: Stage<Bits<2>>,
    held_fill: Stage<Bit>,
    less: Signal<Local, Bit>,
    at_most: Signal<Local, Bit>,
    truth: Signal<Local, Bit>,
    left: Signal<Local, Bit>,
    right: Signal<Local, Bit>,
    minimum: Signal<Local, Bit>,
    maximum: Signal<Local, Bit>,
    takes_shifted: Signal<Local, Bit>,
    takes_constant: Signal<Local, Bit>,
    level: Signal<Local, Bit>,
    early: Signal<Local, Bits<34>>,
    late: Signal<Local, Bits<34>>,
    top: Signal<Local, Bits<2>>,
    bottom: Signal<Local, Bit>,
}

impl Primary {
    pub(super) fn new(is_cut: bool) -> Self {
        Primary {
            shifter: Shifter::new(is_cut),
            held_sum: Stage::new(is_cut),
            held_below: Stage::new(is_cut),
            held_operation: Stage::new(is_cut),
            held_far: Stage::new(is_cut),
            held_low: Stage::new(is_cut),
            held_fill: Stage::new(is_cut),
            ..Primary::default()
        }
    }
}

impl Logic for Primary {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(
            self.shifter, self.held_sum, self.held_below, self.held_operation, self.held_far, self.held_low,
            self.held_fill
            { clock, enable }
        );

        self.shifts.next = (self.operation.val() == operation::SHL) | (self.operation.val() == operation::SHR);
        self.picks.next = (self.operation.val() == operation::MIN) | (self.operation.val() == operation::MAX);
        self.shifter.value.next = self.a.val();
        self.shifter.left.next = self.operation.val() == operation::SHL;
        self.shifter.amount.next = 0.into();
        if self.shifts.val() {
            self.shifter.amount.next = self.b.val().get_bits::<5>(0);
        }

        // The lowest bit of the chain is its carry in.
        self.first.next =
            (bit_cast::<35, 1>(self.a.val().get_bits::<1>(32)) << 34) | (bit_cast::<35, 33>(self.a.val()) << 1) | 1;
        self.second.next = (bit_cast::<35, 1>(self.b.val().get_bits::<1>(32)) << 34)
            | (bit_cast::<35, 33>(self.b.val()) << 1)
            | bit_cast::<35, 1>(self.subtracts.val().into());
        self.chain.next = self.first.val() + self.second.val();
        self.gated.next = 0.into();
        if !self.picks.val() {
            self.gated.next =
                (bit_cast::<34, 1>(self.a.val().get_bits::<1>(32)) << 33) | bit_cast::<34, 33>(self.a.val());
        }
        self.below.next = self.gated.val()
            + ((bit_cast::<34, 1>(self.b.val().get_bits::<1>(32)) << 33) | bit_cast::<34, 33>(self.b.val()));
        self.held_sum.d.next = self.chain.val().get_bits::<34>(1);
        self.held_below.d.next = self.below.val();
        self.held_operation.d.next = self.operation.val();
        self.held_far.d.next = !self.wrap.val() & self.b.val().get_bits::<27>(5).any();
        self.held_low.d.next = self.a.val().get_bits::<2>(0);
        self.held_fill.d.next = self.a.val().get_bit(32);

        self.less.next = self.held_sum.q.val().get_bit(33);
        self.at_most.next = self.held_below.q.val().get_bit(33);
        self.truth.next = self.at_most.val() & !self.less.val();
        if self.held_operation.q.val().get_bit(comparison_bit::LESS) {
            self.truth.next = self.less.val();
        }
        if self.held_operation.q.val().get_bit(comparison_bit::AT_MOST) {
            self.truth.next = self.at_most.val();
        }
        self.left.next = self.held_operation.q.val() == operation::SHL;
        self.right.next = self.held_operation.q.val() == operation::SHR;
        self.minimum.next = self.held_operation.q.val() == operation::MIN;
        self.maximum.next = self.held_operation.q.val() == operation::MAX;
        self.takes_shifted.next = (self.minimum.val() & self.less.val())
            | (self.maximum.val() & !self.less.val())
            | ((self.left.val() | self.right.val()) & !self.held_far.q.val());
        self.takes_constant.next = self.held_operation.q.val().get_bit(comparison_bit::SET)
            | ((self.left.val() | self.right.val()) & self.held_far.q.val());
        self.level.next = self.right.val() & self.held_fill.q.val();

        // What the chains say, or the shifter, or a constant.
        self.early.next = self.held_sum.q.val();
        if self.minimum.val()
            | self.maximum.val()
            | (self.less.val() & (self.held_operation.q.val() == operation::ABS_DIFF))
        {
            self.early.next = !self.held_below.q.val();
        }
        self.late.next = self.early.val();
        if self.takes_shifted.val() {
            self.late.next = self.shifter.shifted.val();
        }
        if self.takes_constant.val() {
            self.late.next = 0.into();
            if self.level.val() {
                self.late.next = 0x3_ffff_ffff_u64.into();
            }
        }
        // By 32 places and more to the left.
        self.top.next = self.late.val().get_bits::<2>(32);
        if self.left.val() & self.held_far.q.val() {
            self.top.next = self.held_low.q.val();
        }
        self.bottom.next = self.late.val().get_bit(0);
        if self.held_operation.q.val().get_bit(comparison_bit::SET) {
            self.bottom.next = self.truth.val() ^ self.held_operation.q.val().get_bit(comparison_bit::COMPLEMENT);
        }
        self.exact.next = (bit_cast::<34, 2>(self.top.val()) << 32)
            | (bit_cast::<34, 31>(self.late.val().get_bits::<31>(1)) << 1)
            | bit_cast::<34, 1>(self.bottom.val().into());
    }
}
