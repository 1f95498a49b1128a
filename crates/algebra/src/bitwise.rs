//! Words as vectors of bits in two's complement, over any kind of bit. Bits that do not depend on inputs are kept as
//! constants, so that constants, sign extensions and fixed modifiers cost nothing.

use super::{Algebra, Bit};
use std::marker::PhantomData;

/// The algebra whose words are vectors of `B`.
#[derive(Clone, Copy, Debug)]
pub struct Bitwise<B>(PhantomData<B>);

/// A truth value: a constant, or a bit.
#[derive(Clone, Debug)]
pub enum Cond<B> {
    /// Independent of inputs.
    Known(bool),
    /// Depends on inputs.
    Bit(B),
}

use Cond::Known;

impl<B: Bit> Cond<B> {
    /// The truth value as a bit.
    pub fn bit(&self) -> B {
        match self {
            Known(value) => B::constant(*value),
            Cond::Bit(bit) => bit.clone(),
        }
    }

    fn from_bit(bit: B) -> Self {
        bit.known().map_or(Cond::Bit(bit), Known)
    }

    fn not(&self) -> Self {
        match self {
            Known(c) => Known(!c),
            Cond::Bit(c) => Cond::Bit(c.not()),
        }
    }

    fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Known(false), _) | (_, Known(false)) => Known(false),
            (Known(true), c) | (c, Known(true)) => c.clone(),
            (Cond::Bit(c), Cond::Bit(d)) => Self::from_bit(c.and(d)),
        }
    }

    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Known(true), _) | (_, Known(true)) => Known(true),
            (Known(false), c) | (c, Known(false)) => c.clone(),
            (Cond::Bit(c), Cond::Bit(d)) => Self::from_bit(c.or(d)),
        }
    }

    fn xor(&self, other: &Self) -> Self {
        match (self, other) {
            (Known(false), c) | (c, Known(false)) => c.clone(),
            (Known(true), c) | (c, Known(true)) => c.not(),
            (Cond::Bit(c), Cond::Bit(d)) => Self::from_bit(c.xor(d)),
        }
    }

    fn mux(&self, x: &Self, y: &Self) -> Self {
        match (self, x, y) {
            (Known(true), x, _) => x.clone(),
            (Known(false), _, y) => y.clone(),
            (c, Known(true), y) => c.or(y),
            (c, Known(false), y) => c.not().and(y),
            (c, x, Known(true)) => c.not().or(x),
            (c, x, Known(false)) => c.and(x),
            (Cond::Bit(c), Cond::Bit(x), Cond::Bit(y)) => Self::from_bit(c.mux(x, y)),
        }
    }

    /// The carry of `x + y + carry`, where `differ` is `x ^ y`.
    fn carry(x: &Self, y: &Self, differ: &Self, carry: &Self) -> Self {
        match (x, y, carry) {
            (Known(true), p, q) | (p, Known(true), q) | (p, q, Known(true)) => p.or(q),
            (Known(false), p, q) | (p, Known(false), q) | (p, q, Known(false)) => p.and(q),
            _ => differ.mux(carry, x),
        }
    }
}

/// An exact signed integer in two's complement, least significant bit first; the last bit is the sign.
#[derive(Clone, Debug)]
pub struct Int<B>(Vec<Cond<B>>);

impl<B: Bit> Int<B> {
    /// An unsigned number from its bits, least significant first.
    pub fn unsigned(bits: impl IntoIterator<Item = B>) -> Self {
        let bits = bits.into_iter().map(Cond::from_bit);
        Int(bits.chain([Known(false)]).collect())
    }

    /// Bit `i` of the infinitely sign-extended two's complement.
    pub fn at(&self, i: u32) -> B {
        self.cond(i).bit()
    }

    /// The low `width` bits, least significant first.
    pub fn low(&self, width: u32) -> Vec<B> {
        (0..width).map(|i| self.at(i)).collect()
    }

