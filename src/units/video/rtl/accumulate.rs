//! The sum of the lane results.

use super::bundles::Exact;
use super::cuts::Cuts;
use crate::comment;
use crate::hdl_gen;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Adds the lane results: bytes 0 and 2, and bytes 1 and 3, then both sums, the second one at its place.
#[derive(LogicBlock, Default)]
pub(super) struct LaneSum {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) exact_0: Signal<In, Exact>,
    pub(super) exact_1: Signal<In, Exact>,
    pub(super) exact_2: Signal<In, Exact>,
    pub(super) exact_3: Signal<In, Exact>,
    pub(super) dual: Signal<In, Bit>,
    pub(super) dual_late: Signal<In, Bit>,
    pub(super) accumulate_late: Signal<In, Bit>,
    pub(super) even: Signal<Out, Bits<19>>,
    pub(super) odd: Signal<Out, Bits<19>>,
    pub(super) total: Signal<Out, Bits<19>>,
    byte_0: Signal<Local, Bits<11>>,
    byte_1: Signal<Local, Bits<11>>,
    byte_2: Signal<Local, Bits<11>>,
    byte_3: Signal<Local, Bits<11>>,
    low: Signal<Local, Bits<19>>,
    high: Signal<Local, Bits<19>>,
    low_pair: Stage<Bits<11>>,
    high_pair: Stage<Bits<11>>,
    sum: Stage<Bits<19>>,
}

impl LaneSum {
    pub(super) fn new(cuts: Cuts) -> Self {
        LaneSum {
            low_pair: Stage::new(cuts.clamp),
            high_pair: Stage::new(cuts.clamp),
            sum: Stage::new(cuts.merge),
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
        comment!("port exact_0: Result of byte 0; 0 in a lane that is off.");
        comment!("port exact_1: Result of byte 1; 0 in a lane that is off.");
        comment!("port exact_2: Result of byte 2; 0 in a lane that is off.");
        comment!("port exact_3: Result of byte 3; 0 in a lane that is off.");
        comment!("port dual: Two lanes of 16 bits.");
        comment!("port dual_late: dual, beside the sums of pairs.");
        comment!("port accumulate_late: Accumulate, beside the sums of pairs.");
        comment!("port even: The sum of bytes 0 and 2, signed; 0 if not accumulating.");
        comment!("port odd: The sum of bytes 1 and 3 at its place, signed; 0 if not accumulating.");
        comment!("port total: The sum, signed; 0 if not accumulating.");
        self.low_pair.clock.next = self.clock.val();
        self.low_pair.enable.next = self.enable.val();
        self.high_pair.clock.next = self.clock.val();
        self.high_pair.enable.next = self.enable.val();
        self.sum.clock.next = self.clock.val();
        self.sum.enable.next = self.enable.val();

        // The low byte of a half-word is unsigned.
        self.byte_0.next =
            (bit_cast::<11, 1>(self.exact_0.val().bit_7.into()) << 7) | bit_cast::<11, 7>(self.exact_0.val().low);
        self.byte_2.next =
            (bit_cast::<11, 1>(self.exact_2.val().bit_7.into()) << 7) | bit_cast::<11, 7>(self.exact_2.val().low);
        if !self.dual.val() {
            self.byte_0.next = (bit_cast::<11, 1>(self.exact_0.val().bit_9.into()) << 10)
                | (bit_cast::<11, 1>(self.exact_0.val().bit_9.into()) << 9)
                | (bit_cast::<11, 1>(self.exact_0.val().bit_8.into()) << 8)
                | (bit_cast::<11, 1>(self.exact_0.val().bit_7.into()) << 7)
                | bit_cast::<11, 7>(self.exact_0.val().low);
            self.byte_2.next = (bit_cast::<11, 1>(self.exact_2.val().bit_9.into()) << 10)
                | (bit_cast::<11, 1>(self.exact_2.val().bit_9.into()) << 9)
                | (bit_cast::<11, 1>(self.exact_2.val().bit_8.into()) << 8)
                | (bit_cast::<11, 1>(self.exact_2.val().bit_7.into()) << 7)
                | bit_cast::<11, 7>(self.exact_2.val().low);
        }
        self.byte_1.next = (bit_cast::<11, 1>(self.exact_1.val().bit_9.into()) << 10)
            | (bit_cast::<11, 1>(self.exact_1.val().bit_9.into()) << 9)
            | (bit_cast::<11, 1>(self.exact_1.val().bit_8.into()) << 8)
            | (bit_cast::<11, 1>(self.exact_1.val().bit_7.into()) << 7)
            | bit_cast::<11, 7>(self.exact_1.val().low);
        self.byte_3.next = (bit_cast::<11, 1>(self.exact_3.val().bit_9.into()) << 10)
            | (bit_cast::<11, 1>(self.exact_3.val().bit_9.into()) << 9)
            | (bit_cast::<11, 1>(self.exact_3.val().bit_8.into()) << 8)
            | (bit_cast::<11, 1>(self.exact_3.val().bit_7.into()) << 7)
            | bit_cast::<11, 7>(self.exact_3.val().low);
        self.low_pair.d.next = self.byte_0.val() + self.byte_2.val();
        self.high_pair.d.next = self.byte_1.val() + self.byte_3.val();

        self.low.next = bits::<19>(0);
        self.high.next = bits::<19>(0);
        if self.accumulate_late.val() {
            self.low.next = bit_cast::<19, 11>(self.low_pair.q.val());
            if self.low_pair.q.val().get_bit(10) {
                self.low.next = bit_cast::<19, 11>(self.low_pair.q.val()) | 0x7f800;
            }
            self.high.next = bit_cast::<19, 11>(self.high_pair.q.val());
            if self.high_pair.q.val().get_bit(10) {
                self.high.next = bit_cast::<19, 11>(self.high_pair.q.val()) | 0x7f800;
            }
            if self.dual_late.val() {
                self.high.next = bit_cast::<19, 11>(self.high_pair.q.val()) << 8;
            }
        }
        self.even.next = self.low.val();
        self.odd.next = self.high.val();
        self.sum.d.next = self.low.val() + self.high.val();
        self.total.next = self.sum.q.val();
    }
}
