//! Normalisation.

use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Shifts a magnitude left until its top bit is set; keeps 26 bits and a sticky one; two stages.
///
/// Whether any bit is lost is kept beside the word and shifted with it: behind the first stage at most 15 places
/// are left to go, and for each number of places there is a bit that tells whether a bit below the kept ones is
/// set.
#[hdl_module]
pub struct FloatNormalise {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge.
    pub enable: Signal<In, Bit>,
    /// Its second bit from the top has the weight of the exponent.
    pub magnitude: Signal<In, Bits<48>>,
    /// Biased exponent, in two's complement, an edge later.
    pub exponent: Signal<In, Bits<10>>,
    /// The top bits of the normalised magnitude; the lowest one is set if any bit below was.
    pub normal: Signal<Out, Bits<27>>,
    /// 1 minus the biased exponent of the top bit, in two's complement.
    pub deficit: Signal<Out, Bits<10>>,
    coarse: Register<Bits<48>>,
    coarse_zeros: Register<Bits<2>>,
    high: Signal<Local, Bit>,
    middle: Signal<Local, Bit>,
    low: Signal<Local, Bit>,
    shift32: Signal<Local, Bit>,
    shift16: Signal<Local, Bit>,
    nibble: [Signal<Local, Bits<4>>; 4],
    any: Signal<Local, Bits<4>>,
    upper: Signal<Local, Bits<4>>,
    odd: Signal<Local, Bits<4>>,
    shift8: Signal<Local, Bit>,
    shift4: Signal<Local, Bit>,
    shift2: Signal<Local, Bit>,
    shift1: Signal<Local, Bit>,
    by32: Signal<Local, Bits<48>>,
    by16: Signal<Local, Bits<48>>,
    by8: Signal<Local, Bits<48>>,
    by4: Signal<Local, Bits<48>>,
    by2: Signal<Local, Bits<48>>,
    by1: Signal<Local, Bits<48>>,
    lost: Signal<Local, Bits<16>>,
    lost8: Signal<Local, Bits<16>>,
    lost4: Signal<Local, Bits<16>>,
    lost2: Signal<Local, Bits<16>>,
    lost1: Signal<Local, Bits<16>>,
    zeros: Signal<Local, Bits<6>>,
}

