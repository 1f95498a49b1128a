//! Dot products.

use super::cuts::{Cuts, DotCuts};
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The product of two bytes.
///
/// It is the product of nine bits by nine, sign above the byte, less each factor whose partner is negative. The
/// registers hold these apart: behind a device multiplier comes nothing else.
#[hdl_module]
pub(super) struct ByteProduct {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// First factor.
    pub(super) a: Signal<In, Bits<8>>,
    /// Second factor.
    pub(super) b: Signal<In, Bits<8>>,
    /// The first factor is signed.
    pub(super) a_signed: Signal<In, Bit>,
    /// The second factor is signed.
    pub(super) b_signed: Signal<In, Bit>,
    /// The product, signed.
    pub(super) product: Signal<Out, Bits<25>>,
    a_negative: Signal<Local, Bit>,
    b_negative: Signal<Local, Bit>,
    a_factor: Signal<Local, Bits<16>>,
    b_factor: Signal<Local, Bits<16>>,
    full: Signal<Local, Bits<32>>,
    upper: Signal<Local, Bits<9>>,
    plain: Stage<Bits<18>>,
    a_excess: Stage<Bits<9>>,
    b_excess: Stage<Bits<9>>,
    exact: Stage<Bits<18>>,
}

impl ByteProduct {
    fn new(cuts: DotCuts) -> Self {
        ByteProduct {
            plain: Stage::new(cuts.product),
            a_excess: Stage::new(cuts.product),
            b_excess: Stage::new(cuts.product),
            exact: Stage::new(cuts.exact),
            ..ByteProduct::default()
        }
    }
}

impl Logic for ByteProduct {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.plain, self.a_excess, self.b_excess, self.exact { clock, enable });
        self.a_negative.next = self.a_signed.val() & self.a.val().get_bit(7);
        self.b_negative.next = self.b_signed.val() & self.b.val().get_bit(7);
        self.a_factor.next = (bit_cast::<16, 1>(self.a_negative.val().into()) << 8) | bit_cast::<16, 8>(self.a.val());
        self.b_factor.next = (bit_cast::<16, 1>(self.b_negative.val().into()) << 8) | bit_cast::<16, 8>(self.b.val());
        self.full.next = self.a_factor.val() * self.b_factor.val();
        self.plain.d.next = self.full.val().get_bits::<18>(0);
        self.a_excess.d.next = bits::<9>(0);
        if self.b_negative.val() {
            self.a_excess.d.next = self.a_factor.val().get_bits::<9>(0);
        }
        self.b_excess.d.next = bits::<9>(0);
        if self.a_negative.val() {
            self.b_excess.d.next = self.b_factor.val().get_bits::<9>(0);
        }
        self.upper.next = (self.plain.q.val().get_bits::<9>(9) - self.b_excess.q.val()) - self.a_excess.q.val();
        self.exact.d.next = cat!(18 of 9: self.upper.val(), self.plain.q.val().get_bits::<9>(0));
        self.product.next = bit_cast::<25, 18>(self.exact.q.val());
        if self.exact.q.val().get_bit(17) {
            self.product.next = bit_cast::<25, 18>(self.exact.q.val()) | 0x1fc_0000;
        }
    }
}

/// Sums of two products of bytes, or a product of a half-word and a byte, twice.
///
/// Two sums of two products of bytes each. The bytes of `a` are factors as they are, of four or of two half-words;
/// of half-words both bytes have the same byte of `b`.
///
/// The factors come straight from the ports: behind the products, which may be device multipliers without
/// registers, stands the cut of the operand selection. Without a dot product the sums are 0, so that nothing after
/// them has to choose.
#[hdl_module]
pub(super) struct DotProduct {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// First factors.
    pub(super) a: Signal<In, Bits<32>>,
    /// Second factors.
    pub(super) b: Signal<In, Bits<32>>,
    /// The first factors are signed.
    pub(super) a_signed: Signal<In, Bit>,
    /// The second factors are signed.
    pub(super) b_signed: Signal<In, Bit>,
    /// The instruction is a dot product; for other instructions both sums are 0.
    pub(super) active: Signal<In, Bit>,
    /// The first factors are half-words, the second ones bytes 0 and 1.
    pub(super) halves: Signal<In, Bit>,
    /// The second factors are bytes 2 and 3.
    pub(super) upper: Signal<In, Bit>,
    /// The sum of the lower half-word, signed.
    pub(super) pair_0: Signal<Out, Bits<25>>,
    /// The sum of the upper half-word, signed.
    pub(super) pair_1: Signal<Out, Bits<25>>,
    product: [ByteProduct; 4],
    active_product: Stage<Bit>,
    active_exact: Stage<Bit>,
    halves_product: Stage<Bit>,
    halves_exact: Stage<Bit>,
    even: [Signal<Local, Bits<25>>; 2],
    odd: [Signal<Local, Bits<25>>; 2],
    pair: [Stage<Bits<25>>; 2],
}

