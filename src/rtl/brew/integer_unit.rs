//! The integer unit's combinational part.

use super::bundles::AluParts;
use super::codes::{comparison_bit, lanes_bit, operation, operation_bit};
use super::lane_adder::LaneAdder;
use super::lane_compare::LaneCompare;
use super::lane_overflow::LaneOverflow;
use super::lane_shifter::LaneShifter;
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Logic, addition, subtraction, saturation, shifts, swizzle, extension, comparison, up to the last choice.
#[hdl_module]
pub struct IntegerUnit {
    /// 0 xor, 1 or, 2 and, 3 and with a inverted, 4 add, 5 subtract, 8 shift left, 9 right, 11 right arithmetic, 12
    /// swizzle a by b.
    pub operation: Signal<In, Bits<4>>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// Operands of the adder's barriers: bits 0 and 1 of those below bytes 1 and 3, bits 2 and 3 of that below byte 2.
    pub barriers: Signal<In, Bits<4>>,
    /// Bit 0: compare (with operation 5, subtract), bit 1: less rather than equal, bit 2: signed, bit 3: invert.
    ///
    /// A comparison sets the operation to subtract and asks for no saturation.
    pub compare: Signal<In, Bits<4>>,
    /// Compared lanes are floating-point numbers.
    pub as_float: Signal<In, Bit>,
    /// Bytes whose lane holds a NaN.
    pub unordered: Signal<In, Bits<4>>,
    /// Bytes whose lanes are zero in both operands.
    pub both_zero: Signal<In, Bits<4>>,
    /// Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits (with operation 11, a shift right by b = 0).
    pub extend: Signal<In, Bits<2>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, shift amount or swizzle control; inverted for a subtraction.
    pub b: Signal<In, Bits<32>>,
    pub(super) parts: Signal<Out, AluParts>,
    adder: LaneAdder,
    saturation: LaneOverflow,
    comparator: Vec<LaneCompare>,
    shifter: LaneShifter,
    bitwise: Signal<Local, Bits<32>>,
    flip_top: Signal<Local, Bits<4>>,
    high: Signal<Local, Bits<4>>,
    limit: [Signal<Local, Bits<8>>; 4],
    sign: Signal<Local, Bits<4>>,
}

impl IntegerUnit {
    /// With or without comparisons, and floating-point ones among them.
    pub fn new(compares: bool, float: bool) -> Self {
        IntegerUnit {
            comparator: optional(compares, || LaneCompare::new(float)),
            ..IntegerUnit::default()
        }
    }
}

