//! From the control word to what the stages need.

use super::Config;
use crate::comment;
use rust_hdl::prelude::*;

/// Splits the control word and prepares the codes of each lane, off the arithmetic path.
#[derive(LogicBlock)]
pub(super) struct ControlDecode {
    pub(super) control: Signal<In, Bits<37>>,
    pub(super) dual: Signal<Out, Bit>,
    pub(super) d_signed: Signal<Out, Bit>,
    pub(super) a_signed: Signal<Out, Bit>,
    pub(super) b_signed: Signal<Out, Bit>,
    pub(super) saturate: Signal<Out, Bit>,
    pub(super) accumulate: Signal<Out, Bit>,
    pub(super) subtract: Signal<Out, Bit>,
    pub(super) absolute: Signal<Out, Bit>,
    pub(super) plus_one: Signal<Out, Bit>,
    pub(super) plus_one_unless_negative: Signal<Out, Bit>,
    pub(super) lane_on: Signal<Out, Bits<4>>,
    pub(super) compare: Signal<Out, Bits<4>>,
    pub(super) invert_or_halve: Signal<Out, Bits<4>>,
    pub(super) no_sum: Signal<Out, Bits<4>>,
    pub(super) a_select: Signal<Out, Bits<12>>,
    pub(super) b_select: Signal<Out, Bits<12>>,
    op: Signal<Local, Bits<3>>,
    mask: Signal<Local, Bits<4>>,
    asel: Signal<Local, Bits<12>>,
    bsel: Signal<Local, Bits<12>>,
    difference: Signal<Local, Bit>,
    average: Signal<Local, Bit>,
    a_low_half: Signal<Local, Bits<12>>,
    a_high_half: Signal<Local, Bits<12>>,
    b_low_half: Signal<Local, Bits<12>>,
    b_high_half: Signal<Local, Bits<12>>,
    has_dual: Constant<Bit>,
    has_accumulate: Constant<Bit>,
}

impl ControlDecode {
    pub(super) fn new(config: &Config) -> Self {
        ControlDecode {
            control: Signal::default(),
            dual: Signal::default(),
            d_signed: Signal::default(),
            a_signed: Signal::default(),
            b_signed: Signal::default(),
            saturate: Signal::default(),
            accumulate: Signal::default(),
            subtract: Signal::default(),
            absolute: Signal::default(),
            plus_one: Signal::default(),
            plus_one_unless_negative: Signal::default(),
            lane_on: Signal::default(),
            compare: Signal::default(),
            invert_or_halve: Signal::default(),
            no_sum: Signal::default(),
            a_select: Signal::default(),
            b_select: Signal::default(),
            op: Signal::default(),
            mask: Signal::default(),
            asel: Signal::default(),
            bsel: Signal::default(),
            difference: Signal::default(),
            average: Signal::default(),
            a_low_half: Signal::default(),
            a_high_half: Signal::default(),
            b_low_half: Signal::default(),
            b_high_half: Signal::default(),
            has_dual: Constant::new(config.dual),
            has_accumulate: Constant::new(config.accumulate),
        }
    }
}

impl Logic for ControlDecode {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module control_decode: Splits the control word and prepares the codes of each lane.");
        comment!("port control: The control word.");
        comment!("port dual: Two lanes of 16 bits instead of four of 8.");
        comment!("port d_signed: The destination type is signed.");
        comment!("port a_signed: The first operand's type is signed.");
        comment!("port b_signed: The second operand's type is signed.");
        comment!("port saturate: Clamp each result to the destination type.");
        comment!("port accumulate: Add the results to c.");
        comment!("port subtract: The second operand enters the adder inverted.");
        comment!("port absolute: Invert a negative sum.");
        comment!("port plus_one: Take the sum with carry in.");
        comment!("port plus_one_unless_negative: Take the sum with carry in where the result is not negative.");
        comment!("port lane_on: The mask, one bit per byte.");
        comment!("port compare: Per byte: the result is one of the operands, as the comparison says.");
        comment!("port invert_or_halve: Per byte: comparing, prefer the greater; otherwise, halve the sum.");
        comment!("port no_sum: Per byte: the result is an operand, or 0 in a lane that is off.");
        comment!("port a_select: Per byte of the first operand: index into the bytes of b and a.");
        comment!("port b_select: Likewise for the second operand.");
        self.op.next = self.control.val().get_bits::<3>(0);
        self.d_signed.next = self.control.val().get_bit(4);
        self.a_signed.next = self.control.val().get_bit(5);
        self.b_signed.next = self.control.val().get_bit(6);
        self.saturate.next = self.control.val().get_bit(7);
        self.mask.next = self.control.val().get_bits::<4>(9);
        self.asel.next = self.control.val().get_bits::<12>(13);
        self.bsel.next = self.control.val().get_bits::<12>(25);
        if self.has_dual.val() {
            self.dual.next = self.control.val().get_bit(3);
        } else {
            self.dual.next = false;
        }
        if self.has_accumulate.val() {
            self.accumulate.next = self.control.val().get_bit(8);
        } else {
            self.accumulate.next = false;
        }

        self.difference.next = self.op.val() == 1;
        self.average.next = self.op.val().get_bit(1) & !self.op.val().get_bit(0);
        self.absolute.next = self.op.val().get_bit(1) & self.op.val().get_bit(0);
        self.subtract.next = self.op.val().get_bit(2) | self.op.val().get_bit(0);
        self.plus_one.next = self.difference.val();
        self.plus_one_unless_negative.next = self.average.val() | self.absolute.val();

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
            self.a_select.next = self.a_high_half.val() | self.a_low_half.val() | 0x208;
            self.b_select.next = self.b_high_half.val() | self.b_low_half.val() | 0x208;
        }

        self.compare.next = bits::<4>(0);
        self.invert_or_halve.next = bits::<4>(0);
        self.no_sum.next = !self.lane_on.val();
        if self.op.val().get_bit(2) {
            self.compare.next = self.lane_on.val();
            self.no_sum.next = bits::<4>(15);
        }
        if self.average.val() | (self.op.val().get_bit(2) & self.op.val().get_bit(0)) {
            self.invert_or_halve.next = self.lane_on.val();
        }
    }
}
