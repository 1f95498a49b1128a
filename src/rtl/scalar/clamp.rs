//! `.sat`.

use super::codes::part_bit;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// An exact result limited to the range of the destination's part and type, and copied to all places of that part.
#[hdl_module(name = "video_scalar_clamp")]
pub(super) struct Clamp {
    /// The exact result, signed.
    pub(super) exact: Signal<In, Bits<34>>,
    /// 1 limits the result to the range.
    pub(super) saturate: Signal<In, Bit>,
    /// The destination is signed.
    pub(super) d_signed: Signal<In, Bit>,
    /// Code of the destination's part.
    pub(super) part: Signal<In, Bits<3>>,
    /// The result, signed; of a byte four and of a half-word two copies.
    pub(super) clamped: Signal<Out, Bits<34>>,
    is_byte: Signal<Local, Bit>,
    is_half: Signal<Local, Bit>,
    is_whole: Signal<Local, Bit>,
    negative: Signal<Local, Bit>,
    excess: Signal<Local, Bits<33>>,
    top: Signal<Local, Bit>,
    above: Signal<Local, Bit>,
    forced: Signal<Local, Bit>,
    most: Signal<Local, Bit>,
    /// The sign bit of a limit.
    limit_sign: Signal<Local, Bit>,
    has_sign: Signal<Local, Bits<4>>,
    bytes: [Signal<Local, Bits<8>>; 4],
    limits: [Signal<Local, Bits<8>>; 4],
    highest: Signal<Local, Bits<2>>,
}

impl Logic for Clamp {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_byte.next = !self.part.val().get_bit(part_bit::WIDE);
        self.is_half.next = self.part.val().get_bit(part_bit::WIDE) & !self.part.val().get_bit(part_bit::UPPER_HALF);
        self.is_whole.next = self.part.val().get_bit(part_bit::WIDE) & self.part.val().get_bit(part_bit::UPPER_HALF);
        self.negative.next = self.exact.val().get_bit(33);
        // Bits that differ from the sign.
        self.excess.next = self.exact.val().get_bits::<33>(0);
        if self.negative.val() {
            self.excess.next = !self.exact.val().get_bits::<33>(0);
        }
        self.above.next = self.excess.val().get_bit(32)
            | (!self.is_whole.val() & self.excess.val().get_bits::<16>(16).any())
            | (self.is_byte.val() & self.excess.val().get_bits::<8>(8).any());
        self.top.next = self.excess.val().get_bit(31);
        if self.is_half.val() {
            self.top.next = self.excess.val().get_bit(15);
        }
        if self.is_byte.val() {
            self.top.next = self.excess.val().get_bit(7);
        }
        if self.d_signed.val() {
            self.forced.next = self.saturate.val() & (self.above.val() | self.top.val());
        } else {
            self.forced.next = self.saturate.val() & (self.above.val() | self.negative.val());
        }
        // Limits of signed numbers differ in their sign.
        self.most.next = !self.negative.val();
        self.limit_sign.next = self.d_signed.val() ^ !self.negative.val();
        self.has_sign.next = (bit_cast::<4, 1>((!self.is_whole.val()).into()) << 1) | 0b1000;
        if self.is_byte.val() {
            self.has_sign.next = 0b1111.into();
        }

        self.bytes[0].next = self.exact.val().get_bits::<8>(0);
        self.bytes[1].next = self.exact.val().get_bits::<8>(8);
        self.bytes[2].next = self.exact.val().get_bits::<8>(0);
        self.bytes[3].next = self.exact.val().get_bits::<8>(8);
        if self.is_byte.val() {
            self.bytes[1].next = self.exact.val().get_bits::<8>(0);
            self.bytes[3].next = self.exact.val().get_bits::<8>(0);
        }
        if self.is_whole.val() {
            self.bytes[2].next = self.exact.val().get_bits::<8>(16);
            self.bytes[3].next = self.exact.val().get_bits::<8>(24);
        }
        for i in 0..4 {
            self.limits[i].next = self.bytes[i].val();
            if self.forced.val() {
                self.limits[i].next = 0.into();
                if self.most.val() {
                    self.limits[i].next = 0x7f.into();
                }
                if (self.has_sign.val().get_bit(i) & self.limit_sign.val())
                    | (!self.has_sign.val().get_bit(i) & self.most.val())
                {
                    self.limits[i].next = 0x80.into();
                    if self.most.val() {
                        self.limits[i].next = 0xff.into();
                    }
                }
            }
        }
        self.highest.next = self.exact.val().get_bits::<2>(32);
        if self.forced.val() {
            self.highest.next = 0.into();
            if self.d_signed.val() & self.negative.val() {
                self.highest.next = 3.into();
            }
        }
        self.clamped.next = (bit_cast::<34, 2>(self.highest.val()) << 32)
            | (bit_cast::<34, 8>(self.limits[3].val()) << 24)
            | (bit_cast::<34, 8>(self.limits[2].val()) << 16)
            | (bit_cast::<34, 8>(self.limits[1].val()) << 8)
            | bit_cast::<34, 8>(self.limits[0].val());
    }
}
