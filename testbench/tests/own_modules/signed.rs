//! Arithmetic with signs.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Multiplies and accumulates numbers with signs.
#[derive(LogicBlock, Default)]
struct SignedMac {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    a: Signal<In, Signed<16>>,
    b: Signal<In, Signed<16>>,
    sum: Signal<Out, Signed<32>>,
    negative: Signal<Out, Bit>,
    total: DFF<Signed<32>>,
}

impl Logic for SignedMac {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, total);
        self.total.d.next = self.total.q.val() + self.a.val() * self.b.val();
        if self.clear.val() {
            self.total.d.next = signed_cast(bits::<32>(0));
        }
        self.sum.next = self.total.q.val();
        self.negative.next = self.total.q.val().get_bit(31);
    }
}

lanesmith::top!(SignedMac {
    clock,
    clear,
    a,
    b,
    sum,
    negative
});

/// A filter of three taps, of which the middle one is negative.
#[derive(LogicBlock)]
struct SignedFir {
    clock: Signal<In, Clock>,
    sample: Signal<In, Bits<16>>,
    filtered: Signal<Out, Bits<32>>,
    taps: [Constant<Signed<16>>; 3],
    history: [DFF<Signed<16>>; 3],
    product: [Signal<Local, Signed<32>>; 3],
}

impl Default for SignedFir {
    fn default() -> Self {
        SignedFir {
            clock: Default::default(),
            sample: Default::default(),
            filtered: Default::default(),
            taps: [3, -7, 3].map(|tap: i64| Constant::new(tap.into())),
            history: Default::default(),
            product: Default::default(),
        }
    }
}

impl Logic for SignedFir {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            self.history[i].clock.next = self.clock.val();
            self.product[i].next = self.history[i].q.val() * self.taps[i].val();
        }
        self.history[0].d.next = signed_cast(self.sample.val());
        for i in 1..3 {
            self.history[i].d.next = self.history[i - 1].q.val();
        }
        self.filtered.next = unsigned_cast(self.product[0].val() + self.product[1].val() + self.product[2].val());
    }
}

lanesmith::top!(SignedFir {
    clock,
    sample,
    filtered
});

/// Keeps a number between two limits.
#[derive(LogicBlock, Default)]
struct Clamp {
    x: Signal<In, Signed<12>>,
    low: Signal<In, Signed<12>>,
    high: Signal<In, Signed<12>>,
    y: Signal<Out, Signed<12>>,
    inside: Signal<Out, Bit>,
}

impl Logic for Clamp {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val();
        self.inside.next = true;
        if self.x.val() < self.low.val() {
            self.y.next = self.low.val();
            self.inside.next = false;
        } else if self.x.val() > self.high.val() {
            self.y.next = self.high.val();
            self.inside.next = false;
        }
    }
}

lanesmith::top!(Clamp {
    x,
    low,
    high,
    y,
    inside
});

/// First-order sigma-delta modulation of a number with sign.
#[derive(LogicBlock, Default)]
struct SigmaDelta {
    clock: Signal<In, Clock>,
    level: Signal<In, Bits<8>>,
    out: Signal<Out, Bit>,
    error: DFF<Signed<10>>,
    wide: Signal<Local, Signed<10>>,
}

impl Logic for SigmaDelta {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, error);
        self.wide.next = signed_cast(bit_cast::<10, 8>(self.level.val()) - bits::<10>(128));
        self.out.next = !self.error.q.val().get_bit(9);
        if self.out.val() {
            self.error.d.next = self.error.q.val() + self.wide.val() - signed_cast(bits::<10>(128));
        } else {
            self.error.d.next = self.error.q.val() + self.wide.val() + signed_cast(bits::<10>(128));
        }
    }
}

lanesmith::top!(SigmaDelta { clock, level, out });

/// A step of CORDIC with signs extended by hand, without signed types.
#[derive(LogicBlock, Default)]
struct CordicStep {
    x: Signal<In, Bits<12>>,
    y: Signal<In, Bits<12>>,
    next_x: Signal<Out, Bits<12>>,
    next_y: Signal<Out, Bits<12>>,
    shifted_x: Signal<Local, Bits<12>>,
    shifted_y: Signal<Local, Bits<12>>,
}

impl Logic for CordicStep {
    #[hdl_gen]
    fn update(&mut self) {
        self.shifted_x.next = self.x.val() >> 3;
        if self.x.val().get_bit(11) {
            self.shifted_x.next = (self.x.val() >> 3) | bits::<12>(0xe00);
        }
        self.shifted_y.next = self.y.val() >> 3;
        if self.y.val().get_bit(11) {
            self.shifted_y.next = (self.y.val() >> 3) | bits::<12>(0xe00);
        }
        if self.y.val().get_bit(11) {
            self.next_x.next = self.x.val() - self.shifted_y.val();
            self.next_y.next = self.y.val() + self.shifted_x.val();
        } else {
            self.next_x.next = self.x.val() + self.shifted_y.val();
            self.next_y.next = self.y.val() - self.shifted_x.val();
        }
    }
}

lanesmith::top!(CordicStep { x, y, next_x, next_y });

/// The absolute value, by unary minus.
#[derive(LogicBlock, Default)]
struct Absolute {
    x: Signal<In, Bits<10>>,
    absolute: Signal<Out, Bits<10>>,
    value: Signal<Local, Signed<10>>,
}

impl Logic for Absolute {
    #[hdl_gen]
    fn update(&mut self) {
        self.value.next = signed_cast(self.x.val());
        self.absolute.next = self.x.val();
        if self.value.val().get_bit(9) {
            self.absolute.next = unsigned_cast(-self.value.val());
        }
    }
}

lanesmith::top!(Absolute { x, absolute });

pub const MODULES: &[Own] = &[
    accepted("absolute value", || Box::new(Absolute::default())),
    accepted("signed multiply-accumulate", || Box::new(SignedMac::default())),
    accepted("signed FIR filter", || Box::new(SignedFir::default())),
    accepted("signed clamp", || Box::new(Clamp::default())),
    accepted("sigma-delta modulator", || Box::new(SigmaDelta::default())),
    accepted("CORDIC step", || Box::new(CordicStep::default())),
];
