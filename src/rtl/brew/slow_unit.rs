//! The instructions that take several cycles.

use super::bundles::SlowOperation;
use super::codes::lanes_bit;
use super::float_unit::FloatUnit;
use super::multiplier::Multiplier;
use super::serial_product::SerialPace;
use crate::leaf::{Register, instance, state};
use crate::netlist::{ResetStyle, StateHandle};
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The last cycle, counted from 0, of an integer multiplication.
const LAST_OF_MULTIPLY: u64 = 3;
/// Of a number of 32 bits.
const LAST_OF_FLOAT: u64 = 8;
/// Of two numbers of 16 bits.
const LAST_OF_HALVES: u64 = 9;

/// Multiplies integers and adds and multiplies floating-point numbers, one instruction at a time.
///
/// Operands and controls stay put from the first cycle with `active` set to the one with `done` set: 4 cycles for
/// an integer multiplication, 9 for FP32, 10 for FP16X2, whose lanes follow each other through one unit. A stage
/// loads only in the cycles in which a number is in it.
///
/// A serial multiplier takes three more cycles for each product, in which all other stages wait.
#[hdl_module]
pub struct SlowUnit {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active high.
    pub reset: Signal<In, Bit>,
    /// There is an instruction; its operands stay until done.
    pub active: Signal<In, Bit>,
    /// The operation:
    pub(super) unit: Signal<In, SlowOperation>,
    /// Subtract; else add.
    pub subtract: Signal<In, Bit>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// The result is valid, in the last cycle of the instruction.
    pub done: Signal<Out, Bit>,
    /// Result.
    pub result: Signal<Out, Bits<32>>,
    multiplier: Multiplier,
    float: Vec<FloatUnit>,
    pace: Vec<SerialPace>,
    count: Register<Bits<4>>,
    rounded: Register<Bits<32>>,
    last: Signal<Local, Bits<4>>,
    here: Signal<Local, Bits<9>>,
    stages: Signal<Local, Bits<9>>,
    multiplies: Signal<Local, Bit>,
    is_float: Signal<Local, Bit>,
    half: Signal<Local, Bit>,
    a_lane: Signal<Local, Bits<32>>,
    b_lane: Signal<Local, Bits<32>>,
    packed: Signal<Local, Bits<32>>,
    a_significand: Signal<Local, Bits<24>>,
    b_significand: Signal<Local, Bits<24>>,
}

impl SlowUnit {
    /// The cycles that the instruction has been executed for.
    pub(super) fn count() -> StateHandle {
        state!(SlowUnit, count)
    }

    /// The cycles that a serial multiplier has worked at a product.
    pub(super) fn serial_counts() -> [StateHandle; 2] {
        let own = SerialPace::count().inside(&instance!(SlowUnit, pace[0]));
        let product = Multiplier::serial_count().inside(&instance!(SlowUnit, multiplier));
        [own, product]
    }

    /// With or without floating point, and with four multipliers or one.
    pub fn new(float: bool, serial: bool) -> Self {
        let style = ResetStyle {
            asynchronous: false,
            active_low: false,
        };
        SlowUnit {
            multiplier: Multiplier::new(serial),
            float: optional(float, FloatUnit::default),
            pace: optional(serial, SerialPace::default),
            count: Register::new(style, 0.into()),
            ..SlowUnit::default()
        }
    }
}

