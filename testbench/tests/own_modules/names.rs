//! Names that mean something to Verilog, to Rust or to a loop.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Ports called like keywords of Verilog and SystemVerilog.
#[derive(LogicBlock, Default)]
struct Keywords {
    clock: Signal<In, Clock>,
    begin: Signal<In, Bit>,
    case: Signal<In, Bits<4>>,
    byte: Signal<In, Bits<8>>,
    logic: Signal<Out, Bits<8>>,
    initial: Signal<Out, Bit>,
    always: DFF<Bits<8>>,
}

impl Logic for Keywords {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, always);
        if self.begin.val() {
            self.always.d.next = self.byte.val() + bit_cast::<8, 4>(self.case.val());
        }
        self.logic.next = self.always.q.val();
        self.initial.next = self.always.q.val() == 0;
    }
}

lanesmith::top!(Keywords {
    clock,
    begin,
    case,
    byte,
    logic,
    initial
});

/// Fields called like loop variables of the same kernel.
#[derive(LogicBlock, Default)]
struct Shadowed {
    i: Signal<In, Bits<4>>,
    j: Signal<In, Bits<4>>,
    sum: Signal<Out, Bits<4>>,
    chain: [Signal<Local, Bits<4>>; 4],
}

impl Logic for Shadowed {
    #[hdl_gen]
    fn update(&mut self) {
        self.chain[0].next = self.j.val();
        for i in 0..3 {
            self.chain[i + 1].next = self.chain[i].val() + self.i.val();
        }
        self.sum.next = self.chain[3].val();
    }
}

lanesmith::top!(Shadowed { i, j, sum });

/// A field whose name is raw in Rust.
#[derive(LogicBlock, Default)]
struct Raw {
    r#type: Signal<In, Bits<2>>,
    r#match: Signal<Out, Bit>,
}

impl Logic for Raw {
    #[hdl_gen]
    fn update(&mut self) {
        self.r#match.next = self.r#type.val() == 2;
    }
}

impl Top for Raw {
    fn ports(&self) -> Vec<lanesmith::rtl::TopPort> {
        vec![
            lanesmith::rtl::describe("type", &self.r#type),
            lanesmith::rtl::describe("match", &self.r#match),
        ]
    }
    fn set_port(&mut self, name: &str, value: u64) {
        if name == "type" {
            self.r#type.next = value.into();
        }
    }
    fn port_value(&self, _name: &str) -> u64 {
        u64::from(self.r#match.val())
    }
}

/// Nets whose names meet where arrays and structs are taken apart.
#[derive(LogicBlock, Default)]
struct Collisions {
    x: Signal<In, Bits<4>>,
    lane: [Signal<Local, Bits<4>>; 2],
    lane_0: Signal<Local, Bits<4>>,
    lane_1: Signal<Local, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    z: Signal<Out, Bits<4>>,
}

impl Logic for Collisions {
    #[hdl_gen]
    fn update(&mut self) {
        self.lane[0].next = self.x.val() + 1;
        self.lane[1].next = self.x.val() + 2;
        self.lane_0.next = !self.x.val();
        self.lane_1.next = self.x.val() ^ bits::<4>(5);
        self.y.next = self.lane[0].val() & self.lane_0.val();
        self.z.next = self.lane[1].val() | self.lane_1.val();
    }
}

lanesmith::top!(Collisions { x, y, z });

/// Names that differ in the case of a letter alone.
#[derive(LogicBlock, Default)]
#[allow(non_snake_case)]
struct Cases {
    a: Signal<In, Bits<4>>,
    A: Signal<In, Bits<4>>,
    sum: Signal<Out, Bits<4>>,
    Sum: Signal<Out, Bits<4>>,
}

impl Logic for Cases {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.A.val();
        self.Sum.next = self.a.val() - self.A.val();
    }
}

lanesmith::top!(Cases { a, A, sum, Sum });

/// An instance called like the module that it is in.
#[derive(LogicBlock, Default)]
struct Outer {
    a: Signal<In, Bits<4>>,
    top: Inner,
    b: Signal<Out, Bits<4>>,
}

#[derive(LogicBlock, Default)]
struct Inner {
    a: Signal<In, Bits<4>>,
    b: Signal<Out, Bits<4>>,
    top: Signal<Local, Bits<4>>,
}

impl Logic for Inner {
    #[hdl_gen]
    fn update(&mut self) {
        self.top.next = self.a.val() << 1;
        self.b.next = self.top.val() ^ self.a.val();
    }
}

impl Logic for Outer {
    #[hdl_gen]
    fn update(&mut self) {
        self.top.a.next = self.a.val();
        self.b.next = self.top.b.val();
    }
}

lanesmith::top!(Outer { a, b });

/// State for simulation only: a field that no kernel can name.
#[derive(LogicBlock, Default)]
struct Hidden {
    a: Signal<In, Bits<4>>,
    b: Signal<Out, Bits<4>>,
    _calls: u64,
}

impl Logic for Hidden {
    #[hdl_gen]
    fn update(&mut self) {
        self.b.next = self.a.val() + 3;
    }
}

lanesmith::top!(Hidden { a, b });

mod transmitter {
    use super::*;
    #[derive(Copy, Clone, PartialEq, Debug, LogicState)]
    pub enum State {
        Idle,
        Sending,
    }
    #[derive(LogicBlock, Default)]
    pub struct Transmitter {
        pub clock: Signal<In, Clock>,
        pub start: Signal<In, Bit>,
        pub busy: Signal<Out, Bit>,
        state: DFF<State>,
        count: DFF<Bits<3>>,
    }
    impl Logic for Transmitter {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, state, count);
            self.busy.next = self.state.q.val() == State::Sending;
            match self.state.q.val() {
                State::Idle => {
                    self.count.d.next = 0.into();
                    if self.start.val() {
                        self.state.d.next = State::Sending;
                    }
                }
                State::Sending => {
                    self.count.d.next = self.count.q.val() + 1;
                    if self.count.q.val().all() {
                        self.state.d.next = State::Idle;
                    }
                }
            }
        }
    }
}

/// Two enums called `State`, with other variants in other places.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Waiting,
    Sending,
    Idle,
}

#[derive(LogicBlock, Default)]
struct TwoStates {
    clock: Signal<In, Clock>,
    go: Signal<In, Bit>,
    done: Signal<Out, Bit>,
    state: DFF<State>,
    transmitter: transmitter::Transmitter,
}

impl Logic for TwoStates {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.transmitter.clock.next = self.clock.val();
        self.transmitter.start.next = self.state.q.val() == State::Sending;
        self.done.next = false;
        match self.state.q.val() {
            State::Waiting => {
                if self.go.val() {
                    self.state.d.next = State::Sending;
                }
            }
            State::Sending => self.state.d.next = State::Idle,
            State::Idle => {
                if !self.transmitter.busy.val() {
                    self.state.d.next = State::Waiting;
                    self.done.next = true;
                }
            }
        }
    }
}

lanesmith::top!(TwoStates { clock, go, done });

pub const MODULES: &[Own] = &[
    accepted("ports called like keywords", || Box::new(Keywords::default())),
    accepted("fields called like loop variables", || Box::new(Shadowed::default())),
    accepted("raw identifiers", || Box::new(Raw::default())),
    accepted("names that meet in the netlist", || Box::new(Collisions::default())),
    accepted("names that differ in case", || Box::new(Cases::default())),
    accepted("an instance called like its module", || Box::new(Outer::default())),
    accepted("hidden fields", || Box::new(Hidden::default())),
    accepted("two enums of one name", || Box::new(TwoStates::default())),
];