impl Logic for FloatNormalise {
    #[hdl_gen]
    fn update(&mut self) {
        // Every distance comes from the bits as they arrive, so that no shift waits for the one before it.
        self.high.next = self.magnitude.val().get_bits::<16>(32).any();
        self.middle.next = self.magnitude.val().get_bits::<16>(16).any();
        self.low.next = self.magnitude.val().get_bits::<16>(0).any();
        self.shift32.next = !(self.high.val() | self.middle.val());
        self.shift16.next = !self.high.val() & (self.middle.val() | !self.low.val());
        self.by32.next = self.magnitude.val();
        if self.shift32.val() {
            self.by32.next = self.magnitude.val() << 32;
        }
        self.by16.next = self.by32.val();
        if self.shift16.val() {
            self.by16.next = self.by32.val() << 16;
        }
        connect!(self.coarse { clock, enable, d: self.by16.val() });
        self.coarse_zeros.clock.next = self.clock.val();
        self.coarse_zeros.enable.next = self.enable.val();
        self.coarse_zeros.d.next = cat!(2 of bits: self.shift32.val(), self.shift16.val());

        // Bit i: a bit below 7 + i is set.
        self.lost.next = cat!(16 of bits:
            self.coarse.q.val().get_bits::<22>(0).any(), self.coarse.q.val().get_bits::<21>(0).any(),
            self.coarse.q.val().get_bits::<20>(0).any(), self.coarse.q.val().get_bits::<19>(0).any(),
            self.coarse.q.val().get_bits::<18>(0).any(), self.coarse.q.val().get_bits::<17>(0).any(),
            self.coarse.q.val().get_bits::<16>(0).any(), self.coarse.q.val().get_bits::<15>(0).any(),
            self.coarse.q.val().get_bits::<14>(0).any(), self.coarse.q.val().get_bits::<13>(0).any(),
            self.coarse.q.val().get_bits::<12>(0).any(), self.coarse.q.val().get_bits::<11>(0).any(),
            self.coarse.q.val().get_bits::<10>(0).any(), self.coarse.q.val().get_bits::<9>(0).any(),
            self.coarse.q.val().get_bits::<8>(0).any(), self.coarse.q.val().get_bits::<7>(0).any()
        );
        // Of each of the upper nibbles: whether it has a bit, whether that is one of its upper two, whether it is the first or the
        // third.
        for i in 0..4 {
            self.nibble[i].next = self.coarse.q.val().get_bits::<4>(32 + 4 * i);
        }
        self.any.next = (bit_cast::<4, 1>(self.nibble[3].val().any().into()) << 3)
            | (bit_cast::<4, 1>(self.nibble[2].val().any().into()) << 2)
            | (bit_cast::<4, 1>(self.nibble[1].val().any().into()) << 1)
            | bit_cast::<4, 1>(self.nibble[0].val().any().into());
        self.upper.next = (bit_cast::<4, 1>(self.nibble[3].val().get_bits::<2>(2).any().into()) << 3)
            | (bit_cast::<4, 1>(self.nibble[2].val().get_bits::<2>(2).any().into()) << 2)
            | (bit_cast::<4, 1>(self.nibble[1].val().get_bits::<2>(2).any().into()) << 1)
            | bit_cast::<4, 1>(self.nibble[0].val().get_bits::<2>(2).any().into());
        self.odd.next = cat!(4 of bits:
            self.nibble[3].val().get_bit(3) | (!self.nibble[3].val().get_bit(2) & self.nibble[3].val().get_bit(1)),
            self.nibble[2].val().get_bit(3) | (!self.nibble[2].val().get_bit(2) & self.nibble[2].val().get_bit(1)),
            self.nibble[1].val().get_bit(3) | (!self.nibble[1].val().get_bit(2) & self.nibble[1].val().get_bit(1)),
            self.nibble[0].val().get_bit(3) | (!self.nibble[0].val().get_bit(2) & self.nibble[0].val().get_bit(1))
        );
        self.shift8.next = !self.any.val().get_bits::<2>(2).any();
        self.shift4.next = !self.any.val().get_bit(3) & (self.any.val().get_bit(2) | !self.any.val().get_bit(1));
        self.shift2.next = !self.upper.val().get_bit(0);
        self.shift1.next = !self.odd.val().get_bit(0);
        if self.any.val().get_bit(3) {
            self.shift2.next = !self.upper.val().get_bit(3);
            self.shift1.next = !self.odd.val().get_bit(3);
        } else if self.any.val().get_bit(2) {
            self.shift2.next = !self.upper.val().get_bit(2);
            self.shift1.next = !self.odd.val().get_bit(2);
        } else if self.any.val().get_bit(1) {
            self.shift2.next = !self.upper.val().get_bit(1);
            self.shift1.next = !self.odd.val().get_bit(1);
        }
        self.by8.next = self.coarse.q.val();
        self.lost8.next = self.lost.val();
        if self.shift8.val() {
            self.by8.next = self.coarse.q.val() << 8;
            self.lost8.next = self.lost.val() << 8;
        }
        self.by4.next = self.by8.val();
        self.lost4.next = self.lost8.val();
        if self.shift4.val() {
            self.by4.next = self.by8.val() << 4;
            self.lost4.next = self.lost8.val() << 4;
        }
        self.by2.next = self.by4.val();
        self.lost2.next = self.lost4.val();
        if self.shift2.val() {
            self.by2.next = self.by4.val() << 2;
            self.lost2.next = self.lost4.val() << 2;
        }
        self.by1.next = self.by2.val();
        self.lost1.next = self.lost2.val();
        if self.shift1.val() {
            self.by1.next = self.by2.val() << 1;
            self.lost1.next = self.lost2.val() << 1;
        }
        self.zeros.next = (bit_cast::<6, 2>(self.coarse_zeros.q.val()) << 4)
            | (bit_cast::<6, 1>(self.shift8.val().into()) << 3)
            | (bit_cast::<6, 1>(self.shift4.val().into()) << 2)
            | (bit_cast::<6, 1>(self.shift2.val().into()) << 1)
            | bit_cast::<6, 1>(self.shift1.val().into());
        self.normal.next = (bit_cast::<27, 26>(self.by1.val().get_bits::<26>(22)) << 1)
            | bit_cast::<27, 1>(self.lost1.val().get_bits::<1>(15));
        self.deficit.next = bit_cast::<10, 6>(self.zeros.val()) - self.exponent.val();
    }
}
