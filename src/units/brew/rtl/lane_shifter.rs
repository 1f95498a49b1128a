//! The lane shifter.

use super::bit_reverse::BitReverse;
use crate::comment;
use rust_hdl::prelude::*;

/// Shifts every lane by one amount, 0 to 31; a lane shifted by its width or more gives 0, or its sign everywhere.
///
/// One right shifter of five levels; a left shift reverses the bits before and after. At each level the bits that
/// would come from beyond their lane are replaced by the lane's fill bit.
#[derive(LogicBlock, Default)]
pub struct LaneShifter {
    /// The word.
    pub word: Signal<In, Bits<32>>,
    /// The amount for all lanes.
    pub amount: Signal<In, Bits<5>>,
    /// 1: towards the most significant bit.
    pub left: Signal<In, Bit>,
    /// 1: a right shift fills with the lane's sign.
    pub arithmetic: Signal<In, Bit>,
    /// Lanes are 16 bits wide.
    pub lanes16: Signal<In, Bit>,
    /// Lanes are 8 bits wide.
    pub lanes8: Signal<In, Bit>,
    /// The shifted lanes.
    pub shifted: Signal<Out, Bits<32>>,
    reverse_in: BitReverse,
    reverse_out: BitReverse,
    byte_signs: Signal<Local, Bits<4>>,
    fills: [Signal<Local, Bits<8>>; 4],
    fill: Signal<Local, Bits<32>>,
    edge1: Signal<Local, Bits<32>>,
    edge2: Signal<Local, Bits<32>>,
    edge4: Signal<Local, Bits<32>>,
    edge8: Signal<Local, Bits<32>>,
    edge16: Signal<Local, Bits<32>>,
    by0: Signal<Local, Bits<32>>,
    by1: Signal<Local, Bits<32>>,
    by2: Signal<Local, Bits<32>>,
    by4: Signal<Local, Bits<32>>,
    by8: Signal<Local, Bits<32>>,
    by16: Signal<Local, Bits<32>>,
}

impl Logic for LaneShifter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module lane_shifter: Shifts every lane by one amount; shifting out a whole lane gives 0 or its sign."
        );
        comment!("port left: 1 shifts towards the most significant bit.");
        comment!("port arithmetic: 1 fills with the sign of the lane; right shifts only.");
        self.reverse_in.word.next = self.word.val();
        self.by0.next = self.word.val();
        if self.left.val() {
            self.by0.next = self.reverse_in.reversed.val();
        }

        self.byte_signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 3)
            | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 2)
            | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 1)
            | bit_cast::<4, 1>(self.word.val().get_bits::<1>(31));
        self.edge1.next = 0x8000_0000_u64.into();
        self.edge2.next = 0xc000_0000_u64.into();
        self.edge4.next = 0xf000_0000_u64.into();
        self.edge8.next = 0xff00_0000_u64.into();
        self.edge16.next = 0xffff_0000_u64.into();
        if self.lanes16.val() {
            self.byte_signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 3)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 2)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(15)) << 1)
                | bit_cast::<4, 1>(self.word.val().get_bits::<1>(15));
            self.edge1.next = 0x8000_8000_u64.into();
            self.edge2.next = 0xc000_c000_u64.into();
            self.edge4.next = 0xf000_f000_u64.into();
            self.edge8.next = 0xff00_ff00_u64.into();
            self.edge16.next = 0xffff_ffff_u64.into();
        }
        if self.lanes8.val() {
            self.byte_signs.next = (bit_cast::<4, 1>(self.word.val().get_bits::<1>(31)) << 3)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(23)) << 2)
                | (bit_cast::<4, 1>(self.word.val().get_bits::<1>(15)) << 1)
                | bit_cast::<4, 1>(self.word.val().get_bits::<1>(7));
            self.edge1.next = 0x8080_8080_u64.into();
            self.edge2.next = 0xc0c0_c0c0_u64.into();
            self.edge4.next = 0xf0f0_f0f0_u64.into();
            self.edge8.next = 0xffff_ffff_u64.into();
            self.edge16.next = 0xffff_ffff_u64.into();
        }
        for i in 0..4 {
            self.fills[i].next = 0.into();
            if self.arithmetic.val() & self.byte_signs.val().get_bit(i) {
                self.fills[i].next = 0xff.into();
            }
        }
        self.fill.next = (bit_cast::<32, 8>(self.fills[3].val()) << 24)
            | (bit_cast::<32, 8>(self.fills[2].val()) << 16)
            | (bit_cast::<32, 8>(self.fills[1].val()) << 8)
            | bit_cast::<32, 8>(self.fills[0].val());

        // The order of the levels is free; this one maps best.
        self.by4.next = self.by0.val();
        if self.amount.val().get_bit(2) {
            self.by4.next = ((self.by0.val() >> 4) & !self.edge4.val()) | (self.fill.val() & self.edge4.val());
        }
        self.by1.next = self.by4.val();
        if self.amount.val().get_bit(0) {
            self.by1.next = ((self.by4.val() >> 1) & !self.edge1.val()) | (self.fill.val() & self.edge1.val());
        }
        self.by2.next = self.by1.val();
        if self.amount.val().get_bit(1) {
            self.by2.next = ((self.by1.val() >> 2) & !self.edge2.val()) | (self.fill.val() & self.edge2.val());
        }
        self.by8.next = self.by2.val();
        if self.amount.val().get_bit(3) {
            self.by8.next = ((self.by2.val() >> 8) & !self.edge8.val()) | (self.fill.val() & self.edge8.val());
        }
        self.by16.next = self.by8.val();
        if self.amount.val().get_bit(4) {
            self.by16.next = ((self.by8.val() >> 16) & !self.edge16.val()) | (self.fill.val() & self.edge16.val());
        }

        self.reverse_out.word.next = self.by16.val();
        self.shifted.next = self.by16.val();
        if self.left.val() {
            self.shifted.next = self.reverse_out.reversed.val();
        }
    }
}
