//! Words as vectors of bits in two's complement, over any kind of bit.

use super::Algebra;
use std::fmt::Debug;
use std::marker::PhantomData;

/// A bit in some representation: a plane of many vectors, a graph edge.
pub trait Bit: Clone + Debug {
    /// The constant bit.
    fn constant(value: bool) -> Self;
    /// `self & other`.
    fn and(&self, other: &Self) -> Self;
    /// `self ^ other`.
    fn xor(&self, other: &Self) -> Self;
    /// `!self`.
    fn not(&self) -> Self;
    /// `self | other`.
    fn or(&self, other: &Self) -> Self {
        self.not().and(&other.not()).not()
    }
    /// `if self { x } else { y }`.
    fn mux(&self, x: &Self, y: &Self) -> Self {
        self.and(x).or(&self.not().and(y))
    }
}

/// The algebra whose words are vectors of `B`.
#[derive(Clone, Copy, Debug)]
pub struct Bitwise<B>(PhantomData<B>);

/// A truth value: known when the text is run, or a bit.
#[derive(Clone, Debug)]
pub enum Cond<B> {
    /// Known without looking at any input.
    Known(bool),
    /// Depends on inputs.
    Bit(B),
}

/// An exact signed integer: known when the text is run, or two's complement, least significant bit first; the last
/// bit is the sign.
#[derive(Clone, Debug)]
pub enum Int<B> {
    /// Known without looking at any input.
    Known(i64),
    /// Depends on inputs.
    Bits(Vec<B>),
}

impl<B: Bit> Cond<B> {
    /// The truth value as a bit.
    pub fn bit(&self) -> B {
        match self {
            Cond::Known(value) => B::constant(*value),
            Cond::Bit(bit) => bit.clone(),
        }
    }
}

impl<B: Bit> Int<B> {
    /// An unsigned number from its bits, least significant first.
    pub fn unsigned(bits: impl IntoIterator<Item = B>) -> Self {
        let mut bits: Vec<B> = bits.into_iter().collect();
        bits.push(B::constant(false));
        Int::Bits(bits)
    }

    /// Bit `i` of the infinitely sign-extended two's complement.
    pub fn at(&self, i: u32) -> B {
        match self {
            Int::Known(value) => B::constant(value >> i.min(63) & 1 != 0),
            Int::Bits(bits) => bits[(i as usize).min(bits.len() - 1)].clone(),
        }
    }

    /// The low `width` bits, least significant first.
    pub fn low(&self, width: u32) -> Vec<B> {
        (0..width).map(|i| self.at(i)).collect()
    }

    /// The number of bits that represent the number, sign included.
    fn width(&self) -> u32 {
        match self {
            Int::Known(value) => 65 - (value ^ (value >> 63)).leading_zeros(),
            Int::Bits(bits) => bits.len() as u32,
        }
    }

    fn zip(x: &Self, y: &Self, f: impl Fn(&B, &B) -> B) -> Self {
        let width = x.width().max(y.width());
        Int::Bits((0..width).map(|i| f(&x.at(i), &y.at(i))).collect())
    }

    /// `x + y + carry`, where `y` is inverted first if `invert` is set.
    fn sum(x: &Self, y: &Self, invert: bool) -> Self {
        let mut carry = B::constant(invert);
        let width = x.width().max(y.width()) + 1;
        let mut bits = Vec::with_capacity(width as usize);
        for i in 0..width {
            let (p, q) = (x.at(i), y.at(i));
            let q = if invert { q.not() } else { q };
            let differ = p.xor(&q);
            bits.push(differ.xor(&carry));
            carry = p.and(&q).or(&differ.and(&carry));
        }
        Int::Bits(bits)
    }
}

impl<B: Bit> Algebra for Bitwise<B> {
    type Cond = Cond<B>;
    type Int = Int<B>;

    fn int(value: i64) -> Int<B> {
        Int::Known(value)
    }

    fn add(x: &Int<B>, y: &Int<B>) -> Int<B> {
        match (x, y) {
            (Int::Known(x), Int::Known(y)) => Int::Known(x + y),
            _ => Int::sum(x, y, false),
        }
    }

    fn sub(x: &Int<B>, y: &Int<B>) -> Int<B> {
        match (x, y) {
            (Int::Known(x), Int::Known(y)) => Int::Known(x - y),
            _ => Int::sum(x, y, true),
        }
    }

    fn mul(x: &Int<B>, y: &Int<B>) -> Int<B> {
        if let (Int::Known(x), Int::Known(y)) = (x, y) {
            return Int::Known(x * y);
        }
        // The sign bit of y weighs negatively, so its partial product is subtracted.
        let top = y.width() - 1;
        let row = |i: u32| {
            let keep = y.at(i);
            Int::Bits(x.low(x.width()).iter().map(|bit| bit.and(&keep)).collect())
        };
        let sum = (0..top).fold(Int::Known(0), |sum, i| Self::add(&sum, &Self::shl(&row(i), i)));
        let product = Self::sub(&sum, &Self::shl(&row(top), top));
        Self::signed_field(&product, 0, x.width() + y.width())
    }

