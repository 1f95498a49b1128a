//! The exact result of one byte's lane.

use super::VideoConfig;
use super::bundles::{Exact, Operands, Sums};
use super::cuts::Cuts;
use crate::device::{Device, TableBit, TableByte};
use crate::leaf::Stage;
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// One byte of the sum, the difference or its absolute value.
#[hdl_module]
pub(super) struct ValueByte {
    pub(super) sums: Signal<In, Sums>,
    /// Invert a negative value.
    pub(super) absolute: Signal<In, Bit>,
    /// Take plus.
    pub(super) plus_one: Signal<In, Bit>,
    /// Take plus where the value is not negative.
    pub(super) plus_one_unless_negative: Signal<In, Bit>,
    /// The byte, and the bit above.
    pub(super) value: Signal<Out, Bits<9>>,
    take_plus: Signal<Local, Bit>,
    invert: Signal<Local, Bit>,
    plus_mask: Signal<Local, Bits<8>>,
    chosen: Signal<Local, Bits<9>>,
    byte: Vec<TableByte>,
    above: Vec<TableBit>,
}

impl ValueByte {
    pub(super) fn new(config: &VideoConfig) -> Self {
        // On iCE40 synthesis finds as few look-up tables by itself, and faster ones.
        let in_cells = config.device == Device::Ecp5;
        ValueByte {
            byte: optional(in_cells, || TableByte::new(config.device, sum_or_inverse)),
            above: optional(in_cells, || TableBit::new(config.device, sum_or_inverse)),
            ..ValueByte::default()
        }
    }
}

/// One of two sums, inverted or not.
fn sum_or_inverse([plain, plus, take_plus, invert]: [bool; 4]) -> bool {
    (if take_plus { plus } else { plain }) ^ invert
}

/// An operand, the second one being inverted, or `pick` itself.
fn operand_or_constant([a, b, pick, compare]: [bool; 4]) -> bool {
    match (compare, pick) {
        (true, true) => a,
        (true, false) => !b,
        (false, pick) => pick,
    }
}

/// The same, the second operand being as it is.
fn plain_operand_or_constant([a, b, pick, compare]: [bool; 4]) -> bool {
    operand_or_constant([a, !b, pick, compare])
}

/// The value or half of it, as the operand says, or the operand.
fn value_or_operand([value, halved, operand, no_sum]: [bool; 4]) -> bool {
    match (no_sum, operand) {
        (false, false) => value,
        (false, true) => halved,
        (true, operand) => operand,
    }
}

impl Logic for ValueByte {
    #[hdl_gen]
    fn update(&mut self) {
        if self.plus_one_unless_negative.val() {
            self.take_plus.next = !self.sums.val().negative;
        } else {
            self.take_plus.next = self.plus_one.val();
        }
        if self.take_plus.val() {
            self.chosen.next = self.sums.val().plus;
        } else {
            self.chosen.next = self.sums.val().plain;
        }
        // -(a - b) = !(a - b - 1), and a - b - 1 is the sum without carry in.
        if !self.byte.is_empty() {
            self.invert.next = self.absolute.val() & self.sums.val().negative;
            self.plus_mask.next = bits::<8>(0);
            if self.take_plus.val() {
                self.plus_mask.next = bits::<8>(255);
            }
            self.byte[0].a.next = self.sums.val().plain.get_bits::<8>(0);
            self.byte[0].b.next = self.sums.val().plus.get_bits::<8>(0);
            self.byte[0].c.next = self.plus_mask.val();
            self.byte[0].d.next = self.invert.val();
            self.above[0].a.next = self.sums.val().plain.get_bit(8);
            self.above[0].b.next = self.sums.val().plus.get_bit(8);
            self.above[0].c.next = self.take_plus.val();
            self.above[0].d.next = self.invert.val();
            self.value.next =
                (bit_cast::<9, 1>(self.above[0].z.val().into()) << 8) | bit_cast::<9, 8>(self.byte[0].z.val());
        } else {
            if self.absolute.val() & self.sums.val().negative {
                self.value.next = !self.chosen.val();
            } else {
                self.value.next = self.chosen.val();
            }
        }
    }
}

