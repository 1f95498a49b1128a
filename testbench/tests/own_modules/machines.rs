//! A processor.

use super::harness::{Own, own};
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

pub const MODULES: &[Own] = &[own!("accumulator machine", AccumulatorMachine)];
