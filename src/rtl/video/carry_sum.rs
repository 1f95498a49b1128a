//! The sum of the lane results, on carry chains that also choose.

use super::bundles::Exact;
use super::clamp::CHOICE;
use crate::device::CarryChain;
use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Sum of the exact lane results.
///
/// Adds the lane results: bytes 0 and 2, and bytes 1 and 3, then both sums, the second one at its place. Not accumulating, the
/// first sums are reset.
#[hdl_module(name = "lane_sum")]
pub(super) struct CarrySum {
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
    /// Accumulate.
    pub(super) accumulate: Signal<In, Bit>,
    /// Two lanes of 16 bits.
    pub(super) dual: Signal<In, Bit>,
    /// dual, delayed to the stage of the sums of pairs.
    pub(super) dual_late: Signal<In, Bit>,
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
    #[default(CarryChain::new(low_bit))]
    low_chain: CarryChain<12>,
    no_sum: Signal<Local, Bit>,
    no_sign: Signal<Local, Bit>,
    #[default(Register::new(CHOICE, 0.into()))]
    low_pair: Register<Bits<9>>,
    #[default(Register::new(CHOICE, 0.into()))]
    low_sign: Register<Bits<2>>,
    #[default(Register::new(CHOICE, 0.into()))]
    high_pair: Register<Bits<11>>,
    low_word: Signal<Local, Bits<11>>,
    low: Signal<Local, Bits<19>>,
    high: Signal<Local, Bits<19>>,
    lifted: Signal<Local, Bits<19>>,
    every_dual: Signal<Local, Bits<19>>,
    #[default(CarryChain::new(|_| total_bit))]
    total_chain: CarryChain<19>,
}

/// One bit of the sum of bytes 0 and 2, which stand a bit higher. Bit 8 of half-words' low bytes is the carry alone: they are
/// unsigned, so the bits above are reset.
fn low_bit(bit: usize) -> fn([bool; 4]) -> bool {
    match bit {
        9 => |[a, b, dual, adds]| match (adds, dual) {
            (true, true) => false,
            (true, false) => a ^ b,
            (false, _) => a,
        },
        _ => |[a, b, _, adds]| match adds {
            true => a ^ b,
            false => a,
        },
    }
}

/// One bit of the sum of both pairs: the second one as it is, or as the upper bytes of half-words.
fn total_bit([low, lifted, high, dual]: [bool; 4]) -> bool {
    low ^ if dual { lifted } else { high }
}

impl Logic for CarrySum {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.low_pair, self.low_sign, self.high_pair { clock, enable });

        self.byte_0.next = (bit_cast::<11, 1>(self.exact_0.val().bit_9.into()) << 10)
            | (bit_cast::<11, 1>(self.exact_0.val().bit_9.into()) << 9)
            | (bit_cast::<11, 1>(self.exact_0.val().bit_8.into()) << 8)
            | (bit_cast::<11, 1>(self.exact_0.val().bit_7.into()) << 7)
            | bit_cast::<11, 7>(self.exact_0.val().low);
        self.byte_1.next = (bit_cast::<11, 1>(self.exact_1.val().bit_9.into()) << 10)
            | (bit_cast::<11, 1>(self.exact_1.val().bit_9.into()) << 9)
            | (bit_cast::<11, 1>(self.exact_1.val().bit_8.into()) << 8)
            | (bit_cast::<11, 1>(self.exact_1.val().bit_7.into()) << 7)
            | bit_cast::<11, 7>(self.exact_1.val().low);
        self.byte_2.next = (bit_cast::<11, 1>(self.exact_2.val().bit_9.into()) << 10)
            | (bit_cast::<11, 1>(self.exact_2.val().bit_9.into()) << 9)
            | (bit_cast::<11, 1>(self.exact_2.val().bit_8.into()) << 8)
            | (bit_cast::<11, 1>(self.exact_2.val().bit_7.into()) << 7)
            | bit_cast::<11, 7>(self.exact_2.val().low);
        self.byte_3.next = (bit_cast::<11, 1>(self.exact_3.val().bit_9.into()) << 10)
            | (bit_cast::<11, 1>(self.exact_3.val().bit_9.into()) << 9)
            | (bit_cast::<11, 1>(self.exact_3.val().bit_8.into()) << 8)
            | (bit_cast::<11, 1>(self.exact_3.val().bit_7.into()) << 7)
            | bit_cast::<11, 7>(self.exact_3.val().low);

        // A bit higher, so that no cell has bits that are reset at different times.
        self.low_chain.a.next = bit_cast::<12, 11>(self.byte_0.val()) << 1;
        self.low_chain.b.next = bit_cast::<12, 11>(self.byte_2.val()) << 1;
        self.low_chain.c.next = bit_cast::<12, 1>(self.dual.val().into()) << 9;
        self.low_chain.d.next = bits::<12>(0xfff);

        // A reset wins over the enable, so it must not come without.
        self.no_sum.next = self.enable.val() & !self.accumulate.val();
        self.no_sign.next = self.enable.val() & (!self.accumulate.val() | self.dual.val());
        connect!(self.low_pair { reset: self.no_sum.val(), d: self.low_chain.sum.val().get_bits::<9>(1) });
        connect!(self.low_sign { reset: self.no_sign.val(), d: self.low_chain.sum.val().get_bits::<2>(10) });
        connect!(self.high_pair { reset: self.no_sum.val(), d: self.byte_1.val() + self.byte_3.val() });

        self.low_word.next = (bit_cast::<11, 2>(self.low_sign.q.val()) << 9) | bit_cast::<11, 9>(self.low_pair.q.val());
        self.low.next = bit_cast::<19, 11>(self.low_word.val());
        if self.low_word.val().get_bit(10) {
            self.low.next = bit_cast::<19, 11>(self.low_word.val()) | 0x7f800;
        }
        self.high.next = bit_cast::<19, 11>(self.high_pair.q.val());
        if self.high_pair.q.val().get_bit(10) {
            self.high.next = bit_cast::<19, 11>(self.high_pair.q.val()) | 0x7f800;
        }
        self.lifted.next = bit_cast::<19, 11>(self.high_pair.q.val()) << 8;
        self.every_dual.next = bits::<19>(0);
        if self.dual_late.val() {
            self.every_dual.next = bits::<19>(0x7ffff);
        }
        connect!(self.total_chain {
            a: self.low.val(), b: self.lifted.val(), c: self.high.val(), d: self.every_dual.val(),
        });
        self.total.next = self.total_chain.sum.val();
        self.even.next = self.low.val();
        if self.dual_late.val() {
            self.odd.next = self.lifted.val();
        } else {
            self.odd.next = self.high.val();
        }
    }
}
