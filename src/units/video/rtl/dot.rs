//! Dot products.

use super::cuts::{Cuts, DotCuts};
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// The product of two bytes, each signed or not.
///
/// It is the product of nine bits by nine, sign above the byte, less each factor whose partner is negative. The registers hold
/// these apart: behind a device multiplier comes nothing else.
#[derive(LogicBlock, Default)]
pub(super) struct ByteProduct {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) a: Signal<In, Bits<8>>,
    pub(super) b: Signal<In, Bits<8>>,
    pub(super) a_signed: Signal<In, Bit>,
    pub(super) b_signed: Signal<In, Bit>,
    pub(super) product: Signal<Out, Bits<27>>,
    a_negative: Signal<Local, Bit>,
    b_negative: Signal<Local, Bit>,
    a_factor: Signal<Local, Bits<16>>,
    b_factor: Signal<Local, Bits<16>>,
    full: Signal<Local, Bits<32>>,
    upper: Signal<Local, Bits<9>>,
    exact: Signal<Local, Bits<18>>,
    plain: Stage<Bits<18>>,
    a_excess: Stage<Bits<9>>,
    b_excess: Stage<Bits<9>>,
}

impl ByteProduct {
    fn new(cuts: DotCuts) -> Self {
        ByteProduct {
            plain: Stage::new(cuts.product),
            a_excess: Stage::new(cuts.product),
            b_excess: Stage::new(cuts.product),
            ..ByteProduct::default()
        }
    }
}

impl Logic for ByteProduct {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module byte_product: The product of two bytes.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port a: First factor.");
        comment!("port b: Second factor.");
        comment!("port a_signed: The first factor is signed.");
        comment!("port b_signed: The second factor is signed.");
        comment!("port product: The product, signed.");
        self.plain.clock.next = self.clock.val();
        self.plain.enable.next = self.enable.val();
        self.a_excess.clock.next = self.clock.val();
        self.a_excess.enable.next = self.enable.val();
        self.b_excess.clock.next = self.clock.val();
        self.b_excess.enable.next = self.enable.val();
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
        self.exact.next =
            (bit_cast::<18, 9>(self.upper.val()) << 9) | bit_cast::<18, 9>(self.plain.q.val().get_bits::<9>(0));
        self.product.next = bit_cast::<27, 18>(self.exact.val());
        if self.exact.val().get_bit(17) {
            self.product.next = bit_cast::<27, 18>(self.exact.val()) | 0x7fc_0000;
        }
    }
}

/// The sum of four products of bytes. The bytes of `a` are factors as they are, of four or of two half-words; of half-words both
/// bytes have the same byte of `b`.
///
/// The factors come straight from the ports: behind the products, which may be device multipliers without registers, stands
/// the cut of the operand selection.
#[derive(LogicBlock)]
pub(super) struct DotProduct {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) a: Signal<In, Bits<32>>,
    pub(super) b: Signal<In, Bits<32>>,
    pub(super) a_signed: Signal<In, Bit>,
    pub(super) b_signed: Signal<In, Bit>,
    pub(super) halves: Signal<In, Bit>,
    pub(super) upper: Signal<In, Bit>,
    pub(super) dot_late: Signal<In, Bit>,
    pub(super) total: Signal<Out, Bits<27>>,
    product: [ByteProduct; 4],
    halves_late: Stage<Bit>,
    odd: [Signal<Local, Bits<27>>; 2],
    pair: [Stage<Bits<27>>; 2],
    sum: Stage<Bits<27>>,
    gated: Stage<Bits<27>>,
}

impl DotProduct {
    pub(super) fn new(cuts: Cuts) -> Self {
        let cuts = cuts.dot();
        DotProduct {
            clock: Signal::default(),
            enable: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            a_signed: Signal::default(),
            b_signed: Signal::default(),
            halves: Signal::default(),
            upper: Signal::default(),
            dot_late: Signal::default(),
            total: Signal::default(),
            product: std::array::from_fn(|_| ByteProduct::new(cuts)),
            halves_late: Stage::new(cuts.product),
            odd: Default::default(),
            pair: std::array::from_fn(|_| Stage::new(cuts.pairs)),
            sum: Stage::new(cuts.sum),
            gated: Stage::new(cuts.gated),
        }
    }
}

impl Logic for DotProduct {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module dot_product: The sum of four products of bytes, or of two products of half-words and bytes.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port a: First factors.");
        comment!("port b: Second factors.");
        comment!("port a_signed: The first factors are signed.");
        comment!("port b_signed: The second factors are signed.");
        comment!("port halves: The first factors are half-words, the second ones bytes 0 and 1.");
        comment!("port upper: The second factors are bytes 2 and 3.");
        comment!("port dot_late: A dot product, beside the sum.");
        comment!("port total: The sum, signed; 0 if there is no dot product.");
        for i in 0..4 {
            self.product[i].clock.next = self.clock.val();
            self.product[i].enable.next = self.enable.val();
            self.product[i].a.next = self.a.val().get_bits::<8>(8 * i);
            self.product[i].b_signed.next = self.b_signed.val();
        }
        for h in 0..2 {
            self.pair[h].clock.next = self.clock.val();
            self.pair[h].enable.next = self.enable.val();
            // The lower byte of a half-word has no sign.
            self.product[2 * h].a_signed.next = self.a_signed.val() & !self.halves.val();
            self.product[2 * h + 1].a_signed.next = self.a_signed.val();
            self.product[2 * h].b.next = self.b.val().get_bits::<8>(16 * h);
            self.product[2 * h + 1].b.next = self.b.val().get_bits::<8>(16 * h + 8);
            if self.halves.val() {
                self.product[2 * h].b.next = self.b.val().get_bits::<8>(8 * h);
                self.product[2 * h + 1].b.next = self.b.val().get_bits::<8>(8 * h);
            }
            if self.upper.val() {
                self.product[2 * h].b.next = self.b.val().get_bits::<8>(16 + 8 * h);
                self.product[2 * h + 1].b.next = self.b.val().get_bits::<8>(16 + 8 * h);
            }
        }
        self.halves_late.clock.next = self.clock.val();
        self.halves_late.enable.next = self.enable.val();
        self.halves_late.d.next = self.halves.val();
        self.sum.clock.next = self.clock.val();
        self.sum.enable.next = self.enable.val();
        self.gated.clock.next = self.clock.val();
        self.gated.enable.next = self.enable.val();

        for h in 0..2 {
            self.odd[h].next = self.product[2 * h + 1].product.val();
            if self.halves_late.q.val() {
                self.odd[h].next = self.product[2 * h + 1].product.val() << 8;
            }
            self.pair[h].d.next = self.product[2 * h].product.val() + self.odd[h].val();
        }
        self.sum.d.next = self.pair[0].q.val() + self.pair[1].q.val();
        self.gated.d.next = bits::<27>(0);
        if self.dot_late.val() {
            self.gated.d.next = self.sum.q.val();
        }
        self.total.next = self.gated.q.val();
    }
}
