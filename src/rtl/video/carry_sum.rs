//! The sum of the lane results for accumulating instructions, on carry chains whose look-up tables also select operands.
//!
//! With the lane results `r0` to `r3`, of bytes 0 to 3:
//!
//! | output | four lanes of 8 bits | two lanes of 16 bits (`dual`) | signals |
//! | --- | --- | --- | --- |
//! | `even` | `r0 + r2` | `r0 + r2`, only bits 0 to 7 of each, unsigned | `low_chain`, `low_pair` and `low_sign` (registers), `low` |
//! | `odd` | `r1 + r3` | `(r1 + r3) << 8` | `high_pair` (register), `high`; shifted: `lifted` |
//! | `total` | `even + odd` | `even + odd` | `total_chain` |
//!
//! So "low" and "even" are the bytes 0 and 2, the low ones of half-words; "high" and "odd" are the bytes 1 and 3.
//!
//! Instructions that do not accumulate reset the registers to 0. Their resets have the style `CHOICE`: data drives them, and the
//! flip-flops have them in any case, so they take no look-up tables.

use super::bundles::Exact;
use super::clamp::CHOICE;
use crate::device::CarryChain;
use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

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

/// The function of one bit of `low_chain`, whose bit `i + 1` is bit `i` of the sum of bytes 0 and 2.
///
/// The low bytes of half-words are unsigned numbers of 8 bits: bit 8 of their sum is the carry alone (the function is 0), and `no_sign`
/// resets bits 9 and 10. `adds` is always 1. The chain looks functions up with `dual` and `adds` 0 for the carry that leaves a bit
/// whose function is 0; that carry is `a`.
fn low_bit(bit: usize) -> fn([bool; 4]) -> bool {
    match bit {
        // Bit 8 of the sum.
        9 => |[a, b, dual, adds]| match (adds, dual) {
            (true, true) => false,
            (true, false) => a ^ b,
            (false, _) => a,
        },
        _ => |[a, b, _, adds]| if adds { a ^ b } else { a },
    }
}

/// The function of one bit of `total_chain`: low + high, or with `dual` low + lifted.
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

        // One carry cell has two bits, chain bits 2k and 2k + 1, and one reset for their flip-flops. Shifted by 1, bits 0 to 8 of the sum
        // (reset by no_sum) are chain bits 1 to 9, and bits 9 and 10 (reset by no_sign) are chain bits 10 and 11: no cell has both resets.
        self.low_chain.a.next = bit_cast::<12, 11>(self.byte_0.val()) << 1;
        self.low_chain.b.next = bit_cast::<12, 11>(self.byte_2.val()) << 1;
        self.low_chain.c.next = bit_cast::<12, 1>(self.dual.val().into()) << 9;
        self.low_chain.d.next = bits::<12>(0xfff);

        // Registers obey a reset even while `enable` is 0, when the pipeline has to hold; so the resets include `enable`.
        self.no_sum.next = self.enable.val() & !self.accumulate.val();
        self.no_sign.next = self.enable.val() & (!self.accumulate.val() | self.dual.val());
        connect!(self.low_pair { reset: self.no_sum.val(), d: self.low_chain.sum.val().get_bits::<9>(1) });
        connect!(self.low_sign { reset: self.no_sign.val(), d: self.low_chain.sum.val().get_bits::<2>(10) });
        connect!(self.high_pair { reset: self.no_sum.val(), d: self.byte_1.val() + self.byte_3.val() });

        self.low_word.next = (bit_cast::<11, 2>(self.low_sign.q.val()) << 9) | bit_cast::<11, 9>(self.low_pair.q.val());
        // The sums of 11 bits, with their signs in bits 11 to 18 (0x7f800).
        self.low.next = bit_cast::<19, 11>(self.low_word.val());
        if self.low_word.val().get_bit(10) {
            self.low.next = bit_cast::<19, 11>(self.low_word.val()) | 0x7f800;
        }
        self.high.next = bit_cast::<19, 11>(self.high_pair.q.val());
        if self.high_pair.q.val().get_bit(10) {
            self.high.next = bit_cast::<19, 11>(self.high_pair.q.val()) | 0x7f800;
        }
        self.lifted.next = bit_cast::<19, 11>(self.high_pair.q.val()) << 8;
        // `dual_late` at every bit of the chain.
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
