//! Names that mean something to Verilog, to Rust or to a loop.

use super::harness::{Own, accepted};
use crate::block::block;
use lanesmith::hdl::prelude::*;

// Nets whose names meet where arrays and structs are taken apart.
block!(Collisions {
    x: In Bits<4>, y: Out Bits<4>, z: Out Bits<4>,
} { lane: [Signal<Local, Bits<4>>; 2], lane_0: Signal<Local, Bits<4>>, lane_1: Signal<Local, Bits<4>> });

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

// An instance called like the module that it is in.
block!(Outer { a: In Bits<4>, b: Out Bits<4> } { top: Inner });

block!(Inner { a: In Bits<4>, b: Out Bits<4> } { top: Signal<Local, Bits<4>> });

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

// State for simulation only: a field that no kernel can name.
block!(Hidden { a: In Bits<4>, b: Out Bits<4> } { _calls: u64 });

impl Logic for Hidden {
    #[hdl_gen]
    fn update(&mut self) {
        self.b.next = self.a.val() + 3;
    }
}

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

block!(TwoStates { clock: In Clock, go: In Bit, done: Out Bit } { state: DFF<State>, transmitter: transmitter::Transmitter });

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

pub const MODULES: &[Own] = &[
    accepted("names that meet in the netlist", || Box::new(Collisions::default())),
    accepted("names that differ in case", || Box::new(Cases::default())),
    accepted("an instance called like its module", || Box::new(Outer::default())),
    accepted("hidden fields", || Box::new(Hidden::default())),
    accepted("two enums of one name", || Box::new(TwoStates::default())),
];
