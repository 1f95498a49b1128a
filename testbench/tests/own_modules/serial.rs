//! Serial lines and codes.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Line {
    Idle,
    Start,
    Data,
    Stop,
}

/// Sends bytes with a start and a stop bit, four clocks for each bit.
#[derive(LogicBlock, Default)]
struct UartTx {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    ready: Signal<Out, Bit>,
    tx: Signal<Out, Bit>,
    state: DFF<Line>,
    divider: DFF<Bits<2>>,
    index: DFF<Bits<3>>,
    shift: DFF<Bits<8>>,
    tick: Signal<Local, Bit>,
}

impl Logic for UartTx {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, divider, index, shift);
        self.divider.d.next = self.divider.q.val() + 1;
        self.tick.next = self.divider.q.val().all();
        self.ready.next = self.state.q.val() == Line::Idle;
        self.tx.next = true;
        match self.state.q.val() {
            Line::Idle => {
                self.divider.d.next = 0.into();
                if self.valid.val() {
                    self.shift.d.next = self.data.val();
                    self.state.d.next = Line::Start;
                }
            }
            Line::Start => {
                self.tx.next = false;
                self.index.d.next = 0.into();
                if self.tick.val() {
                    self.state.d.next = Line::Data;
                }
            }
            Line::Data => {
                self.tx.next = self.shift.q.val().get_bit(0);
                if self.tick.val() {
                    self.shift.d.next = self.shift.q.val() >> 1;
                    self.index.d.next = self.index.q.val() + 1;
                    if self.index.q.val() == 7 {
                        self.state.d.next = Line::Stop;
                    }
                }
            }
            Line::Stop => {
                if self.tick.val() {
                    self.state.d.next = Line::Idle;
                }
            }
        }
    }
}

lanesmith::top!(UartTx {
    clock,
    valid,
    data,
    ready,
    tx
});

/// Receives what the other one sends.
#[derive(LogicBlock, Default)]
struct UartRx {
    clock: Signal<In, Clock>,
    rx: Signal<In, Bit>,
    data: Signal<Out, Bits<8>>,
    valid: Signal<Out, Bit>,
    error: Signal<Out, Bit>,
    state: DFF<Line>,
    phase: DFF<Bits<2>>,
    index: DFF<Bits<3>>,
    shift: DFF<Bits<8>>,
}

impl Logic for UartRx {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, phase, index, shift);
        self.phase.d.next = self.phase.q.val() + 1;
        self.valid.next = false;
        self.error.next = false;
        match self.state.q.val() {
            Line::Idle => {
                self.phase.d.next = 0.into();
                self.index.d.next = 0.into();
                if !self.rx.val() {
                    self.state.d.next = Line::Start;
                }
            }
            Line::Start => {
                if self.phase.q.val() == 1 {
                    if self.rx.val() {
                        self.state.d.next = Line::Idle;
                    } else {
                        self.state.d.next = Line::Data;
                        self.phase.d.next = 0.into();
                    }
                }
            }
            Line::Data => {
                if self.phase.q.val().all() {
                    self.shift.d.next = (self.shift.q.val() >> 1).replace_bit(7, self.rx.val());
                    self.index.d.next = self.index.q.val() + 1;
                    if self.index.q.val().all() {
                        self.state.d.next = Line::Stop;
                    }
                }
            }
            Line::Stop => {
                if self.phase.q.val().all() {
                    self.valid.next = self.rx.val();
                    self.error.next = !self.rx.val();
                    self.state.d.next = Line::Idle;
                }
            }
        }
        self.data.next = self.shift.q.val();
    }
}

lanesmith::top!(UartRx {
    clock,
    rx,
    data,
    valid,
    error
});

/// A byte both ways, mode 0, two clocks for each bit.
#[derive(LogicBlock, Default)]
struct SpiExchange {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    send: Signal<In, Bits<8>>,
    miso: Signal<In, Bit>,
    sck: Signal<Out, Bit>,
    mosi: Signal<Out, Bit>,
    select_n: Signal<Out, Bit>,
    received: Signal<Out, Bits<8>>,
    shift: DFF<Bits<8>>,
    edges: DFF<Bits<5>>,
    sample: DFF<Bit>,
}

