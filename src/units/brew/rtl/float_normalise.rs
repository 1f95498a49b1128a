//! Normalisation.

use crate::comment;
use rust_hdl::prelude::*;

/// Shifts a magnitude left until its top bit is set and keeps 26 bits and a sticky one.
#[derive(LogicBlock, Default)]
pub struct FloatNormalise {
    /// The magnitude; its second bit from the top has the weight of the exponent.
    pub magnitude: Signal<In, Bits<48>>,
    /// Biased exponent, two's complement.
    pub exponent: Signal<In, Bits<10>>,
    /// The top bits; the lowest one is set if any bit below was.
    pub normal: Signal<Out, Bits<27>>,
    /// Biased exponent of the top bit, two's complement.
    pub normal_exponent: Signal<Out, Bits<10>>,
    by32: Signal<Local, Bits<48>>,
    by16: Signal<Local, Bits<48>>,
    by8: Signal<Local, Bits<48>>,
    by4: Signal<Local, Bits<48>>,
    by2: Signal<Local, Bits<48>>,
    by1: Signal<Local, Bits<48>>,
    zeros: Signal<Local, Bits<6>>,
}

impl Logic for FloatNormalise {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module float_normalise: Shifts a magnitude left until its top bit is set; keeps 26 bits and a sticky one."
        );
        comment!("port magnitude: Its second bit from the top has the weight of the exponent.");
        comment!("port normal_exponent: Biased exponent of the top bit, in two's complement.");
        self.by32.next = self.magnitude.val();
        if !self.magnitude.val().get_bits::<32>(16).any() {
            self.by32.next = self.magnitude.val() << 32;
        }
        self.by16.next = self.by32.val();
        if !self.by32.val().get_bits::<16>(32).any() {
            self.by16.next = self.by32.val() << 16;
        }
        self.by8.next = self.by16.val();
        if !self.by16.val().get_bits::<8>(40).any() {
            self.by8.next = self.by16.val() << 8;
        }
        self.by4.next = self.by8.val();
        if !self.by8.val().get_bits::<4>(44).any() {
            self.by4.next = self.by8.val() << 4;
        }
        self.by2.next = self.by4.val();
        if !self.by4.val().get_bits::<2>(46).any() {
            self.by2.next = self.by4.val() << 2;
        }
        self.by1.next = self.by2.val();
        if !self.by2.val().get_bit(47) {
            self.by1.next = self.by2.val() << 1;
        }
        self.zeros.next = (bit_cast::<6, 1>((!self.magnitude.val().get_bits::<32>(16).any()).into()) << 5)
            | (bit_cast::<6, 1>((!self.by32.val().get_bits::<16>(32).any()).into()) << 4)
            | (bit_cast::<6, 1>((!self.by16.val().get_bits::<8>(40).any()).into()) << 3)
            | (bit_cast::<6, 1>((!self.by8.val().get_bits::<4>(44).any()).into()) << 2)
            | (bit_cast::<6, 1>((!self.by4.val().get_bits::<2>(46).any()).into()) << 1)
            | bit_cast::<6, 1>((!self.by2.val().get_bit(47)).into());
        self.normal.next = (bit_cast::<27, 26>(self.by1.val().get_bits::<26>(22)) << 1)
            | bit_cast::<27, 1>(self.by1.val().get_bits::<22>(0).any().into());
        self.normal_exponent.next = self.exponent.val() + 1 - bit_cast::<10, 6>(self.zeros.val());
    }
}
