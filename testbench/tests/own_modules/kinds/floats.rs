//! Floating point and division.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Float {
    fraction: Bits<7>,
    exponent: Bits<8>,
    sign: Bit,
}

/// Adds numbers of the format bfloat16, without subnormals, and truncates.
#[hdl_module]
struct FloatAdder {
    a: Signal<In, Float>,
    b: Signal<In, Float>,
    sum: Signal<Out, Float>,
    zero: Signal<Out, Bit>,
    large: Signal<Local, Float>,
    small: Signal<Local, Float>,
    aligned: Signal<Local, Bits<12>>,
    total: Signal<Local, Bits<12>>,
    zeros: Signal<Local, Bits<4>>,
}

impl Logic for FloatAdder {
    #[hdl_gen]
    fn update(&mut self) {
        let a_is_larger = self.a.val().exponent > self.b.val().exponent
            || (self.a.val().exponent == self.b.val().exponent && self.a.val().fraction >= self.b.val().fraction);
        if a_is_larger {
            self.large.next = self.a.val();
            self.small.next = self.b.val();
        } else {
            self.large.next = self.b.val();
            self.small.next = self.a.val();
        }
        let one = bits::<12>(0x80);
        let significand = (bit_cast::<12, 7>(self.large.val().fraction) | one) << 3;
        let other = (bit_cast::<12, 7>(self.small.val().fraction) | one) << 3;
        let distance = self.large.val().exponent - self.small.val().exponent;
        self.aligned.next = if distance > 11 {
            bits::<12>(0)
        } else {
            other >> distance.get_bits::<4>(0)
        };
        self.total.next = if self.large.val().sign == self.small.val().sign {
            significand + self.aligned.val()
        } else {
            significand - self.aligned.val()
        };
        self.zeros.next = 12.into();
        for i in 0..12_u64 {
            if self.total.val().get_bit(i as usize) {
                self.zeros.next = bits::<4>(11 - i);
            }
        }
        let normal = self.total.val() << self.zeros.val();
        self.zero.next = !self.total.val().any();
        self.sum.next.sign = self.large.val().sign;
        self.sum.next.fraction = normal.get_bits::<7>(4);
        self.sum.next.exponent = self.large.val().exponent + 1 - bit_cast::<8, 4>(self.zeros.val());
        if self.zero.val() {
            self.sum.next.sign = false;
            self.sum.next.exponent = 0.into();
        }
    }
}

/// Multiplies them, in two stages.
#[hdl_module]
struct FloatMultiplier {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    a: Signal<In, Float>,
    b: Signal<In, Float>,
    ready: Signal<Out, Bit>,
    product: Signal<Out, Float>,
    overflow: Signal<Out, Bit>,
    full: DFF<Bits<32>>,
    exponent: DFF<Bits<10>>,
    sign: DFF<Bit>,
    busy: DFF<Bit>,
}

impl Logic for FloatMultiplier {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, full, exponent, sign, busy);
        let hidden = bits::<16>(0x80);
        let x = bit_cast::<16, 7>(self.a.val().fraction) | hidden;
        let y = bit_cast::<16, 7>(self.b.val().fraction) | hidden;
        self.full.d.next = x * y;
        self.exponent.d.next =
            bit_cast::<10, 8>(self.a.val().exponent) + bit_cast::<10, 8>(self.b.val().exponent) - 127;
        self.sign.d.next = self.a.val().sign ^ self.b.val().sign;
        self.busy.d.next = self.valid.val();
        let carries = self.full.q.val().get_bit(15);
        let exponent = self.exponent.q.val() + carries;
        self.overflow.next = !exponent.get_bit(9) && (exponent.get_bit(8) || exponent.get_bits::<8>(0).all());
        self.product.next.sign = self.sign.q.val();
        self.product.next.exponent = exponent.get_bits::<8>(0);
        self.product.next.fraction = if carries {
            self.full.q.val().get_bits::<7>(8)
        } else {
            self.full.q.val().get_bits::<7>(7)
        };
        if exponent.get_bit(9) {
            self.product.next.exponent = 0.into();
            self.product.next.fraction = 0.into();
        }
        self.ready.next = self.busy.q.val();
    }
}

