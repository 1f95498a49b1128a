//! Encoders and decoders of bytes and characters.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

/// The DVI code of a byte: few changes, and as many ones as zeros.
#[hdl_module]
struct Tmds {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    code: Signal<Out, Bits<10>>,
    disparity: DFF<Signed<5>>,
    chain: [Signal<Local, Bit>; 8],
    ones: [Signal<Local, Bits<4>>; 9],
    balance: Signal<Local, Signed<5>>,
    minimal: Signal<Local, Bits<9>>,
}

impl Logic for Tmds {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, disparity);
        self.ones[0].next = 0.into();
        for i in 0..8 {
            self.ones[i + 1].next = self.ones[i].val() + self.data.val().get_bit(i);
        }
        let count = self.ones[8].val();
        let xnor = count > 4 || (count == 4 && !self.data.val().get_bit(0));
        self.chain[0].next = self.data.val().get_bit(0);
        for i in 1..8 {
            self.chain[i].next = self.chain[i - 1].val() ^ self.data.val().get_bit(i) ^ xnor;
        }
        self.minimal.next = bits::<9>(0)
            .replace_bit(0, self.chain[0].val())
            .replace_bit(1, self.chain[1].val())
            .replace_bit(2, self.chain[2].val())
            .replace_bit(3, self.chain[3].val())
            .replace_bit(4, self.chain[4].val())
            .replace_bit(5, self.chain[5].val())
            .replace_bit(6, self.chain[6].val())
            .replace_bit(7, self.chain[7].val())
            .replace_bit(8, !xnor);
        // Ones less fours in the code word.
        self.balance.next = signed_cast(bits::<5>(0) - 4);
        for i in 0..8 {
            if self.chain[i].val() {
                self.balance.next = signed_cast(bits::<5>(i as u64)) + signed_cast(bits::<5>(0) - 3);
            }
        }
        let inverts = self.disparity.q.val().get_bit(4) == self.balance.val().get_bit(4);
        let word = self.minimal.val().get_bits::<8>(0);
        self.code.next = (bit_cast::<10, 8>(if inverts { !word } else { word }))
            .replace_bit(8, self.minimal.val().get_bit(8))
            .replace_bit(9, inverts);
        if self.enable.val() {
            self.disparity.d.next = if inverts {
                self.disparity.q.val() - self.balance.val()
            } else {
                self.disparity.q.val() + self.balance.val()
            };
        }
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Utf8 {
    First,
    OneMore,
    TwoMore,
    ThreeMore,
}

/// Characters from bytes of UTF-8.
#[hdl_module]
struct Utf8Decoder {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    byte: Signal<In, Bits<8>>,
    character: Signal<Out, Bits<21>>,
    complete: Signal<Out, Bit>,
    error: Signal<Out, Bit>,
    state: DFF<Utf8>,
    held: DFF<Bits<15>>,
}

impl Logic for Utf8Decoder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, held);
        let low = self.byte.val().get_bits::<6>(0);
        let continues = self.byte.val().get_bits::<2>(6) == 2;
        self.character.next = (bit_cast::<21, 15>(self.held.q.val()) << 6) | bit_cast::<21, 6>(low);
        self.complete.next = false;
        self.error.next = false;
        if self.valid.val() {
            match self.state.q.val() {
                Utf8::First => match self.byte.val().index() {
                    0..=0x7f => {
                        self.character.next = bit_cast::<21, 8>(self.byte.val());
                        self.complete.next = true;
                    }
                    0xc2..=0xdf => {
                        self.held.d.next = bit_cast::<15, 5>(self.byte.val().get_bits::<5>(0));
                        self.state.d.next = Utf8::OneMore;
                    }
                    0xe0..=0xef => {
                        self.held.d.next = bit_cast::<15, 4>(self.byte.val().get_bits::<4>(0));
                        self.state.d.next = Utf8::TwoMore;
                    }
                    0xf0..=0xf4 => {
                        self.held.d.next = bit_cast::<15, 3>(self.byte.val().get_bits::<3>(0));
                        self.state.d.next = Utf8::ThreeMore;
                    }
                    _ => self.error.next = true,
                },
                _ if !continues => {
                    self.error.next = true;
                    self.state.d.next = Utf8::First;
                }
                _ => {
                    self.held.d.next = (self.held.q.val() << 6) | bit_cast::<15, 6>(low);
                    self.state.d.next = match self.state.q.val() {
                        Utf8::ThreeMore => Utf8::TwoMore,
                        Utf8::TwoMore => Utf8::OneMore,
                        _ => Utf8::First,
                    };
                    self.complete.next = self.state.q.val() == Utf8::OneMore;
                }
            }
        }
    }
}

