//! IEEE 754 addition, multiplication and comparison, one text for every format, over the algebra.
//!
//! Rounding is to nearest, ties to even; subnormal numbers are kept on both sides; a NaN result is always the quiet NaN
//! with positive sign and no payload. Words are the formats' bit patterns as unsigned numbers.

use crate::brew::isa::BrewType;
use lanesmith_algebra::Algebra;

/// A binary interchange format: a sign bit, a biased exponent, a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatFormat {
    /// Bits of the exponent.
    pub exponent_bits: u32,
    /// Bits of the fraction, without the hidden bit.
    pub fraction_bits: u32,
}

/// IEEE 754 binary32.
pub const BINARY32: FloatFormat = FloatFormat {
    exponent_bits: 8,
    fraction_bits: 23,
};

/// IEEE 754 binary16.
pub const BINARY16: FloatFormat = FloatFormat {
    exponent_bits: 5,
    fraction_bits: 10,
};

/// A number taken apart: `significand * 2^(exponent - bias - fraction_bits)`, unless special.
struct Number<A: Algebra> {
    negative: A::Cond,
    /// All bits but the sign.
    magnitude: A::Int,
    /// Biased; 1 for subnormal numbers.
    exponent: A::Int,
    /// With the hidden bit.
    significand: A::Int,
}

impl FloatFormat {
    /// The format of a lane of a float type.
    pub(in crate::brew) const fn of(kind: BrewType) -> Self {
        if kind.lanes == 1 { BINARY32 } else { BINARY16 }
    }

