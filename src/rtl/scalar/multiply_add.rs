//! What comes behind the products of `vmad`.

use super::codes::{scale, sign_bit};
use super::config::ScalarCuts;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The product and `c` with their signs added, scaled and limited.
#[hdl_module(name = "video_scalar_multiply_add")]
pub(super) struct MultiplyAdd {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// The first summand of the product.
    pub(super) outer: Signal<In, Bits<64>>,
    /// The second summand of the product, 16 places higher.
    pub(super) inner: Signal<In, Bits<33>>,
    /// The third summand, 32 places higher, plus the bits of the extended c from 32 on.
    pub(super) upper: Signal<In, Bits<34>>,
    /// Third source register, in the stage of the product, as factors_signed and signs are.
    pub(super) c: Signal<In, Bits<32>>,
    /// One of the factors is signed.
    pub(super) factors_signed: Signal<In, Bit>,
    /// Bit 0: negate the product, bit 1: negate c; both: negate neither and add 1.
    pub(super) signs: Signal<In, Bits<2>>,
    /// Code of the scale: 0 none, 1 seven places, others fifteen places. It belongs to the stage after the exact result.
    pub(super) scale: Signal<In, Bits<3>>,
    /// 1 limits the result to 32 bits. It belongs to the stage after the exact result.
    pub(super) saturate: Signal<In, Bit>,
    /// Destination register.
    pub(super) d: Signal<Out, Bits<32>>,
    opposite: Signal<Local, Bit>,
    is_signed: Signal<Local, Bit>,
    operand: Signal<Local, Bits<32>>,
    first: Signal<Local, Bits<67>>,
    second: Signal<Local, Bits<67>>,
    chain: Signal<Local, Bits<67>>,
    held_outer: Stage<Bits<66>>,
    held_inner: Stage<Bits<33>>,
    exact_signed: Stage<Bit>,
    exact_complement: Stage<Bit>,
    high: Signal<Local, Bits<50>>,
    sum: Stage<Bits<66>>,
    held_signed: Stage<Bit>,
    held_scale: Stage<Bits<3>>,
    held_saturate: Stage<Bit>,
    held_complement: Stage<Bit>,
    excess: Signal<Local, Bits<34>>,
    above: Signal<Local, Bit>,
    top: Signal<Local, Bit>,
    negative: Signal<Local, Bit>,
    scaled: Signal<Local, Bits<32>>,
}

impl MultiplyAdd {
    pub(super) fn new(cuts: ScalarCuts) -> Self {
        MultiplyAdd {
            held_outer: Stage::new(cuts.exact),
            held_inner: Stage::new(cuts.exact),
            exact_signed: Stage::new(cuts.exact),
            exact_complement: Stage::new(cuts.exact),
            sum: Stage::new(cuts.limit),
            held_signed: Stage::new(cuts.limit),
            held_complement: Stage::new(cuts.limit),
            held_scale: Stage::new(cuts.limit),
            held_saturate: Stage::new(cuts.limit),
            ..MultiplyAdd::default()
        }
    }
}

impl Logic for MultiplyAdd {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(
            self.held_outer, self.held_inner, self.exact_signed, self.exact_complement, self.sum, self.held_signed,
            self.held_complement, self.held_scale, self.held_saturate
            { clock, enable }
        );

        // A negated product: -p + c is the complement of p + ~c. With c negated as well comes 1 more instead.
        self.opposite.next = self.signs.val().get_bit(sign_bit::PRODUCT) ^ self.signs.val().get_bit(sign_bit::ADDEND);
        self.is_signed.next = self.factors_signed.val() | self.opposite.val();
        self.operand.next = self.c.val();
        if self.opposite.val() {
            self.operand.next = !self.c.val();
        }
        // The lowest bit of the chain is its carry in.
        self.first.next = (bit_cast::<67, 64>(self.outer.val()) << 1) | 1;
        self.second.next = (bit_cast::<67, 34>(self.upper.val()) << 33)
            | (bit_cast::<67, 32>(self.operand.val()) << 1)
            | bit_cast::<67, 1>(self.signs.val().get_bit(sign_bit::ADDEND).into());
        self.chain.next = self.first.val() + self.second.val();
        self.held_outer.d.next = self.chain.val().get_bits::<66>(1);
        self.held_inner.d.next = self.inner.val();
        self.exact_complement.d.next = self.opposite.val() & self.signs.val().get_bit(sign_bit::PRODUCT);
        self.exact_signed.d.next = self.is_signed.val();
        self.high.next = self.held_outer.q.val().get_bits::<50>(16) + bit_cast::<50, 33>(self.held_inner.q.val());
        self.sum.d.next =
            (bit_cast::<66, 50>(self.high.val()) << 16) | bit_cast::<66, 16>(self.held_outer.q.val().get_bits::<16>(0));
        self.held_signed.d.next = self.exact_signed.q.val();
        self.held_complement.d.next = self.exact_complement.q.val();
        self.held_scale.d.next = self.scale.val();
        self.held_saturate.d.next = self.saturate.val();

        // Bits that differ from the sign.
        self.excess.next = self.sum.q.val().get_bits::<34>(31);
        if self.sum.q.val().get_bit(65) {
            self.excess.next = !self.sum.q.val().get_bits::<34>(31);
        }
        match self.held_scale.q.val().to_u64() {
            scale::NONE => {
                self.scaled.next = self.sum.q.val().get_bits::<32>(0);
                self.above.next = self.excess.val().get_bits::<33>(1).any();
                self.top.next = self.excess.val().get_bit(0);
            }
            scale::SHR7 => {
                self.scaled.next = self.sum.q.val().get_bits::<32>(7);
                self.above.next = self.excess.val().get_bits::<26>(8).any();
                self.top.next = self.excess.val().get_bit(7);
            }
            // Fifteen places.
            _ => {
                self.scaled.next = self.sum.q.val().get_bits::<32>(15);
                self.above.next = self.excess.val().get_bits::<18>(16).any();
                self.top.next = self.excess.val().get_bit(15);
            }
        }
        self.negative.next = self.sum.q.val().get_bit(65) ^ self.held_complement.q.val();
        self.d.next = self.scaled.val();
        if self.held_complement.q.val() {
            self.d.next = !self.scaled.val();
        }
        if self.held_saturate.q.val() & (self.above.val() | (self.held_signed.q.val() & self.top.val())) {
            self.d.next = 0x7fff_ffff.into();
            if self.negative.val() {
                self.d.next = 0x8000_0000_u64.into();
            }
            if !self.held_signed.q.val() {
                self.d.next = 0xffff_ffff_u64.into();
            }
        }
    }
}
