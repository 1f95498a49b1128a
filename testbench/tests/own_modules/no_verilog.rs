//! Modules whose Verilog by rust-hdl is no Verilog; `docs/decisions.md` has the reasons.

use super::harness::{Own, accepted};
use crate::block::block;
use lanesmith::hdl::prelude::*;

const LIMIT: u64 = 19;

// The segments of a hexadecimal digit, active low.
block!(SevenSegment { digit: In Bits<4>, blank: In Bit, segments: Out Bits<7> });

impl Logic for SevenSegment {
    #[hdl_gen]
    fn update(&mut self) {
        self.segments.next = bits::<7>(0x7f);
        if !self.blank.val() {
            match self.digit.val().index() {
                0x0 => self.segments.next = bits::<7>(0b1000000),
                0x1 => self.segments.next = bits::<7>(0b1111001),
                0x2 => self.segments.next = bits::<7>(0b0100100),
                0x3 => self.segments.next = bits::<7>(0b0110000),
                0x4 => self.segments.next = bits::<7>(0b0011001),
                0x5 => self.segments.next = bits::<7>(0b0010010),
                0x6 => self.segments.next = bits::<7>(0b0000010),
                0x7 => self.segments.next = bits::<7>(0b1111000),
                0x8 => self.segments.next = bits::<7>(0b0000000),
                0x9 => self.segments.next = bits::<7>(0b0010000),
                _ => self.segments.next = bits::<7>(0b0111111),
            }
        }
    }
}

// Sorts four numbers with five comparators.
block!(SortFour { packed: In Bits<32>, sorted: Out Bits<32> } { stage: [[Signal<Local, Bits<8>>; 4]; 4] });

impl Logic for SortFour {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.stage[0][i].next = self.packed.val().get_bits::<8>(8 * i);
        }
        for i in 0..2 {
            self.stage[1][2 * i].next = self.stage[0][2 * i].val();
            self.stage[1][2 * i + 1].next = self.stage[0][2 * i + 1].val();
            if self.stage[0][2 * i].val() > self.stage[0][2 * i + 1].val() {
                self.stage[1][2 * i].next = self.stage[0][2 * i + 1].val();
                self.stage[1][2 * i + 1].next = self.stage[0][2 * i].val();
            }
            self.stage[2][i].next = self.stage[1][i].val();
            self.stage[2][i + 2].next = self.stage[1][i + 2].val();
            if self.stage[1][i].val() > self.stage[1][i + 2].val() {
                self.stage[2][i].next = self.stage[1][i + 2].val();
                self.stage[2][i + 2].next = self.stage[1][i].val();
            }
        }
        self.stage[3][0].next = self.stage[2][0].val();
        self.stage[3][1].next = self.stage[2][1].val();
        self.stage[3][2].next = self.stage[2][2].val();
        self.stage[3][3].next = self.stage[2][3].val();
        if self.stage[2][1].val() > self.stage[2][2].val() {
            self.stage[3][1].next = self.stage[2][2].val();
            self.stage[3][2].next = self.stage[2][1].val();
        }
        self.sorted.next = bit_cast::<32, 8>(self.stage[3][0].val())
            | (bit_cast::<32, 8>(self.stage[3][1].val()) << 8)
            | (bit_cast::<32, 8>(self.stage[3][2].val()) << 16)
            | (bit_cast::<32, 8>(self.stage[3][3].val()) << 24);
    }
}

// Ports called like keywords of Verilog and SystemVerilog.
block!(Keywords {
    clock: In Clock, begin: In Bit, case: In Bits<4>, byte: In Bits<8>, logic: Out Bits<8>, initial: Out Bit,
} { always: DFF<Bits<8>> });

impl Logic for Keywords {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, always);
        if self.begin.val() {
            self.always.d.next = self.byte.val() + bit_cast::<8, 4>(self.case.val());
        }
        self.logic.next = self.always.q.val();
        self.initial.next = self.always.q.val() == 0;
    }
}

