//! Memories and tables.

use super::harness::{Own, own};
use lanesmith::hdl::prelude::*;

/// 8 registers of 16 bits, of which the first is 0.
#[hdl_module]
struct RegisterFile {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    rd: Signal<In, Bits<3>>,
    value: Signal<In, Bits<16>>,
    rs1: Signal<In, Bits<3>>,
    rs2: Signal<In, Bits<3>>,
    a: Signal<Out, Bits<16>>,
    b: Signal<Out, Bits<16>>,
    #[default(Memory::asynchronous(8))]
    registers: Memory<Bits<16>, 3, 2>,
}

impl Logic for RegisterFile {
    #[hdl_gen]
    fn update(&mut self) {
        self.registers.clock.next = self.clock.val();
        self.registers.write_enable.next = self.write.val() && self.rd.val().any();
        self.registers.write_address.next = self.rd.val();
        self.registers.write_data.next = self.value.val();
        self.registers.read_address[0].next = self.rs1.val();
        self.registers.read_address[1].next = self.rs2.val();
        self.a.next = self.registers.read_data[0].val();
        self.b.next = self.registers.read_data[1].val();
        // What is written now is read now.
        if self.write.val() && self.rd.val().any() && self.rd.val() == self.rs1.val() {
            self.a.next = self.value.val();
        }
        if self.write.val() && self.rd.val().any() && self.rd.val() == self.rs2.val() {
            self.b.next = self.value.val();
        }
    }
}

/// A RAM of words of four bytes, each with an enable of its own.
#[hdl_module]
struct ByteRam {
    clock: Signal<In, Clock>,
    strobes: Signal<In, Bits<4>>,
    address: Signal<In, Bits<3>>,
    data: Signal<In, Bits<32>>,
    word: Signal<Out, Bits<32>>,
    #[default(std::array::from_fn(|_| Memory::synchronous(8)))]
    bytes: [Memory<Bits<8>, 3, 1>; 4],
}

impl Logic for ByteRam {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.bytes[i].clock.next = self.clock.val();
            self.bytes[i].write_enable.next = self.strobes.val().get_bit(i);
            self.bytes[i].write_address.next = self.address.val();
            self.bytes[i].write_data.next = self.data.val().get_bits::<8>(8 * i);
            self.bytes[i].read_enable[0].next = !self.strobes.val().any();
            self.bytes[i].read_address[0].next = self.address.val();
        }
        self.word.next = (bit_cast::<32, 8>(self.bytes[3].read_data[0].val()) << 24)
            | (bit_cast::<32, 8>(self.bytes[2].read_data[0].val()) << 16)
            | (bit_cast::<32, 8>(self.bytes[1].read_data[0].val()) << 8)
            | bit_cast::<32, 8>(self.bytes[0].read_data[0].val());
    }
}

/// A quarter of a sine.
#[hdl_module(no_default)]
struct SineTable {
    clock: Signal<In, Clock>,
    step: Signal<In, Bits<4>>,
    sine: Signal<Out, Bits<8>>,
    phase: DFF<Bits<8>>,
    quarter: SyncROM<Bits<7>, 6>,
    negative: DFF<Bit>,
}

impl Default for SineTable {
    fn default() -> Self {
        let entry =
            |i: u64| Bits::<7>::from((((i as f64 + 0.5) * std::f64::consts::FRAC_PI_2 / 64.0).sin() * 127.0) as u64);
        SineTable {
            clock: Default::default(),
            step: Default::default(),
            sine: Default::default(),
            phase: Default::default(),
            quarter: (0..64).map(entry).into(),
            negative: Default::default(),
        }
    }
}

impl Logic for SineTable {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, negative);
        self.phase.d.next = self.phase.q.val() + bit_cast::<8, 4>(self.step.val());
        self.quarter.clock.next = self.clock.val();
        self.quarter.address.next = self.phase.q.val().get_bits::<6>(0);
        if self.phase.q.val().get_bit(6) {
            self.quarter.address.next = !self.phase.q.val().get_bits::<6>(0);
        }
        self.negative.d.next = self.phase.q.val().get_bit(7);
        self.sine.next = bits::<8>(0x80) + bit_cast::<8, 7>(self.quarter.data.val());
        if self.negative.q.val() {
            self.sine.next = bits::<8>(0x80) - bit_cast::<8, 7>(self.quarter.data.val());
        }
    }
}

/// A byte from the middle of a cipher: the first two rows of its table, and what is linear of the rest.
#[hdl_module(no_default)]
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

pub const MODULES: &[Own] = &[
    own!("register file with bypass", RegisterFile),
    own!("RAM with byte enables", ByteRam),
    own!("sine table", SineTable),
    own!("rows of the AES table", SubstitutionRow),
];
