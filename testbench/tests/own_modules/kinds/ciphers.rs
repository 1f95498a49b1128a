//! Ciphers, codes that correct errors, filters.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

const DELTA: u64 = 0x9e37_79b9;

/// The cipher XTEA, half a cycle in each clock.
#[hdl_module]
struct Xtea {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    block: [Signal<In, Bits<32>>; 2],
    key: [Signal<In, Bits<32>>; 4],
    cipher: [Signal<Out, Bits<32>>; 2],
    busy: Signal<Out, Bit>,
    v: [DFF<Bits<32>>; 2],
    sum: DFF<Bits<32>>,
    round: DFF<Bits<7>>,
}

impl Logic for Xtea {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum, round);
        for i in 0..2 {
            self.v[i].clock.next = self.clock.val();
            self.v[i].d.next = self.v[i].q.val();
            self.cipher[i].next = self.v[i].q.val();
        }
        self.busy.next = self.round.q.val().any();
        let odd = self.round.q.val().get_bit(0);
        let other = if odd { self.v[0].q.val() } else { self.v[1].q.val() };
        let mixed = ((other << 4) ^ (other >> 5)) + other;
        let index = if odd {
            self.sum.q.val().get_bits::<2>(11)
        } else {
            self.sum.q.val().get_bits::<2>(0)
        };
        let change = mixed ^ (self.sum.q.val() + self.key[index.index()].val());
        if self.start.val() && !self.busy.val() {
            self.v[0].d.next = self.block[0].val();
            self.v[1].d.next = self.block[1].val();
            self.sum.d.next = 0.into();
            self.round.d.next = 64.into();
        } else if self.busy.val() {
            self.round.d.next = self.round.q.val() - 1;
            if odd {
                self.v[1].d.next = self.v[1].q.val() + change;
            } else {
                self.v[0].d.next = self.v[0].q.val() + change;
                self.sum.d.next = self.sum.q.val() + DELTA;
            }
        }
    }
}

/// A quarter round of ChaCha, in four steps.
#[hdl_module]
struct QuarterRound {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    words: Signal<In, Bits<128>>,
    mixed: Signal<Out, Bits<128>>,
    step: Signal<Out, Bits<2>>,
    a: DFF<Bits<32>>,
    b: DFF<Bits<32>>,
    c: DFF<Bits<32>>,
    d: DFF<Bits<32>>,
    at: DFF<Bits<2>>,
}

impl Logic for QuarterRound {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, a, b, c, d, at);
        let up = self.at.q.val().get_bit(0);
        let total = if up {
            self.c.q.val() + self.d.q.val()
        } else {
            self.a.q.val() + self.b.q.val()
        };
        let turned = if up {
            self.b.q.val() ^ total
        } else {
            self.d.q.val() ^ total
        };
        self.at.d.next = self.at.q.val() + 1;
        let rotated = match self.at.q.val().index() {
            0 => (turned << 16) | (turned >> 16),
            1 => (turned << 12) | (turned >> 20),
            2 => (turned << 8) | (turned >> 24),
            _ => (turned << 7) | (turned >> 25),
        };
        if self.load.val() {
            self.a.d.next = self.words.val().get_bits::<32>(0);
            self.b.d.next = self.words.val().get_bits::<32>(32);
            self.c.d.next = self.words.val().get_bits::<32>(64);
            self.d.d.next = self.words.val().get_bits::<32>(96);
            self.at.d.next = 0.into();
        } else if up {
            self.c.d.next = total;
            self.b.d.next = rotated;
        } else {
            self.a.d.next = total;
            self.d.d.next = rotated;
        }
        self.mixed.next = bit_cast::<128, 32>(self.a.q.val())
            | (bit_cast::<128, 32>(self.b.q.val()) << 32)
            | (bit_cast::<128, 32>(self.c.q.val()) << 64)
            | (bit_cast::<128, 32>(self.d.q.val()) << 96);
        self.step.next = self.at.q.val();
    }
}

/// Four syndromes of a code of Reed and Solomon over 16 elements.
#[hdl_module]
struct Syndromes {
    clock: Signal<In, Clock>,
    first: Signal<In, Bit>,
    symbol: Signal<In, Bits<4>>,
    syndrome: [Signal<Out, Bits<4>>; 4],
    wrong: Signal<Out, Bit>,
    state: [DFF<Bits<4>>; 4],
    power: [Signal<Local, Bits<4>>; 10],
}

impl Logic for Syndromes {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4_usize {
            self.state[i].clock.next = self.clock.val();
            // Multiplies by the i-th power of x, modulo x^4 + x + 1.
            let base = i * (i + 1) / 2;
            self.power[base].next = if self.first.val() {
                bits::<4>(0)
            } else {
                self.state[i].q.val()
            };
            for step in 0..i {
                let x = self.power[base + step].val();
                self.power[base + step + 1].next = if x.get_bit(3) { (x << 1) ^ bits::<4>(3) } else { x << 1 };
            }
            self.state[i].d.next = self.power[base + i].val() ^ self.symbol.val();
            self.syndrome[i].next = self.state[i].q.val();
        }
        self.wrong.next =
            (self.state[0].q.val() | self.state[1].q.val() | self.state[2].q.val() | self.state[3].q.val()).any();
    }
}

