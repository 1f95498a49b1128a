//! The sum of the lane results.

use super::bundles::Exact;
use super::cuts::Cuts;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Sum of the exact lane results.
///
/// Adds the lane results: bytes 0 and 2, and bytes 1 and 3, then both sums, the second one at its place.
#[hdl_module]
pub(super) struct LaneSum {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// Result of byte 0; 0 in a lane that is off.
    pub(super) exact_0: Signal<In, Exact>,
    /// Result of byte 1; 0 in a lane that is off.
    pub(super) exact_1: Signal<In, Exact>,
    /// Result of byte 2; 0 in a lane that is off.
    pub(super) exact_2: Signal<In, Exact>,
    /// Result of byte 3; 0 in a lane that is off.
    pub(super) exact_3: Signal<In, Exact>,
    /// Two lanes of 16 bits.
    pub(super) dual: Signal<In, Bit>,
    /// dual, delayed to the stage of the sums of pairs.
    pub(super) dual_late: Signal<In, Bit>,
    /// Accumulate, delayed to the stage of the sums of pairs.
    pub(super) accumulate_late: Signal<In, Bit>,
    /// The sum of bytes 0 and 2, signed; 0 if not accumulating.
    pub(super) even: Signal<Out, Bits<19>>,
    /// The sum of bytes 1 and 3 at its place, signed; 0 if not accumulating.
    pub(super) odd: Signal<Out, Bits<19>>,
    /// The sum, signed; 0 if not accumulating.
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
        connect!(self.low_pair, self.high_pair, self.sum { clock, enable });

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
