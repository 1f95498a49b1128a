//! `.sat`.

use super::codes::part_bit;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// An exact result limited to the range of the destination's part and type.
#[hdl_module(name = "video_scalar_clamp")]
pub(super) struct Clamp {
    /// The exact result, signed.
    pub(super) exact: Signal<In, Bits<34>>,
    /// Limit it.
    pub(super) saturate: Signal<In, Bit>,
    /// The destination is signed.
    pub(super) d_signed: Signal<In, Bit>,
    /// Code of the destination's part.
    pub(super) part: Signal<In, Bits<3>>,
    /// The result, signed. Of a byte or a half-word the bits above it mean nothing.
    pub(super) clamped: Signal<Out, Bits<34>>,
    is_byte: Signal<Local, Bit>,
    is_half: Signal<Local, Bit>,
    sign: Signal<Local, Bit>,
    above_zeros: Signal<Local, Bit>,
    above_ones: Signal<Local, Bit>,
    fits: Signal<Local, Bit>,
    forced: Signal<Local, Bit>,
    fill: Signal<Local, Bit>,
    filled: Signal<Local, Bits<32>>,
    turned: Signal<Local, Bits<32>>,
    above: Signal<Local, Bits<2>>,
}

impl Logic for Clamp {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_byte.next = !self.part.val().get_bit(part_bit::WIDE);
        self.is_half.next = self.part.val().get_bit(part_bit::WIDE) & !self.part.val().get_bit(part_bit::UPPER_HALF);
        self.sign.next = self.exact.val().get_bit(31);
        self.above_zeros.next = !self.exact.val().get_bits::<2>(32).any();
        self.above_ones.next = self.exact.val().get_bits::<2>(32).all();
        if self.is_half.val() | self.is_byte.val() {
            self.sign.next = self.exact.val().get_bit(15);
            self.above_zeros.next = !self.exact.val().get_bits::<18>(16).any();
            self.above_ones.next = self.exact.val().get_bits::<18>(16).all();
        }
        if self.is_byte.val() {
            self.sign.next = self.exact.val().get_bit(7);
            self.above_zeros.next = !self.exact.val().get_bits::<26>(8).any();
            self.above_ones.next = self.exact.val().get_bits::<26>(8).all();
        }
        self.fits.next = self.above_zeros.val();
        if self.d_signed.val() {
            self.fits.next = (self.above_zeros.val() & !self.sign.val()) | (self.above_ones.val() & self.sign.val());
        }
        self.forced.next = self.saturate.val() & !self.fits.val();
        self.fill.next = !self.exact.val().get_bit(33);
        self.filled.next = self.exact.val().get_bits::<32>(0);
        self.above.next = self.exact.val().get_bits::<2>(32);
        // Limits of signed numbers differ in their sign.
        self.turned.next = 0.into();
        if self.forced.val() {
            self.filled.next = 0.into();
            if self.fill.val() {
                self.filled.next = 0xffff_ffff_u64.into();
            }
            self.above.next = 0.into();
            if self.d_signed.val() {
                if !self.fill.val() {
                    self.above.next = 3.into();
                }
                self.turned.next = 0x8000_0000_u64.into();
                if self.is_half.val() {
                    self.turned.next = 0x8000.into();
                }
                if self.is_byte.val() {
                    self.turned.next = 0x80.into();
                }
            }
        }
        self.clamped.next =
            (bit_cast::<34, 2>(self.above.val()) << 32) | bit_cast::<34, 32>(self.filled.val() ^ self.turned.val());
    }
}
