//! The product of `vmad`.

use crate::rtl::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// The product of two words of 33 bits.
///
/// Device multipliers multiply the half-words of the low 32 bits as unsigned numbers. A negative factor is its low 32 bits less
/// 2^32, so the upper half of the product is too large by the other factor.
#[hdl_module(name = "video_scalar_product")]
pub(super) struct Product {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// First factor, signed.
    pub(super) a: Signal<In, Bits<33>>,
    /// Second factor, signed.
    pub(super) b: Signal<In, Bits<33>>,
    /// The product, signed.
    pub(super) product: Signal<Out, Bits<66>>,
    parts: [Stage<Bits<32>>; 4],
    a_excess: Signal<Local, Bits<33>>,
    b_excess: Signal<Local, Bits<33>>,
    excess: Stage<Bits<33>>,
    both: Stage<Bit>,
    inner: Signal<Local, Bits<33>>,
    upper: Signal<Local, Bits<48>>,
    highest: Signal<Local, Bits<34>>,
}

impl Product {
    pub(super) fn new(is_cut: bool) -> Self {
        Product {
            parts: std::array::from_fn(|_| Stage::new(is_cut)),
            excess: Stage::new(is_cut),
            both: Stage::new(is_cut),
            ..Product::default()
        }
    }
}

impl Logic for Product {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.parts[i].clock.next = self.clock.val();
            self.parts[i].enable.next = self.enable.val();
        }
        self.excess.clock.next = self.clock.val();
        self.excess.enable.next = self.enable.val();
        self.both.clock.next = self.clock.val();
        self.both.enable.next = self.enable.val();

        self.parts[0].d.next = self.a.val().get_bits::<16>(0) * self.b.val().get_bits::<16>(0);
        self.parts[1].d.next = self.a.val().get_bits::<16>(0) * self.b.val().get_bits::<16>(16);
        self.parts[2].d.next = self.a.val().get_bits::<16>(16) * self.b.val().get_bits::<16>(0);
        self.parts[3].d.next = self.a.val().get_bits::<16>(16) * self.b.val().get_bits::<16>(16);
        self.a_excess.next = 0.into();
        if self.a.val().get_bit(32) {
            self.a_excess.next = bit_cast::<33, 32>(self.b.val().get_bits::<32>(0));
        }
        self.b_excess.next = 0.into();
        if self.b.val().get_bit(32) {
            self.b_excess.next = bit_cast::<33, 32>(self.a.val().get_bits::<32>(0));
        }
        self.excess.d.next = self.a_excess.val() + self.b_excess.val();
        self.both.d.next = self.a.val().get_bit(32) & self.b.val().get_bit(32);

        self.inner.next = bit_cast::<33, 32>(self.parts[1].q.val()) + bit_cast::<33, 32>(self.parts[2].q.val());
        self.upper.next = ((bit_cast::<48, 32>(self.parts[3].q.val()) << 16)
            | bit_cast::<48, 16>(self.parts[0].q.val().get_bits::<16>(16)))
            + bit_cast::<48, 33>(self.inner.val());
        self.highest.next = ((bit_cast::<34, 1>(self.both.q.val().into()) << 32)
            | bit_cast::<34, 32>(self.upper.val().get_bits::<32>(16)))
            - bit_cast::<34, 33>(self.excess.q.val());
        self.product.next = (bit_cast::<66, 34>(self.highest.val()) << 32)
            | (bit_cast::<66, 16>(self.upper.val().get_bits::<16>(0)) << 16)
            | bit_cast::<66, 16>(self.parts[0].q.val().get_bits::<16>(0));
    }
}
