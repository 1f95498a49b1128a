//! Words and structs of more than 64 bits.

use super::harness::{Own, own};
use lanesmith::hdl::prelude::*;

/// Marks of 200 slots.
#[hdl_module]
struct Scoreboard {
    clock: Signal<In, Clock>,
    mark: Signal<In, Bit>,
    slot: Signal<In, Bits<7>>,
    query: Signal<In, Bits<7>>,
    busy: Signal<Out, Bit>,
    all: Signal<Out, Bit>,
    marks: DFF<Bits<200>>,
}

impl Logic for Scoreboard {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, marks);
        self.marks.d.next = self.marks.q.val().replace_bit(self.slot.val().index(), self.mark.val());
        self.busy.next = self.marks.q.val().get_bit(self.query.val().index());
        self.all.next = self.marks.q.val().all();
    }
}

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

pub const MODULES: &[Own] = &[
    own!("scoreboard of 200 bits", Scoreboard).quiet(&["all"]),
    own!("header of 112 bits as a struct", HeaderParser).quiet(&["broadcast"]),
];
