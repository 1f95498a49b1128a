//! Hierarchies, interfaces, generics and types of one's own.

use super::harness::{Own, accepted, own};
use crate::block::block;
use lanesmith::hdl::prelude::*;

/// A header of 112 bits as a struct, which shifts through by bytes.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Header {
    destination: Bits<48>,
    source: Bits<48>,
    kind: Bits<16>,
}

#[hdl_module]
struct HeaderParser {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    byte: Signal<In, Bits<8>>,
    parsed: Signal<Out, Header>,
    broadcast: Signal<Out, Bit>,
    echo: Signal<Out, Bit>,
    header: DFF<Header>,
}

impl Logic for HeaderParser {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, header);
        if self.valid.val() {
            self.header.d.next.kind = (self.header.q.val().kind << 8) | bit_cast::<16, 8>(self.byte.val());
            self.header.d.next.source =
                (self.header.q.val().source << 8) | bit_cast::<48, 16>(self.header.q.val().kind >> 8);
            self.header.d.next.destination =
                (self.header.q.val().destination << 8) | bit_cast::<48, 48>(self.header.q.val().source >> 40);
        }
        self.parsed.next = self.header.q.val();
        self.broadcast.next = self.header.q.val().destination.all();
        self.echo.next = self.header.q.val().destination == self.header.q.val().source;
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

/// A cell of a systolic array.
#[hdl_module]
struct Cell {
    clock: Signal<In, Clock>,
    left: Signal<In, Bits<16>>,
    above: Signal<In, Bits<16>>,
    right: Signal<Out, Bits<16>>,
    below: Signal<Out, Bits<16>>,
    sum: Signal<Out, Bits<32>>,
    x: DFF<Bits<16>>,
    y: DFF<Bits<16>>,
    total: DFF<Bits<32>>,
}

impl Logic for Cell {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, x, y, total);
        self.x.d.next = self.left.val();
        self.y.d.next = self.above.val();
        self.total.d.next = self.total.q.val() + self.left.val() * self.above.val();
        self.right.next = self.x.q.val();
        self.below.next = self.y.q.val();
        self.sum.next = self.total.q.val();
    }
}

/// Two by two of them.
#[hdl_module]
struct Systolic {
    clock: Signal<In, Clock>,
    rows: [Signal<Local, Bits<16>>; 2],
    row: Signal<In, Bits<32>>,
    column: Signal<In, Bits<32>>,
    select: Signal<In, Bits<2>>,
    sum: Signal<Out, Bits<32>>,
    cell: [[Cell; 2]; 2],
}

impl Logic for Systolic {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.rows[i].next = self.row.val().get_bits::<16>(16 * i);
            self.cell[i][0].left.next = self.rows[i].val();
            self.cell[0][i].above.next = self.column.val().get_bits::<16>(16 * i);
            self.cell[i][1].left.next = self.cell[i][0].right.val();
            self.cell[1][i].above.next = self.cell[0][i].below.val();
            for j in 0..2 {
                self.cell[i][j].clock.next = self.clock.val();
            }
        }
        match self.select.val().index() {
            0 => self.sum.next = self.cell[0][0].sum.val(),
            1 => self.sum.next = self.cell[0][1].sum.val(),
            2 => self.sum.next = self.cell[1][0].sum.val(),
            _ => self.sum.next = self.cell[1][1].sum.val(),
        }
    }
}

/// A bus of bytes whose number is a parameter, as is what resets them.
#[derive(LogicBlock)]
struct Lanes<const N: usize, const RESET: u64> {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    checksum: Signal<Out, Bits<8>>,
    lane: [DFF<Bits<8>>; N],
    partial: [Signal<Local, Bits<8>>; N],
}

impl<const N: usize, const RESET: u64> Default for Lanes<N, RESET> {
    fn default() -> Self {
        Lanes {
            clock: Default::default(),
            clear: Default::default(),
            data: Default::default(),
            checksum: Default::default(),
            lane: std::array::from_fn(|_| DFF::default()),
            partial: std::array::from_fn(|_| Signal::default()),
        }
    }
}

impl<const N: usize, const RESET: u64> Logic for Lanes<N, RESET> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..N {
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].d.next = if i == 0 {
                self.data.val()
            } else {
                self.lane[(i + N - 1) % N].q.val()
            };
            if self.clear.val() {
                self.lane[i].d.next = bits::<8>(RESET + i as u64);
            }
            if i == 0 {
                self.partial[i].next = self.lane[i].q.val();
            } else {
                self.partial[i].next = self.partial[i - 1].val() ^ self.lane[i].q.val();
            }
        }
        self.checksum.next = self.partial[N - 1].val();
    }
}

lanesmith::top!(Lanes<5, 17> { clock, clear, data, checksum });

pub const MODULES: &[Own] = &[
    accepted("ports in arrays", || Box::new(Largest::default())),
    accepted("interfaces, joined", || Box::new(Joined::default())),
    accepted("interfaces, linked", || Box::new(Linked::default())),
    own!("header of 112 bits as a struct", HeaderParser).quiet(&["broadcast"]),
    own!("systolic array", Systolic),
    own!("lanes by const generics", Lanes<5, 17>),
];
