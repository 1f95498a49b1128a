//! Small processors, games, motors and screens.

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
struct Accumulator {
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

impl Logic for Accumulator {
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

/// Points of a line, by Bresenham's algorithm.
#[hdl_module]
struct LineDrawer {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    width: Signal<In, Bits<5>>,
    height: Signal<In, Bits<5>>,
    x: Signal<Out, Bits<6>>,
    y: Signal<Out, Bits<6>>,
    drawing: Signal<Out, Bit>,
    at_x: DFF<Bits<6>>,
    at_y: DFF<Bits<6>>,
    run: DFF<Bits<6>>,
    rise: DFF<Bits<6>>,
    error: DFF<Bits<7>>,
    steep: DFF<Bit>,
}

impl Logic for LineDrawer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at_x, at_y, run, rise, error, steep);
        self.drawing.next = self.at_x.q.val() < self.run.q.val();
        let following = self.error.q.val() + bit_cast::<7, 6>(self.rise.q.val());
        let overflows = following >= bit_cast::<7, 6>(self.run.q.val());
        if self.start.val() {
            let steep = self.height.val() > self.width.val();
            let long = if steep { self.height.val() } else { self.width.val() };
            let short = if steep { self.width.val() } else { self.height.val() };
            self.steep.d.next = steep;
            self.run.d.next = bit_cast::<6, 5>(long);
            self.rise.d.next = bit_cast::<6, 5>(short);
            self.error.d.next = bit_cast::<7, 5>(long >> 1);
            self.at_x.d.next = 0.into();
            self.at_y.d.next = 0.into();
        } else if self.drawing.val() {
            self.at_x.d.next = self.at_x.q.val() + 1;
            self.error.d.next = following;
            if overflows {
                self.error.d.next = following - bit_cast::<7, 6>(self.run.q.val());
                self.at_y.d.next = self.at_y.q.val() + 1;
            }
        }
        self.x.next = if self.steep.q.val() {
            self.at_y.q.val()
        } else {
            self.at_x.q.val()
        };
        self.y.next = if self.steep.q.val() {
            self.at_x.q.val()
        } else {
            self.at_y.q.val()
        };
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

/// A controller with a proportional, an integral and a differential part, whose integral stays in a range.
#[hdl_module]
struct Pid {
    clock: Signal<In, Clock>,
    target: Signal<In, Signed<10>>,
    measured: Signal<In, Signed<10>>,
    hold: Signal<In, Bit>,
    drive: Signal<Out, Signed<16>>,
    limited: Signal<Out, Bit>,
    integral: DFF<Signed<16>>,
    before: DFF<Signed<16>>,
    raw: Signal<Local, Signed<16>>,
}

impl Logic for Pid {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, integral, before);
        let high = bits::<16>(0xfc00);
        let target = bit_cast::<16, 10>(unsigned_cast(self.target.val()))
            | if self.target.val().get_bit(9) {
                high
            } else {
                bits::<16>(0)
            };
        let measured = bit_cast::<16, 10>(unsigned_cast(self.measured.val()))
            | if self.measured.val().get_bit(9) {
                high
            } else {
                bits::<16>(0)
            };
        let error = signed_cast(target - measured);
        let change = error - self.before.q.val();
        let limit = signed_cast(bits::<16>(4000));
        let least = signed_cast(bits::<16>(0) - 4000);
        self.raw.next = self.integral.q.val() + error;
        self.before.d.next = error;
        self.limited.next = false;
        if !self.hold.val() {
            self.integral.d.next = self.raw.val();
            if self.raw.val() > limit {
                self.integral.d.next = limit;
                self.limited.next = true;
            } else if self.raw.val() < least {
                self.integral.d.next = least;
                self.limited.next = true;
            }
        }
        self.drive.next = error + error + self.integral.q.val() + change;
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Wash {
    Off,
    Fill,
    Heat,
    Turn,
    Drain,
    Spin,
    Fault,
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Actuators {
    valve: Bit,
    heater: Bit,
    motor: Bits<2>,
    pump: Bit,
}

/// A washing machine.
#[hdl_module]
struct WashingMachine {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    full: Signal<In, Bit>,
    hot: Signal<In, Bit>,
    empty: Signal<In, Bit>,
    door: Signal<In, Bit>,
    drives: Signal<Out, Actuators>,
    state: Signal<Out, Wash>,
    phase: DFF<Wash>,
    time: DFF<Bits<4>>,
    rinses: DFF<Bits<2>>,
}

impl Logic for WashingMachine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, time, rinses);
        let late = self.time.q.val().all();
        self.time.d.next = self.time.q.val() + 1;
        self.phase.d.next = match self.phase.q.val() {
            Wash::Off if self.start.val() && !self.door.val() => Wash::Fill,
            Wash::Fill if self.full.val() => Wash::Heat,
            Wash::Heat if self.hot.val() || self.rinses.q.val().any() => Wash::Turn,
            Wash::Turn if late => Wash::Drain,
            Wash::Drain if self.empty.val() && self.rinses.q.val() == 2 => Wash::Spin,
            Wash::Drain if self.empty.val() => Wash::Fill,
            Wash::Spin if late => Wash::Off,
            Wash::Fault if self.start.val() => Wash::Off,
            Wash::Fill | Wash::Drain if late => Wash::Fault,
            Wash::Off => Wash::Off,
            _ if self.door.val() => Wash::Fault,
            _ => self.phase.q.val(),
        };
        if self.phase.d.val() != self.phase.q.val() {
            self.time.d.next = 0.into();
            match (self.phase.q.val(), self.phase.d.val()) {
                (Wash::Drain, Wash::Fill) => self.rinses.d.next = self.rinses.q.val() + 1,
                (_, Wash::Off) => self.rinses.d.next = 0.into(),
                _ => {}
            }
        }
        self.drives.next.valve = self.phase.q.val() == Wash::Fill;
        self.drives.next.heater = self.phase.q.val() == Wash::Heat;
        self.drives.next.pump = self.phase.q.val() == Wash::Drain || self.phase.q.val() == Wash::Fault;
        self.drives.next.motor = match self.phase.q.val() {
            Wash::Spin => bits::<2>(3),
            Wash::Turn => bits::<2>(1).replace_bit(1, self.time.q.val().get_bit(3)),
            _ => bits::<2>(0),
        };
        self.state.next = self.phase.q.val();
    }
}