impl Logic for SlowUnit {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.count { clock, reset, enable: true, d: self.count.q.val() + 1 });
        for i in 0..self.pace.len() {
            if !self.pace[i].last.val() {
                self.count.d.next = self.count.q.val();
            }
        }
        if !self.active.val() | self.done.val() {
            self.count.d.next = 0.into();
        }
        self.multiplies.next =
            (self.unit.val() == SlowOperation::MultiplyIntegers) | (self.unit.val() == SlowOperation::MultiplyFloats);
        self.is_float.next =
            (self.unit.val() == SlowOperation::AddFloats) | (self.unit.val() == SlowOperation::MultiplyFloats);
        self.half.next = self.lanes.val().get_bit(lanes_bit::HALVES);
        self.last.next = LAST_OF_MULTIPLY.into();
        if self.is_float.val() {
            self.last.next = LAST_OF_FLOAT.into();
            if self.half.val() {
                self.last.next = LAST_OF_HALVES.into();
            }
        }
        self.done.next = self.active.val() & (self.count.q.val() == self.last.val());

        // The stages of the float unit in which there is a number; the multiplier's begin one later for it.
        self.here.next = bits::<9>(1) << self.count.q.val();
        self.stages.next = self.here.val();
        if self.is_float.val() & self.half.val() {
            self.stages.next = self.here.val() | (self.here.val() >> 1);
        }
        if !self.active.val() {
            self.stages.next = 0.into();
        }

        self.multiplier.clock.next = self.clock.val();
        for i in 0..3 {
            self.multiplier.enable[i].next = self.multiplies.val() & self.stages.val().get_bit(i);
            if self.is_float.val() {
                self.multiplier.enable[i].next = self.multiplies.val() & self.stages.val().get_bit(i + 1);
            }
        }
        self.multiplier.a.next = self.a.val();
        self.multiplier.b.next = self.b.val();
        self.multiplier.lanes16.next = self.lanes.val().get_bit(lanes_bit::HALVES) & !self.is_float.val();
        self.multiplier.lanes8.next = self.lanes.val().get_bit(lanes_bit::BYTES);
        self.multiplier.saturate.next = self.lanes.val().get_bit(lanes_bit::SATURATE);
        self.multiplier.as_unsigned.next = self.lanes.val().get_bit(lanes_bit::UNSIGNED);
        self.result.next = self.multiplier.product.val();

        self.a_lane.next = self.a.val();
        self.b_lane.next = self.b.val();
        if self.half.val() & self.count.q.val().get_bit(0) {
            self.a_lane.next = bit_cast::<32, 16>(self.a.val().get_bits::<16>(16));
            self.b_lane.next = bit_cast::<32, 16>(self.b.val().get_bits::<16>(16));
        }
        self.packed.next = 0.into();
        self.a_significand.next = 0.into();
        self.b_significand.next = 0.into();
        for i in 0..self.float.len() {
            self.float[i].clock.next = self.clock.val();
            for k in 0..7 {
                self.float[i].enable[k].next = self.is_float.val() & self.stages.val().get_bit(k);
            }
            connect!(self.float[i] {
                a: self.a_lane.val(), b: self.b_lane.val(), half, multiply: self.multiplies.val(), subtract,
                product: self.multiplier.exact.val(),
            });
            self.packed.next = self.float[i].result.val();
            self.a_significand.next = self.float[i].a_significand.val();
            self.b_significand.next = self.float[i].b_significand.val();
            if self.is_float.val() {
                self.multiplier.a.next = bit_cast::<32, 24>(self.a_significand.val());
                self.multiplier.b.next = bit_cast::<32, 24>(self.b_significand.val());
                self.result.next = self.rounded.q.val();
            }
        }
        connect!(self.rounded { clock, enable: self.is_float.val() & self.stages.val().get_bit(7) });
        // The lower lane comes first.
        self.rounded.d.next = self.packed.val();
        if self.half.val() {
            self.rounded.d.next = (bit_cast::<32, 16>(self.packed.val().get_bits::<16>(0)) << 16)
                | bit_cast::<32, 16>(self.rounded.q.val().get_bits::<16>(16));
        }

        for i in 0..self.pace.len() {
            connect!(self.pace[i] { clock, active: self.multiplier.enable[1].val() });
            // The products of the lane before are there until the first product of this one replaces them.
            if !self.pace[i].first.val() {
                self.multiplier.enable[2].next = false;
            }
            if !self.pace[i].last.val() {
                self.multiplier.enable[0].next = false;
                self.rounded.enable.next = false;
                for j in 0..self.float.len() {
                    for k in 0..7 {
                        self.float[j].enable[k].next = false;
                    }
                }
            }
        }
    }
}
