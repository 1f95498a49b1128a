//! The product of `vmad`.

use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The product of two words of 33 bits, in three summands.
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
    /// The bits of a summand from bit 32 on, all alike.
    pub(super) fill: Signal<In, Bit>,
    /// The products of the lower and of the upper half-words.
    pub(super) outer: Signal<Out, Bits<64>>,
    /// The sum of the two mixed products, 16 places higher.
    pub(super) inner: Signal<Out, Bits<33>>,
    /// The rest of the product, 32 places higher, with the fill above it; signed.
    pub(super) upper: Signal<Out, Bits<34>>,
    parts: [Stage<Bits<32>>; 4],
    a_excess: Signal<Local, Bits<33>>,
    b_excess: Signal<Local, Bits<33>>,
    both: Signal<Local, Bit>,
    filled: Signal<Local, Bits<34>>,
    excess: Stage<Bits<34>>,
}

impl Product {
    pub(super) fn new(is_cut: bool) -> Self {
        Product {
            parts: std::array::from_fn(|_| Stage::new(is_cut)),
            excess: Stage::new(is_cut),
            ..Product::default()
        }
    }
}

impl Logic for Product {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            connect!(self.parts[i] { clock, enable });
        }
        connect!(self.excess { clock, enable });

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
        self.both.next = self.a.val().get_bit(32) & self.b.val().get_bit(32);
        self.filled.next = bit_cast::<34, 1>(self.both.val().into()) << 32;
        if self.fill.val() {
            self.filled.next = 0x3_ffff_ffff_u64.into();
            if self.both.val() {
                self.filled.next = 0xffff_ffff_u64.into();
            }
        }
        self.excess.d.next =
            self.filled.val() - (bit_cast::<34, 33>(self.a_excess.val()) + bit_cast::<34, 33>(self.b_excess.val()));

        self.outer.next = (bit_cast::<64, 32>(self.parts[3].q.val()) << 32) | bit_cast::<64, 32>(self.parts[0].q.val());
        self.inner.next = bit_cast::<33, 32>(self.parts[1].q.val()) + bit_cast::<33, 32>(self.parts[2].q.val());
        self.upper.next = self.excess.q.val();
    }
}