impl DotProduct {
    pub(super) fn new(cuts: Cuts) -> Self {
        let cuts = cuts.dot();
        DotProduct {
            product: std::array::from_fn(|_| ByteProduct::new(cuts)),
            active_product: Stage::new(cuts.product),
            active_exact: Stage::new(cuts.exact),
            halves_product: Stage::new(cuts.product),
            halves_exact: Stage::new(cuts.exact),
            pair: std::array::from_fn(|_| Stage::new(cuts.pairs)),
            ..DotProduct::default()
        }
    }
}

impl Logic for DotProduct {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            connect!(self.product[i] { clock, enable, a: self.a.val().get_bits::<8>(8 * i), b_signed });
        }
        for h in 0..2 {
            connect!(self.pair[h] { clock, enable });
            // The lower byte of a half-word has no sign.
            self.product[2 * h].a_signed.next = self.a_signed.val() & !self.halves.val();
            self.product[2 * h + 1].a_signed.next = self.a_signed.val();
            self.product[2 * h].b.next = self.b.val().get_bits::<8>(16 * h);
            self.product[2 * h + 1].b.next = self.b.val().get_bits::<8>(16 * h + 8);
            if self.halves.val() {
                connect!(self.product[2 * h], self.product[2 * h + 1] { b: self.b.val().get_bits::<8>(8 * h) });
            }
            if self.upper.val() {
                connect!(self.product[2 * h], self.product[2 * h + 1] { b: self.b.val().get_bits::<8>(16 + 8 * h) });
            }
        }
        connect!(self.active_product { clock, enable, d: self.active.val() });
        connect!(self.active_exact { clock, enable, d: self.active_product.q.val() });
        connect!(self.halves_product { clock, enable, d: self.halves.val() });
        connect!(self.halves_exact { clock, enable, d: self.halves_product.q.val() });

        for h in 0..2 {
            self.even[h].next = bits::<25>(0);
            self.odd[h].next = bits::<25>(0);
            if self.active_exact.q.val() {
                self.even[h].next = self.product[2 * h].product.val();
                self.odd[h].next = self.product[2 * h + 1].product.val();
                if self.halves_exact.q.val() {
                    self.odd[h].next = self.product[2 * h + 1].product.val() << 8;
                }
            }
            self.pair[h].d.next = self.even[h].val() + self.odd[h].val();
        }
        self.pair_0.next = self.pair[0].q.val();
        self.pair_1.next = self.pair[1].q.val();
    }
}

/// The sum of the lane results or of a dot product.
#[hdl_module]
pub(super) struct JoinedSum {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// First part of the lanes' sum, signed; 0 if not accumulating.
    pub(super) low: Signal<In, Bits<19>>,
    /// Second part of the lanes' sum, signed; 0 if not accumulating.
    pub(super) high: Signal<In, Bits<19>>,
    /// First part of a dot product, signed; 0 if there is none.
    pub(super) pair_0: Signal<In, Bits<25>>,
    /// Second part of a dot product, signed; 0 if there is none.
    pub(super) pair_1: Signal<In, Bits<25>>,
    /// The sum.
    pub(super) total: Signal<Out, Bits<32>>,
    low_word: Signal<Local, Bits<32>>,
    high_word: Signal<Local, Bits<32>>,
    pair_0_word: Signal<Local, Bits<32>>,
    pair_1_word: Signal<Local, Bits<32>>,
    sum: Stage<Bits<32>>,
}

impl JoinedSum {
    pub(super) fn new(cuts: Cuts) -> Self {
        JoinedSum {
            sum: Stage::new(cuts.merge),
            ..JoinedSum::default()
        }
    }
}

impl Logic for JoinedSum {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.sum { clock, enable });
        self.low_word.next = bit_cast::<32, 19>(self.low.val());
        if self.low.val().get_bit(18) {
            self.low_word.next = bit_cast::<32, 19>(self.low.val()) | 0xfff8_0000_u64;
        }
        self.high_word.next = bit_cast::<32, 19>(self.high.val());
        if self.high.val().get_bit(18) {
            self.high_word.next = bit_cast::<32, 19>(self.high.val()) | 0xfff8_0000_u64;
        }
        self.pair_0_word.next = bit_cast::<32, 25>(self.pair_0.val());
        if self.pair_0.val().get_bit(24) {
            self.pair_0_word.next = bit_cast::<32, 25>(self.pair_0.val()) | 0xfe00_0000_u64;
        }
        self.pair_1_word.next = bit_cast::<32, 25>(self.pair_1.val());
        if self.pair_1.val().get_bit(24) {
            self.pair_1_word.next = bit_cast::<32, 25>(self.pair_1.val()) | 0xfe00_0000_u64;
        }
        self.sum.d.next =
            (self.low_word.val() | self.pair_0_word.val()) + (self.high_word.val() | self.pair_1_word.val());
        self.total.next = self.sum.q.val();
    }
}