    /// The number, if it does not depend on inputs.
    pub fn known(&self) -> Option<i64> {
        let digit = |bit: &Cond<B>| match bit {
            Known(value) => Some(i64::from(*value)),
            Cond::Bit(_) => None,
        };
        let (sign, bits) = self.0.split_last()?;
        let mut from_the_top = bits.iter().rev();
        from_the_top.try_fold(-digit(sign)?, |number, bit| Some(2 * number + digit(bit)?))
    }

    fn cond(&self, i: u32) -> &Cond<B> {
        &self.0[(i as usize).min(self.0.len() - 1)]
    }

    /// The number of bits that represent the number, sign included.
    fn width(&self) -> u32 {
        self.0.len() as u32
    }

    /// The number whose bits `0 .. width` are `bit(i)`, without the sign bits that are known to repeat.
    fn build(width: u32, bit: impl FnMut(u32) -> Cond<B>) -> Self {
        let mut bits: Vec<Cond<B>> = (0..width).map(bit).collect();
        while let [.., Known(x), Known(y)] = bits[..]
            && x == y
        {
            bits.pop();
        }
        Int(bits)
    }

    fn zip(x: &Self, y: &Self, f: impl Fn(&Cond<B>, &Cond<B>) -> Cond<B>) -> Self {
        Int::build(x.width().max(y.width()), |i| f(x.cond(i), y.cond(i)))
    }

    /// `x + y`, or `x - y` as `x + !y + 1`.
    fn sum(x: &Self, y: &Self, subtract: bool) -> Self {
        let mut carry = Known(subtract);
        Int::build(x.width().max(y.width()) + 1, |i| {
            let (p, q) = (x.cond(i), &y.cond(i).xor(&Known(subtract)));
            let differ = p.xor(q);
            let bit = differ.xor(&carry);
            carry = Cond::carry(p, q, &differ, &carry);
            bit
        })
    }

    /// The number as `u - s * 2^w`: `u` unsigned, of `w` bits, and the sign `s`.
    fn unsigned_part(&self) -> (&[Cond<B>], Cond<B>) {
        match self.0.split_last() {
            Some((Known(false), bits)) => (bits, Known(false)),
            Some((sign, _)) => (&self.0, sign.clone()),
            None => (&[], Known(false)),
        }
    }

    /// The product of unsigned numbers, by digits of 16 bits, like hardware that has multipliers of that size: proofs
    /// then find the same products on both sides. Significands of binary16 are placed there as the upper 11 of 24
    /// bits, so that the lowest digit holds three of theirs.
    fn unsigned_product(x: &[Cond<B>], y: &[Cond<B>]) -> Self {
        let of_digits = |x: &[Cond<B>], y: &[Cond<B>]| {
            let row = |i: usize| {
                Int::build((x.len() + i + 1) as u32, |j| match (j as usize).checked_sub(i) {
                    Some(j) => x.get(j).map_or(Known(false), |bit| bit.and(&y[i])),
                    None => Known(false),
                })
            };
            (0..y.len()).fold(Int(vec![Known(false)]), |sum, i| Int::sum(&sum, &row(i), false))
        };
        let digit = match (x.len(), y.len()) {
            (11, 11) => 3,
            _ => 16,
        };
        let digits = |bits: &'_ [Cond<B>]| -> Vec<Vec<Cond<B>>> {
            let (low, high) = bits.split_at(digit.min(bits.len()));
            [low].into_iter().chain(high.chunks(16)).map(<[_]>::to_vec).collect()
        };
        let (x, y) = (digits(x), digits(y));
        let mut total = Int(vec![Known(false)]);
        for place in 0..x.len() + y.len() {
            let pairs = (0..x.len()).filter_map(|i| Some((&x[i], y.get(place.checked_sub(i)?)?)));
            let digits = pairs.fold(Int(vec![Known(false)]), |sum, (x, y)| {
                Int::sum(&sum, &of_digits(x, y), false)
            });
            total = Int::sum(&total, &Bitwise::<B>::shl(&digits, (digit * place) as u32), false);
        }
        total
    }

    /// The item at an index; beyond the end the last one.
    fn pick(index: &Self, mut items: Vec<Self>) -> Self {
        let last = items[items.len() - 1].clone();
        let mut digits = 0..index.width() - 1;
        while items.len() > 1 {
            let digit = digits.next().map_or(&Known(false), |i| index.cond(i));
            let pairs = items.chunks(2);
            items = pairs
                .map(|pair| Int::zip(pair.get(1).unwrap_or(&last), &pair[0], |x, y| digit.mux(x, y)))
                .collect();
        }
        digits.fold(items.swap_remove(0), |picked, i| {
            Int::zip(&last, &picked, |x, y| index.cond(i).mux(x, y))
        })
    }
}

