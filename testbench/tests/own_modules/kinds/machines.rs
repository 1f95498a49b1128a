//! Screens, controllers and games.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

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
    preset: Signal<In, Bit>,
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
            if self.preset.val() {
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
        if self.preset.val() {
            self.running.d.next = false;
        }
    }
}

pub const KINDS: &[Kind] = &[
    kind!("line drawer", LineDrawer),
    kind!("sprites", Sprites).quiet(&["meets"]),
    kind!("PID controller", Pid),
    kind!("washing machine", WashingMachine),
    kind!("chess clock", ChessClock),
];