    fn shl(x: &Int<B>, n: u32) -> Int<B> {
        match x {
            Int::Known(x) => Int::Known(x << n),
            Int::Bits(bits) => {
                let zeros = std::iter::repeat_n(B::constant(false), n as usize);
                Int::Bits(zeros.chain(bits.iter().cloned()).collect())
            }
        }
    }

    fn shr(x: &Int<B>, n: u32) -> Int<B> {
        match x {
            Int::Known(x) => Int::Known(x >> n.min(63)),
            Int::Bits(bits) => Int::Bits(bits[(n as usize).min(bits.len() - 1)..].to_vec()),
        }
    }

    fn and(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::zip(x, y, B::and)
    }

    fn or(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::zip(x, y, B::or)
    }

    fn xor(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::zip(x, y, B::xor)
    }

    fn field(x: &Int<B>, lo: u32, width: u32) -> Int<B> {
        match x {
            Int::Known(x) => Int::Known((x >> lo.min(63)) & ((1 << width) - 1)),
            Int::Bits(_) => Int::unsigned((lo..lo + width).map(|i| x.at(i))),
        }
    }

    fn signed_field(x: &Int<B>, lo: u32, width: u32) -> Int<B> {
        match x {
            Int::Known(x) => Int::Known((x >> lo.min(63)) << (64 - width) >> (64 - width)),
            Int::Bits(_) => Int::Bits((lo..lo + width).map(|i| x.at(i)).collect()),
        }
    }

    fn less(x: &Int<B>, y: &Int<B>) -> Cond<B> {
        if let (Int::Known(x), Int::Known(y)) = (x, y) {
            return Cond::Known(x < y);
        }
        if let Int::Known(0) = y {
            return Cond::Bit(x.at(x.width() - 1));
        }
        let difference = Int::sum(x, y, true);
        Cond::Bit(difference.at(difference.width() - 1))
    }

    fn equal(x: &Int<B>, y: &Int<B>) -> Cond<B> {
        if let (Int::Known(x), Int::Known(y)) = (x, y) {
            return Cond::Known(x == y);
        }
        let width = x.width().max(y.width());
        let differ = (0..width).fold(B::constant(false), |any, i| any.or(&x.at(i).xor(&y.at(i))));
        Cond::Bit(differ.not())
    }

    fn bit(x: &Int<B>, i: u32) -> Cond<B> {
        match x {
            Int::Known(x) => Cond::Known(x >> i.min(63) & 1 != 0),
            Int::Bits(_) => Cond::Bit(x.at(i)),
        }
    }

    fn known(value: bool) -> Cond<B> {
        Cond::Known(value)
    }

    fn not(c: &Cond<B>) -> Cond<B> {
        match c {
            Cond::Known(c) => Cond::Known(!c),
            Cond::Bit(c) => Cond::Bit(c.not()),
        }
    }

    fn both(c: &Cond<B>, d: &Cond<B>) -> Cond<B> {
        match (c, d) {
            (Cond::Known(false), _) | (_, Cond::Known(false)) => Cond::Known(false),
            (Cond::Known(true), other) | (other, Cond::Known(true)) => other.clone(),
            (Cond::Bit(c), Cond::Bit(d)) => Cond::Bit(c.and(d)),
        }
    }

    fn either(c: &Cond<B>, d: &Cond<B>) -> Cond<B> {
        match (c, d) {
            (Cond::Known(true), _) | (_, Cond::Known(true)) => Cond::Known(true),
            (Cond::Known(false), other) | (other, Cond::Known(false)) => other.clone(),
            (Cond::Bit(c), Cond::Bit(d)) => Cond::Bit(c.or(d)),
        }
    }

    fn select(c: &Cond<B>, x: &Int<B>, y: &Int<B>) -> Int<B> {
        match c {
            Cond::Known(true) => x.clone(),
            Cond::Known(false) => y.clone(),
            Cond::Bit(c) => Int::zip(x, y, |x, y| c.mux(x, y)),
        }
    }

    fn case<K: Copy>(index: &Int<B>, keys: &[K], mut f: impl FnMut(K) -> Int<B>) -> Int<B> {
        if let Int::Known(index) = index {
            return f(keys[(*index as usize).min(keys.len() - 1)]);
        }
        let mut level: Vec<Int<B>> = keys.iter().map(|key| f(*key)).collect();
        let mut i = 0;
        while level.len() > 1 {
            let digit = Self::bit(index, i);
            level = level
                .chunks(2)
                .map(|pair| Self::select(&digit, &pair[pair.len() - 1], &pair[0]))
                .collect();
            i += 1;
        }
        level.swap_remove(0)
    }
}
