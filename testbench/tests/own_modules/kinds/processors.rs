//! Small processors, and cells in a grid.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

mod op {
    pub const LOAD: u64 = 0;
    pub const ADD: u64 = 1;
    pub const STORE: u64 = 2;
    pub const JUMP_IF_ZERO: u64 = 3;
    pub const NAND: u64 = 4;
    pub const SHIFT: u64 = 5;
}

/// A program of the accumulator machine below: operations, then operands.
const PROGRAM: [u64; 8] = [
    op::LOAD,
    op::ADD,
    op::STORE,
    op::NAND,
    op::SHIFT,
    op::STORE,
    op::JUMP_IF_ZERO,
    op::JUMP_IF_ZERO,
];
const OPERANDS: [u64; 8] = [0, 1, 1, 0, 0, 2, 2, 0];

/// A processor with one register, four words of data and a program in a table.
#[hdl_module]
struct AccumulatorMachine {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    run: Signal<In, Bit>,
    input: Signal<In, Bits<8>>,
    accumulator: Signal<Out, Bits<8>>,
    counter: Signal<Out, Bits<3>>,
    #[default(Register::new(ResetStyle::default(), 0.into()))]
    pc: Register<Bits<3>>,
    register: DFF<Bits<8>>,
    words: [DFF<Bits<8>>; 4],
}

impl Logic for AccumulatorMachine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, register);
        self.pc.clock.next = self.clock.val();
        self.pc.reset.next = self.reset.val();
        self.pc.enable.next = self.run.val();
        self.pc.d.next = self.pc.q.val() + 1;
        for i in 0..4 {
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
        }
        let at = self.pc.q.val().index();
        let code = bits::<3>(PROGRAM[at]);
        let operand = bits::<2>(OPERANDS[at]);
        let word = if operand == 0 {
            self.input.val()
        } else {
            self.words[operand.index()].q.val()
        };
        if self.run.val() {
            match code.to_u64() {
                op::LOAD => self.register.d.next = word,
                op::ADD => self.register.d.next = self.register.q.val() + word,
                op::STORE => self.words[operand.index()].d.next = self.register.q.val(),
                op::NAND => self.register.d.next = !(self.register.q.val() & word),
                op::SHIFT => self.register.d.next = self.register.q.val() >> 1,
                _ if !self.register.q.val().any() => self.pc.d.next = bit_cast::<3, 2>(operand),
                _ => {}
            }
        }
        self.accumulator.next = self.register.q.val();
        self.counter.next = self.pc.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Forth {
    Nop,
    Push,
    Dup,
    Drop,
    Swap,
    Over,
    Plus,
    Equal,
}

/// A stack machine: the two upper words in registers, the others in a memory.
#[hdl_module]
struct StackMachine {
    clock: Signal<In, Clock>,
    instruction: Signal<In, Forth>,
    literal: Signal<In, Bits<6>>,
    top: Signal<Out, Bits<6>>,
    second: Signal<Out, Bits<6>>,
    t: DFF<Bits<6>>,
    n: DFF<Bits<6>>,
    depth: DFF<Bits<3>>,
    #[default(Memory::asynchronous(8))]
    rest: Memory<Bits<6>, 3, 1>,
}

impl Logic for StackMachine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, t, n, depth);
        let below = self.rest.read_data[0].val();
        self.rest.clock.next = self.clock.val();
        self.rest.write_enable.next = false;
        self.rest.write_address.next = self.depth.q.val();
        self.rest.write_data.next = self.n.q.val();
        self.rest.read_address[0].next = self.depth.q.val() - 1;
        match self.instruction.val() {
            Forth::Nop => {}
            Forth::Push | Forth::Dup | Forth::Over => {
                self.rest.write_enable.next = true;
                self.depth.d.next = self.depth.q.val() + 1;
                self.n.d.next = self.t.q.val();
                self.t.d.next = match self.instruction.val() {
                    Forth::Push => self.literal.val(),
                    Forth::Over => self.n.q.val(),
                    _ => self.t.q.val(),
                };
            }
            Forth::Swap => {
                self.t.d.next = self.n.q.val();
                self.n.d.next = self.t.q.val();
            }
            Forth::Drop | Forth::Plus | Forth::Equal => {
                self.depth.d.next = self.depth.q.val() - 1;
                self.n.d.next = below;
                self.t.d.next = match self.instruction.val() {
                    Forth::Drop => self.n.q.val(),
                    Forth::Plus => self.n.q.val() + self.t.q.val(),
                    _ if self.n.q.val() == self.t.q.val() => bits::<6>(0x3f),
                    _ => bits::<6>(0),
                };
            }
        }
        self.top.next = self.t.q.val();
        self.second.next = self.n.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Format {
    Register,
    Immediate,
    Store,
    Branch,
    Upper,
    Jump,
    Illegal,
}

