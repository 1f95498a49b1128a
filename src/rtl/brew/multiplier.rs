//! The multiplier.

use super::byte_result::ByteResult;
use super::serial_product::SerialProduct;
use crate::leaf::{Register, instance};
use crate::netlist::StateHandle;
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Four 16 x 16 products serve 1 x 32, 2 x 16 and 4 x 8 bits and significands.
///
/// Stage 1 registers the factors, stage 2 the products, stage 3 their sum; clipping follows combinationally.
/// With one multiplier, enable\[1\] is set for four clocks, and each computes one product.
///
/// Controls stay put. Signed 16-bit lanes are the unsigned product less each factor whose partner is negative, at
/// the lane's upper half; 8-bit lanes are extended before the multiplication instead.
#[hdl_module(name = "brew_multiplier")]
pub struct Multiplier {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// For each stage, whether it loads on this edge.
    #[part(0 = "Load the factors on this edge.")]
    #[part(1 = "Load the products on this edge.")]
    #[part(2 = "Load their sum on this edge.")]
    pub enable: [Signal<In, Bit>; 3],
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// Two lanes of 16 bits.
    pub lanes16: Signal<In, Bit>,
    /// Four lanes of 8 bits.
    pub lanes8: Signal<In, Bit>,
    /// 1 clips the exact product to the range of the lane.
    pub saturate: Signal<In, Bit>,
    /// Lanes are unsigned.
    pub as_unsigned: Signal<In, Bit>,
    /// The lanes of the product three edges later.
    pub product: Signal<Out, Bits<32>>,
    /// The product of two 24-bit factors three edges later.
    pub exact: Signal<Out, Bits<48>>,
    negative: Signal<Local, Bit>,
    a_byte: [Signal<Local, Bits<8>>; 4],
    b_byte: [Signal<Local, Bits<8>>; 4],
    a_extension: [Signal<Local, Bits<16>>; 4],
    b_extension: [Signal<Local, Bits<16>>; 4],
    a_part: [Signal<Local, Bits<16>>; 4],
    b_part: [Signal<Local, Bits<16>>; 4],
    low_excess_a: Signal<Local, Bits<16>>,
    low_excess_b: Signal<Local, Bits<16>>,
    high_excess_a: Signal<Local, Bits<16>>,
    high_excess_b: Signal<Local, Bits<16>>,
    a_factor: [Register<Bits<16>>; 4],
    b_factor: [Register<Bits<16>>; 4],
    parts: [Register<Bits<32>>; 4],
    low_excess: Register<Bits<16>>,
    high_excess: Register<Bits<16>>,
    middle: Signal<Local, Bits<33>>,
    upper: Signal<Local, Bits<32>>,
    low_word: Register<Bits<16>>,
    upper_word: Register<Bits<32>>,
    bytes_word: Register<Bits<32>>,
    high_word: Register<Bits<32>>,
    low_lane: Signal<Local, Bits<32>>,
    high_lane: Signal<Local, Bits<32>>,
    overflow: Signal<Local, Bits<4>>,
    minus: Signal<Local, Bits<4>>,
    wrapped: Signal<Local, Bits<32>>,
    results: [ByteResult; 4],
    serial: Vec<SerialProduct>,
}

impl Multiplier {
    /// The cycles that a serial multiplier has worked at a product.
    pub(super) fn serial_count() -> StateHandle {
        SerialProduct::count().inside(&instance!(Multiplier, serial[0]))
    }

    /// With four multipliers, or with one.
    pub fn new(serial: bool) -> Self {
        Multiplier {
            serial: optional(serial, SerialProduct::default),
            ..Multiplier::default()
        }
    }
}