// z^2 + c in fixed point with 12 bits behind the point, and whether it escapes.
block!(Mandelbrot {
    clock: In Clock, start: In Bit, c_re: In Bits<16>, c_im: In Bits<16>, steps: Out Bits<8>, escaped: Out Bit,
} {
    re: DFF<Signed<16>>, im: DFF<Signed<16>>, count: DFF<Bits<8>>, re2: Signal<Local, Signed<32>>, im2: Signal<Local, Signed<32>>,
    cross: Signal<Local, Signed<32>>, norm: Signal<Local, Signed<32>>,
});

impl Logic for Mandelbrot {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, re, im, count);
        self.re2.next = self.re.q.val() * self.re.q.val();
        self.im2.next = self.im.q.val() * self.im.q.val();
        self.cross.next = self.re.q.val() * self.im.q.val();
        self.norm.next = self.re2.val() + self.im2.val();
        self.escaped.next = unsigned_cast(self.norm.val()) > bits::<32>(0x0400_0000);
        if self.start.val() {
            self.re.d.next = signed_cast(bits::<16>(0));
            self.im.d.next = signed_cast(bits::<16>(0));
            self.count.d.next = 0.into();
        } else if !self.escaped.val() && !self.count.q.val().all() {
            self.re.d.next = (self.re2.val() - self.im2.val()).get_bits::<16>(12) + signed_cast(self.c_re.val());
            self.im.d.next = self.cross.val().get_bits::<16>(11) + signed_cast(self.c_im.val());
            self.count.d.next = self.count.q.val() + 1;
        }
        self.steps.next = self.count.q.val();
    }
}

// Nanoseconds for 2500 years.
block!(WideCounter { clock: In Clock, step: In Bits<40>, clear: In Bit, low: Out Bits<40>, high: Out Bits<26> } { time: DFF<Bits<66>> });

impl Logic for WideCounter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, time);
        self.time.d.next = self.time.q.val() + (bit_cast::<66, 40>(self.step.val()) << 20);
        if self.clear.val() {
            self.time.d.next = 0.into();
        }
        self.low.next = self.time.q.val().get_bits::<40>(0);
        self.high.next = self.time.q.val().get_bits::<26>(40);
    }
}

// A limit that is a constant of Rust.
block!(ConstantLimit { clock: In Clock, enable: In Bit, count: Out Bits<5>, last: Out Bit } { state: DFF<Bits<5>> });

impl Logic for ConstantLimit {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.last.next = self.state.q.val() == LIMIT;
        if self.enable.val() {
            self.state.d.next = self.state.q.val() + 1;
            if self.last.val() {
                self.state.d.next = bits::<5>(LIMIT - 14);
            }
        }
        self.count.next = self.state.q.val();
    }
}

/// A field whose name is raw in Rust.
#[derive(LogicBlock, Default)]
struct Raw {
    r#type: Signal<In, Bits<2>>,
    r#match: Signal<Out, Bit>,
    r#loop: Signal<Local, Bit>,
}

impl Logic for Raw {
    #[hdl_gen]
    fn update(&mut self) {
        self.r#loop.next = self.r#type.val() == 2;
        self.r#match.next = self.r#loop.val();
    }
}

lanesmith::top!(Raw { r#type, r#match });

pub const MODULES: &[Own] = &[
    accepted("seven-segment decoder", || Box::new(SevenSegment::default())),
    accepted("sorting network", || Box::new(SortFour::default())),
    accepted("ports called like keywords", || Box::new(Keywords::default())),
    accepted("Mandelbrot step", || Box::new(Mandelbrot::default())),
    accepted("counter of 66 bits", || Box::new(WideCounter::default())),
    accepted("a Rust constant as limit", || Box::new(ConstantLimit::default())),
    accepted("raw identifiers", || Box::new(Raw::default())).text(&[" type_,"]),
];
