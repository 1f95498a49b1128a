//! Counters, shift registers and generators of sequences.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

const RESET: ResetStyle = ResetStyle {
    asynchronous: false,
    active_low: false,
};

/// Counts while enabled; a synchronous reset.
#[derive(LogicBlock)]
struct UpCounter {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    count: Signal<Out, Bits<8>>,
    carry: Signal<Out, Bit>,
    state: Register<Bits<8>>,
}

impl Default for UpCounter {
    fn default() -> Self {
        UpCounter {
            clock: Default::default(),
            reset: Default::default(),
            enable: Default::default(),
            count: Default::default(),
            carry: Default::default(),
            state: Register::new(RESET, 0xf0.into()),
        }
    }
}

impl Logic for UpCounter {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module up_counter: Counts while enabled.");
        self.state.clock.next = self.clock.val();
        self.state.reset.next = self.reset.val();
        self.state.enable.next = self.enable.val();
        self.state.d.next = self.state.q.val() + 1;
        self.count.next = self.state.q.val();
        self.carry.next = self.state.q.val().all() & self.enable.val();
    }
}

lanesmith::top!(UpCounter {
    clock,
    reset,
    enable,
    count,
    carry
});

/// Counts up and down, and stays at its ends.
#[derive(LogicBlock, Default)]
struct UpDownCounter {
    clock: Signal<In, Clock>,
    up: Signal<In, Bit>,
    down: Signal<In, Bit>,
    count: Signal<Out, Bits<4>>,
    at_end: Signal<Out, Bit>,
    state: DFF<Bits<4>>,
}

impl Logic for UpDownCounter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        if self.up.val() && !self.down.val() && !self.state.q.val().all() {
            self.state.d.next = self.state.q.val() + 1;
        } else if self.down.val() && !self.up.val() && self.state.q.val().any() {
            self.state.d.next = self.state.q.val() - 1;
        }
        self.count.next = self.state.q.val();
        self.at_end.next = self.state.q.val() == 0 || self.state.q.val() == 15;
    }
}

lanesmith::top!(UpDownCounter {
    clock,
    up,
    down,
    count,
    at_end
});

/// Counts modulo a number chosen where it is made.
#[derive(LogicBlock)]
struct Modulo {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    count: Signal<Out, Bits<6>>,
    wraps: Signal<Out, Bit>,
    last: Constant<Bits<6>>,
    state: DFF<Bits<6>>,
}

impl Default for Modulo {
    fn default() -> Self {
        Modulo {
            clock: Default::default(),
            enable: Default::default(),
            count: Default::default(),
            wraps: Default::default(),
            last: Constant::new(36.into()),
            state: Default::default(),
        }
    }
}

impl Logic for Modulo {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.wraps.next = false;
        if self.enable.val() {
            self.state.d.next = self.state.q.val() + 1;
            if self.state.q.val() == self.last.val() {
                self.state.d.next = 0.into();
                self.wraps.next = true;
            }
        }
        self.count.next = self.state.q.val();
    }
}

lanesmith::top!(Modulo {
    clock,
    enable,
    count,
    wraps
});

/// Counts seconds in two decimal digits.
#[derive(LogicBlock, Default)]
struct BcdSeconds {
    clock: Signal<In, Clock>,
    tick: Signal<In, Bit>,
    clear: Signal<In, Bit>,
    tens: Signal<Out, Bits<3>>,
    ones: Signal<Out, Bits<4>>,
    high: DFF<Bits<3>>,
    low: DFF<Bits<4>>,
}

impl Logic for BcdSeconds {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, high, low);
        if self.tick.val() {
            if self.low.q.val() < 9 {
                self.low.d.next = self.low.q.val() + 1;
            } else {
                self.low.d.next = 0.into();
                if self.high.q.val() == 5 {
                    self.high.d.next = 0.into();
                } else {
                    self.high.d.next = self.high.q.val() + 1;
                }
            }
        }
        if self.clear.val() & !self.tick.val() {
            self.low.d.next = 0.into();
            self.high.d.next = 0.into();
        }
        self.tens.next = self.high.q.val();
        self.ones.next = self.low.q.val();
    }
}

lanesmith::top!(BcdSeconds {
    clock,
    tick,
    clear,
    tens,
    ones
});

/// One bit changes in each clock.
#[derive(LogicBlock, Default)]
struct GrayCounter {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    gray: Signal<Out, Bits<5>>,
    binary: DFF<Bits<5>>,
    code: DFF<Bits<5>>,
    following: Signal<Local, Bits<5>>,
}

