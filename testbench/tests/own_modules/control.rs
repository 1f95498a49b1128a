//! State machines, timers and what waits for people.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Light {
    Red,
    RedYellow,
    Green,
    Yellow,
}

/// A traffic light with a request for pedestrians.
#[derive(LogicBlock, Default)]
struct TrafficLight {
    clock: Signal<In, Clock>,
    request: Signal<In, Bit>,
    lamps: Signal<Out, Bits<3>>,
    walk: Signal<Out, Bit>,
    state: DFF<Light>,
    timer: DFF<Bits<4>>,
    asked: DFF<Bit>,
}

impl Logic for TrafficLight {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, timer, asked);
        self.asked.d.next = self.asked.q.val() | self.request.val();
        self.walk.next = false;
        self.lamps.next = bits::<3>(0b100);
        if self.timer.q.val().any() {
            self.timer.d.next = self.timer.q.val() - 1;
        }
        match self.state.q.val() {
            Light::Red => {
                self.walk.next = true;
                if !self.timer.q.val().any() {
                    self.state.d.next = Light::RedYellow;
                    self.timer.d.next = 1.into();
                }
            }
            Light::RedYellow => {
                self.lamps.next = bits::<3>(0b110);
                if !self.timer.q.val().any() {
                    self.state.d.next = Light::Green;
                    self.timer.d.next = 8.into();
                }
            }
            Light::Green => {
                self.lamps.next = bits::<3>(0b001);
                if !self.timer.q.val().any() && self.asked.q.val() {
                    self.state.d.next = Light::Yellow;
                    self.timer.d.next = 2.into();
                }
            }
            Light::Yellow => {
                self.lamps.next = bits::<3>(0b010);
                if !self.timer.q.val().any() {
                    self.state.d.next = Light::Red;
                    self.timer.d.next = 6.into();
                    self.asked.d.next = false;
                }
            }
        }
    }
}

lanesmith::top!(TrafficLight {
    clock,
    request,
    lamps,
    walk
});

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Seen {
    Nothing,
    One,
    OneZero,
    OneZeroOne,
}

/// Finds 1011 in a stream, overlaps too.
#[derive(LogicBlock, Default)]
struct SequenceDetector {
    clock: Signal<In, Clock>,
    bit: Signal<In, Bit>,
    found: Signal<Out, Bit>,
    state: DFF<Seen>,
}

impl Logic for SequenceDetector {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.found.next = false;
        match self.state.q.val() {
            Seen::Nothing => {
                if self.bit.val() {
                    self.state.d.next = Seen::One;
                }
            }
            Seen::One => {
                if !self.bit.val() {
                    self.state.d.next = Seen::OneZero;
                }
            }
            Seen::OneZero => {
                self.state.d.next = Seen::Nothing;
                if self.bit.val() {
                    self.state.d.next = Seen::OneZeroOne;
                }
            }
            Seen::OneZeroOne => {
                if self.bit.val() {
                    self.found.next = true;
                    self.state.d.next = Seen::One;
                } else {
                    self.state.d.next = Seen::OneZero;
                }
            }
        }
    }
}

lanesmith::top!(SequenceDetector { clock, bit, found });

/// Takes over an input that was the same for four clocks.
#[derive(LogicBlock, Default)]
struct Debouncer {
    clock: Signal<In, Clock>,
    button: Signal<In, Bit>,
    clean: Signal<Out, Bit>,
    pressed: Signal<Out, Bit>,
    first: DFF<Bit>,
    second: DFF<Bit>,
    stable: DFF<Bit>,
    count: DFF<Bits<2>>,
}

impl Logic for Debouncer {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, first, second, stable, count);
        self.first.d.next = self.button.val();
        self.second.d.next = self.first.q.val();
        self.stable.d.next = self.stable.q.val();
        self.count.d.next = 0.into();
        self.pressed.next = false;
        if self.second.q.val() != self.stable.q.val() {
            self.count.d.next = self.count.q.val() + 1;
            if self.count.q.val() == 3 {
                self.stable.d.next = self.second.q.val();
                self.pressed.next = self.second.q.val();
            }
        }
        self.clean.next = self.stable.q.val();
    }
}

