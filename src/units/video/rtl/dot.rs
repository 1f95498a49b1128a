//! Dot products.

use super::bundles::Operands;
use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// The product of two bytes, each signed or not.
///
/// It is the product of nine bits by nine, sign above the byte, less each factor whose partner is negative.
#[derive(LogicBlock, Default)]
pub(super) struct ByteProduct {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) factors: Signal<In, Operands>,
    pub(super) a_signed: Signal<In, Bit>,
    pub(super) b_signed: Signal<In, Bit>,
    pub(super) product: Signal<Out, Bits<18>>,
    a_negative: Signal<Local, Bit>,
    b_negative: Signal<Local, Bit>,
    a_factor: Signal<Local, Bits<16>>,
    b_factor: Signal<Local, Bits<16>>,
    a_excess: Signal<Local, Bits<9>>,
    b_excess: Signal<Local, Bits<9>>,
    plain: Signal<Local, Bits<32>>,
    upper: Signal<Local, Bits<9>>,
    stage: Stage<Bits<18>>,
}

impl ByteProduct {
    pub(super) fn new(cuts: Cuts) -> Self {
        ByteProduct {
            stage: Stage::new(cuts.add),
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
        comment!("port factors_a: First factor.");
        comment!("port factors_b: Second factor.");
        comment!("port a_signed: The first factor is signed.");
        comment!("port b_signed: The second factor is signed.");
        comment!("port product: The product, signed.");
        self.stage.clock.next = self.clock.val();
        self.stage.enable.next = self.enable.val();
        self.a_negative.next = self.a_signed.val() & self.factors.val().a.get_bit(7);
        self.b_negative.next = self.b_signed.val() & self.factors.val().b.get_bit(7);
        self.a_factor.next =
            (bit_cast::<16, 1>(self.a_negative.val().into()) << 8) | bit_cast::<16, 8>(self.factors.val().a);
        self.b_factor.next =
            (bit_cast::<16, 1>(self.b_negative.val().into()) << 8) | bit_cast::<16, 8>(self.factors.val().b);
        self.plain.next = self.a_factor.val() * self.b_factor.val();
        self.a_excess.next = bits::<9>(0);
        if self.b_negative.val() {
            self.a_excess.next = self.a_factor.val().get_bits::<9>(0);
        }
        self.b_excess.next = bits::<9>(0);
        if self.a_negative.val() {
            self.b_excess.next = self.b_factor.val().get_bits::<9>(0);
        }
        self.upper.next = (self.plain.val().get_bits::<9>(9) - self.b_excess.val()) - self.a_excess.val();
        self.stage.d.next =
            (bit_cast::<18, 9>(self.upper.val()) << 9) | bit_cast::<18, 9>(self.plain.val().get_bits::<9>(0));
        self.product.next = self.stage.q.val();
    }
}

/// Adds the products of bytes 0 and 1, and 2 and 3, then both sums. The bytes 1 and 3 may be the upper ones of half-words.
#[derive(LogicBlock, Default)]
pub(super) struct DotSum {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) product_0: Signal<In, Bits<18>>,
    pub(super) product_1: Signal<In, Bits<18>>,
    pub(super) product_2: Signal<In, Bits<18>>,
    pub(super) product_3: Signal<In, Bits<18>>,
    pub(super) halves: Signal<In, Bit>,
    pub(super) dot_late: Signal<In, Bit>,
    pub(super) total: Signal<Out, Bits<27>>,
    even_0: Signal<Local, Bits<27>>,
    odd_0: Signal<Local, Bits<27>>,
    even_1: Signal<Local, Bits<27>>,
    odd_1: Signal<Local, Bits<27>>,
    placed_0: Signal<Local, Bits<27>>,
    placed_1: Signal<Local, Bits<27>>,
    half_0: Stage<Bits<27>>,
    half_1: Stage<Bits<27>>,
    sum: Stage<Bits<27>>,
    gated: Stage<Bits<27>>,
}

impl DotSum {
    pub(super) fn new(cuts: Cuts) -> Self {
        DotSum {
            half_0: Stage::new(cuts.result),
            half_1: Stage::new(cuts.result),
            sum: Stage::new(cuts.clamp),
            gated: Stage::new(cuts.merge),
            ..DotSum::default()
        }
    }
}

impl Logic for DotSum {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module dot_sum: The sum of four products of bytes, or of two products of half-words and bytes.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port product_0: Product of byte 0, signed.");
        comment!("port product_1: Product of byte 1, signed.");
        comment!("port product_2: Product of byte 2, signed.");
        comment!("port product_3: Product of byte 3, signed.");
        comment!("port halves: Bytes 1 and 3 are the upper ones of half-words.");
        comment!("port dot_late: A dot product, beside the sum.");
        comment!("port total: The sum, signed; 0 if there is no dot product.");
        self.half_0.clock.next = self.clock.val();
        self.half_0.enable.next = self.enable.val();
        self.half_1.clock.next = self.clock.val();
        self.half_1.enable.next = self.enable.val();
        self.sum.clock.next = self.clock.val();
        self.sum.enable.next = self.enable.val();
        self.gated.clock.next = self.clock.val();
        self.gated.enable.next = self.enable.val();

        self.even_0.next = bit_cast::<27, 18>(self.product_0.val());
        if self.product_0.val().get_bit(17) {
            self.even_0.next = bit_cast::<27, 18>(self.product_0.val()) | 0x7fc0000;
        }
        self.odd_0.next = bit_cast::<27, 18>(self.product_1.val());
        if self.product_1.val().get_bit(17) {
            self.odd_0.next = bit_cast::<27, 18>(self.product_1.val()) | 0x7fc0000;
        }
        self.even_1.next = bit_cast::<27, 18>(self.product_2.val());
        if self.product_2.val().get_bit(17) {
            self.even_1.next = bit_cast::<27, 18>(self.product_2.val()) | 0x7fc0000;
        }
        self.odd_1.next = bit_cast::<27, 18>(self.product_3.val());
        if self.product_3.val().get_bit(17) {
            self.odd_1.next = bit_cast::<27, 18>(self.product_3.val()) | 0x7fc0000;
        }
        self.placed_0.next = self.odd_0.val();
        self.placed_1.next = self.odd_1.val();
        if self.halves.val() {
            self.placed_0.next = self.odd_0.val() << 8;
            self.placed_1.next = self.odd_1.val() << 8;
        }
        self.half_0.d.next = self.even_0.val() + self.placed_0.val();
        self.half_1.d.next = self.even_1.val() + self.placed_1.val();
        self.sum.d.next = self.half_0.q.val() + self.half_1.q.val();
        self.gated.d.next = bits::<27>(0);
        if self.dot_late.val() {
            self.gated.d.next = self.sum.q.val();
        }
        self.total.next = self.gated.q.val();
    }
}