impl Logic for Multiplier {
    #[hdl_gen]
    fn update(&mut self) {
        // `negative`: factors are signed. Only clipping needs signed products, because the low half of a product is the same in both cases.
        self.negative.next = self.saturate.val() & !self.as_unsigned.val();
        // The products `parts[i] = a_part[i] * b_part[i]`, where `al`, `ah`, `bl` and `bh` are the lower and upper halves of a and b. Bytes
        // are extended to 16 bits, with their sign if `negative`.
        //
        // | lanes | parts[0] | parts[1] | parts[2] | parts[3] |
        // | --- | --- | --- | --- | --- |
        // | 1 x 32 | al * bl | ah * bl | al * bh | ah * bh |
        // | 2 x 16 | al * bl | ignored | ignored | ah * bh |
        // | 4 x 8 | bytes 0 | bytes 1 | bytes 2 | bytes 3 |
        self.a_part[0].next = self.a.val().get_bits::<16>(0);
        self.a_part[1].next = self.a.val().get_bits::<16>(16);
        self.a_part[2].next = self.a.val().get_bits::<16>(0);
        self.a_part[3].next = self.a.val().get_bits::<16>(16);
        self.b_part[0].next = self.b.val().get_bits::<16>(0);
        self.b_part[1].next = self.b.val().get_bits::<16>(0);
        self.b_part[2].next = self.b.val().get_bits::<16>(16);
        self.b_part[3].next = self.b.val().get_bits::<16>(16);
        for i in 0..4 {
            self.a_byte[i].next = self.a.val().get_bits::<8>(8 * i);
            self.b_byte[i].next = self.b.val().get_bits::<8>(8 * i);
            self.a_extension[i].next = 0.into();
            self.b_extension[i].next = 0.into();
            if self.negative.val() & self.a.val().get_bit(8 * i + 7) {
                self.a_extension[i].next = 0xff00.into();
            }
            if self.negative.val() & self.b.val().get_bit(8 * i + 7) {
                self.b_extension[i].next = 0xff00.into();
            }
        }
        if self.lanes8.val() {
            for i in 0..4 {
                self.a_part[i].next = bit_cast::<16, 8>(self.a_byte[i].val()) | self.a_extension[i].val();
                self.b_part[i].next = bit_cast::<16, 8>(self.b_byte[i].val()) | self.b_extension[i].val();
            }
        }
        for i in 0..4 {
            connect!(self.a_factor[i] { clock, enable: self.enable[0].val(), d: self.a_part[i].val() });
            connect!(self.b_factor[i] { clock, enable: self.enable[0].val(), d: self.b_part[i].val() });
            self.parts[i].clock.next = self.clock.val();
            self.parts[i].enable.next = self.enable[1].val();
            self.parts[i].d.next = self.a_factor[i].q.val() * self.b_factor[i].q.val();
        }
        for k in 0..self.serial.len() {
            connect!(self.serial[k] { clock, active: self.enable[1].val() });
            // The only multiplier reads `a_factor[0]` and `b_factor[0]`. Each clock rotates the factors by one register towards index 0, so
            // that they are in their first registers again after four clocks.
            for i in 0..4 {
                self.parts[i].enable.next = self.serial[k].which.val().get_bit(i);
                self.parts[i].d.next = self.a_factor[0].q.val() * self.b_factor[0].q.val();
                connect!(self.a_factor[i], self.b_factor[i] { enable: self.enable[0].val() | self.enable[1].val() });
            }
            if !self.enable[0].val() {
                for i in 0..3 {
                    self.a_factor[i].d.next = self.a_factor[i + 1].q.val();
                    self.b_factor[i].d.next = self.b_factor[i + 1].q.val();
                }
                self.a_factor[3].d.next = self.a_factor[0].q.val();
                self.b_factor[3].d.next = self.b_factor[0].q.val();
            }
        }
        // Signed lanes of 16 bits, modulo 2^32, where only the comparisons take a and b as signed:
        //     signed a * b = unsigned a * b - 2^16 * excess, excess = (b < 0 ? a : 0) + (a < 0 ? b : 0)
        self.low_excess_a.next = 0.into();
        self.low_excess_b.next = 0.into();
        self.high_excess_a.next = 0.into();
        self.high_excess_b.next = 0.into();
        if self.negative.val() {
            if self.b_factor[0].q.val().get_bit(15) {
                self.low_excess_a.next = self.a_factor[0].q.val();
            }
            if self.a_factor[0].q.val().get_bit(15) {
                self.low_excess_b.next = self.b_factor[0].q.val();
            }
            if self.b_factor[3].q.val().get_bit(15) {
                self.high_excess_a.next = self.a_factor[3].q.val();
            }
            if self.a_factor[3].q.val().get_bit(15) {
                self.high_excess_b.next = self.b_factor[3].q.val();
            }
        }
        self.low_excess.clock.next = self.clock.val();
        self.low_excess.enable.next = self.enable[1].val();
        self.low_excess.d.next = self.low_excess_a.val() + self.low_excess_b.val();
        self.high_excess.clock.next = self.clock.val();
        self.high_excess.enable.next = self.enable[1].val();
        self.high_excess.d.next = self.high_excess_a.val() + self.high_excess_b.val();
        // Factors 0 and 3 are in their own registers in the first of the four clocks.
        for k in 0..self.serial.len() {
            connect!(self.low_excess, self.high_excess { enable: self.serial[k].which.val().get_bit(0) });
        }

        // 1 x 32: {upper_word, low_word} = parts[0] + 2^16 * (parts[1] + parts[2]) + 2^32 * parts[3], modulo 2^48.
        // 2 x 16: {upper_word[15:0], low_word} = parts[0] - 2^16 * low_excess and high_word = parts[3] - 2^16 * high_excess, modulo 2^32;
        //     `middle` is -low_excess, modulo 2^16.
        // 4 x 8: the products have 16 bits. They are low_word, bytes_word[15:0], bytes_word[31:16] and high_word[15:0].
        self.middle.next = bit_cast::<33, 32>(self.parts[1].q.val()) + bit_cast::<33, 32>(self.parts[2].q.val());
        if self.lanes16.val() {
            self.middle.next = bit_cast::<33, 16>(!self.low_excess.q.val()) + 1;
        }
        self.upper.next = (bit_cast::<32, 16>(self.parts[3].q.val().get_bits::<16>(0)) << 16)
            | bit_cast::<32, 16>(self.parts[0].q.val().get_bits::<16>(16));
        connect!(self.low_word { clock, enable: self.enable[2].val(), d: self.parts[0].q.val().get_bits::<16>(0) });
        self.upper_word.clock.next = self.clock.val();
        self.upper_word.enable.next = self.enable[2].val();
        self.upper_word.d.next = self.upper.val() + bit_cast::<32, 33>(self.middle.val());
        self.high_word.clock.next = self.clock.val();
        self.high_word.enable.next = self.enable[2].val();
        self.high_word.d.next =
            (bit_cast::<32, 16>(self.parts[3].q.val().get_bits::<16>(16) - self.high_excess.q.val()) << 16)
                | bit_cast::<32, 16>(self.parts[3].q.val().get_bits::<16>(0));
        self.bytes_word.clock.next = self.clock.val();
        self.bytes_word.enable.next = self.enable[2].val();
        self.bytes_word.d.next = (bit_cast::<32, 16>(self.parts[2].q.val().get_bits::<16>(0)) << 16)
            | bit_cast::<32, 16>(self.parts[1].q.val().get_bits::<16>(0));
        self.exact.next =
            (bit_cast::<48, 32>(self.upper_word.q.val()) << 16) | bit_cast::<48, 16>(self.low_word.q.val());

        // Stage 3 ends here; clipping follows. Bit i of `minus` and `overflow` is for byte i of the result: the exact product of its lane
        // is negative, or does not fit the lane. All bytes of a lane have equal bits.
        self.low_lane.next = cat!(32 of 16: self.upper_word.q.val().get_bits::<16>(0), self.low_word.q.val());
        self.high_lane.next = self.high_word.q.val();
        if self.lanes8.val() {
            self.wrapped.next = (bit_cast::<32, 8>(self.high_lane.val().get_bits::<8>(0)) << 24)
                | (bit_cast::<32, 8>(self.bytes_word.q.val().get_bits::<8>(16)) << 16)
                | (bit_cast::<32, 8>(self.bytes_word.q.val().get_bits::<8>(0)) << 8)
                | bit_cast::<32, 8>(self.low_word.q.val().get_bits::<8>(0));
            self.minus.next = (bit_cast::<4, 1>(self.high_lane.val().get_bits::<1>(15)) << 3)
                | (bit_cast::<4, 1>(self.bytes_word.q.val().get_bits::<1>(31)) << 2)
                | (bit_cast::<4, 1>(self.bytes_word.q.val().get_bits::<1>(15)) << 1)
                | bit_cast::<4, 1>(self.low_word.q.val().get_bits::<1>(15));
            self.overflow.next = (bit_cast::<4, 1>(self.high_lane.val().get_bits::<8>(8).any().into()) << 3)
                | (bit_cast::<4, 1>(self.bytes_word.q.val().get_bits::<8>(24).any().into()) << 2)
                | (bit_cast::<4, 1>(self.bytes_word.q.val().get_bits::<8>(8).any().into()) << 1)
                | bit_cast::<4, 1>(self.low_word.q.val().get_bits::<8>(8).any().into());
            // A signed product fits if all bits from the lane's sign bit on are equal; an unsigned one if the bits above the lane are 0.
            if !self.as_unsigned.val() {
                self.overflow.next = cat!(4 of bits:
                    self.high_lane.val().get_bits::<9>(7).any() & !self.high_lane.val().get_bits::<9>(7).all(),
                    self.bytes_word.q.val().get_bits::<9>(23).any() & !self.bytes_word.q.val().get_bits::<9>(23).all(),
                    self.bytes_word.q.val().get_bits::<9>(7).any() & !self.bytes_word.q.val().get_bits::<9>(7).all(),
                    self.low_word.q.val().get_bits::<9>(7).any() & !self.low_word.q.val().get_bits::<9>(7).all()
                );
            }
        } else {
            // `minus` and `overflow` are those of 2 x 16: lanes of 32 bits are never clipped.
            self.wrapped.next = self.low_lane.val();
            if self.lanes16.val() {
                self.wrapped.next = cat!(32 of 16: self.high_lane.val().get_bits::<16>(0), self.low_word.q.val());
            }
            self.minus.next = 0.into();
            if self.low_lane.val().get_bit(31) {
                self.minus.next = 3.into();
            }
            if self.high_lane.val().get_bit(31) {
                self.minus.next = 0xc.into();
                if self.low_lane.val().get_bit(31) {
                    self.minus.next = 0xf.into();
                }
            }
            self.overflow.next = (bit_cast::<4, 1>(self.high_lane.val().get_bits::<16>(16).any().into()) << 3)
                | (bit_cast::<4, 1>(self.high_lane.val().get_bits::<16>(16).any().into()) << 2)
                | (bit_cast::<4, 1>(self.low_lane.val().get_bits::<16>(16).any().into()) << 1)
                | bit_cast::<4, 1>(self.low_lane.val().get_bits::<16>(16).any().into());
            if !self.as_unsigned.val() {
                self.overflow.next = 0.into();
                if self.low_lane.val().get_bits::<17>(15).any() & !self.low_lane.val().get_bits::<17>(15).all() {
                    self.overflow.next = 3.into();
                }
                if self.high_lane.val().get_bits::<17>(15).any() & !self.high_lane.val().get_bits::<17>(15).all() {
                    self.overflow.next = 0xc.into();
                    if self.low_lane.val().get_bits::<17>(15).any() & !self.low_lane.val().get_bits::<17>(15).all() {
                        self.overflow.next = 0xf.into();
                    }
                }
            }
        }
        // The limit is all ones if the product is too large, all zeros if it is too small. In signed lanes the top bit is inverted: it is
        // in bytes 1 and 3 of 16-bit lanes, and in every byte of 8-bit lanes.
        for i in 0..4 {
            self.results[i].sum.next = self.wrapped.val().get_bits::<8>(8 * i);
            self.results[i].other.next = 0.into();
            self.results[i].select_sum.next = true;
            self.results[i].forced.next = self.saturate.val() & self.overflow.val().get_bit(i);
            self.results[i].fill.next = self.as_unsigned.val() | !self.minus.val().get_bit(i);
        }
        self.results[0].flip_top.next = self.negative.val() & self.lanes8.val();
        self.results[1].flip_top.next = self.negative.val();
        self.results[2].flip_top.next = self.negative.val() & self.lanes8.val();
        self.results[3].flip_top.next = self.negative.val();
        self.product.next = (bit_cast::<32, 8>(self.results[3].result.val()) << 24)
            | (bit_cast::<32, 8>(self.results[2].result.val()) << 16)
            | (bit_cast::<32, 8>(self.results[1].result.val()) << 8)
            | bit_cast::<32, 8>(self.results[0].result.val());
    }
}
