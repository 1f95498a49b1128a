//! Codes that find and correct errors, and tables of ciphers.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Hamming (7,4).
#[derive(LogicBlock, Default)]
struct HammingEncoder {
    data: Signal<In, Bits<4>>,
    code: Signal<Out, Bits<7>>,
    p0: Signal<Local, Bit>,
    p1: Signal<Local, Bit>,
    p2: Signal<Local, Bit>,
}

impl Logic for HammingEncoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.p0.next = self.data.val().get_bit(0) ^ self.data.val().get_bit(1) ^ self.data.val().get_bit(3);
        self.p1.next = self.data.val().get_bit(0) ^ self.data.val().get_bit(2) ^ self.data.val().get_bit(3);
        self.p2.next = (self.data.val() & bits::<4>(0b1110)).xor();
        self.code.next = bit_cast::<7, 1>(self.p0.val().into())
            | (bit_cast::<7, 1>(self.p1.val().into()) << 1)
            | (bit_cast::<7, 1>(self.data.val().get_bits::<1>(0)) << 2)
            | (bit_cast::<7, 1>(self.p2.val().into()) << 3)
            | (bit_cast::<7, 3>(self.data.val().get_bits::<3>(1)) << 4);
    }
}

lanesmith::top!(HammingEncoder { data, code });

/// Corrects one wrong bit of seven.
#[derive(LogicBlock, Default)]
struct HammingDecoder {
    code: Signal<In, Bits<7>>,
    data: Signal<Out, Bits<4>>,
    syndrome: Signal<Out, Bits<3>>,
    fixed: Signal<Local, Bits<7>>,
}

impl Logic for HammingDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.syndrome.next = bits::<3>(0)
            .replace_bit(0, (self.code.val() & bits::<7>(0b1010101)).xor())
            .replace_bit(1, (self.code.val() & bits::<7>(0b1100110)).xor())
            .replace_bit(2, (self.code.val() & bits::<7>(0b1111000)).xor());
        self.fixed.next = self.code.val();
        if self.syndrome.val().any() {
            self.fixed.next = self.code.val() ^ (bits::<7>(1) << (self.syndrome.val() - 1));
        }
        self.data.next = (bit_cast::<4, 3>(self.fixed.val().get_bits::<3>(4)) << 1)
            | bit_cast::<4, 1>(self.fixed.val().get_bits::<1>(2));
    }
}

lanesmith::top!(HammingDecoder { code, data, syndrome });

/// Check bits of a byte that correct one error and find two.
#[derive(LogicBlock, Default)]
struct SecdedEncoder {
    data: Signal<In, Bits<8>>,
    check: Signal<Out, Bits<5>>,
    low: Signal<Local, Bits<5>>,
}

impl Logic for SecdedEncoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.low.next = bits::<5>(0)
            .replace_bit(0, (self.data.val() & bits::<8>(0x5b)).xor())
            .replace_bit(1, (self.data.val() & bits::<8>(0x6d)).xor())
            .replace_bit(2, (self.data.val() & bits::<8>(0x8e)).xor())
            .replace_bit(3, (self.data.val() & bits::<8>(0xf0)).xor());
        self.check.next = self
            .low
            .val()
            .replace_bit(4, self.data.val().xor() ^ self.low.val().xor());
    }
}

lanesmith::top!(SecdedEncoder { data, check });

/// Doubles in the field of 256 elements.
#[derive(LogicBlock, Default)]
struct Xtime {
    byte: Signal<In, Bits<8>>,
    doubled: Signal<Out, Bits<8>>,
    tripled: Signal<Out, Bits<8>>,
}

impl Logic for Xtime {
    #[hdl_gen]
    fn update(&mut self) {
        if self.byte.val().get_bit(7) {
            self.doubled.next = (self.byte.val() << 1) ^ bits::<8>(0x1b);
        } else {
            self.doubled.next = self.byte.val() << 1;
        }
        self.tripled.next = self.doubled.val() ^ self.byte.val();
    }
}

lanesmith::top!(Xtime { byte, doubled, tripled });

/// The position of the highest bit, by nested conditions.
#[derive(LogicBlock, Default)]
struct PriorityEncoder {
    x: Signal<In, Bits<8>>,
    position: Signal<Out, Bits<3>>,
    valid: Signal<Out, Bit>,
}

impl Logic for PriorityEncoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.valid.next = true;
        if self.x.val().get_bits::<4>(4).any() {
            if self.x.val().get_bits::<2>(6).any() {
                self.position.next = bits::<3>(6) + self.x.val().get_bit(7);
            } else {
                self.position.next = bits::<3>(4) + self.x.val().get_bit(5);
            }
        } else {
            if self.x.val().get_bits::<2>(2).any() {
                self.position.next = bits::<3>(2) + self.x.val().get_bit(3);
            } else {
                self.position.next = bits::<3>(0) + self.x.val().get_bit(1);
                self.valid.next = self.x.val().any();
            }
        }
    }
}