impl<B: Bit> Algebra for Bitwise<B> {
    type Cond = Cond<B>;
    type Int = Int<B>;

    fn int(value: i64) -> Int<B> {
        let width = 65 - (value ^ (value >> 63)).leading_zeros();
        Int::build(width, |i| Known(value >> i.min(63) & 1 != 0))
    }

    fn add(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::sum(x, y, false)
    }

    fn sub(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::sum(x, y, true)
    }

    fn mul(x: &Int<B>, y: &Int<B>) -> Int<B> {
        // A half-word by a byte is two products of bytes, like hardware that has multipliers for bytes: proofs then find
        // the same products on both sides.
        if (x.width(), y.width()) == (17, 9) {
            let (low, high) = (Self::field(x, 0, 8), Self::signed_field(x, 8, 9));
            return Self::add(&Self::mul(&low, y), &Self::shl(&Self::mul(&high, y), 8));
        }
        // Signed bytes are extended, like in hardware that has multipliers for half-words.
        if (x.width(), y.width()) == (8, 8) {
            let [x, y] = [x, y].map(|word| (0..16).map(|i| word.cond(i).clone()).collect::<Vec<_>>());
            return Self::signed_field(&Int::unsigned_product(&x, &y), 0, 16);
        }
        // x = u - s * 2^w with an unsigned u of w bits, and so is y.
        let ((u, s), (v, t)) = (x.unsigned_part(), y.unsigned_part());
        let where_negative = |sign: &Cond<B>, bits: &[Cond<B>], other: usize| {
            let word = Int::build(bits.len() as u32 + 1, |i| {
                bits.get(i as usize).map_or(Known(false), |bit| bit.and(sign))
            });
            Self::shl(&word, other as u32)
        };
        let both = Int::build(2, |i| if i == 0 { s.and(&t) } else { Known(false) });
        let product = Int::unsigned_product(u, v);
        let excess = Self::add(&where_negative(&t, u, v.len()), &where_negative(&s, v, u.len()));
        let product = Self::sub(&product, &excess);
        let product = Self::add(&product, &Self::shl(&both, (u.len() + v.len()) as u32));
        Self::signed_field(&product, 0, x.width() + y.width())
    }

    fn shl(x: &Int<B>, n: u32) -> Int<B> {
        Int::build(x.width() + n, |i| {
            i.checked_sub(n).map_or(Known(false), |i| x.cond(i).clone())
        })
    }

    fn shr(x: &Int<B>, n: u32) -> Int<B> {
        Int(x.0[(n as usize).min(x.0.len() - 1)..].to_vec())
    }

    fn and(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::zip(x, y, Cond::and)
    }

    fn or(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::zip(x, y, Cond::or)
    }

    fn xor(x: &Int<B>, y: &Int<B>) -> Int<B> {
        Int::zip(x, y, Cond::xor)
    }

    fn field(x: &Int<B>, lo: u32, width: u32) -> Int<B> {
        Self::extend(x, lo, width, &Known(false))
    }

    fn signed_field(x: &Int<B>, lo: u32, width: u32) -> Int<B> {
        Int::build(width, |i| x.cond(lo + i).clone())
    }

    fn extend(x: &Int<B>, lo: u32, width: u32, signed: &Cond<B>) -> Int<B> {
        let sign = x.cond(lo + width - 1).and(signed);
        let bit = |i: u32| if i < width { x.cond(lo + i) } else { &sign };
        Int::build(width + 1, |i| bit(i).clone())
    }