lanesmith::top!(Debouncer {
    clock,
    button,
    clean,
    pressed
});

/// Resets a processor that does not kick it in time.
#[derive(LogicBlock, Default)]
struct Watchdog {
    clock: Signal<In, Clock>,
    kick: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    bark: Signal<Out, Bit>,
    bite: Signal<Out, Bit>,
    left: DFF<Bits<5>>,
    bitten: DFF<Bit>,
}

impl Logic for Watchdog {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left, bitten);
        self.bark.next = self.enable.val() & (self.left.q.val() > 5);
        if !self.enable.val() | self.kick.val() {
            self.left.d.next = 0.into();
        } else if self.left.q.val() == 7 {
            self.bitten.d.next = true;
        } else {
            self.left.d.next = self.left.q.val() + 1;
        }
        if self.kick.val() & !self.enable.val() {
            self.bitten.d.next = false;
        }
        self.bite.next = self.bitten.q.val();
    }
}

lanesmith::top!(Watchdog {
    clock,
    kick,
    enable,
    bark,
    bite
});

/// Counts down from a value written to it, once or for ever.
#[derive(LogicBlock, Default)]
struct Timer {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    periodic: Signal<In, Bit>,
    value: Signal<In, Bits<12>>,
    now: Signal<Out, Bits<12>>,
    expired: Signal<Out, Bit>,
    count: DFF<Bits<12>>,
    reload: DFF<Bits<12>>,
    running: DFF<Bit>,
}

impl Logic for Timer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, reload, running);
        self.expired.next = self.running.q.val() & !self.count.q.val().any();
        if self.write.val() {
            self.count.d.next = self.value.val();
            self.reload.d.next = self.value.val();
            self.running.d.next = true;
        } else if self.expired.val() {
            self.count.d.next = self.reload.q.val();
            self.running.d.next = self.periodic.val();
        } else if self.running.q.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        self.now.next = self.count.q.val();
    }
}

lanesmith::top!(Timer {
    clock,
    write,
    periodic,
    value,
    now,
    expired
});

/// Both edges of an input.
#[derive(LogicBlock)]
struct Edges {
    clock: Signal<In, Clock>,
    signal: Signal<In, Bit>,
    rising: Signal<Out, Bit>,
    falling: Signal<Out, Bit>,
    count: Signal<Out, Bits<4>>,
    up: EdgeDetector,
    down: EdgeDetector,
    edges: DFF<Bits<4>>,
}

impl Default for Edges {
    fn default() -> Self {
        Edges {
            clock: Default::default(),
            signal: Default::default(),
            rising: Default::default(),
            falling: Default::default(),
            count: Default::default(),
            up: EdgeDetector::new(true),
            down: EdgeDetector::new(false),
            edges: Default::default(),
        }
    }
}

impl Logic for Edges {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, edges);
        clock!(self, clock, up, down);
        self.up.input_signal.next = self.signal.val();
        self.down.input_signal.next = self.signal.val();
        self.rising.next = self.up.edge_signal.val();
        self.falling.next = self.down.edge_signal.val();
        if self.rising.val() | self.falling.val() {
            self.edges.d.next = self.edges.q.val() + 1;
        }
        self.count.next = self.edges.q.val();
    }
}

lanesmith::top!(Edges {
    clock,
    signal,
    rising,
    falling,
    count
});

pub const MODULES: &[Own] = &[
    accepted("traffic light", || Box::new(TrafficLight::default())),
    accepted("sequence detector", || Box::new(SequenceDetector::default())),
    accepted("debouncer", || Box::new(Debouncer::default())),
    accepted("watchdog", || Box::new(Watchdog::default())),
    accepted("timer", || Box::new(Timer::default())),
    accepted("edges, with rust-hdl's detector", || Box::new(Edges::default())),
];
