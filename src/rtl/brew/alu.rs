//! The integer unit as a module of its own.

use super::bundles::Choice;
use super::codes::{lanes_bit, operation, operation_bit};
use super::integer_unit::IntegerUnit;
use super::lane_adder::LaneBarriers;
use super::result_choice::ResultChoice;
use super::result_merge::ResultMerge;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Integer unit: logic, addition, subtraction, saturation, shifts, swizzle, extension, comparison.
///
/// Lanes are 1 x 32, 2 x 16 or 4 x 8 bits. It is `IntegerUnit` with the choice of its result; with two stages, there are registers
/// before that choice and after it.
#[hdl_module]
pub struct BrewAlu {
    /// Rising edge.
    ///
    /// Only for two stages.
    pub clock: Signal<In, Clock>,
    /// 0 xor, 1 or, 2 and, 3 and with a inverted, 4 add, 5 subtract, 8 shift left, 9 right, 11 right arithmetic, 12
    /// swizzle a by b.
    pub operation: Signal<In, Bits<4>>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// Bit 0: compare (with operation 5, subtract), bit 1: less rather than equal, bit 2: signed, bit 3: invert.
    pub compare: Signal<In, Bits<4>>,
    /// Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits (with operation 11, a shift right by b = 0).
    pub extend: Signal<In, Bits<2>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, shift amount or swizzle control.
    pub b: Signal<In, Bits<32>>,
    /// Result.
    pub d: Signal<Out, Bits<32>>,
    barriers: LaneBarriers,
    unit: IntegerUnit,
    choose: ResultChoice,
    merge: ResultMerge,
    choice_cut: Stage<Choice>,
    result_cut: Stage<Bits<32>>,
}

impl BrewAlu {
    /// Combinational, or with `registered` two pipeline stages; with or without comparisons, of integers.
    pub fn new(registered: bool, compares: bool) -> Self {
        BrewAlu {
            unit: IntegerUnit::new(compares, false),
            choice_cut: Stage::new(registered),
            result_cut: Stage::new(registered),
            ..BrewAlu::default()
        }
    }
}

impl Logic for BrewAlu {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.unit { operation, lanes });
        self.barriers.subtract.next = self.operation.val().get_bit(operation_bit::SUBTRACT);
        self.barriers.lanes16.next = self.lanes.val().get_bit(lanes_bit::HALVES);
        self.barriers.lanes8.next = self.lanes.val().get_bit(lanes_bit::BYTES);
        connect!(self.unit {
            barriers: self.barriers.barriers.val(), compare, as_float: false, unordered: 0.into(),
            both_zero: 0.into(), extend, a, b,
        });
        if self.operation.val() == operation::SUB {
            self.unit.b.next = !self.b.val();
        }
        connect!(self.choose { parts: self.unit.parts.val(), forward: true, ready: 0.into(), invert: false });
        connect!(self.choice_cut { clock, enable: true, d: self.choose.choice.val() });
        self.merge.choice.next = self.choice_cut.q.val();
        connect!(self.result_cut { clock, enable: true, d: self.merge.value.val() });
        self.d.next = self.result_cut.q.val();
    }
}
