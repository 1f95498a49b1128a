//! Counters and state machines.

use super::harness::{Own, own};
use lanesmith::hdl::prelude::*;

const RESET: ResetStyle = ResetStyle {
    asynchronous: false,
    active_low: false,
};

/// Counts while enabled; a synchronous reset.
#[hdl_module]
struct UpCounter {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    count: Signal<Out, Bits<8>>,
    carry: Signal<Out, Bit>,
    #[default(Register::new(RESET, 0xf0.into()))]
    state: Register<Bits<8>>,
}

impl Logic for UpCounter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module up_counter: Counts while enabled.");
        self.state.clock.next = self.clock.val();
        self.state.reset.next = self.reset.val();
        self.state.enable.next = self.enable.val();
        self.state.d.next = self.state.q.val() + 1;
        self.count.next = self.state.q.val();
        self.carry.next = self.state.q.val().all() & self.enable.val();
    }
}

/// The same of 32 bits in the other form.
#[hdl_module]
struct GaloisLfsr {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    random: Signal<Out, Bits<32>>,
    #[default(DFFWithInit::new(0xace1_1357.into()))]
    state: DFFWithInit<Bits<32>>,
}

impl Logic for GaloisLfsr {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        if self.enable.val() {
            if self.state.q.val().get_bit(0) {
                self.state.d.next = (self.state.q.val() >> 1) ^ bits::<32>(0xa300_0000_u64);
            } else {
                self.state.d.next = self.state.q.val() >> 1;
            }
        }
        self.random.next = self.state.q.val();
    }
}

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
enum Tap {
    TestLogicReset,
    RunTestIdle,
    SelectDr,
    CaptureDr,
    ShiftDr,
    Exit1Dr,
    PauseDr,
    Exit2Dr,
    UpdateDr,
    SelectIr,
    CaptureIr,
    ShiftIr,
    Exit1Ir,
    PauseIr,
    Exit2Ir,
    UpdateIr,
}

/// The controller of a JTAG port, with an instruction and a bypass register.
#[hdl_module]
struct JtagTap {
    clock: Signal<In, Clock>,
    tms: Signal<In, Bit>,
    tdi: Signal<In, Bit>,
    tdo: Signal<Out, Bit>,
    instruction: Signal<Out, Bits<4>>,
    state: DFF<Tap>,
    shift: DFF<Bits<4>>,
    held: DFF<Bits<4>>,
    bypass: DFF<Bit>,
}

impl Logic for JtagTap {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, shift, held, bypass);
        self.state.d.next = match (self.state.q.val(), self.tms.val()) {
            (Tap::TestLogicReset, true) => Tap::TestLogicReset,
            (Tap::TestLogicReset | Tap::RunTestIdle | Tap::UpdateDr | Tap::UpdateIr, false) => Tap::RunTestIdle,
            (Tap::RunTestIdle | Tap::UpdateDr | Tap::UpdateIr, true) => Tap::SelectDr,
            (Tap::SelectDr, false) => Tap::CaptureDr,
            (Tap::SelectDr, true) => Tap::SelectIr,
            (Tap::CaptureDr | Tap::ShiftDr | Tap::Exit2Dr, false) => Tap::ShiftDr,
            (Tap::CaptureDr | Tap::ShiftDr, true) => Tap::Exit1Dr,
            (Tap::Exit1Dr | Tap::PauseDr, false) => Tap::PauseDr,
            (Tap::Exit1Dr | Tap::Exit2Dr, true) => Tap::UpdateDr,
            (Tap::PauseDr, true) => Tap::Exit2Dr,
            (Tap::SelectIr, false) => Tap::CaptureIr,
            (Tap::SelectIr, true) => Tap::TestLogicReset,
            (Tap::CaptureIr | Tap::ShiftIr | Tap::Exit2Ir, false) => Tap::ShiftIr,
            (Tap::CaptureIr | Tap::ShiftIr, true) => Tap::Exit1Ir,
            (Tap::Exit1Ir | Tap::PauseIr, false) => Tap::PauseIr,
            (Tap::Exit1Ir | Tap::Exit2Ir, true) => Tap::UpdateIr,
            (Tap::PauseIr, true) => Tap::Exit2Ir,
        };
        match self.state.q.val() {
            Tap::TestLogicReset => self.held.d.next = 0xf.into(),
            Tap::CaptureIr => self.shift.d.next = 0b0101.into(),
            Tap::ShiftIr => self.shift.d.next = (self.shift.q.val() >> 1).replace_bit(3, self.tdi.val()),
            Tap::UpdateIr => self.held.d.next = self.shift.q.val(),
            Tap::CaptureDr => self.bypass.d.next = false,
            Tap::ShiftDr => self.bypass.d.next = self.tdi.val(),
            _ => {}
        }
        self.tdo.next = match self.state.q.val() {
            Tap::ShiftIr => self.shift.q.val().get_bit(0),
            _ => self.bypass.q.val(),
        };
        self.instruction.next = self.held.q.val();
    }
}

const HEART: [u8; 8] = [0x00, 0x66, 0xff, 0xff, 0x7e, 0x3c, 0x18, 0x00];

/// Two sprites of eight by eight points, and where they meet.
#[hdl_module]
struct Sprites {
    clock: Signal<In, Clock>,
    x: Signal<In, Bits<6>>,
    y: Signal<In, Bits<6>>,
    left: [Signal<In, Bits<6>>; 2],
    upper: [Signal<In, Bits<6>>; 2],
    frame: Signal<In, Bit>,
    colour: Signal<Out, Bits<2>>,
    meets: Signal<Out, Bit>,
    covers: [Signal<Local, Bit>; 2],
    met: DFF<Bit>,
}

impl Logic for Sprites {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, met);
        for i in 0..2 {
            let column = self.x.val() - self.left[i].val();
            let row = self.y.val() - self.upper[i].val();
            let inside = column < 8 && row < 8;
            let line = bits::<8>(HEART[row.get_bits::<3>(0).index()] as u64);
            self.covers[i].next = inside && line.get_bit(column.get_bits::<3>(0).index());
        }
        self.colour.next = match (self.covers[0].val(), self.covers[1].val()) {
            (true, _) => bits::<2>(1),
            (_, true) => bits::<2>(2),
            _ => bits::<2>(0),
        };
        if self.frame.val() {
            self.met.d.next = false;
        } else if self.covers[0].val() && self.covers[1].val() {
            self.met.d.next = true;
        }
        self.meets.next = self.met.q.val();
    }
}

pub const MODULES: &[Own] = &[
    own!("up counter", UpCounter),
    own!("Galois LFSR", GaloisLfsr),
    own!("accumulator machine", AccumulatorMachine),
    own!("JTAG port", JtagTap),
    own!("sprites", Sprites).quiet(&["meets"]),
];