    fn less(x: &Int<B>, y: &Int<B>) -> Cond<B> {
        let mut carry = Known(true);
        let width = x.width().max(y.width());
        for i in 0..width {
            let (p, q) = (x.cond(i), &y.cond(i).not());
            carry = Cond::carry(p, q, &p.xor(q), &carry);
        }
        // One bit beyond both signs, where the difference's sign is.
        x.cond(width).xor(&y.cond(width).not()).xor(&carry)
    }

    fn is_negative(x: &Int<B>) -> Cond<B> {
        x.cond(x.width()).clone()
    }

    fn equal(x: &Int<B>, y: &Int<B>) -> Cond<B> {
        let width = x.width().max(y.width());
        let differ = (0..width).fold(Known(false), |any, i| any.or(&x.cond(i).xor(y.cond(i))));
        differ.not()
    }

    fn bit(x: &Int<B>, i: u32) -> Cond<B> {
        x.cond(i).clone()
    }

    fn known(value: bool) -> Cond<B> {
        Known(value)
    }

    fn not(c: &Cond<B>) -> Cond<B> {
        c.not()
    }

    fn both(c: &Cond<B>, d: &Cond<B>) -> Cond<B> {
        c.and(d)
    }

    fn either(c: &Cond<B>, d: &Cond<B>) -> Cond<B> {
        c.or(d)
    }

    fn select(c: &Cond<B>, x: &Int<B>, y: &Int<B>) -> Int<B> {
        match c {
            Known(true) => x.clone(),
            Known(false) => y.clone(),
            _ => Int::zip(x, y, |x, y| c.mux(x, y)),
        }
    }

    fn choose(c: &Cond<B>, x: impl FnOnce() -> Int<B>, y: impl FnOnce() -> Int<B>) -> Int<B> {
        match c {
            Known(true) => x(),
            Known(false) => y(),
            _ => Self::select(c, &x(), &y()),
        }
    }

    fn case<K: Copy>(index: &Int<B>, keys: &[K], mut f: impl FnMut(K) -> Int<B>) -> Int<B> {
        match index.known() {
            Some(index) => f(keys[(index as usize).min(keys.len() - 1)]),
            None => Int::pick(index, keys.iter().map(|key| f(*key)).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Concrete, Slice, pack, unpack};

    type Planes = Bitwise<Slice<4>>;

    /// The signed numbers of `width` bits in 256 words, also as planes.
    fn numbers(width: u32, factor: u64) -> (Vec<i64>, Int<Slice<4>>) {
        let words: Vec<u64> = (0..256).map(|i: u64| (i * factor) % (1 << width)).collect();
        let planes = Int::unsigned(pack::<4>(&words, width));
        let signed = |word: &u64| Concrete::signed_field(&(*word as i64), 0, width);
        (
            words.iter().map(signed).collect(),
            Planes::signed_field(&planes, 0, width),
        )
    }

    fn values(number: &Int<Slice<4>>) -> Vec<i64> {
        let words = unpack(&number.low(64), 256);
        words.into_iter().map(|word| word as i64).collect()
    }

    #[test]
    fn products_of_signed_numbers_are_exact_also_if_one_factor_is_known() {
        for width in [4, 8, 9, 16, 17] {
            let (x, x_planes) = numbers(width, 0x6d);
            for other in [4, 8, 9, 16] {
                let (y, y_planes) = numbers(other, 0x3b);
                let products: Vec<i64> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
                assert_eq!(
                    values(&Planes::mul(&x_planes, &y_planes)),
                    products,
                    "{width} by {other} bits"
                );
                for y in y.iter().take(64) {
                    let products: Vec<i64> = x.iter().map(|x| x * y).collect();
                    let known = Planes::int(*y);
                    assert_eq!(values(&Planes::mul(&x_planes, &known)), products, "{width} bits by {y}");
                    assert_eq!(values(&Planes::mul(&known, &x_planes)), products, "{y} by {width} bits");
                }
            }
        }
    }
}
