//! Sequences of numbers and conversions between their forms.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// The next Fibonacci number in each clock.
#[derive(LogicBlock, Default)]
struct Fibonacci {
    clock: Signal<In, Clock>,
    restart: Signal<In, Bit>,
    number: Signal<Out, Bits<20>>,
    overflow: Signal<Out, Bit>,
    last: DFF<Bits<20>>,
    this: DFF<Bits<20>>,
    sum: Signal<Local, Bits<21>>,
}

impl Logic for Fibonacci {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last, this);
        self.sum.next = bit_cast::<21, 20>(self.last.q.val()) + bit_cast::<21, 20>(self.this.q.val());
        self.overflow.next = self.sum.val().get_bit(20);
        if self.restart.val() || self.overflow.val() || !self.this.q.val().any() {
            self.last.d.next = 0.into();
            self.this.d.next = 1.into();
        } else {
            self.last.d.next = self.this.q.val();
            self.this.d.next = bit_cast::<20, 21>(self.sum.val());
        }
        self.number.next = self.this.q.val();
    }
}

lanesmith::top!(Fibonacci {
    clock,
    restart,
    number,
    overflow
});

/// Steps to 1 of the Collatz sequence.
#[derive(LogicBlock, Default)]
struct Collatz {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    number: Signal<In, Bits<8>>,
    steps: Signal<Out, Bits<8>>,
    done: Signal<Out, Bit>,
    current: DFF<Bits<24>>,
    count: DFF<Bits<8>>,
}

impl Logic for Collatz {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, current, count);
        self.done.next = self.current.q.val() <= 1;
        if self.start.val() {
            self.current.d.next = bit_cast::<24, 8>(self.number.val());
            self.count.d.next = 0.into();
        } else if !self.done.val() {
            if self.current.q.val().get_bit(0) {
                self.current.d.next = self.current.q.val() + (self.current.q.val() << 1) + 1;
            } else {
                self.current.d.next = self.current.q.val() >> 1;
            }
            self.count.d.next = self.count.q.val() + 1;
        }
        self.steps.next = self.count.q.val();
    }
}

lanesmith::top!(Collatz {
    clock,
    start,
    number,
    steps,
    done
});

/// The integer square root by digits, combinational.
#[derive(LogicBlock, Default)]
struct SquareRoot {
    x: Signal<In, Bits<16>>,
    root: Signal<Out, Bits<8>>,
    guess: [Signal<Local, Bits<16>>; 9],
    trial: [Signal<Local, Bits<16>>; 8],
}

impl Logic for SquareRoot {
    #[hdl_gen]
    fn update(&mut self) {
        self.guess[0].next = 0.into();
        for i in 0..8 {
            self.trial[i].next = self.guess[i].val() | (bits::<16>(0x80) >> i.to_bits::<4>());
            self.guess[i + 1].next = self.guess[i].val();
            if self.trial[i].val() * self.trial[i].val() <= bit_cast::<32, 16>(self.x.val()) {
                self.guess[i + 1].next = self.trial[i].val();
            }
        }
        self.root.next = bit_cast::<8, 16>(self.guess[8].val());
    }
}

lanesmith::top!(SquareRoot { x, root });

/// Binary to decimal by shifting and adding three.
#[derive(LogicBlock, Default)]
struct DoubleDabble {
    binary: Signal<In, Bits<8>>,
    hundreds: Signal<Out, Bits<4>>,
    tens: Signal<Out, Bits<4>>,
    ones: Signal<Out, Bits<4>>,
    scratch: [Signal<Local, Bits<20>>; 9],
    low: [Signal<Local, Bits<20>>; 8],
    both: [Signal<Local, Bits<20>>; 8],
}

impl Logic for DoubleDabble {
    #[hdl_gen]
    fn update(&mut self) {
        self.scratch[0].next = bit_cast::<20, 8>(self.binary.val());
        for i in 0..8 {
            self.low[i].next = self.scratch[i].val();
            if self.scratch[i].val().get_bits::<4>(8) >= 5 {
                self.low[i].next = self.scratch[i].val() + bits::<20>(0x300);
            }
            self.both[i].next = self.low[i].val();
            if self.low[i].val().get_bits::<4>(12) >= 5 {
                self.both[i].next = self.low[i].val() + bits::<20>(0x3000);
            }
            self.scratch[i + 1].next = self.both[i].val() << 1;
        }
        self.hundreds.next = self.scratch[8].val().get_bits::<4>(16);
        self.tens.next = self.scratch[8].val().get_bits::<4>(12);
        self.ones.next = self.scratch[8].val().get_bits::<4>(8);
    }
}

