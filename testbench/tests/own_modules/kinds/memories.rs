//! Stacks, tables and other memories.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

/// Where calls return to; a call into a full stack overwrites the oldest.
#[hdl_module]
struct ReturnStack {
    clock: Signal<In, Clock>,
    call: Signal<In, Bit>,
    back: Signal<In, Bit>,
    address: Signal<In, Bits<10>>,
    target: Signal<Out, Bits<10>>,
    depth: Signal<Out, Bits<3>>,
    #[default(Memory::asynchronous(4))]
    words: Memory<Bits<10>, 2, 1>,
    top: DFF<Bits<2>>,
    used: DFF<Bits<3>>,
}

impl Logic for ReturnStack {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, top, used);
        self.words.clock.next = self.clock.val();
        self.words.write_enable.next = self.call.val();
        self.words.write_address.next = if self.back.val() {
            self.top.q.val()
        } else {
            self.top.q.val() + 1
        };
        self.words.write_data.next = self.address.val() + 4;
        self.words.read_address[0].next = self.top.q.val();
        match (self.call.val(), self.back.val()) {
            (true, false) => {
                self.top.d.next = self.top.q.val() + 1;
                if self.used.q.val() < 4 {
                    self.used.d.next = self.used.q.val() + 1;
                }
            }
            (false, true) if self.used.q.val().any() => {
                self.top.d.next = self.top.q.val() - 1;
                self.used.d.next = self.used.q.val() - 1;
            }
            _ => {}
        }
        self.target.next = self.words.read_data[0].val();
        self.depth.next = self.used.q.val();
    }
}

/// Counts how often each value comes: reads, adds and writes in two clocks, with a bypass.
#[hdl_module]
struct Histogram {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    value: Signal<In, Bits<4>>,
    show: Signal<In, Bits<4>>,
    count: Signal<Out, Bits<10>>,
    #[default(Memory::asynchronous(16))]
    bins: Memory<Bits<10>, 4, 2>,
    pending: DFF<Bit>,
    bin: DFF<Bits<4>>,
    sum: DFF<Bits<10>>,
}

impl Logic for Histogram {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pending, bin, sum);
        self.bins.clock.next = self.clock.val();
        self.bins.read_address[0].next = self.value.val();
        self.bins.read_address[1].next = self.show.val();
        self.bins.write_enable.next = self.pending.q.val();
        self.bins.write_address.next = self.bin.q.val();
        self.bins.write_data.next = self.sum.q.val();
        let bypass = self.pending.q.val() & (self.bin.q.val() == self.value.val());
        let old = if bypass {
            self.sum.q.val()
        } else {
            self.bins.read_data[0].val()
        };
        self.pending.d.next = self.valid.val();
        self.bin.d.next = self.value.val();
        self.sum.d.next = old + 1;
        self.count.next = self.bins.read_data[1].val();
    }
}

/// Hands out the numbers of eight buffers and takes them back.
#[hdl_module]
struct FreeList {
    clock: Signal<In, Clock>,
    take: Signal<In, Bit>,
    give: Signal<In, Bit>,
    given: Signal<In, Bits<3>>,
    number: Signal<Out, Bits<3>>,
    none: Signal<Out, Bit>,
    twice: Signal<Out, Bit>,
    used: DFF<Bits<8>>,
}

impl Logic for FreeList {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, used);
        self.number.next = 0.into();
        for i in (0..8_u64).rev() {
            if !self.used.q.val().get_bit(i as usize) {
                self.number.next = bits::<3>(i);
            }
        }
        self.none.next = self.used.q.val().all();
        self.twice.next = self.give.val() && !self.used.q.val().get_bit(self.given.val().index());
        let taken = if self.take.val() && !self.none.val() {
            self.used.q.val() | (bits::<8>(1) << self.number.val())
        } else {
            self.used.q.val()
        };
        self.used.d.next = if self.give.val() {
            taken & !(bits::<8>(1) << self.given.val())
        } else {
            taken
        };
    }
}

/// An echo: adds half of what was heard eleven samples ago.
#[hdl_module]
struct Echo {
    clock: Signal<In, Clock>,
    sample: Signal<In, Bits<8>>,
    feedback: Signal<In, Bit>,
    heard: Signal<Out, Bits<8>>,
    #[default(Memory::synchronous(16))]
    past: Memory<Bits<8>, 4, 1>,
    at: DFF<Bits<4>>,
}

impl Logic for Echo {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at);
        self.at.d.next = self.at.q.val() + 1;
        let mixed = (self.sample.val() >> 1) + (self.past.read_data[0].val() >> 1);
        self.past.clock.next = self.clock.val();
        self.past.read_enable[0].next = true;
        self.past.read_address[0].next = self.at.q.val() - 10;
        self.past.write_enable.next = true;
        self.past.write_address.next = self.at.q.val();
        self.past.write_data.next = if self.feedback.val() { mixed } else { self.sample.val() };
        self.heard.next = mixed;
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

pub const KINDS: &[Kind] = &[
    kind!("return stack", ReturnStack),
    kind!("histogram", Histogram),
    kind!("free list", FreeList),
    kind!("echo", Echo),
    kind!("RAM with byte enables", ByteRam),
];