impl Logic for SpiExchange {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, shift, edges, sample);
        if self.edges.q.val().any() {
            self.edges.d.next = self.edges.q.val() - 1;
            if self.sck.val() {
                self.shift.d.next = (self.shift.q.val() << 1) + self.sample.q.val();
            } else {
                self.sample.d.next = self.miso.val();
            }
        } else if self.start.val() {
            self.edges.d.next = 16.into();
            self.shift.d.next = self.send.val();
        }
        self.sck.next = self.edges.q.val().get_bit(0);
        self.mosi.next = self.shift.q.val().get_bit(7);
        self.select_n.next = !self.edges.q.val().any();
        self.received.next = self.shift.q.val();
    }
}

lanesmith::top!(SpiExchange {
    clock,
    start,
    send,
    miso,
    sck,
    mosi,
    select_n,
    received
});

/// The duty of a period of 64 clocks, taken over at its start.
#[derive(LogicBlock, Default)]
struct Pwm {
    clock: Signal<In, Clock>,
    duty: Signal<In, Bits<6>>,
    active: Signal<Out, Bit>,
    phase: DFF<Bits<6>>,
    level: DFF<Bits<6>>,
}

impl Logic for Pwm {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, level);
        self.phase.d.next = self.phase.q.val() + 1;
        if self.phase.q.val() == 0 {
            self.level.d.next = self.duty.val();
        }
        self.active.next = self.phase.q.val() < self.level.q.val();
    }
}

lanesmith::top!(Pwm { clock, duty, active });

/// Two bits for each: 01 for 1, 10 for 0.
#[derive(LogicBlock, Default)]
struct Manchester {
    clock: Signal<In, Clock>,
    data: Signal<In, Bit>,
    line: Signal<Out, Bit>,
    take: Signal<Out, Bit>,
    half: DFF<Bit>,
    bit: DFF<Bit>,
}

impl Logic for Manchester {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, half, bit);
        self.half.d.next = !self.half.q.val();
        if self.half.q.val() {
            self.bit.d.next = self.data.val();
        }
        self.line.next = self.bit.q.val() ^ !self.half.q.val();
        self.take.next = self.half.q.val();
    }
}

lanesmith::top!(Manchester {
    clock,
    data,
    line,
    take
});

/// Counts a rotary encoder's steps in both directions.
#[derive(LogicBlock, Default)]
struct Quadrature {
    clock: Signal<In, Clock>,
    a: Signal<In, Bit>,
    b: Signal<In, Bit>,
    position: Signal<Out, Bits<8>>,
    error: Signal<Out, Bit>,
    old_a: DFF<Bit>,
    old_b: DFF<Bit>,
    count: DFF<Bits<8>>,
}

impl Logic for Quadrature {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, old_a, old_b, count);
        self.old_a.d.next = self.a.val();
        self.old_b.d.next = self.b.val();
        self.error.next = false;
        if (self.a.val() != self.old_a.q.val()) & (self.b.val() != self.old_b.q.val()) {
            self.error.next = true;
        } else if (self.a.val() != self.old_a.q.val()) | (self.b.val() != self.old_b.q.val()) {
            if self.a.val() ^ self.old_b.q.val() {
                self.count.d.next = self.count.q.val() + 1;
            } else {
                self.count.d.next = self.count.q.val() - 1;
            }
        }
        self.position.next = self.count.q.val();
    }
}

lanesmith::top!(Quadrature {
    clock,
    a,
    b,
    position,
    error
});

/// Inserts a 0 behind five 1.
#[derive(LogicBlock, Default)]
struct BitStuffer {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    data: Signal<In, Bit>,
    out: Signal<Out, Bit>,
    stuffing: Signal<Out, Bit>,
    ones: DFF<Bits<3>>,
}

impl Logic for BitStuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ones);
        self.stuffing.next = self.ones.q.val() == 5;
        self.out.next = self.data.val() & !self.stuffing.val();
        if self.stuffing.val() {
            self.ones.d.next = 0.into();
        } else if self.valid.val() {
            if self.data.val() {
                self.ones.d.next = self.ones.q.val() + 1;
            } else {
                self.ones.d.next = 0.into();
            }
        }
    }
}

lanesmith::top!(BitStuffer {
    clock,
    valid,
    data,
    out,
    stuffing
});

pub const MODULES: &[Own] = &[
    accepted("UART transmitter", || Box::new(UartTx::default())),
    accepted("UART receiver", || Box::new(UartRx::default())),
    accepted("SPI byte exchange", || Box::new(SpiExchange::default())),
    accepted("PWM", || Box::new(Pwm::default())),
    accepted("Manchester encoder", || Box::new(Manchester::default())),
    accepted("quadrature decoder", || Box::new(Quadrature::default())),
    accepted("bit stuffing", || Box::new(BitStuffer::default())),
];