lanesmith::top!(PriorityEncoder { x, position, valid });

/// One line of 16.
#[derive(LogicBlock, Default)]
struct OneHot {
    index: Signal<In, Bits<4>>,
    enable: Signal<In, Bit>,
    lines: Signal<Out, Bits<16>>,
    back: Signal<Out, Bits<4>>,
}

impl Logic for OneHot {
    #[hdl_gen]
    fn update(&mut self) {
        self.lines.next = 0.into();
        if self.enable.val() {
            self.lines.next = bits::<16>(1) << self.index.val();
        }
        self.back.next = 0.into();
        for i in 0..16 {
            if self.lines.val().get_bit(i) {
                self.back.next = i.to_bits();
            }
        }
    }
}

lanesmith::top!(OneHot {
    index,
    enable,
    lines,
    back
});

/// The sum with end-around carry that the Internet's headers have.
#[derive(LogicBlock, Default)]
struct Checksum {
    clock: Signal<In, Clock>,
    first: Signal<In, Bit>,
    valid: Signal<In, Bit>,
    word: Signal<In, Bits<16>>,
    checksum: Signal<Out, Bits<16>>,
    sum: DFF<Bits<16>>,
    wide: Signal<Local, Bits<17>>,
}

impl Logic for Checksum {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum);
        self.wide.next = bit_cast::<17, 16>(self.sum.q.val()) + bit_cast::<17, 16>(self.word.val());
        if self.first.val() {
            self.wide.next = bit_cast::<17, 16>(self.word.val());
        }
        if self.valid.val() {
            self.sum.d.next = bit_cast::<16, 17>(self.wide.val()) + self.wide.val().get_bit(16);
        }
        self.checksum.next = !self.sum.q.val();
    }
}

lanesmith::top!(Checksum {
    clock,
    first,
    valid,
    word,
    checksum
});

/// Scrambles with x^7 + x^4 + 1 what it sends.
#[derive(LogicBlock, Default)]
struct Scrambler {
    clock: Signal<In, Clock>,
    data: Signal<In, Bit>,
    descramble: Signal<In, Bit>,
    out: Signal<Out, Bit>,
    history: DFF<Bits<7>>,
    mask: Signal<Local, Bit>,
}

impl Logic for Scrambler {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, history);
        self.mask.next = self.history.q.val().get_bit(6) ^ self.history.q.val().get_bit(3);
        self.out.next = self.data.val() ^ self.mask.val();
        if self.descramble.val() {
            self.history.d.next = (self.history.q.val() << 1) + self.data.val();
        } else {
            self.history.d.next = (self.history.q.val() << 1) + self.out.val();
        }
    }
}

lanesmith::top!(Scrambler {
    clock,
    data,
    descramble,
    out
});

/// A byte from the middle of a cipher: the first two rows of its table, and what is linear of the rest.
#[derive(LogicBlock)]
struct SubstitutionRow {
    clock: Signal<In, Clock>,
    byte: Signal<In, Bits<5>>,
    key: Signal<In, Bits<8>>,
    out: Signal<Out, Bits<8>>,
    lookup: ROM<Bits<8>, 5>,
    state: DFF<Bits<8>>,
}

impl Default for SubstitutionRow {
    fn default() -> Self {
        let rows: [u64; 32] = [
            0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76, 0xca, 0x82,
            0xc9, 0x7d, 0xfa, 0x59, 0x47, 0xf0, 0xad, 0xd4, 0xa2, 0xaf, 0x9c, 0xa4, 0x72, 0xc0,
        ];
        SubstitutionRow {
            clock: Default::default(),
            byte: Default::default(),
            key: Default::default(),
            out: Default::default(),
            lookup: rows.into_iter().map(Bits::<8>::from).into(),
            state: Default::default(),
        }
    }
}

impl Logic for SubstitutionRow {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.lookup.address.next = self.byte.val() ^ self.state.q.val().get_bits::<5>(0);
        self.state.d.next = self.lookup.data.val() ^ self.key.val();
        self.out.next = self.state.q.val();
    }
}

lanesmith::top!(SubstitutionRow { clock, byte, key, out });

pub const MODULES: &[Own] = &[
    accepted("rows of the AES table", || Box::new(SubstitutionRow::default())),
    accepted("Hamming encoder", || Box::new(HammingEncoder::default())),
    accepted("Hamming decoder", || Box::new(HammingDecoder::default())),
    accepted("SECDED encoder", || Box::new(SecdedEncoder::default())),
    accepted("doubling in GF(256)", || Box::new(Xtime::default())),
    accepted("priority encoder by nested conditions", || {
        Box::new(PriorityEncoder::default())
    }),
    accepted("one-hot decoder and encoder", || Box::new(OneHot::default())),
    accepted("Internet checksum", || Box::new(Checksum::default())),
    accepted("scrambler", || Box::new(Scrambler::default())),
];