const BASE64: [u8; 64] = *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Three bytes to four letters, one in each clock.
#[hdl_module]
struct Base64 {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    bytes: Signal<In, Bits<24>>,
    letter: Signal<Out, Bits<8>>,
    ready: Signal<Out, Bit>,
    shift: DFF<Bits<24>>,
    left: DFF<Bits<3>>,
}

impl Logic for Base64 {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, shift, left);
        self.ready.next = !self.left.q.val().any();
        if self.ready.val() {
            if self.load.val() {
                self.shift.d.next = self.bytes.val();
                self.left.d.next = 4.into();
            }
        } else {
            self.shift.d.next = self.shift.q.val() << 6;
            self.left.d.next = self.left.q.val() - 1;
        }
        self.letter.next = if self.ready.val() {
            bits::<8>(b'=' as u64)
        } else {
            bits::<8>(BASE64[self.shift.q.val().get_bits::<6>(18).index()] as u64)
        };
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Slip {
    Plain,
    Escaped,
    End,
}

/// Frames bytes with 0xc0, and escapes it and 0xdb within them.
#[hdl_module]
struct SlipEncoder {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    last: Signal<In, Bit>,
    byte: Signal<In, Bits<8>>,
    accept: Signal<In, Bit>,
    ready: Signal<Out, Bit>,
    coded_valid: Signal<Out, Bit>,
    coded: Signal<Out, Bits<8>>,
    state: DFF<Slip>,
}

impl Logic for SlipEncoder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        let special = self.byte.val() == 0xc0 || self.byte.val() == 0xdb;
        self.coded_valid.next = self.valid.val() || self.state.q.val() == Slip::End;
        self.ready.next = false;
        self.coded.next = match (self.state.q.val(), special) {
            (Slip::Plain, false) => self.byte.val(),
            (Slip::Plain, true) => bits::<8>(0xdb),
            (Slip::Escaped, _) if self.byte.val() == 0xc0 => bits::<8>(0xdc),
            (Slip::Escaped, _) => bits::<8>(0xdd),
            (Slip::End, _) => bits::<8>(0xc0),
        };
        if self.accept.val() && self.coded_valid.val() {
            let behind = if self.last.val() { Slip::End } else { Slip::Plain };
            match (self.state.q.val(), special) {
                (Slip::Plain, true) => self.state.d.next = Slip::Escaped,
                (Slip::Plain, false) | (Slip::Escaped, _) => {
                    self.state.d.next = behind;
                    self.ready.next = true;
                }
                (Slip::End, _) => self.state.d.next = Slip::Plain,
            }
        }
    }
}

/// Numbers of seven bits in each byte, the lowest first.
#[hdl_module]
struct Varint {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    byte: Signal<In, Bits<8>>,
    number: Signal<Out, Bits<28>>,
    complete: Signal<Out, Bit>,
    too_long: Signal<Out, Bit>,
    held: DFF<Bits<28>>,
    place: DFF<Bits<3>>,
}

impl Logic for Varint {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, place);
        let digit = bit_cast::<28, 8>(self.byte.val() & bits::<8>(0x7f));
        let shift = match self.place.q.val().index() {
            0 => bits::<5>(0),
            1 => bits::<5>(7),
            2 => bits::<5>(14),
            _ => bits::<5>(21),
        };
        self.number.next = self.held.q.val() | (digit << shift);
        let more = self.byte.val().get_bit(7);
        self.too_long.next = self.valid.val() && more && self.place.q.val() == 3;
        self.complete.next = self.valid.val() && !more;
        if self.complete.val() || self.too_long.val() {
            self.held.d.next = 0.into();
            self.place.d.next = 0.into();
        } else if self.valid.val() {
            self.held.d.next = self.number.val();
            self.place.d.next = self.place.q.val() + 1;
        }
    }
}

pub const KINDS: &[Kind] = &[
    kind!("TMDS encoder", Tmds),
    kind!("UTF-8 decoder", Utf8Decoder),
    kind!("Base64", Base64),
    kind!("SLIP encoder", SlipEncoder),
    kind!("varint decoder", Varint),
];
