//! From the control word to what the stages need.

use super::VideoConfig;
use super::bundles::Signals;
use super::codes::{field, field_bits, lanes, operation, operation_bit, packed_bit, selectors};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Splits the control word and prepares the signals of each stage.
#[hdl_module]
pub(super) struct ControlDecode {
    /// Control word: op 2:0, width 3, d_signed 4, a_signed 5, b_signed 6, saturate 7, accumulate 8, mask 12:9, asel
    /// 24:13, bsel 36:25.
    pub(super) control: Signal<In, Bits<37>>,
    /// Modifiers of packed instructions: halve 0, mask 1, crossed 2.
    pub(super) packed_modifiers: Signal<In, Bits<3>>,
    /// The first operand's type is signed.
    pub(super) a_signed: Signal<Out, Bit>,
    /// The second operand's type is signed.
    pub(super) b_signed: Signal<Out, Bit>,
    /// The second operand enters the adder inverted.
    pub(super) subtract: Signal<Out, Bit>,
    /// A dot product is added to c.
    pub(super) dot_active: Signal<Out, Bit>,
    /// The first factors of a dot product are half-words.
    pub(super) dot_halves: Signal<Out, Bit>,
    /// The second factors of a dot product are bytes 2 and 3.
    pub(super) dot_upper: Signal<Out, Bit>,
    pub(super) signals: Signal<Out, Signals>,
    /// Per byte of the first operand: index into the bytes of a and b.
    pub(super) a_select: Signal<Out, Bits<12>>,
    /// Per byte of the second operand: index into the bytes of a and b.
    pub(super) b_select: Signal<Out, Bits<12>>,
    op: Signal<Local, Bits<3>>,
    dual: Signal<Local, Bit>,
    accumulate: Signal<Local, Bit>,
    average: Signal<Local, Bit>,
    halve: Signal<Local, Bit>,
    absolute: Signal<Local, Bit>,
    compare: Signal<Local, Bit>,
    set: Signal<Local, Bit>,
    dot: Signal<Local, Bit>,
    shared: Signal<Local, Bit>,
    lacking: Signal<Local, Bit>,
    unused: Signal<Local, Bit>,
    used: Signal<Local, Bits<4>>,
    lane_on: Signal<Local, Bits<4>>,
    mask: Signal<Local, Bits<4>>,
    asel: Signal<Local, Bits<12>>,
    bsel: Signal<Local, Bits<12>>,
    a_low_half: Signal<Local, Bits<12>>,
    a_high_half: Signal<Local, Bits<12>>,
    b_low_half: Signal<Local, Bits<12>>,
    b_high_half: Signal<Local, Bits<12>>,
    has_dual: Constant<Bit>,
    has_accumulate: Constant<Bit>,
    has_vset: Constant<Bit>,
    has_dot: Constant<Bit>,
    has_selectors: Constant<Bit>,
    has_packed: Constant<Bit>,
}

impl ControlDecode {
    pub(super) fn new(config: &VideoConfig) -> Self {
        ControlDecode {
            has_dual: Constant::new(config.dual),
            has_accumulate: Constant::new(config.accumulate),
            has_vset: Constant::new(config.vset),
            has_dot: Constant::new(config.dot),
            has_selectors: Constant::new(config.selectors),
            has_packed: Constant::new(config.packed),
            ..ControlDecode::default()
        }
    }
}