lanesmith::top!(DoubleDabble {
    binary,
    hundreds,
    tens,
    ones
});

/// Gray code to binary, from the top down.
#[derive(LogicBlock, Default)]
struct GrayToBinary {
    gray: Signal<In, Bits<8>>,
    binary: Signal<Out, Bits<8>>,
}

impl Logic for GrayToBinary {
    #[hdl_gen]
    fn update(&mut self) {
        self.binary.next = self.gray.val()
            ^ (self.gray.val() >> 1)
            ^ (self.gray.val() >> 2)
            ^ (self.gray.val() >> 3)
            ^ (self.gray.val() >> 4)
            ^ (self.gray.val() >> 5)
            ^ (self.gray.val() >> 6)
            ^ (self.gray.val() >> 7);
    }
}

lanesmith::top!(GrayToBinary { gray, binary });

/// Distance, smaller and greater of two numbers.
#[derive(LogicBlock, Default)]
struct Distance {
    a: Signal<In, Bits<10>>,
    b: Signal<In, Bits<10>>,
    distance: Signal<Out, Bits<10>>,
    smaller: Signal<Out, Bits<10>>,
    greater: Signal<Out, Bits<10>>,
    equal: Signal<Out, Bit>,
}

impl Logic for Distance {
    #[hdl_gen]
    fn update(&mut self) {
        self.smaller.next = self.a.val();
        self.greater.next = self.b.val();
        if self.a.val() > self.b.val() {
            self.smaller.next = self.b.val();
            self.greater.next = self.a.val();
        }
        self.distance.next = self.greater.val() - self.smaller.val();
        self.equal.next = self.a.val() == self.b.val();
    }
}

lanesmith::top!(Distance {
    a,
    b,
    distance,
    smaller,
    greater,
    equal
});

/// The parity of a word and of each of its bytes.
#[derive(LogicBlock, Default)]
struct Parity {
    word: Signal<In, Bits<32>>,
    odd: Signal<In, Bit>,
    bytes: Signal<Out, Bits<4>>,
    whole: Signal<Out, Bit>,
    chain: [Signal<Local, Bits<4>>; 5],
}

impl Logic for Parity {
    #[hdl_gen]
    fn update(&mut self) {
        self.chain[0].next = 0.into();
        for i in 0..4 {
            self.chain[i + 1].next = self.chain[i]
                .val()
                .replace_bit(i, self.word.val().get_bits::<8>(8 * i).xor() ^ self.odd.val());
        }
        self.bytes.next = self.chain[4].val();
        self.whole.next = self.word.val().xor() ^ self.odd.val();
    }
}

lanesmith::top!(Parity {
    word,
    odd,
    bytes,
    whole
});

/// The middle of three numbers.
#[derive(LogicBlock, Default)]
struct Median {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    c: Signal<In, Bits<8>>,
    median: Signal<Out, Bits<8>>,
}

impl Logic for Median {
    #[hdl_gen]
    fn update(&mut self) {
        if (self.a.val() <= self.b.val()) == (self.b.val() <= self.c.val()) {
            self.median.next = self.b.val();
        } else if (self.b.val() <= self.a.val()) == (self.a.val() <= self.c.val()) {
            self.median.next = self.a.val();
        } else {
            self.median.next = self.c.val();
        }
    }
}

lanesmith::top!(Median { a, b, c, median });

pub const MODULES: &[Own] = &[
    accepted("Fibonacci numbers", || Box::new(Fibonacci::default())),
    accepted("Collatz sequence", || Box::new(Collatz::default())),
    accepted("integer square root", || Box::new(SquareRoot::default())),
    accepted("binary to BCD", || Box::new(DoubleDabble::default())),
    accepted("gray to binary", || Box::new(GrayToBinary::default())),
    accepted("distance, minimum and maximum", || Box::new(Distance::default())),
    accepted("parity of bytes", || Box::new(Parity::default())),
    accepted("median of three", || Box::new(Median::default())),
];