    /// The bits of a number.
    pub const fn bits(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    const fn sign_bit(self) -> u32 {
        self.exponent_bits + self.fraction_bits
    }

    const fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The pattern of positive infinity, which every NaN's magnitude exceeds.
    pub const fn infinity(self) -> i64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// The one NaN that results have.
    pub const fn quiet_nan(self) -> i64 {
        self.infinity() | 1 << (self.fraction_bits - 1)
    }

    fn take_apart<A: Algebra>(self, x: &A::Int) -> Number<A> {
        let field = A::field(x, self.fraction_bits, self.exponent_bits);
        let subnormal = A::equal(&field, &A::int(0));
        let fraction = A::field(x, 0, self.fraction_bits);
        let hidden = A::int(1 << self.fraction_bits);
        Number {
            negative: A::bit(x, self.sign_bit()),
            magnitude: A::field(x, 0, self.sign_bit()),
            exponent: A::select(&subnormal, &A::int(1), &field),
            significand: A::select(&subnormal, &fraction, &A::or(&hidden, &fraction)),
        }
    }

    fn signed<A: Algebra>(self, negative: &A::Cond, magnitude: &A::Int) -> A::Int {
        A::or(magnitude, &A::shl(&A::indicator(negative), self.sign_bit()))
    }

    fn is_nan<A: Algebra>(self, x: &Number<A>) -> A::Cond {
        A::less(&A::int(self.infinity()), &x.magnitude)
    }

    fn is_infinite<A: Algebra>(self, x: &Number<A>) -> A::Cond {
        A::equal(&x.magnitude, &A::int(self.infinity()))
    }

    /// `-x`: the sign flipped, also of NaNs.
    pub fn negate<A: Algebra>(self, x: &A::Int) -> A::Int {
        A::xor(x, &A::int(1 << self.sign_bit()))
    }

    /// `x - y`.
    pub fn sub<A: Algebra>(self, x: &A::Int, y: &A::Int) -> A::Int {
        self.add::<A>(x, &self.negate::<A>(y))
    }

    /// `x + y`.
    pub fn add<A: Algebra>(self, x: &A::Int, y: &A::Int) -> A::Int {
        let (x, y) = (self.take_apart::<A>(x), self.take_apart::<A>(y));
        let swap = A::less(&x.magnitude, &y.magnitude);
        let larger = |part: fn(&Number<A>) -> &A::Int| A::select(&swap, part(&y), part(&x));
        let smaller = |part: fn(&Number<A>) -> &A::Int| A::select(&swap, part(&x), part(&y));
        let differ = exclusive::<A>(&x.negative, &y.negative);

        // Three more bits below hold guard, round and sticky bit of the bits that alignment shifts out; one more bit on top holds
        // the carry.
        let width = self.fraction_bits + 5;
        let exponent = larger(|n| &n.exponent);
        let distance = A::sub(&exponent, &smaller(|n| &n.exponent));
        let large = A::shl(&larger(|n| &n.significand), 3);
        let small = shift_right_sticky::<A>(&A::shl(&smaller(|n| &n.significand), 3), &distance, width);
        let exact = A::select(&differ, &A::sub(&large, &small), &A::add(&large, &small));
        let exact = A::field(&exact, 0, width);

        // A sum of exactly zero is negative only if both operands are.
        let both_negative = A::both(&x.negative, &y.negative);
        let larger_negative = choose::<A>(&swap, &y.negative, &x.negative);
        let vanishes = A::equal(&exact, &A::int(0));
        let negative = choose::<A>(&vanishes, &both_negative, &larger_negative);
        let rounded = self.round::<A>(&A::add(&exponent, &A::int(1)), &exact, width);

        let (x_infinite, y_infinite) = (self.is_infinite(&x), self.is_infinite(&y));
        let invalid = A::both(&differ, &A::both(&x_infinite, &y_infinite));
        let nan = A::either(&invalid, &A::either(&self.is_nan(&x), &self.is_nan(&y)));
        let infinite = A::either(&x_infinite, &y_infinite);
        let magnitude = A::select(&infinite, &A::int(self.infinity()), &rounded);
        A::select(
            &nan,
            &A::int(self.quiet_nan()),
            &self.signed::<A>(&negative, &magnitude),
        )
    }

    /// `x * y`.
    pub fn mul<A: Algebra>(self, x: &A::Int, y: &A::Int) -> A::Int {
        self.mul_by::<A>(x, y, A::mul)
    }

    /// `x * y`, where `multiply` gives the product of the significands.
    pub fn mul_by<A: Algebra>(
        self,
        x: &A::Int,
        y: &A::Int,
        multiply: impl FnOnce(&A::Int, &A::Int) -> A::Int,
    ) -> A::Int {
        let (x, y) = (self.take_apart::<A>(x), self.take_apart::<A>(y));
        let width = 2 * self.fraction_bits + 2;
        let product = A::field(&multiply(&x.significand, &y.significand), 0, width);
        let exponent = A::sub(&A::add(&x.exponent, &y.exponent), &A::int(self.bias() - 1));
        let rounded = self.round::<A>(&exponent, &product, width);

        let zero = |n: &Number<A>| A::equal(&n.magnitude, &A::int(0));
        let infinite = A::either(&self.is_infinite(&x), &self.is_infinite(&y));
        let invalid = A::both(&infinite, &A::either(&zero(&x), &zero(&y)));
        let nan = A::either(&invalid, &A::either(&self.is_nan(&x), &self.is_nan(&y)));
        let magnitude = A::select(&infinite, &A::int(self.infinity()), &rounded);
        let negative = exclusive::<A>(&x.negative, &y.negative);
        A::select(
            &nan,
            &A::int(self.quiet_nan()),
            &self.signed::<A>(&negative, &magnitude),
        )
    }

    /// The magnitude nearest to `exact`, an unsigned number of `width` bits whose uppermost bit weighs as much as the
    /// hidden bit of a number with the biased exponent `exponent`. The lowest bit may be sticky.
    fn round<A: Algebra>(self, exponent: &A::Int, exact: &A::Int, width: u32) -> A::Int {
        let (mut exponent, mut exact) = (exponent.clone(), exact.clone());
        for step in (0..width.ilog2() + 1).rev().map(|i| 1 << i) {
            let empty = A::equal(&A::field(&exact, width - step, step), &A::int(0));
            exact = A::select(&empty, &A::shl(&A::field(&exact, 0, width - step), step), &exact);
            exponent = A::select(&empty, &A::sub(&exponent, &A::int(i64::from(step))), &exponent);
        }
        // Zero has no uppermost bit to move to the top.
        exponent = A::select(&A::bit(&exact, width - 1), &exponent, &A::int(1));
        let missing = A::max(&A::sub(&A::int(1), &exponent), &A::int(0));
        let exact = shift_right_sticky::<A>(&exact, &missing, width);
        let exponent = A::max(&exponent, &A::int(1));

        let dropped = width - 1 - self.fraction_bits;
        let kept = A::field(&exact, dropped, self.fraction_bits + 1);
        let half = A::bit(&exact, dropped - 1);
        let beyond_half = A::not(&A::equal(&A::field(&exact, 0, dropped - 1), &A::int(0)));
        let up = A::both(&half, &A::either(&beyond_half, &A::bit(&kept, 0)));
        // The hidden bit is part of `kept`, so it and a carry out of the fraction both count the exponent up.
        let exponent = A::shl(&A::sub(&exponent, &A::int(1)), self.fraction_bits);
        let rounded = A::add(&A::add(&exponent, &kept), &A::indicator(&up));
        A::field(&A::min(&rounded, &A::int(self.infinity())), 0, self.sign_bit())
    }

    /// `x < y`; never with a NaN.
    pub fn less<A: Algebra>(self, x: &A::Int, y: &A::Int) -> A::Cond {
        self.compare::<A>(x, y, A::less)
    }

    /// `x >= y`; never with a NaN.
    pub fn at_least<A: Algebra>(self, x: &A::Int, y: &A::Int) -> A::Cond {
        self.compare::<A>(x, y, |x, y| A::not(&A::less(x, y)))
    }

    /// `x == y`; never with a NaN, and the zeros are equal.
    pub fn equal<A: Algebra>(self, x: &A::Int, y: &A::Int) -> A::Cond {
        self.compare::<A>(x, y, A::equal)
    }

    /// Numbers are ordered like their magnitudes with the sign applied, which also makes the two zeros one.
    fn compare<A: Algebra>(self, x: &A::Int, y: &A::Int, f: impl Fn(&A::Int, &A::Int) -> A::Cond) -> A::Cond {
        let (x, y) = (self.take_apart::<A>(x), self.take_apart::<A>(y));
        let key = |n: &Number<A>| A::select(&n.negative, &A::sub(&A::int(0), &n.magnitude), &n.magnitude);
        let nan = A::either(&self.is_nan(&x), &self.is_nan(&y));
        A::both(&A::not(&nan), &f(&key(&x), &key(&y)))
    }
}

/// `x >> amount`, the lowest bit also set if any bit that is shifted out was. Neither `x` nor the result has more than
/// `width` bits.
fn shift_right_sticky<A: Algebra>(x: &A::Int, amount: &A::Int, width: u32) -> A::Int {
    let digits = width.ilog2() + 1;
    let amount = A::min(amount, &A::int(i64::from(width)));
    let mut x = A::field(x, 0, width);
    let mut lost = A::known(false);
    for i in 0..digits {
        let on = A::bit(&amount, i);
        let out = A::not(&A::equal(&A::field(&x, 0, 1 << i), &A::int(0)));
        lost = A::either(&lost, &A::both(&on, &out));
        x = A::select(&on, &A::shr(&x, 1 << i), &x);
    }
    A::or(&x, &A::indicator(&lost))
}

fn choose<A: Algebra>(c: &A::Cond, x: &A::Cond, y: &A::Cond) -> A::Cond {
    A::either(&A::both(c, x), &A::both(&A::not(c), y))
}

fn exclusive<A: Algebra>(x: &A::Cond, y: &A::Cond) -> A::Cond {
    choose::<A>(x, &A::not(y), y)
}
