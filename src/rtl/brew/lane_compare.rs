//! Comparison of lanes.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Compares lanes as integers or floating-point numbers.
///
/// Equality and the carries of `a - b` come last, so it prepares the result for each of their values.
#[hdl_module]
pub struct LaneCompare {
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// Two lanes of 16 bits.
    pub lanes16: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// 1 compares whether a is less than b, 0 whether a and b are equal.
    pub less: Signal<In, Bit>,
    /// Integers are signed.
    pub as_signed: Signal<In, Bit>,
    /// Compares for the complementary relation; with a NaN only not-equal holds.
    pub invert: Signal<In, Bit>,
    /// Lanes are floating-point numbers.
    pub as_float: Signal<In, Bit>,
    /// Per byte: a NaN is in the lane of the byte.
    pub unordered: Signal<In, Bits<4>>,
    /// Per byte: both numbers of the lane of the byte are zero.
    pub both_zero: Signal<In, Bits<4>>,
    /// Per byte: all bits of the lane of the byte are equal in both operands.
    pub equal: Signal<Out, Bits<4>>,
    /// Per byte: the relation holds if the lane is equal in both operands.
    pub if_equal: Signal<Out, Bits<4>>,
    /// Per byte: the relation holds if the lane is not equal and a - b has a carry out of it.
    pub if_carry: Signal<Out, Bits<4>>,
    /// Per byte: the relation holds if the lane is not equal and a - b has no carry out of it.
    pub if_borrow: Signal<Out, Bits<4>>,
    float: Constant<Bit>,
    is_float: Signal<Local, Bit>,
    a_sign: Signal<Local, Bits<4>>,
    b_sign: Signal<Local, Bits<4>>,
    difference: Signal<Local, Bits<32>>,
    byte_equal: Signal<Local, Bits<4>>,
    pair_equal: Signal<Local, Bits<2>>,
    flip: Signal<Local, Bits<4>>,
    lane_flip: Signal<Local, Bits<4>>,
    turned: Signal<Local, Bits<4>>,
    of_equal: Signal<Local, Bits<4>>,
    of_carry: Signal<Local, Bits<4>>,
    of_borrow: Signal<Local, Bits<4>>,
    of_nan: Signal<Local, Bits<4>>,
    nan: Signal<Local, Bits<4>>,
    zero: Signal<Local, Bits<4>>,
}

impl LaneCompare {
    /// With or without floating-point order.
    pub fn new(float: bool) -> Self {
        LaneCompare {
            float: Constant::new(float),
            ..LaneCompare::default()
        }
    }
}

impl Logic for LaneCompare {
    #[hdl_gen]
    fn update(&mut self) {
        self.a_sign.next = (bit_cast::<4, 1>(self.a.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.a.val().get_bits::<1>(23)) << 2)
            | (bit_cast::<4, 1>(self.a.val().get_bits::<1>(15)) << 1)
            | bit_cast::<4, 1>(self.a.val().get_bits::<1>(7));
        self.b_sign.next = (bit_cast::<4, 1>(self.b.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.b.val().get_bits::<1>(23)) << 2)
            | (bit_cast::<4, 1>(self.b.val().get_bits::<1>(15)) << 1)
            | bit_cast::<4, 1>(self.b.val().get_bits::<1>(7));

        self.difference.next = self.a.val() ^ self.b.val();
        self.byte_equal.next = (bit_cast::<4, 1>((!self.difference.val().get_bits::<8>(24).any()).into()) << 3)
            | (bit_cast::<4, 1>((!self.difference.val().get_bits::<8>(16).any()).into()) << 2)
            | (bit_cast::<4, 1>((!self.difference.val().get_bits::<8>(8).any()).into()) << 1)
            | bit_cast::<4, 1>((!self.difference.val().get_bits::<8>(0).any()).into());
        self.pair_equal.next = (bit_cast::<2, 1>(self.byte_equal.val().get_bits::<2>(2).all().into()) << 1)
            | bit_cast::<2, 1>(self.byte_equal.val().get_bits::<2>(0).all().into());

        // A sign turns the order around: of unequal signs for signed integers, of any sign for sign-magnitude numbers.
        self.flip.next = 0.into();
        if self.as_signed.val() {
            self.flip.next = self.a_sign.val() ^ self.b_sign.val();
        }
        self.is_float.next = self.float.val() & self.as_float.val();
        if self.is_float.val() {
            self.flip.next = self.a_sign.val() | self.b_sign.val();
        }
        self.equal.next = 0.into();
        if self.pair_equal.val().all() {
            self.equal.next = 0xf.into();
        }
        self.lane_flip.next = 0.into();
        if self.flip.val().get_bit(3) {
            self.lane_flip.next = 0xf.into();
        }
        if self.lanes16.val() {
            self.equal.next = (bit_cast::<4, 2>(self.pair_equal.val() & 2) << 2)
                | (bit_cast::<4, 2>(self.pair_equal.val() & 2) << 1)
                | (bit_cast::<4, 2>(self.pair_equal.val() & 1) << 1)
                | bit_cast::<4, 2>(self.pair_equal.val() & 1);
            self.lane_flip.next = (self.flip.val() & 10) | ((self.flip.val() & 10) >> 1);
        }
        if self.lanes8.val() {
            self.equal.next = self.byte_equal.val();
            self.lane_flip.next = self.flip.val();
        }
        self.turned.next = self.lane_flip.val();
        if self.invert.val() {
            self.turned.next = !self.lane_flip.val();
        }

        self.of_equal.next = 0.into();
        if self.less.val() == self.invert.val() {
            self.of_equal.next = 0xf.into();
        }
        self.of_carry.next = 0.into();
        self.of_borrow.next = 0.into();
        if self.invert.val() {
            self.of_carry.next = 0xf.into();
            self.of_borrow.next = 0xf.into();
        }
        if self.less.val() {
            self.of_carry.next = self.turned.val();
            self.of_borrow.next = !self.turned.val();
        }
        // With a NaN only not-equal holds.
        self.of_nan.next = 0.into();
        if !self.less.val() & self.invert.val() {
            self.of_nan.next = 0xf.into();
        }
        self.nan.next = 0.into();
        self.zero.next = 0.into();
        if self.is_float.val() {
            self.nan.next = self.unordered.val();
            self.zero.next = self.both_zero.val();
        }
        self.if_equal.next = (self.of_nan.val() & self.nan.val()) | (self.of_equal.val() & !self.nan.val());
        self.if_carry.next = (self.of_nan.val() & self.nan.val())
            | (self.of_equal.val() & self.zero.val() & !self.nan.val())
            | (self.of_carry.val() & !self.zero.val() & !self.nan.val());
        self.if_borrow.next = (self.of_nan.val() & self.nan.val())
            | (self.of_equal.val() & self.zero.val() & !self.nan.val())
            | (self.of_borrow.val() & !self.zero.val() & !self.nan.val());
    }
}