/// Immediates of RISC-V.
#[hdl_module]
struct Immediates {
    instruction: Signal<In, Bits<32>>,
    immediate: Signal<Out, Signed<32>>,
    format: Signal<Out, Format>,
}

impl Logic for Immediates {
    #[hdl_gen]
    fn update(&mut self) {
        let i = self.instruction.val();
        self.format.next = match i.get_bits::<7>(0).index() {
            0x33 => Format::Register,
            0x03 | 0x13 | 0x67 => Format::Immediate,
            0x23 => Format::Store,
            0x63 => Format::Branch,
            0x17 | 0x37 => Format::Upper,
            0x6f => Format::Jump,
            _ => Format::Illegal,
        };
        let sign = i.get_bit(31);
        let word = match self.format.val() {
            Format::Immediate => bit_cast::<32, 11>(i.get_bits::<11>(20)),
            Format::Store => (bit_cast::<32, 6>(i.get_bits::<6>(25)) << 5) | bit_cast::<32, 5>(i.get_bits::<5>(7)),
            Format::Branch => {
                (bit_cast::<32, 4>(i.get_bits::<4>(8)) << 1)
                    | (bit_cast::<32, 6>(i.get_bits::<6>(25)) << 5)
                    | (bit_cast::<32, 1>(i.get_bits::<1>(7)) << 11)
            }
            Format::Upper => i & bits::<32>(0xffff_f000),
            Format::Jump => {
                (bit_cast::<32, 10>(i.get_bits::<10>(21)) << 1)
                    | (bit_cast::<32, 1>(i.get_bits::<1>(20)) << 11)
                    | (bit_cast::<32, 8>(i.get_bits::<8>(12)) << 12)
            }
            _ => bits::<32>(0),
        };
        let above = match self.format.val() {
            _ if !sign => bits::<32>(0),
            Format::Immediate | Format::Store => bits::<32>(0xffff_f800),
            Format::Branch => bits::<32>(0xffff_f000),
            Format::Jump => bits::<32>(0xfff0_0000),
            _ => bits::<32>(0),
        };
        self.immediate.next = signed_cast(word | above);
    }
}

/// A cell of the game of life.
#[hdl_module]
struct Cell {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    seed: Signal<In, Bit>,
    neighbours: Signal<In, Bits<4>>,
    alive: Signal<Out, Bit>,
    state: DFF<Bit>,
}

impl Logic for Cell {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.state.d.next = match self.neighbours.val().index() {
            _ if self.load.val() => self.seed.val(),
            2 => self.state.q.val(),
            3 => true,
            _ => false,
        };
        self.alive.next = self.state.q.val();
    }
}

const SIDE: usize = 4;

/// The game of life on a torus of 16 cells.
#[hdl_module]
struct Life {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    seed: Signal<In, Bits<16>>,
    alive: [Signal<Out, Bit>; 16],
    cell: [Cell; 16],
}

impl Logic for Life {
    #[hdl_gen]
    fn update(&mut self) {
        for y in 0..SIDE {
            for x in 0..SIDE {
                let here = SIDE * y + x;
                let up = (y + SIDE - 1) % SIDE;
                let down = (y + 1) % SIDE;
                let left = (x + SIDE - 1) % SIDE;
                let right = (x + 1) % SIDE;
                self.cell[here].clock.next = self.clock.val();
                self.cell[here].load.next = self.load.val();
                self.cell[here].seed.next = self.seed.val().get_bit(here);
                self.cell[here].neighbours.next = bits::<4>(0)
                    + self.cell[SIDE * up + left].alive.val()
                    + self.cell[SIDE * up + x].alive.val()
                    + self.cell[SIDE * up + right].alive.val()
                    + self.cell[SIDE * y + left].alive.val()
                    + self.cell[SIDE * y + right].alive.val()
                    + self.cell[SIDE * down + left].alive.val()
                    + self.cell[SIDE * down + x].alive.val()
                    + self.cell[SIDE * down + right].alive.val();
                self.alive[here].next = self.cell[here].alive.val();
            }
        }
    }
}

pub const KINDS: &[Kind] = &[
    kind!("accumulator machine", AccumulatorMachine),
    kind!("stack machine", StackMachine),
    kind!("RISC-V immediates", Immediates),
    kind!("game of life", Life),
];