impl Logic for IntegerUnit {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.adder {
            a, addend: self.b.val(), subtract: self.operation.val().get_bit(operation_bit::SUBTRACT), barriers,
        });

        self.saturation.a.next = self.a.val();
        self.saturation.addend.next = self.b.val();
        self.saturation.subtract.next = self.operation.val().get_bit(operation_bit::SUBTRACT);
        self.saturation.as_unsigned.next = self.lanes.val().get_bit(lanes_bit::UNSIGNED);
        self.saturation.lanes8.next = self.lanes.val().get_bit(lanes_bit::BYTES);

        self.shifter.word.next = self.a.val();
        self.shifter.control.next = self.b.val().get_bits::<8>(0);
        self.shifter.active.next = self.operation.val().get_bit(operation_bit::SHIFTER);
        self.shifter.swizzle.next = self.operation.val().get_bit(operation_bit::SWIZZLE);
        self.shifter.left.next = !self.operation.val().get_bit(operation_bit::RIGHT);
        self.shifter.arithmetic.next = self.operation.val().get_bit(operation_bit::ARITHMETIC);
        self.shifter.lanes16.next = self.lanes.val().get_bit(lanes_bit::HALVES);
        self.shifter.lanes8.next = self.lanes.val().get_bit(lanes_bit::BYTES);
        self.shifter.extend.next = self.extend.val();

        self.bitwise.next = 0.into();
        if self.operation.val() <= operation::AND_NOT {
            // By its two bits: each bit of the result is then a function of four.
            if self.operation.val().get_bit(operation_bit::AND) {
                self.bitwise.next = self.a.val() & self.b.val();
                if self.operation.val().get_bit(operation_bit::SECOND) {
                    self.bitwise.next = !self.a.val() & self.b.val();
                }
            } else {
                self.bitwise.next = self.a.val() ^ self.b.val();
                if self.operation.val().get_bit(operation_bit::SECOND) {
                    self.bitwise.next = self.a.val() | self.b.val();
                }
            }
        }
        // The ends of signed ranges: a constant whose top bit is the complement of the others.
        self.flip_top.next = 0.into();
        if self.lanes.val().get_bit(lanes_bit::SATURATE) & !self.lanes.val().get_bit(lanes_bit::UNSIGNED) {
            self.flip_top.next = 10.into();
            if self.lanes.val().get_bit(lanes_bit::BYTES) {
                self.flip_top.next = 0xf.into();
            }
        }

        self.high.next = 0.into();
        connect!(self.parts.next { sum_if_one: 0.into(), sum_if_zero: 0.into() });
        if self.operation.val().get_bit(operation_bit::ADDER) & !self.operation.val().get_bit(operation_bit::SHIFTER) {
            connect!(self.parts.next { sum_if_one: 0xf.into(), sum_if_zero: 0xf.into() });
        }
        if self.lanes.val().get_bit(lanes_bit::SATURATE) {
            self.high.next = self.saturation.high.val();
            self.parts.next.sum_if_one = self.saturation.fits_if_one.val();
            self.parts.next.sum_if_zero = self.saturation.fits_if_zero.val();
        }
        self.parts.next.by_sign =
            self.lanes.val().get_bit(lanes_bit::SATURATE) & !self.lanes.val().get_bit(lanes_bit::UNSIGNED);
        for i in 0..4 {
            self.limit[i].next = bit_cast::<8, 1>(self.flip_top.val().get_bits::<1>(i)) << 7;
            if self.high.val().get_bit(i) {
                self.limit[i].next = (bit_cast::<8, 1>(self.flip_top.val().get_bits::<1>(i)) << 7) ^ 0xff;
            }
        }
        self.parts.next.carry = 0.into();
        if self.adder.carry.val().get_bit(3) {
            self.parts.next.carry = 0xf.into();
        }
        self.sign.next = (bit_cast::<4, 1>(self.adder.sum.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.adder.sum.val().get_bits::<1>(23)) << 2)
            | (bit_cast::<4, 1>(self.adder.sum.val().get_bits::<1>(15)) << 1)
            | bit_cast::<4, 1>(self.adder.sum.val().get_bits::<1>(7));
        // Lanes that saturate have 16 or 8 bits.
        self.parts.next.sign = (self.sign.val() & 10) | ((self.sign.val() & 10) >> 1);
        if self.lanes.val().get_bit(lanes_bit::HALVES) {
            self.parts.next.carry = (self.adder.carry.val() & 10) | ((self.adder.carry.val() & 10) >> 1);
        }
        if self.lanes.val().get_bit(lanes_bit::BYTES) {
            connect!(self.parts.next { carry: self.adder.carry.val(), sign });
        }
        connect!(self.parts.next {
            equal: 0.into(), ones_if_equal: 0.into(), ones_if_carry: 0.into(), ones_if_borrow: 0.into(),
        });
        for i in 0..self.comparator.len() {
            connect!(self.comparator[i] {
                a, b: !self.b.val(), lanes16: self.lanes.val().get_bit(lanes_bit::HALVES),
                lanes8: self.lanes.val().get_bit(lanes_bit::BYTES),
                less: self.compare.val().get_bit(comparison_bit::LESS),
                as_signed: self.compare.val().get_bit(comparison_bit::SIGNED),
                invert: self.compare.val().get_bit(comparison_bit::INVERT), as_float, unordered, both_zero,
            });
            self.parts.next.equal = self.comparator[i].equal.val();
            if self.compare.val().get_bit(comparison_bit::ACTIVE) {
                self.parts.next.sum_if_one = 0.into();
                self.parts.next.sum_if_zero = 0.into();
                self.parts.next.ones_if_equal = self.comparator[i].if_equal.val();
                self.parts.next.ones_if_carry = self.comparator[i].if_carry.val();
                self.parts.next.ones_if_borrow = self.comparator[i].if_borrow.val();
            }
        }
        self.parts.next.sum = self.adder.sum.val();
        self.parts.next.other = self.bitwise.val()
            | self.shifter.moved.val()
            | (bit_cast::<32, 8>(self.limit[3].val()) << 24)
            | (bit_cast::<32, 8>(self.limit[2].val()) << 16)
            | (bit_cast::<32, 8>(self.limit[1].val()) << 8)
            | bit_cast::<32, 8>(self.limit[0].val());
    }
}
