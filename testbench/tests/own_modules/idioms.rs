//! Variables, alternatives, ranges and values of `if`, as Rust has them.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Phase {
    Fetch,
    Decode,
    Execute,
    Store,
    Halt,
}

/// Phases of a small processor: alternatives, guards and tuples.
#[derive(LogicBlock, Default)]
struct Sequencer {
    clock: Signal<In, Clock>,
    opcode: Signal<In, Bits<4>>,
    ready: Signal<In, Bit>,
    resume: Signal<In, Bit>,
    fetches: Signal<Out, Bit>,
    halted: Signal<Out, Bit>,
    state: DFF<Phase>,
}

impl Logic for Sequencer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        match (self.state.q.val(), self.ready.val()) {
            (Phase::Fetch, true) => self.state.d.next = Phase::Decode,
            (Phase::Decode, _) if self.opcode.val().all() => self.state.d.next = Phase::Halt,
            (Phase::Decode, _) => self.state.d.next = Phase::Execute,
            (Phase::Execute, true) => match self.opcode.val().index() {
                0..=3 | 9 => self.state.d.next = Phase::Store,
                4..9 => self.state.d.next = Phase::Fetch,
                _ if self.resume.val() => self.state.d.next = Phase::Fetch,
                _ => {}
            },
            (Phase::Store, _) => self.state.d.next = Phase::Fetch,
            (Phase::Halt, _) if self.resume.val() => self.state.d.next = Phase::Fetch,
            _ => {}
        }
        self.fetches.next = false;
        match self.state.q.val() {
            Phase::Fetch | Phase::Store => self.fetches.next = self.ready.val(),
            Phase::Decode | Phase::Execute | Phase::Halt => {}
        }
        self.halted.next = self.state.q.val() == Phase::Halt;
    }
}

lanesmith::top!(Sequencer {
    clock,
    opcode,
    ready,
    resume,
    fetches,
    halted
});

/// Variables for what is used twice, and a value from `if`.
#[derive(LogicBlock, Default)]
struct Variables {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    limit: Signal<In, Bits<9>>,
    total: Signal<Out, Bits<9>>,
    over: Signal<Out, Bit>,
    kept: DFF<Bits<9>>,
}

impl Logic for Variables {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, kept);
        let sum = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
        let over = sum > self.limit.val();
        self.kept.d.next = if over { self.limit.val() } else { sum };
        let half = {
            let kept = self.kept.q.val();
            kept >> 1
        };
        self.total.next = match self.a.val().get_bits::<2>(0).index() {
            0 => self.kept.q.val(),
            1 | 2 => half,
            _ => !half,
        };
        self.over.next = over;
    }
}

lanesmith::top!(Variables {
    clock,
    a,
    b,
    limit,
    total,
    over
});

const GAMMA: [u64; 16] = [0, 0, 1, 2, 4, 7, 11, 16, 22, 29, 38, 48, 60, 73, 88, 105];

/// A table that is an array of Rust.
#[derive(LogicBlock, Default)]
struct Gamma {
    level: Signal<In, Bits<4>>,
    boost: Signal<In, Bit>,
    out: Signal<Out, Bits<8>>,
}

impl Logic for Gamma {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next =
            bits::<8>(GAMMA[self.level.val().index()]) + if self.boost.val() { bits::<8>(20) } else { bits::<8>(0) };
    }
}

lanesmith::top!(Gamma { level, boost, out });

/// A signal chooses the element that is written, and the one that is read.
#[derive(LogicBlock, Default)]
struct ChosenElement {
    clock: Signal<In, Clock>,
    write: Signal<In, Bits<2>>,
    read: Signal<In, Bits<2>>,
    data: Signal<In, Bits<6>>,
    word: Signal<Out, Bits<6>>,
    bank: [DFF<Bits<6>>; 4],
}

impl Logic for ChosenElement {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.bank[i].clock.next = self.clock.val();
            self.bank[i].d.next = self.bank[i].q.val();
        }
        self.bank[self.write.val().index()].d.next = self.data.val();
        self.word.next = self.bank[self.read.val().index()].q.val();
    }
}

lanesmith::top!(ChosenElement {
    clock,
    write,
    read,
    data,
    word
});

/// Bits turned round by a loop over half of them, with casts of its variable.
#[derive(LogicBlock, Default)]
struct Reverse {
    x: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    weight: Signal<Out, Bits<8>>,
    step: [Signal<Local, Bits<8>>; 9],
    sums: [Signal<Local, Bits<8>>; 9],
}

impl Logic for Reverse {
    #[hdl_gen]
    fn update(&mut self) {
        self.step[0].next = 0.into();
        self.sums[0].next = 0.into();
        for i in 0..=7_usize {
            let bit = self.x.val().get_bit(i);
            self.step[i + 1].next = self.step[i].val().replace_bit(7 - i, bit);
            self.sums[i + 1].next = self.sums[i].val() + if bit { bits::<8>(i as u64 * 3) } else { bits::<8>(0) };
        }
        self.y.next = self.step[8].val();
        self.weight.next = self.sums[8].val();
    }
}

lanesmith::top!(Reverse { x, y, weight });

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

/// An average that Rust computes on indices, and a sum that wraps before it is widened.
#[derive(LogicBlock, Default)]
struct Overflows {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    average: Signal<Out, Bits<8>>,
    wrapped: Signal<Out, Bits<16>>,
    exact: Signal<Out, Bits<16>>,
    even: Signal<Out, Bit>,
}

#[allow(clippy::manual_is_multiple_of)]
impl Logic for Overflows {
    #[hdl_gen]
    fn update(&mut self) {
        let sum = self.a.val().index() + self.b.val().index();
        self.average.next = (sum / 2).to_bits::<8>();
        self.wrapped.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
        self.exact.next = sum.to_bits::<16>();
        self.even.next = sum % 2 == 0;
    }
}

lanesmith::top!(Overflows {
    a,
    b,
    average,
    wrapped,
    exact,
    even
});

pub const MODULES: &[Own] = &[
    accepted("alternatives, ranges and tuples", || Box::new(Sequencer::default())),
    accepted("variables and values of if", || Box::new(Variables::default())),
    accepted("a Rust array as table", || Box::new(Gamma::default())),
    accepted("elements chosen by signals", || Box::new(ChosenElement::default())),
    accepted("casts of a loop's variable", || Box::new(Reverse::default())),
    accepted("lanes by const generics", || Box::new(Lanes::<5, 17>::default())),
    accepted("exact and wrapped sums", || Box::new(Overflows::default())),
];