/// One column of Viterbi's algorithm for a code of four states: add, compare, select.
#[hdl_module]
struct Viterbi {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    received: Signal<In, Bits<2>>,
    decided: [Signal<Out, Bit>; 4],
    best: Signal<Out, Bits<2>>,
    metric: [DFF<Bits<6>>; 4],
    sums: [Signal<Local, Bits<6>>; 8],
    least: [Signal<Local, Bits<6>>; 4],
    chosen: [Signal<Local, Bits<2>>; 4],
}

/// The two bits that the code sends on the way from a state with an input.
fn sent(state: usize, input: usize) -> u64 {
    let register = input << 2 | state;
    let parity = |taps: usize| (register & taps).count_ones() as u64 & 1;
    parity(0b111) << 1 | parity(0b101)
}

impl Logic for Viterbi {
    #[hdl_gen]
    fn update(&mut self) {
        for state in 0..4_usize {
            self.decided[state].next = false;
            self.metric[state].clock.next = self.clock.val();
            self.metric[state].d.next = self.metric[state].q.val();
            for from in 0..2_usize {
                let differs = self.received.val() ^ bits::<2>(sent((state << 1 & 3) | from, state >> 1));
                self.sums[2 * state + from].next =
                    self.metric[(state << 1 & 3) | from].q.val() + differs.get_bit(0) + differs.get_bit(1);
            }
            let other = self.sums[2 * state + 1].val() < self.sums[2 * state].val();
            self.least[state].next = if other {
                self.sums[2 * state + 1].val()
            } else {
                self.sums[2 * state].val()
            };
            if other {
                self.decided[state].next = true;
            }
        }
        self.chosen[0].next = 0.into();
        for state in 1..4_usize {
            let smaller = self.least[state].val() < self.least[self.chosen[state - 1].val().index()].val();
            self.chosen[state].next = if smaller {
                bits::<2>(state as u64)
            } else {
                self.chosen[state - 1].val()
            };
        }
        let best = self.chosen[3].val();
        if self.enable.val() {
            for state in 0..4 {
                self.metric[state].d.next = self.least[state].val() - self.least[best.index()].val();
            }
        }
        self.best.next = best;
    }
}

/// A biquad filter in direct form, with coefficients of eight bits.
#[hdl_module]
struct Biquad {
    clock: Signal<In, Clock>,
    x: Signal<In, Signed<16>>,
    y: Signal<Out, Signed<16>>,
    delayed: [DFF<Signed<16>>; 4],
    products: [Signal<Local, Signed<32>>; 5],
    #[default([60, 120, 60, 100, -40].map(|tap: i64| Constant::new(tap.into())))]
    taps: [Constant<Signed<16>>; 5],
}

impl Logic for Biquad {
    #[hdl_gen]
    fn update(&mut self) {
        self.products[0].next = self.x.val() * self.taps[0].val();
        for i in 0..4 {
            self.delayed[i].clock.next = self.clock.val();
            self.products[i + 1].next = self.delayed[i].q.val() * self.taps[i + 1].val();
        }
        let sum = self.products[0].val()
            + self.products[1].val()
            + self.products[2].val()
            + self.products[3].val()
            + self.products[4].val();
        self.delayed[0].d.next = self.x.val();
        self.delayed[1].d.next = self.delayed[0].q.val();
        self.delayed[2].d.next = self.y.val();
        self.delayed[3].d.next = self.delayed[2].q.val();
        self.y.next = signed_cast(unsigned_cast(sum).get_bits::<16>(8));
    }
}

const STEPS: [u64; 16] = [7, 8, 10, 12, 14, 17, 21, 25, 31, 37, 45, 55, 66, 80, 97, 118];

/// Decodes ADPCM of four bits: the step adapts to the size of the differences.
#[hdl_module]
struct Adpcm {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    code: Signal<In, Bits<4>>,
    sample: Signal<Out, Bits<12>>,
    index: DFF<Bits<4>>,
    #[default(DFFWithInit::new(0x800.into()))]
    level: DFFWithInit<Bits<12>>,
}

impl Logic for Adpcm {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, index, level);
        let step = STEPS[self.index.q.val().index()];
        let step = bits::<12>(step);
        let zero = bits::<12>(0);
        let size = (if self.code.val().get_bit(2) { step } else { zero })
            + (if self.code.val().get_bit(1) { step >> 1 } else { zero })
            + (if self.code.val().get_bit(0) { step >> 2 } else { zero })
            + (step >> 3);
        let up = self.level.q.val() + size;
        let down = self.level.q.val() - size;
        if self.valid.val() {
            self.level.d.next = match self.code.val().get_bit(3) {
                false if up < self.level.q.val() => bits::<12>(0xfff),
                false => up,
                true if down > self.level.q.val() => zero,
                true => down,
            };
            self.index.d.next = match self.code.val().index() % 8 {
                4..=7 if self.index.q.val() > 13 => bits::<4>(15),
                4..=7 => self.index.q.val() + 2,
                _ if self.index.q.val().any() => self.index.q.val() - 1,
                _ => bits::<4>(0),
            };
        }
        self.sample.next = self.level.q.val();
    }
}

pub const KINDS: &[Kind] = &[
    kind!("XTEA", Xtea),
    kind!("ChaCha quarter round", QuarterRound),
    kind!("Reed-Solomon syndromes", Syndromes),
    kind!("Viterbi step", Viterbi),
    kind!("biquad", Biquad),
    kind!("ADPCM decoder", Adpcm),
];