impl Logic for ControlDecode {
    #[hdl_gen]
    fn update(&mut self) {
        self.op.next = self.control.val().get_bits::<{ field_bits::OP }>(field::OP);
        self.asel.next = self.control.val().get_bits::<{ field_bits::ASEL }>(field::ASEL);
        self.bsel.next = self.control.val().get_bits::<{ field_bits::BSEL }>(field::BSEL);
        if self.has_dual.val() {
            self.dual.next = self.control.val().get_bit(field::WIDTH);
        } else {
            self.dual.next = false;
        }
        // Of the codes SET and SET_COMPLEMENT, which comparisons and dot products share, d_signed and saturate are part.
        self.shared.next = (self.op.val() == operation::SET) | (self.op.val() == operation::SET_COMPLEMENT);
        if self.has_dot.val() {
            self.dot.next = self.shared.val()
                & self.control.val().get_bit(field::D_SIGNED)
                & self.control.val().get_bit(field::SATURATE);
        } else {
            self.dot.next = false;
        }
        // Operation, width and mode of no instruction of the hardware: no lane is on, none keeps c, and d is 0.
        self.lacking.next = (self.control.val().get_bit(field::ACCUMULATE) & !self.has_accumulate.val())
            | (self.control.val().get_bit(field::WIDTH) & !self.has_dual.val());
        self.unused.next = self.lacking.val()
            | (self.control.val().get_bit(field::SATURATE) & self.control.val().get_bit(field::ACCUMULATE));
        if self.shared.val() {
            self.unused.next = self.lacking.val() | !self.has_vset.val();
            if self.control.val().get_bit(field::D_SIGNED) & self.control.val().get_bit(field::SATURATE) {
                self.unused.next = !self.has_dot.val()
                    | self.control.val().get_bit(field::ACCUMULATE)
                    | (self.control.val().get_bit(field::WIDTH) & (self.op.val() == operation::DP4A));
            }
        }
        self.used.next = bits::<4>(lanes::EVERY);
        if self.unused.val() {
            self.used.next = bits::<4>(lanes::NONE);
        }
        self.mask.next = self.control.val().get_bits::<{ field_bits::MASK }>(field::MASK) & self.used.val();
        if self.has_accumulate.val() {
            self.accumulate.next = self.control.val().get_bit(field::ACCUMULATE) & !self.dot.val();
        } else {
            self.accumulate.next = false;
        }
        self.a_signed.next = self.control.val().get_bit(field::A_SIGNED);
        self.b_signed.next = self.control.val().get_bit(field::B_SIGNED);

        // Comparisons and dot products make no use of it; this takes less logic.
        self.absolute.next = (self.op.val() == operation::ABS_DIFF) | (self.op.val() == operation::SET_COMPLEMENT);
        if self.has_vset.val() {
            self.set.next = self.shared.val() & !self.dot.val();
            self.compare.next = (self.op.val() == operation::MIN) | (self.op.val() == operation::MAX);
            self.average.next = self.op.val() == operation::AVRG;
        } else {
            self.set.next = false;
            self.compare.next = self.op.val().get_bit(operation_bit::SELECT);
            self.average.next =
                self.op.val().get_bit(operation_bit::SPECIAL) & !self.op.val().get_bit(operation_bit::SECOND);
        }
        connect!(self.signals.next { dual, d_signed: self.control.val().get_bit(field::D_SIGNED) });
        // A comparison's 0 and 1 are in every range.
        connect!(self.signals.next { saturate: self.control.val().get_bit(field::SATURATE), accumulate });
        if self.has_vset.val() {
            self.subtract.next = (self.op.val() != operation::ADD) & (self.op.val() != operation::AVRG);
            // a <= b where a - b - 1 is negative, which is the sum without carry in.
            self.signals.next.negative_plus =
                self.subtract.val() & !(self.set.val() & self.control.val().get_bit(field::SATURATE));
        } else {
            self.subtract.next = self.compare.val() | self.op.val().get_bit(operation_bit::SECOND);
            self.signals.next.negative_plus = self.compare.val() | self.op.val().get_bit(operation_bit::SECOND);
        }
        self.signals.next.subtract = self.subtract.val();
        self.signals.next.negative_differ = self.set.val() & self.control.val().get_bit(field::D_SIGNED);
        self.signals.next.absolute = self.absolute.val();
        self.signals.next.plus_one = self.op.val() == operation::SUB;
        self.signals.next.plus_one_unless_negative = self.average.val() | self.absolute.val();

        self.lane_on.next = self.mask.val();
        self.a_select.next = self.asel.val();
        self.b_select.next = self.bsel.val();
        // A half-word's digit d becomes the digits 2d + 1 and 2d of its bytes.
        self.a_low_half.next = (bit_cast::<12, 2>(self.asel.val().get_bits::<2>(0)) << 4)
            | (bit_cast::<12, 2>(self.asel.val().get_bits::<2>(0)) << 1);
        self.a_high_half.next = (bit_cast::<12, 2>(self.asel.val().get_bits::<2>(2)) << 10)
            | (bit_cast::<12, 2>(self.asel.val().get_bits::<2>(2)) << 7);
        self.b_low_half.next = (bit_cast::<12, 2>(self.bsel.val().get_bits::<2>(0)) << 4)
            | (bit_cast::<12, 2>(self.bsel.val().get_bits::<2>(0)) << 1);
        self.b_high_half.next = (bit_cast::<12, 2>(self.bsel.val().get_bits::<2>(2)) << 10)
            | (bit_cast::<12, 2>(self.bsel.val().get_bits::<2>(2)) << 7);
        if self.dual.val() {
            self.lane_on.next = (bit_cast::<4, 1>(self.mask.val().get_bits::<1>(1)) << 3)
                | (bit_cast::<4, 1>(self.mask.val().get_bits::<1>(1)) << 2)
                | (bit_cast::<4, 1>(self.mask.val().get_bits::<1>(0)) << 1)
                | bit_cast::<4, 1>(self.mask.val().get_bits::<1>(0));
            self.a_select.next = self.a_high_half.val() | self.a_low_half.val() | selectors::UPPER_OF_HALVES;
            self.b_select.next = self.b_high_half.val() | self.b_low_half.val() | selectors::UPPER_OF_HALVES;
        }

        if !self.has_selectors.val() {
            self.a_select.next = bits::<12>(selectors::OF_A);
            self.b_select.next = bits::<12>(selectors::OF_B);
        }
        self.dot_active.next = self.dot.val() & !self.unused.val();
        self.dot_halves.next = self.op.val().get_bit(operation_bit::SECOND);
        self.dot_upper.next = self.control.val().get_bit(field::WIDTH);

        self.signals.next.crossed = self.has_packed.val() & self.packed_modifiers.val().get_bit(packed_bit::CROSSED);
        self.signals.next.truth_is_mask = self.has_packed.val() & self.packed_modifiers.val().get_bit(packed_bit::MASK);
        self.halve.next =
            self.average.val() | (self.has_packed.val() & self.packed_modifiers.val().get_bit(packed_bit::HALVE));
        self.signals.next.set = bits::<4>(lanes::NONE);
        if self.set.val() {
            self.signals.next.set = self.lane_on.val();
            // A mask fills both bytes of a half-word.
            if self.dual.val() & !(self.has_packed.val() & self.packed_modifiers.val().get_bit(packed_bit::MASK)) {
                self.signals.next.set = self.lane_on.val() & lanes::LOWER;
            }
        }
        if self.compare.val() {
            self.signals.next.compare = self.lane_on.val();
        } else {
            self.signals.next.compare = bits::<4>(lanes::NONE);
        }
        if self.compare.val() | self.set.val() {
            self.signals.next.no_sum = bits::<4>(lanes::EVERY);
        } else {
            self.signals.next.no_sum = !self.lane_on.val();
        }
        self.signals.next.invert_or_halve = bits::<4>(lanes::NONE);
        if self.halve.val() | (self.compare.val() & self.op.val().get_bit(operation_bit::SECOND)) {
            self.signals.next.invert_or_halve = self.lane_on.val();
        }
        self.signals.next.invert_truth = self.op.val().get_bit(operation_bit::SECOND);
        if self.accumulate.val() | self.dot.val() {
            self.signals.next.keep_c = self.used.val();
        } else {
            self.signals.next.keep_c = !self.lane_on.val() & self.used.val();
        }
    }
}
