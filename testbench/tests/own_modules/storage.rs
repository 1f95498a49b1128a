//! Memories, queues and tables.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// A queue of 8 words around a memory.
#[derive(LogicBlock)]
struct Fifo {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    push: Signal<In, Bit>,
    pop: Signal<In, Bit>,
    data_in: Signal<In, Bits<8>>,
    data_out: Signal<Out, Bits<8>>,
    empty: Signal<Out, Bit>,
    full: Signal<Out, Bit>,
    words: Memory<Bits<8>, 3, 1>,
    head: DFF<Bits<4>>,
    tail: DFF<Bits<4>>,
}

impl Default for Fifo {
    fn default() -> Self {
        Fifo {
            clock: Default::default(),
            reset: Default::default(),
            push: Default::default(),
            pop: Default::default(),
            data_in: Default::default(),
            data_out: Default::default(),
            empty: Default::default(),
            full: Default::default(),
            words: Memory::asynchronous(8),
            head: Default::default(),
            tail: Default::default(),
        }
    }
}

impl Logic for Fifo {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, head, tail);
        self.empty.next = self.head.q.val() == self.tail.q.val();
        self.full.next = (self.head.q.val() - self.tail.q.val()).get_bit(3);
        self.words.clock.next = self.clock.val();
        self.words.write_enable.next = self.push.val() & !self.full.val();
        self.words.write_address.next = self.head.q.val().get_bits::<3>(0);
        self.words.write_data.next = self.data_in.val();
        self.words.read_address[0].next = self.tail.q.val().get_bits::<3>(0);
        self.data_out.next = self.words.read_data[0].val();
        if self.push.val() & !self.full.val() {
            self.head.d.next = self.head.q.val() + 1;
        }
        if self.pop.val() & !self.empty.val() {
            self.tail.d.next = self.tail.q.val() + 1;
        }
        if self.reset.val() {
            self.head.d.next = 0.into();
            self.tail.d.next = 0.into();
        }
    }
}

lanesmith::top!(Fifo {
    clock,
    reset,
    push,
    pop,
    data_in,
    data_out,
    empty,
    full
});

/// 8 registers of 16 bits, of which the first is 0.
#[derive(LogicBlock)]
struct RegisterFile {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    rd: Signal<In, Bits<3>>,
    value: Signal<In, Bits<16>>,
    rs1: Signal<In, Bits<3>>,
    rs2: Signal<In, Bits<3>>,
    a: Signal<Out, Bits<16>>,
    b: Signal<Out, Bits<16>>,
    registers: Memory<Bits<16>, 3, 2>,
}

impl Default for RegisterFile {
    fn default() -> Self {
        RegisterFile {
            clock: Default::default(),
            write: Default::default(),
            rd: Default::default(),
            value: Default::default(),
            rs1: Default::default(),
            rs2: Default::default(),
            a: Default::default(),
            b: Default::default(),
            registers: Memory::asynchronous(8),
        }
    }
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

lanesmith::top!(RegisterFile {
    clock,
    write,
    rd,
    value,
    rs1,
    rs2,
    a,
    b
});

/// The same from an array of flip-flops, written by a loop.
#[derive(LogicBlock, Default)]
struct RegisterArray {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    address: Signal<In, Bits<2>>,
    data: Signal<In, Bits<8>>,
    select: Signal<In, Bits<2>>,
    shown: Signal<Out, Bits<8>>,
    total: Signal<Out, Bits<8>>,
    cells: [DFF<Bits<8>>; 4],
}

impl Logic for RegisterArray {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.cells[i].clock.next = self.clock.val();
            self.cells[i].d.next = self.cells[i].q.val();
            if self.write.val() && self.address.val().index() == i {
                self.cells[i].d.next = self.data.val();
            }
        }
        self.shown.next = 0.into();
        for i in 0..4 {
            if self.select.val().index() == i {
                self.shown.next = self.cells[i].q.val();
            }
        }
        self.total.next = self.cells[0].q.val() + self.cells[1].q.val() + self.cells[2].q.val() + self.cells[3].q.val();
    }
}

lanesmith::top!(RegisterArray {
    clock,
    write,
    address,
    data,
    select,
    shown,
    total
});

/// rust-hdl's RAM, with contents.
#[derive(LogicBlock)]
struct FilledRam {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    address: Signal<In, Bits<4>>,
    data: Signal<In, Bits<8>>,
    word: Signal<Out, Bits<8>>,
    ram: RAM<Bits<8>, 4>,
}

impl Default for FilledRam {
    fn default() -> Self {
        FilledRam {
            clock: Default::default(),
            write: Default::default(),
            address: Default::default(),
            data: Default::default(),
            word: Default::default(),
            ram: (0..16_u64).map(|i| Bits::<8>::from(i * i % 251)).into(),
        }
    }
}

impl Logic for FilledRam {
    #[hdl_gen]
    fn update(&mut self) {
        self.ram.read_clock.next = self.clock.val();
        self.ram.write_clock.next = self.clock.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_address.next = self.address.val();
        self.ram.write_data.next = self.data.val();
        self.ram.write_enable.next = self.write.val();
        self.word.next = self.ram.read_data.val();
    }
}

lanesmith::top!(FilledRam {
    clock,
    write,
    address,
    data,
    word
});

/// A line of a picture in rust-hdl's RAM, read one step behind.
#[derive(LogicBlock, Default)]
struct LineBuffer {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    pixel: Signal<In, Bits<12>>,
    above: Signal<Out, Bits<12>>,
    column: DFF<Bits<4>>,
    line: RAM<Bits<12>, 4>,
}

impl Logic for LineBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, column);
        self.line.read_clock.next = self.clock.val();
        self.line.write_clock.next = self.clock.val();
        self.line.write_address.next = self.column.q.val();
        self.line.read_address.next = self.column.q.val() + 1;
        self.line.write_data.next = self.pixel.val();
        self.line.write_enable.next = self.valid.val();
        if self.valid.val() {
            self.column.d.next = self.column.q.val() + 1;
        }
        self.above.next = self.line.read_data.val();
    }
}

lanesmith::top!(LineBuffer {
    clock,
    valid,
    pixel,
    above
});

/// rust-hdl's synchronous FIFO in a module of one's own.
#[derive(LogicBlock, Default)]
struct WrappedFifo {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    read: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    word: Signal<Out, Bits<8>>,
    empty: Signal<Out, Bit>,
    almost_full: Signal<Out, Bit>,
    fifo: SynchronousFIFO<Bits<8>, 3, 4, 2>,
}

impl Logic for WrappedFifo {
    #[hdl_gen]
    fn update(&mut self) {
        self.fifo.clock.next = self.clock.val();
        self.fifo.data_in.next = self.data.val();
        self.fifo.write.next = self.write.val() & !self.fifo.full.val();
        self.fifo.read.next = self.read.val() & !self.fifo.empty.val();
        self.word.next = self.fifo.data_out.val();
        self.empty.next = self.fifo.empty.val();
        self.almost_full.next = self.fifo.almost_full.val();
    }
}

lanesmith::top!(WrappedFifo {
    clock,
    write,
    read,
    data,
    word,
    empty,
    almost_full
});

pub const MODULES: &[Own] = &[
    accepted("FIFO around a memory", || Box::new(Fifo::default())),
    accepted("register file with bypass", || Box::new(RegisterFile::default())),
    accepted("array of registers", || Box::new(RegisterArray::default())),
    accepted("RAM with contents", || Box::new(FilledRam::default())),
    accepted("line buffer", || Box::new(LineBuffer::default())),
    accepted("rust-hdl's FIFO", || Box::new(WrappedFifo::default())),
];
