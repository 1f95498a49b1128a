//! Words of more than 64 bits.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Takes in 32 bits and shows 32 of the last 128.
#[derive(LogicBlock, Default)]
struct WideShift {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    word: Signal<In, Bits<32>>,
    select: Signal<In, Bits<7>>,
    shown: Signal<Out, Bits<32>>,
    history: DFF<Bits<128>>,
}

impl Logic for WideShift {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, history);
        if self.enable.val() {
            self.history.d.next = (self.history.q.val() << 32) | bit_cast::<128, 32>(self.word.val());
        }
        self.shown.next = bit_cast::<32, 128>(self.history.q.val() >> self.select.val());
    }
}

lanesmith::top!(WideShift {
    clock,
    enable,
    word,
    select,
    shown
});

/// A key of 96 bits, loaded by words and compared.
#[derive(LogicBlock, Default)]
struct WideLock {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    part: Signal<In, Bits<2>>,
    word: Signal<In, Bits<32>>,
    open: Signal<Out, Bit>,
    above: Signal<Out, Bit>,
    parity: Signal<Out, Bit>,
    words: [DFF<Bits<32>>; 3],
    all: Signal<Local, Bits<96>>,
}

impl Logic for WideLock {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
            if self.load.val() && self.part.val().index() == i {
                self.words[i].d.next = self.word.val();
            }
        }
        self.all.next = bit_cast::<96, 32>(self.words[0].q.val())
            | (bit_cast::<96, 32>(self.words[1].q.val()) << 32)
            | (bit_cast::<96, 32>(self.words[2].q.val()) << 64);
        self.open.next = self.all.val() == 0;
        self.above.next = self.all.val() > (bits::<96>(1) << 70);
        self.parity.next = self.all.val().xor();
    }
}

lanesmith::top!(WideLock {
    clock,
    load,
    part,
    word,
    open,
    above,
    parity
});

/// A generator of 128 bits.
#[derive(LogicBlock, Default)]
struct WideLfsr {
    clock: Signal<In, Clock>,
    seed: Signal<In, Bits<72>>,
    random: Signal<Out, Bits<128>>,
    any: Signal<Out, Bit>,
    state: DFF<Bits<128>>,
    feedback: Signal<Local, Bit>,
}

impl Logic for WideLfsr {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.feedback.next = self.state.q.val().get_bit(127)
            ^ self.state.q.val().get_bit(125)
            ^ self.state.q.val().get_bit(100)
            ^ self.state.q.val().get_bit(98);
        self.state.d.next =
            ((self.state.q.val() << 1) + self.feedback.val()) ^ (bit_cast::<128, 72>(self.seed.val()) << 90);
        self.random.next = self.state.q.val();
        self.any.next = self.state.q.val().any();
    }
}

lanesmith::top!(WideLfsr {
    clock,
    seed,
    random,
    any
});

/// Marks of 200 slots.
#[derive(LogicBlock, Default)]
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

lanesmith::top!(Scoreboard {
    clock,
    mark,
    slot,
    query,
    busy,
    all
});

/// A header of 112 bits as a struct, which shifts through by bytes.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Header {
    destination: Bits<48>,
    source: Bits<48>,
    kind: Bits<16>,
}

#[derive(LogicBlock, Default)]
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

lanesmith::top!(HeaderParser {
    clock,
    valid,
    byte,
    parsed,
    broadcast,
    echo
});

/// A word of 72 bits, of which 64 are data, held in a queue's slot.
#[derive(LogicBlock, Default)]
struct CheckedWord {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    data: Signal<In, Bits<64>>,
    flip: Signal<In, Bits<8>>,
    good: Signal<Out, Bit>,
    back: Signal<Out, Bits<64>>,
    slot: DFF<Bits<72>>,
}

impl Logic for CheckedWord {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, slot);
        if self.write.val() {
            self.slot.d.next = bit_cast::<72, 64>(self.data.val()).replace_bit(71, self.data.val().xor())
                ^ (bit_cast::<72, 8>(self.flip.val()) << 30);
        }
        self.good.next = !self.slot.q.val().xor();
        self.back.next = bit_cast::<64, 72>(self.slot.q.val());
    }
}

lanesmith::top!(CheckedWord {
    clock,
    write,
    data,
    flip,
    good,
    back
});

pub const MODULES: &[Own] = &[
    accepted("shift register of 128 bits", || Box::new(WideShift::default())),
    accepted("lock of 96 bits", || Box::new(WideLock::default())),
    accepted("LFSR of 128 bits", || Box::new(WideLfsr::default())),
    accepted("scoreboard of 200 bits", || Box::new(Scoreboard::default())).quiet(&["all"]),
    accepted("header of 112 bits as a struct", || Box::new(HeaderParser::default())).quiet(&["broadcast"]),
    accepted("word of 72 bits with parity", || Box::new(CheckedWord::default())),
];
