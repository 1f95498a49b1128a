//! Arithmetic with signs.

use super::harness::{Own, accepted, refused};
use lanesmith::hdl::prelude::*;

/// Multiplies and accumulates numbers with signs.
#[derive(LogicBlock, Default)]
struct SignedMac {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    sum: Signal<Out, Bits<32>>,
    negative: Signal<Out, Bit>,
    total: DFF<Signed<32>>,
}

impl Logic for SignedMac {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, total);
        self.total.d.next = self.total.q.val() + signed_cast(self.a.val()) * signed_cast(self.b.val());
        if self.clear.val() {
            self.total.d.next = signed_cast(bits::<32>(0));
        }
        self.sum.next = unsigned_cast(self.total.q.val());
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
    x: Signal<In, Bits<12>>,
    low: Signal<In, Bits<12>>,
    high: Signal<In, Bits<12>>,
    y: Signal<Out, Bits<12>>,
    inside: Signal<Out, Bit>,
}

impl Logic for Clamp {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val();
        self.inside.next = true;
        if signed_cast(self.x.val()) < signed_cast(self.low.val()) {
            self.y.next = self.low.val();
            self.inside.next = false;
        } else if signed_cast(self.x.val()) > signed_cast(self.high.val()) {
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

/// The absolute value, by unary minus.
#[derive(LogicBlock, Default)]
struct Absolute {
    x: Signal<In, Bits<10>>,
    absolute: Signal<Out, Bits<10>>,
    signed: Signal<Local, Signed<10>>,
}

impl Logic for Absolute {
    #[hdl_gen]
    fn update(&mut self) {
        self.signed.next = signed_cast(self.x.val());
        self.absolute.next = self.x.val();
        if self.signed.val().get_bit(9) {
            self.absolute.next = unsigned_cast(-self.signed.val());
        }
    }
}

lanesmith::top!(Absolute { x, absolute });

/// z^2 + c in fixed point with 12 bits behind the point, and whether it escapes.
#[derive(LogicBlock, Default)]
struct Mandelbrot {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    c_re: Signal<In, Bits<16>>,
    c_im: Signal<In, Bits<16>>,
    steps: Signal<Out, Bits<8>>,
    escaped: Signal<Out, Bit>,
    re: DFF<Signed<16>>,
    im: DFF<Signed<16>>,
    count: DFF<Bits<8>>,
    re2: Signal<Local, Signed<32>>,
    im2: Signal<Local, Signed<32>>,
    cross: Signal<Local, Signed<32>>,
    norm: Signal<Local, Signed<32>>,
}

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

lanesmith::top!(Mandelbrot {
    clock,
    start,
    c_re,
    c_im,
    steps,
    escaped
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

/// Numbers widened with their sign; those that this loses are not given.
#[derive(LogicBlock, Default)]
struct SignExtend {
    x: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<12>>,
    narrow: Signal<Local, Bits<8>>,
}

impl Logic for SignExtend {
    #[hdl_gen]
    fn update(&mut self) {
        self.narrow.next = self.x.val() | bits::<8>(1);
        self.y.next = unsigned_cast(signed_bit_cast::<12, 8>(signed_cast(self.narrow.val())));
    }
}

lanesmith::top!(SignExtend { x, y });

pub const MODULES: &[Own] = &[
    refused(
        "signed multiply-accumulate",
        || Box::new(SignedMac::default()),
        "top: total.d: type Signed::<32>: signed types are not lowered",
    ),
    refused(
        "signed FIR filter",
        || Box::new(SignedFir::default()),
        "top: product.0: type Signed::<32>: signed types are not lowered",
    ),
    refused(
        "signed clamp",
        || Box::new(Clamp::default()),
        "top: `signed(x)`: signed types are not lowered: extend the sign by hand",
    ),
    refused(
        "absolute value",
        || Box::new(Absolute::default()),
        "top: signed: type Signed::<10>: signed types are not lowered",
    ),
    refused(
        "Mandelbrot step",
        || Box::new(Mandelbrot::default()),
        "top: re2: type Signed::<32>: signed types are not lowered",
    ),
    refused(
        "sigma-delta modulator",
        || Box::new(SigmaDelta::default()),
        "top: wide: type Signed::<10>: signed types are not lowered",
    ),
    accepted("CORDIC step", || Box::new(CordicStep::default())),
    refused(
        "sign extension",
        || Box::new(SignExtend::default()),
        "top: `unsigned(signed(signed(narrow)))`: signed types are not lowered: extend the sign by hand",
    ),
];
