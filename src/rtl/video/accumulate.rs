//! The sum of the lane results.

use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Adds the lane results: bytes 0 and 2, and bytes 1 and 3, then both sums, the second one at its place.
#[derive(LogicBlock, Default)]
pub(super) struct LaneSum {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) bytes: Signal<In, Bits<32>>,
    pub(super) bits_8: Signal<In, Bits<4>>,
    pub(super) bits_9: Signal<In, Bits<4>>,
    pub(super) dual: Signal<In, Bit>,
    pub(super) dual_late: Signal<In, Bit>,
    pub(super) accumulate_late: Signal<In, Bit>,
    pub(super) total: Signal<Out, Bits<19>>,
    byte_0: Signal<Local, Bits<11>>,
    byte_1: Signal<Local, Bits<11>>,
    byte_2: Signal<Local, Bits<11>>,
    byte_3: Signal<Local, Bits<11>>,
    low: Signal<Local, Bits<19>>,
    high: Signal<Local, Bits<19>>,
    low_clamp: Stage<Bits<11>>,
    high_clamp: Stage<Bits<11>>,
    merge: Stage<Bits<19>>,
}

impl LaneSum {
    pub(super) fn new(cuts: Cuts) -> Self {
        LaneSum {
            low_clamp: Stage::new(cuts.clamp),
            high_clamp: Stage::new(cuts.clamp),
            merge: Stage::new(cuts.merge),
            ..LaneSum::default()
        }
    }
}

impl Logic for LaneSum {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module lane_sum: Sum of the exact lane results.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port bytes: The lane results, bits 7 to 0 of each byte; 0 in lanes that are off.");
        comment!("port bits_8: Their bits 8.");
        comment!("port bits_9: Their bits 9.");
        comment!("port dual: Two lanes of 16 bits.");
        comment!("port dual_late: dual, beside the sums of pairs.");
        comment!("port accumulate_late: Accumulate, beside the sums of pairs.");
        comment!("port total: The sum, signed; 0 if not accumulating.");
        self.low_clamp.clock.next = self.clock.val();
        self.high_clamp.clock.next = self.clock.val();
        self.merge.clock.next = self.clock.val();
        self.low_clamp.enable.next = self.enable.val();
        self.high_clamp.enable.next = self.enable.val();
        self.merge.enable.next = self.enable.val();

        // A joined pair's low byte is unsigned.
        self.byte_0.next = bit_cast::<11, 8>(self.bytes.val().get_bits::<8>(0));
        self.byte_2.next = bit_cast::<11, 8>(self.bytes.val().get_bits::<8>(16));
        if !self.dual.val() {
            self.byte_0.next = (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(0)) << 10)
                | (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(0)) << 9)
                | (bit_cast::<11, 1>(self.bits_8.val().get_bits::<1>(0)) << 8)
                | bit_cast::<11, 8>(self.bytes.val().get_bits::<8>(0));
            self.byte_2.next = (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(2)) << 10)
                | (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(2)) << 9)
                | (bit_cast::<11, 1>(self.bits_8.val().get_bits::<1>(2)) << 8)
                | bit_cast::<11, 8>(self.bytes.val().get_bits::<8>(16));
        }
        self.byte_1.next = (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(1)) << 10)
            | (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(1)) << 9)
            | (bit_cast::<11, 1>(self.bits_8.val().get_bits::<1>(1)) << 8)
            | bit_cast::<11, 8>(self.bytes.val().get_bits::<8>(8));
        self.byte_3.next = (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(3)) << 10)
            | (bit_cast::<11, 1>(self.bits_9.val().get_bits::<1>(3)) << 9)
            | (bit_cast::<11, 1>(self.bits_8.val().get_bits::<1>(3)) << 8)
            | bit_cast::<11, 8>(self.bytes.val().get_bits::<8>(24));
        self.low_clamp.d.next = self.byte_0.val() + self.byte_2.val();
        self.high_clamp.d.next = self.byte_1.val() + self.byte_3.val();

        self.low.next = bits::<19>(0);
        self.high.next = bits::<19>(0);
        if self.accumulate_late.val() {
            self.low.next = bit_cast::<19, 11>(self.low_clamp.q.val());
            if self.low_clamp.q.val().get_bit(10) {
                self.low.next = bit_cast::<19, 11>(self.low_clamp.q.val()) | 0x7f800;
            }
            self.high.next = bit_cast::<19, 11>(self.high_clamp.q.val());
            if self.high_clamp.q.val().get_bit(10) {
                self.high.next = bit_cast::<19, 11>(self.high_clamp.q.val()) | 0x7f800;
            }
            if self.dual_late.val() {
                self.high.next = bit_cast::<19, 11>(self.high_clamp.q.val()) << 8;
            }
        }
        self.merge.d.next = self.low.val() + self.high.val();
        self.total.next = self.merge.q.val();
    }
}
