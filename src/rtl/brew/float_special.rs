//! Special operands of floating-point comparisons.

use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Finds NaNs and pairs of zeros, which bit patterns alone don't order.
///
/// It works a cycle ahead of the comparison. The two zeros differ in sign and are equal.
#[hdl_module]
pub struct FloatSpecial {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge.
    pub enable: Signal<In, Bit>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// Two binary16 numbers, else one binary32.
    pub half: Signal<In, Bit>,
    /// Per byte, an edge later: a NaN is in the lane of the byte.
    pub unordered: Signal<Out, Bits<4>>,
    /// Per byte, an edge later: both numbers of the lane of the byte are zero.
    pub both_zero: Signal<Out, Bits<4>>,
    nans: Register<Bits<2>>,
    zeros: Register<Bits<2>>,
    either: Signal<Local, Bits<32>>,
    a_nan: Signal<Local, Bit>,
    b_nan: Signal<Local, Bit>,
    a_nan0: Signal<Local, Bit>,
    b_nan0: Signal<Local, Bit>,
    a_nan1: Signal<Local, Bit>,
    b_nan1: Signal<Local, Bit>,
    zero0: Signal<Local, Bit>,
    zero1: Signal<Local, Bit>,
}

impl Logic for FloatSpecial {
    #[hdl_gen]
    fn update(&mut self) {
        self.either.next = self.a.val() | self.b.val();
        self.a_nan.next = self.a.val().get_bits::<8>(23).all() & self.a.val().get_bits::<23>(0).any();
        self.b_nan.next = self.b.val().get_bits::<8>(23).all() & self.b.val().get_bits::<23>(0).any();
        self.a_nan0.next = self.a.val().get_bits::<5>(10).all() & self.a.val().get_bits::<10>(0).any();
        self.b_nan0.next = self.b.val().get_bits::<5>(10).all() & self.b.val().get_bits::<10>(0).any();
        self.a_nan1.next = self.a.val().get_bits::<5>(26).all() & self.a.val().get_bits::<10>(16).any();
        self.b_nan1.next = self.b.val().get_bits::<5>(26).all() & self.b.val().get_bits::<10>(16).any();
        self.zero0.next = !self.either.val().get_bits::<15>(0).any();
        self.zero1.next = !self.either.val().get_bits::<15>(16).any();
        // A bit for each half-word; those of a binary32 number are equal.
        connect!(self.nans, self.zeros { clock, enable });
        connect!(self.nans, self.zeros { d: 0.into() });
        if self.half.val() {
            self.nans.d.next = (bit_cast::<2, 1>((self.a_nan1.val() | self.b_nan1.val()).into()) << 1)
                | bit_cast::<2, 1>((self.a_nan0.val() | self.b_nan0.val()).into());
            self.zeros.d.next = cat!(2 of bits: self.zero1.val(), self.zero0.val());
        } else {
            if self.a_nan.val() | self.b_nan.val() {
                self.nans.d.next = 3.into();
            }
            if self.zero0.val() & self.zero1.val() & !self.either.val().get_bit(15) {
                self.zeros.d.next = 3.into();
            }
        }
        self.unordered.next = (bit_cast::<4, 2>(self.nans.q.val() & 2) << 2)
            | (bit_cast::<4, 2>(self.nans.q.val() & 2) << 1)
            | (bit_cast::<4, 2>(self.nans.q.val() & 1) << 1)
            | bit_cast::<4, 2>(self.nans.q.val() & 1);
        self.both_zero.next = (bit_cast::<4, 2>(self.zeros.q.val() & 2) << 2)
            | (bit_cast::<4, 2>(self.zeros.q.val() & 2) << 1)
            | (bit_cast::<4, 2>(self.zeros.q.val() & 1) << 1)
            | bit_cast::<4, 2>(self.zeros.q.val() & 1);
    }
}