/// A clock for two players: the time of one stands while the other thinks.
#[hdl_module]
struct ChessClock {
    clock: Signal<In, Clock>,
    set: Signal<In, Bit>,
    minutes: Signal<In, Bits<4>>,
    pressed: Signal<In, Bits<2>>,
    left: [Signal<Out, Bits<6>>; 2],
    lost: Signal<Out, Bits<2>>,
    time: [DFF<Bits<6>>; 2],
    turn: DFF<Bit>,
    running: DFF<Bit>,
}

impl Logic for ChessClock {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, turn, running);
        let over = !self.time[0].q.val().any() || !self.time[1].q.val().any();
        self.lost.next = 0.into();
        for i in 0..2 {
            self.time[i].clock.next = self.clock.val();
            self.time[i].d.next = self.time[i].q.val();
            let thinks = self.running.q.val() && self.turn.q.val() == (i == 1);
            if self.set.val() {
                self.time[i].d.next = bit_cast::<6, 4>(self.minutes.val()) << 2;
            } else if thinks && !over {
                self.time[i].d.next = self.time[i].q.val() - 1;
            }
            if self.pressed.val().get_bit(i) {
                self.running.d.next = true;
                self.turn.d.next = i == 0;
            }
            self.left[i].next = self.time[i].q.val();
        }
        if !self.time[0].q.val().any() {
            self.lost.next = 1.into();
        } else if !self.time[1].q.val().any() {
            self.lost.next = 2.into();
        }
        if self.set.val() {
            self.running.d.next = false;
        }
    }
}

pub const KINDS: &[Kind] = &[
    kind!("accumulator machine", Accumulator),
    kind!("stack machine", StackMachine),
    kind!("RISC-V immediates", Immediates),
    kind!("game of life", Life),
    kind!("line drawer", LineDrawer),
    kind!("sprites", Sprites).quiet(&["meets"]),
    kind!("PID controller", Pid),
    kind!("washing machine", WashingMachine),
    kind!("chess clock", ChessClock),
];