/// One byte of the exact result of a lane.
#[hdl_module]
pub(super) struct LaneResult {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// Sum, difference or absolute value: the byte, and the bit above.
    pub(super) value: Signal<In, Bits<9>>,
    /// The bit above the byte when halving.
    pub(super) shifted_in: Signal<In, Bit>,
    pub(super) sums: Signal<In, Sums>,
    pub(super) operands: Signal<In, Operands>,
    /// The value is an absolute value.
    pub(super) absolute: Signal<In, Bit>,
    /// The result is an operand.
    pub(super) compare: Signal<In, Bit>,
    /// Comparing, take the greater operand instead of the lesser; else, halve.
    pub(super) invert_or_halve: Signal<In, Bit>,
    /// The lowest bit is the sign, or its inverse, and the others are 0.
    pub(super) set: Signal<In, Bit>,
    /// The value is inverted.
    pub(super) invert_truth: Signal<In, Bit>,
    /// The other bits are equal to the lowest.
    pub(super) truth_is_mask: Signal<In, Bit>,
    /// The value has no part in the result.
    pub(super) no_sum: Signal<In, Bit>,
    #[part(low = "The result, bits 6 to 0; all bits are 0 in a lane that is off.")]
    pub(super) exact: Signal<Out, Exact>,
    halved: Signal<Local, Bits<8>>,
    pick: Signal<Local, Bit>,
    truth: Signal<Local, Bit>,
    truths: Signal<Local, Bits<8>>,
    operand: Signal<Local, Bits<8>>,
    operand_above: Signal<Local, Bit>,
    result: Signal<Local, Bits<8>>,
    stage: Stage<Exact>,
    pick_mask: Signal<Local, Bits<8>>,
    operand_table: Vec<TableByte>,
    result_table: Vec<TableByte>,
    has_vset: Constant<Bit>,
    has_packed: Constant<Bit>,
}

impl LaneResult {
    pub(super) fn new(config: &VideoConfig) -> Self {
        LaneResult {
            stage: Stage::new(Cuts::new(config).result),
            operand_table: config.in_cells(|device| {
                if config.has_carry_cells() {
                    TableByte::new(device, plain_operand_or_constant)
                } else {
                    TableByte::new(device, operand_or_constant)
                }
            }),
            result_table: config.in_cells(|device| TableByte::new(device, value_or_operand)),
            has_vset: Constant::new(config.vset),
            has_packed: Constant::new(config.packed),
            ..LaneResult::default()
        }
    }
}

impl Logic for LaneResult {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.stage { clock, enable });

        self.halved.next =
            (bit_cast::<8, 1>(self.shifted_in.val().into()) << 7) | bit_cast::<8, 7>(self.value.val().get_bits::<7>(1));
        // One code for each bit: an operand, all ones or all zeros; as a selector the constants choose between the
        // value halved and the value as it is.
        self.pick.next = (self.compare.val() & self.sums.val().negative) ^ self.invert_or_halve.val();
        self.truth.next = false;
        if self.has_vset.val() {
            self.truth.next = self.set.val() & (self.sums.val().negative ^ self.invert_truth.val());
        }
        self.truths.next = bit_cast::<8, 1>(self.truth.val().into());
        if self.has_packed.val() & self.truth.val() & self.truth_is_mask.val() {
            self.truths.next = bits::<8>(255);
        }
        if self.compare.val() {
            if self.pick.val() {
                self.operand.next = self.operands.val().a;
                self.operand_above.next = self.operands.val().a_above;
            } else {
                self.operand.next = !self.operands.val().b;
                self.operand_above.next = !self.operands.val().b_above;
            }
        } else {
            if self.pick.val() {
                self.operand.next = bits::<8>(255);
            } else {
                self.operand.next = bits::<8>(0);
            }
            self.operand_above.next = self.invert_or_halve.val();
            if self.has_vset.val() {
                // Where that counts the lane is off, or the result 0 or 1.
                self.operand_above.next = false;
            }
        }
        if self.no_sum.val() {
            self.result.next = self.operand.val() | self.truths.val();
            connect!(self.stage.d.next { bit_8: self.operand_above.val(), bit_9: self.operand_above.val() });
        } else {
            self.result.next =
                (self.operand.val() & self.halved.val()) | (!self.operand.val() & bit_cast::<8, 9>(self.value.val()));
            if self.pick.val() {
                self.stage.d.next.bit_8 = self.sums.val().negative;
            } else {
                self.stage.d.next.bit_8 = self.value.val().get_bit(8);
            }
            self.stage.d.next.bit_9 = self.sums.val().negative & !self.absolute.val();
        }
        if !self.result_table.is_empty() {
            self.pick_mask.next = bits::<8>(0);
            if self.pick.val() {
                self.pick_mask.next = bits::<8>(255);
            }
            connect!(self.operand_table[0] {
                a: self.operands.val().a, b: self.operands.val().b, c: self.pick_mask.val(), d: self.compare.val(),
            });
            // The truth of a comparison counts in lanes only whose value has no part in the result.
            self.result_table[0].a.next = bit_cast::<8, 9>(self.value.val());
            self.result_table[0].b.next = self.halved.val();
            self.result_table[0].c.next = self.operand_table[0].z.val() | self.truths.val();
            self.result_table[0].d.next = self.no_sum.val();
            self.result.next = self.result_table[0].z.val();
        }
        connect!(self.stage.d.next { low: self.result.val().get_bits::<7>(0), bit_7: self.result.val().get_bit(7) });
        self.exact.next = self.stage.q.val();
    }
}
