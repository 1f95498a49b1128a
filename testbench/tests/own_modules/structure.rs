//! Hierarchies, interfaces, generics and types of one's own.

use super::harness::{Own, accepted};
use crate::block::block;
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Pixel {
    red: Bits<5>,
    green: Bits<6>,
    blue: Bits<5>,
}

// Swaps two colours and halves the third; its ports are structs.
block!(PixelFilter { clock: In Clock, pixel: In Pixel, bypass: In Bit, filtered: Out Pixel } { held: DFF<Pixel> });

impl Logic for PixelFilter {
    #[hdl_gen]
    fn update(&mut self) {
        self.held.clock.next = self.clock.val();
        self.held.d.next = self.pixel.val();
        if !self.bypass.val() {
            self.held.d.next.red = self.pixel.val().blue;
            self.held.d.next.blue = self.pixel.val().red;
            self.held.d.next.green = self.pixel.val().green >> 1;
        }
        self.filtered.next = self.held.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Command {
    Nothing,
    Load,
    Add,
    Clear,
    Negate,
}

// Obeys commands, which are an enum at its port; unknown codes don't occur.
block!(Accumulator {
    clock: In Clock, code: In Bits<3>, operand: In Bits<8>, value: Out Bits<8>, last: Out Command,
} { command: Signal<Local, Command>, state: DFF<Bits<8>>, history: DFF<Command> });

impl Logic for Accumulator {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, history);
        self.command.next = Command::Nothing;
        match self.code.val().index() {
            1 => self.command.next = Command::Load,
            2 => self.command.next = Command::Add,
            3 => self.command.next = Command::Clear,
            4 => self.command.next = Command::Negate,
            _ => {}
        }
        match self.command.val() {
            Command::Nothing => {}
            Command::Load => self.state.d.next = self.operand.val(),
            Command::Add => self.state.d.next = self.state.q.val() + self.operand.val(),
            Command::Clear => self.state.d.next = 0.into(),
            Command::Negate => self.state.d.next = bits::<8>(0) - self.state.q.val(),
        }
        self.history.d.next = self.command.val();
        self.last.next = self.history.q.val();
        self.value.next = self.state.q.val();
    }
}

/// Ports in arrays: the largest of four, and which one it is.
#[derive(LogicBlock, Default)]
struct Largest {
    lane: [Signal<In, Bits<6>>; 4],
    largest: Signal<Out, Bits<6>>,
    winner: [Signal<Out, Bit>; 4],
    best: [Signal<Local, Bits<6>>; 5],
}

impl Logic for Largest {
    #[hdl_gen]
    fn update(&mut self) {
        self.best[0].next = 0.into();
        for i in 0..4 {
            self.best[i + 1].next = self.best[i].val();
            if self.lane[i].val() > self.best[i].val() {
                self.best[i + 1].next = self.lane[i].val();
            }
        }
        self.largest.next = self.best[4].val();
        for i in 0..4 {
            self.winner[i].next = self.lane[i].val() == self.best[4].val();
        }
    }
}

lanesmith::top!(Largest { lane, largest, winner });

#[derive(LogicInterface, Default)]
#[join = "ByteSink"]
struct ByteSource {
    data: Signal<Out, Bits<8>>,
    valid: Signal<Out, Bit>,
    ready: Signal<In, Bit>,
}

#[derive(LogicInterface, Default)]
#[join = "ByteSource"]
struct ByteSink {
    data: Signal<In, Bits<8>>,
    valid: Signal<In, Bit>,
    ready: Signal<Out, Bit>,
}

// Counts out bytes.
block!(Producer { clock: In Clock, go: In Bit } { out: ByteSource, count: DFF<Bits<8>> });

impl Logic for Producer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.out.data.next = self.count.q.val() ^ (self.count.q.val() >> 1);
        self.out.valid.next = self.go.val();
        if self.go.val() & self.out.ready.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
    }
}

// Sums bytes up.
block!(Consumer { clock: In Clock, stall: In Bit, sum: Out Bits<12> } { sink: ByteSink, total: DFF<Bits<12>> });

impl Logic for Consumer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, total);
        self.sink.ready.next = !self.stall.val();
        if self.sink.valid.val() & !self.stall.val() {
            self.total.d.next = self.total.q.val() + bit_cast::<12, 8>(self.sink.data.val());
        }
        self.sum.next = self.total.q.val();
    }
}

// Joins the two.
block!(Joined { clock: In Clock, go: In Bit, stall: In Bit, sum: Out Bits<12> } { producer: Producer, consumer: Consumer });

impl Logic for Joined {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, producer, consumer);
        self.producer.go.next = self.go.val();
        self.consumer.stall.next = self.stall.val();
        ByteSource::join(&mut self.producer.out, &mut self.consumer.sink);
        self.sum.next = self.consumer.sum.val();
    }
}

/// Passes its own interface down to the consumer.
#[derive(LogicBlock, Default)]
struct Linked {
    clock: Signal<In, Clock>,
    stall: Signal<In, Bit>,
    sink: ByteSink,
    sum: Signal<Out, Bits<12>>,
    inner: Consumer,
}

impl Logic for Linked {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.clock.next = self.clock.val();
        self.inner.stall.next = self.stall.val();
        ByteSink::link(&mut self.sink, &mut self.inner.sink);
        self.sum.next = self.inner.sum.val();
    }
}

lanesmith::top!(Linked { clock, stall, sink { data, valid, ready }, sum });

pub const MODULES: &[Own] = &[
    accepted("ports of a struct", || Box::new(PixelFilter::default())),
    accepted("commands as an enum", || Box::new(Accumulator::default())),
    accepted("ports in arrays", || Box::new(Largest::default())),
    accepted("interfaces, joined", || Box::new(Joined::default())),
    accepted("interfaces, linked", || Box::new(Linked::default())),
];
