//! The segmented adder.

use super::codes::barrier_bit;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Adds or subtracts 1 x 32, 2 x 16 or 4 x 8 bits on one segmented carry chain.
///
/// A barrier is a bit between two bytes. It adds 1 + 0 to pass the carry on, 0 + 0 to end a lane, and 1 + 1 to start the next
/// lane of a subtraction with a carry in. Its sum bit is the carry out of the byte below. `LaneBarriers` makes these bits, a stage
/// earlier where there is one.
#[hdl_module]
pub struct LaneAdder {
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, inverted for a subtraction.
    pub addend: Signal<In, Bits<32>>,
    /// 1 subtracts.
    pub subtract: Signal<In, Bit>,
    /// Bits 0 and 1: the two operands of the barriers below bytes 1 and 3, bits 2 and 3: those of the barrier below byte 2.
    pub barriers: Signal<In, Bits<4>>,
    /// Sum of each lane.
    pub sum: Signal<Out, Bits<32>>,
    /// Carry out of each byte that ends a lane; after a subtraction 1 means no borrow.
    pub carry: Signal<Out, Bits<4>>,
    left: Signal<Local, Bits<37>>,
    right: Signal<Local, Bits<37>>,
    chain: Signal<Local, Bits<37>>,
}

impl Logic for LaneAdder {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = (bit_cast::<37, 8>(self.a.val().get_bits::<8>(24)) << 28)
            | (bit_cast::<37, 1>(self.barriers.val().get_bits::<1>(barrier_bit::BYTES_LEFT)) << 27)
            | (bit_cast::<37, 8>(self.a.val().get_bits::<8>(16)) << 19)
            | (bit_cast::<37, 1>(self.barriers.val().get_bits::<1>(barrier_bit::HALVES_LEFT)) << 18)
            | (bit_cast::<37, 8>(self.a.val().get_bits::<8>(8)) << 10)
            | (bit_cast::<37, 1>(self.barriers.val().get_bits::<1>(barrier_bit::BYTES_LEFT)) << 9)
            | (bit_cast::<37, 8>(self.a.val().get_bits::<8>(0)) << 1)
            | bit_cast::<37, 1>(self.subtract.val().into());
        self.right.next = (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(24)) << 28)
            | (bit_cast::<37, 1>(self.barriers.val().get_bits::<1>(barrier_bit::BYTES_RIGHT)) << 27)
            | (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(16)) << 19)
            | (bit_cast::<37, 1>(self.barriers.val().get_bits::<1>(barrier_bit::HALVES_RIGHT)) << 18)
            | (bit_cast::<37, 8>(self.addend.val().get_bits::<8>(8)) << 10)
            | (bit_cast::<37, 1>(self.barriers.val().get_bits::<1>(barrier_bit::BYTES_RIGHT)) << 9)
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

/// What the adder adds between lanes.
#[hdl_module]
pub struct LaneBarriers {
    /// 1 subtracts.
    pub subtract: Signal<In, Bit>,
    /// Two lanes of 16 bits.
    pub lanes16: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// Bits 0 and 1: the two operands of the barriers below bytes 1 and 3, bits 2 and 3: those of the barrier below byte 2.
    pub barriers: Signal<Out, Bits<4>>,
    ends8: Signal<Local, Bit>,
    ends16: Signal<Local, Bit>,
}

impl Logic for LaneBarriers {
    #[hdl_gen]
    fn update(&mut self) {
        self.ends8.next = self.lanes8.val();
        self.ends16.next = self.lanes8.val() | self.lanes16.val();
        self.barriers.next = bits::<4>(0)
            .replace_bit(barrier_bit::BYTES_LEFT, !self.ends8.val() | self.subtract.val())
            .replace_bit(barrier_bit::BYTES_RIGHT, self.ends8.val() & self.subtract.val())
            .replace_bit(barrier_bit::HALVES_LEFT, !self.ends16.val() | self.subtract.val())
            .replace_bit(barrier_bit::HALVES_RIGHT, self.ends16.val() & self.subtract.val());
    }
}
