//! The segmented adder.

use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Adds or subtracts 1 x 32, 2 x 16 or 4 x 8 bits on one segmented carry chain.
///
/// A barrier bit after every byte either propagates the carry (1 + 0) or ends the lane (kill, 0 + 0 for an
/// addition; 1 + 1 starts the next lane of a subtraction with a carry in). The barrier's sum bit is the byte's
/// carry out.
#[hdl_module]
pub struct LaneAdder {
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, inverted for a subtraction.
    pub addend: Signal<In, Bits<32>>,
    /// 1 subtracts.
    pub subtract: Signal<In, Bit>,
    /// Two lanes of 16 bits.
    pub lanes16: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// Sum of each lane.
    pub sum: Signal<Out, Bits<32>>,
    /// Carry out of each byte that ends a lane; after a subtraction 1 means no borrow.
    pub carry: Signal<Out, Bits<4>>,
    pass8: Signal<Local, Bit>,
    pass16: Signal<Local, Bit>,
    left: Signal<Local, Bits<37>>,
    right: Signal<Local, Bits<37>>,
    chain: Signal<Local, Bits<37>>,
}

impl Logic for LaneAdder {
    #[hdl_gen]
    fn update(&mut self) {
        self.pass8.next = !self.lanes8.val();
        self.pass16.next = !(self.lanes8.val() | self.lanes16.val());
        self.left.next = (bit_cast::<37, 8>(self.a.val().get_bits::<8>(24)) << 28)
            | (bit_cast::<37, 1>((self.pass8.val() | self.subtract.val()).into()) << 27)
            | (bit_cast::<37, 8>(self.a.val().get_bits::<8>(16)) << 19)
            | (bit_cast::<37, 1>((self.pass16.val() | self.subtract.val()).into()) << 18)
            | (bit_cast::<37, 8>(self.a.val().get_bits::<8>(8)) << 10)
            | (bit_cast::<37, 1>((self.pass8.val() | self.subtract.val()).into()) << 9)
            | (bit_cast::<37, 8>(self.a.val().get_bits::<8>(0)) << 1)
            | bit_cast::<37, 1>(self.subtract.val().into());
        self.right.next = (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(24)) << 28)
            | (bit_cast::<37, 1>((!self.pass8.val() & self.subtract.val()).into()) << 27)
            | (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(16)) << 19)
            | (bit_cast::<37, 1>((!self.pass16.val() & self.subtract.val()).into()) << 18)
            | (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(8)) << 10)
            | (bit_cast::<37, 1>((!self.pass8.val() & self.subtract.val()).into()) << 9)
            | (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(0)) << 1)
            | bit_cast::<37, 1>(self.subtract.val().into());
        self.chain.next = self.left.val() + self.right.val();
        self.sum.next = (bit_cast::<32, 8>(self.chain.val().get_bits::<8>(28)) << 24)
            | (bit_cast::<32, 8>(self.chain.val().get_bits::<8>(19)) << 16)
            | (bit_cast::<32, 8>(self.chain.val().get_bits::<8>(10)) << 8)
            | bit_cast::<32, 8>(self.chain.val().get_bits::<8>(1));
        self.carry.next = (bit_cast::<4, 1>(self.chain.val().get_bits::<1>(36)) << 3)
            | (bit_cast::<4, 1>(self.chain.val().get_bits::<1>(27)) << 2)
            | (bit_cast::<4, 1>(self.chain.val().get_bits::<1>(18)) << 1)
            | bit_cast::<4, 1>(self.chain.val().get_bits::<1>(9));
    }
}
