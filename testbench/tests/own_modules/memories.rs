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
    address: Signal<Local, Bits<6>>,
    quarter: DFF<Bits<7>>,
    negative: DFF<Bit>,
    _table: [Bits<7>; 64],
}

impl Default for SineTable {
    fn default() -> Self {
        let entry = |i: usize| ((((i as f64 + 0.5) * std::f64::consts::FRAC_PI_2 / 64.0).sin() * 127.0) as u64).into();
        SineTable {
            clock: Default::default(),
            step: Default::default(),
            sine: Default::default(),
            phase: Default::default(),
            address: Default::default(),
            quarter: Default::default(),
            negative: Default::default(),
            _table: std::array::from_fn(entry),
        }
    }
}

impl Logic for SineTable {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, quarter, negative);
        self.phase.d.next = self.phase.q.val() + bit_cast::<8, 4>(self.step.val());
        self.address.next = self.phase.q.val().get_bits::<6>(0);
        if self.phase.q.val().get_bit(6) {
            self.address.next = !self.phase.q.val().get_bits::<6>(0);
        }
        self.quarter.d.next = self._table[self.address.val().index()];
        self.negative.d.next = self.phase.q.val().get_bit(7);
        self.sine.next = bits::<8>(0x80) + bit_cast::<8, 7>(self.quarter.q.val());
        if self.negative.q.val() {
            self.sine.next = bits::<8>(0x80) - bit_cast::<8, 7>(self.quarter.q.val());
        }
    }
}

pub const MODULES: &[Own] = &[
    own!("register file with bypass", RegisterFile),
    own!("RAM with byte enables", ByteRam),
    own!("sine table", SineTable),
];
