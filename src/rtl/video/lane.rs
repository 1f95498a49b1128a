//! The result of one byte's lane.

use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Makes one byte of the exact lane result from the two sums, or picks an operand.
///
/// The exact result has 10 bits: the byte and two bits above it, which decide about the clamp. In the low byte of a
/// joined pair those two mean nothing.
#[derive(LogicBlock, Default)]
pub(super) struct LaneResult {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) sum: Signal<In, Bits<9>>,
    pub(super) plus: Signal<In, Bits<9>>,
    pub(super) negative: Signal<In, Bit>,
    pub(super) a: Signal<In, Bits<8>>,
    pub(super) b: Signal<In, Bits<8>>,
    pub(super) a_extension: Signal<In, Bit>,
    pub(super) b_extension: Signal<In, Bit>,
    pub(super) absolute: Signal<In, Bit>,
    pub(super) plus_one: Signal<In, Bit>,
    pub(super) plus_one_unless_negative: Signal<In, Bit>,
    pub(super) compare: Signal<In, Bit>,
    pub(super) invert_or_halve: Signal<In, Bit>,
    pub(super) no_sum: Signal<In, Bit>,
    pub(super) joined: Signal<In, Bit>,
    pub(super) from_above: Signal<In, Bit>,
    pub(super) to_below: Signal<Out, Bit>,
    pub(super) byte: Signal<Out, Bits<8>>,
    pub(super) bit_8: Signal<Out, Bit>,
    pub(super) bit_9: Signal<Out, Bit>,
    take_plus: Signal<Local, Bit>,
    chosen: Signal<Local, Bits<9>>,
    value: Signal<Local, Bits<9>>,
    shifted_in: Signal<Local, Bit>,
    halved: Signal<Local, Bits<8>>,
    pick: Signal<Local, Bit>,
    operand: Signal<Local, Bits<8>>,
    operand_extension: Signal<Local, Bit>,
    byte_stage: Stage<Bits<8>>,
    bit_8_stage: Stage<Bit>,
    bit_9_stage: Stage<Bit>,
}

impl LaneResult {
    pub(super) fn new(cuts: Cuts) -> Self {
        LaneResult {
            byte_stage: Stage::new(cuts.result),
            bit_8_stage: Stage::new(cuts.result),
            bit_9_stage: Stage::new(cuts.result),
            ..LaneResult::default()
        }
    }
}

impl Logic for LaneResult {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module lane_result: One byte of the exact result of a lane, from the two sums or an operand.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port sum: Byte of a + b, and the bit above.");
        comment!("port plus: Byte of a + b + 1, and the bit above.");
        comment!("port negative: The lane's exact sum or difference is negative.");
        comment!("port a: First operand.");
        comment!("port b: Second operand, inverted when subtracting.");
        comment!("port a_extension: Bit above a.");
        comment!("port b_extension: Bit above b.");
        comment!("port absolute: Invert a negative value.");
        comment!("port plus_one: Take plus.");
        comment!("port plus_one_unless_negative: Take plus where the value is not negative.");
        comment!("port compare: The result is an operand.");
        comment!(
            "port invert_or_halve: Comparing, take the greater operand instead of the lesser; else, halve the value."
        );
        comment!("port no_sum: The value has no part in the result.");
        comment!("port joined: The low byte of a half-word.");
        comment!("port from_above: to_below of the upper byte of a joined pair.");
        comment!("port to_below: Bit 0 of the value.");
        comment!("port byte: The result, bits 7 to 0; 0 in a lane that is off.");
        comment!("port bit_8: The result, bit 8.");
        comment!("port bit_9: The result, bit 9.");
        self.byte_stage.clock.next = self.clock.val();
        self.bit_8_stage.clock.next = self.clock.val();
        self.bit_9_stage.clock.next = self.clock.val();
        self.byte_stage.enable.next = self.enable.val();
        self.bit_8_stage.enable.next = self.enable.val();
        self.bit_9_stage.enable.next = self.enable.val();

        if self.plus_one_unless_negative.val() {
            self.take_plus.next = !self.negative.val();
        } else {
            self.take_plus.next = self.plus_one.val();
        }
        if self.take_plus.val() {
            self.chosen.next = self.plus.val();
        } else {
            self.chosen.next = self.sum.val();
        }
        // -(a - b) = !(a - b - 1), and a - b - 1 is the sum without carry in.
        if self.absolute.val() & self.negative.val() {
            self.value.next = !self.chosen.val();
        } else {
            self.value.next = self.chosen.val();
        }
        self.to_below.next = self.value.val().get_bit(0);
        if self.joined.val() {
            self.shifted_in.next = self.from_above.val();
        } else {
            self.shifted_in.next = self.value.val().get_bit(8);
        }
        self.halved.next =
            (bit_cast::<8, 1>(self.shifted_in.val().into()) << 7) | bit_cast::<8, 7>(self.value.val().get_bits::<7>(1));

        // One code for each bit: an operand, all ones or all zeros; as a selector the constants choose between the
        // value halved and the value as it is.
        self.pick.next = (self.compare.val() & self.negative.val()) ^ self.invert_or_halve.val();
        if self.compare.val() {
            if self.pick.val() {
                self.operand.next = self.a.val();
                self.operand_extension.next = self.a_extension.val();
            } else {
                self.operand.next = !self.b.val();
                self.operand_extension.next = !self.b_extension.val();
            }
        } else {
            if self.pick.val() {
                self.operand.next = bits::<8>(255);
            } else {
                self.operand.next = bits::<8>(0);
            }
            self.operand_extension.next = self.invert_or_halve.val();
        }
        if self.no_sum.val() {
            self.byte_stage.d.next = self.operand.val();
            self.bit_8_stage.d.next = self.operand_extension.val();
            self.bit_9_stage.d.next = self.operand_extension.val();
        } else {
            self.byte_stage.d.next =
                (self.operand.val() & self.halved.val()) | (!self.operand.val() & bit_cast::<8, 9>(self.value.val()));
            if self.pick.val() {
                self.bit_8_stage.d.next = self.negative.val();
            } else {
                self.bit_8_stage.d.next = self.value.val().get_bit(8);
            }
            self.bit_9_stage.d.next = self.negative.val() & !self.absolute.val();
        }

        self.byte.next = self.byte_stage.q.val();
        self.bit_8.next = self.bit_8_stage.q.val();
        self.bit_9.next = self.bit_9_stage.q.val();
    }
}