/// An integer with sign as a float, one shift in each clock.
#[hdl_module]
struct IntegerToFloat {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    integer: Signal<In, Signed<16>>,
    float: Signal<Out, Float>,
    done: Signal<Out, Bit>,
    magnitude: DFF<Bits<16>>,
    exponent: DFF<Bits<8>>,
    sign: DFF<Bit>,
}

impl Logic for IntegerToFloat {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, magnitude, exponent, sign);
        let negative = self.integer.val().get_bit(15);
        let plain = unsigned_cast(self.integer.val());
        self.done.next = self.magnitude.q.val().get_bit(15) || !self.magnitude.q.val().any();
        if self.start.val() {
            self.sign.d.next = negative;
            self.magnitude.d.next = if negative { bits::<16>(0) - plain } else { plain };
            self.exponent.d.next = (127 + 15).into();
        } else if !self.done.val() {
            self.magnitude.d.next = self.magnitude.q.val() << 1;
            self.exponent.d.next = self.exponent.q.val() - 1;
        }
        self.float.next.sign = self.sign.q.val();
        self.float.next.fraction = self.magnitude.q.val().get_bits::<7>(8);
        self.float.next.exponent = if self.magnitude.q.val().any() {
            self.exponent.q.val()
        } else {
            bits::<8>(0)
        };
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Step {
    Ready,
    Divide,
    Correct,
}

/// Divides without restoring: adds or subtracts the divisor according to the sign of the rest.
#[hdl_module]
struct NonRestoring {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    dividend: Signal<In, Bits<8>>,
    divisor: Signal<In, Bits<4>>,
    quotient: Signal<Out, Bits<8>>,
    remainder: Signal<Out, Bits<4>>,
    by_zero: Signal<Out, Bit>,
    ready: Signal<Out, Bit>,
    state: DFF<Step>,
    rest: DFF<Bits<6>>,
    digits: DFF<Bits<8>>,
    by: DFF<Bits<6>>,
    count: DFF<Bits<4>>,
}

impl Logic for NonRestoring {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, rest, digits, by, count);
        let negative = self.rest.q.val().get_bit(5);
        let shifted = (self.rest.q.val() << 1) + self.digits.q.val().get_bit(7);
        let stepped = if negative {
            shifted + self.by.q.val()
        } else {
            shifted - self.by.q.val()
        };
        match self.state.q.val() {
            Step::Ready if self.start.val() && self.divisor.val().any() => {
                self.rest.d.next = 0.into();
                self.digits.d.next = self.dividend.val();
                self.by.d.next = bit_cast::<6, 4>(self.divisor.val());
                self.count.d.next = 8.into();
                self.state.d.next = Step::Divide;
            }
            Step::Ready => {}
            Step::Divide => {
                self.rest.d.next = stepped;
                self.digits.d.next = (self.digits.q.val() << 1) + !stepped.get_bit(5);
                self.count.d.next = self.count.q.val() - 1;
                if self.count.q.val() == 1 {
                    self.state.d.next = Step::Correct;
                }
            }
            Step::Correct => {
                if negative {
                    self.rest.d.next = self.rest.q.val() + self.by.q.val();
                }
                self.state.d.next = Step::Ready;
            }
        }
        self.by_zero.next = self.start.val() && !self.divisor.val().any();
        self.quotient.next = self.digits.q.val();
        self.remainder.next = bit_cast::<4, 6>(self.rest.q.val());
        self.ready.next = self.state.q.val() == Step::Ready;
    }
}

pub const KINDS: &[Kind] = &[
    kind!("float adder", FloatAdder).quiet(&["zero"]),
    kind!("float multiplier", FloatMultiplier),
    kind!("integer to float", IntegerToFloat),
    kind!("non-restoring divider", NonRestoring),
];