impl Logic for GrayCounter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, binary, code);
        self.following.next = self.binary.q.val() + 1;
        if self.enable.val() {
            self.binary.d.next = self.following.val();
            self.code.d.next = self.following.val() ^ (self.following.val() >> 1);
        }
        self.gray.next = self.code.q.val();
    }
}

lanesmith::top!(GrayCounter { clock, enable, gray });

/// x^16 + x^14 + x^13 + x^11 + 1, which takes a seed.
#[derive(LogicBlock, Default)]
struct FibonacciLfsr {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    seed: Signal<In, Bits<16>>,
    random: Signal<Out, Bits<16>>,
    state: DFF<Bits<16>>,
    feedback: Signal<Local, Bit>,
}

impl Logic for FibonacciLfsr {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.feedback.next = self.state.q.val().get_bit(15)
            ^ self.state.q.val().get_bit(13)
            ^ self.state.q.val().get_bit(12)
            ^ self.state.q.val().get_bit(10);
        self.state.d.next = (self.state.q.val() << 1) + self.feedback.val();
        if self.load.val() {
            self.state.d.next = self.seed.val();
        } else if !self.state.q.val().any() {
            self.state.d.next = 1.into();
        }
        self.random.next = self.state.q.val();
    }
}

lanesmith::top!(FibonacciLfsr {
    clock,
    load,
    seed,
    random
});

/// The same of 32 bits in the other form.
#[derive(LogicBlock)]
struct GaloisLfsr {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    random: Signal<Out, Bits<32>>,
    state: DFFWithInit<Bits<32>>,
}

impl Default for GaloisLfsr {
    fn default() -> Self {
        GaloisLfsr {
            clock: Default::default(),
            enable: Default::default(),
            random: Default::default(),
            state: DFFWithInit::new(0xace1_1357.into()),
        }
    }
}

impl Logic for GaloisLfsr {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        if self.enable.val() {
            if self.state.q.val().get_bit(0) {
                self.state.d.next = (self.state.q.val() >> 1) ^ bits::<32>(0xa300_0000_u64);
            } else {
                self.state.d.next = self.state.q.val() >> 1;
            }
        }
        self.random.next = self.state.q.val();
    }
}

lanesmith::top!(GaloisLfsr { clock, enable, random });

/// Shifts in either direction or loads.
#[derive(LogicBlock, Default)]
struct UniversalShifter {
    clock: Signal<In, Clock>,
    mode: Signal<In, Bits<2>>,
    left_in: Signal<In, Bit>,
    right_in: Signal<In, Bit>,
    parallel: Signal<In, Bits<8>>,
    contents: Signal<Out, Bits<8>>,
    state: DFF<Bits<8>>,
}

impl Logic for UniversalShifter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        match self.mode.val().index() {
            1 => {
                self.state.d.next = (self.state.q.val() >> 1) | (bit_cast::<8, 1>(self.left_in.val().into()) << 7);
            }
            2 => self.state.d.next = (self.state.q.val() << 1) | bit_cast::<8, 1>(self.right_in.val().into()),
            3 => self.state.d.next = self.parallel.val(),
            _ => {}
        }
        self.contents.next = self.state.q.val();
    }
}

lanesmith::top!(UniversalShifter {
    clock,
    mode,
    left_in,
    right_in,
    parallel,
    contents
});

/// A pulse every `2^rate` clocks.
#[derive(LogicBlock, Default)]
struct Prescaler {
    clock: Signal<In, Clock>,
    rate: Signal<In, Bits<3>>,
    pulse: Signal<Out, Bit>,
    count: DFF<Bits<7>>,
    mask: Signal<Local, Bits<7>>,
}

impl Logic for Prescaler {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.mask.next = (bits::<7>(1) << self.rate.val()) - 1;
        self.pulse.next = (self.count.q.val() & self.mask.val()) == self.mask.val();
    }
}

lanesmith::top!(Prescaler { clock, rate, pulse });

pub const MODULES: &[Own] = &[
    accepted("up counter", || Box::new(UpCounter::default())),
    accepted("saturating up-down counter", || Box::new(UpDownCounter::default())),
    accepted("modulo counter with a constant field", || Box::new(Modulo::default())),
    accepted("BCD seconds", || Box::new(BcdSeconds::default())),
    accepted("gray counter", || Box::new(GrayCounter::default())),
    accepted("Fibonacci LFSR", || Box::new(FibonacciLfsr::default())),
    accepted("Galois LFSR", || Box::new(GaloisLfsr::default())),
    accepted("universal shift register", || Box::new(UniversalShifter::default())),
    accepted("prescaler", || Box::new(Prescaler::default())),
];
