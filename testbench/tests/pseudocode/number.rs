//! Integers and truth values in which the manuals' pseudo-code can be written down as it is printed. They use only the
//! primitive operations of the algebra: all else (minimum, clamp, shifts by amounts) is defined here a second time.

use lanesmith::algebra::Algebra;
use std::ops::{Add, BitAnd, BitOr, Mul, Neg, Not, Shl, Shr, Sub};

/// An exact signed integer.
#[derive(Debug)]
pub struct Exact<A: Algebra>(pub A::Int);

/// A truth value.
#[derive(Debug)]
pub struct Truth<A: Algebra>(pub A::Cond);

/// Alternatives, of which exactly one has a condition that holds.
pub type Choice<A, T> = [(Truth<A>, T)];

impl<A: Algebra> Clone for Exact<A> {
    fn clone(&self) -> Self {
        Exact(self.0.clone())
    }
}

impl<A: Algebra> Clone for Truth<A> {
    fn clone(&self) -> Self {
        Truth(self.0.clone())
    }
}

impl<A: Algebra> From<i64> for Exact<A> {
    fn from(value: i64) -> Self {
        Exact(A::int(value))
    }
}

impl<A: Algebra> From<&Exact<A>> for Exact<A> {
    fn from(value: &Exact<A>) -> Self {
        value.clone()
    }
}

macro_rules! binary {
    ($($operator:ident, $method:ident, $primitive:ident;)*) => {$(
        impl<A: Algebra, R: Into<Exact<A>>> $operator<R> for Exact<A> {
            type Output = Exact<A>;
            fn $method(self, right: R) -> Exact<A> {
                Exact(A::$primitive(&self.0, &right.into().0))
            }
        }
        impl<A: Algebra, R: Into<Exact<A>>> $operator<R> for &Exact<A> {
            type Output = Exact<A>;
            fn $method(self, right: R) -> Exact<A> {
                Exact(A::$primitive(&self.0, &right.into().0))
            }
        }
    )*};
}

binary! { Add, add, add; Sub, sub, sub; Mul, mul, mul; BitAnd, bitand, and; BitOr, bitor, or; }

impl<A: Algebra> BitAnd for Truth<A> {
    type Output = Truth<A>;
    fn bitand(self, right: Truth<A>) -> Truth<A> {
        Truth(A::both(&self.0, &right.0))
    }
}

impl<A: Algebra> BitOr for Truth<A> {
    type Output = Truth<A>;
    fn bitor(self, right: Truth<A>) -> Truth<A> {
        Truth(A::either(&self.0, &right.0))
    }
}

impl<A: Algebra> Neg for Exact<A> {
    type Output = Exact<A>;
    fn neg(self) -> Exact<A> {
        Exact::from(0) - self
    }
}

impl<A: Algebra> Not for Exact<A> {
    type Output = Exact<A>;
    fn not(self) -> Exact<A> {
        Exact::from(-1) - self
    }
}

impl<A: Algebra> Not for Truth<A> {
    type Output = Truth<A>;
    fn not(self) -> Truth<A> {
        Truth(A::not(&self.0))
    }
}

impl<A: Algebra> Shl<u32> for Exact<A> {
    type Output = Exact<A>;
    fn shl(self, amount: u32) -> Exact<A> {
        Exact(A::shl(&self.0, amount))
    }
}

/// Rounds to minus infinity.
impl<A: Algebra> Shr<u32> for Exact<A> {
    type Output = Exact<A>;
    fn shr(self, amount: u32) -> Exact<A> {
        Exact(A::shr(&self.0, amount))
    }
}

impl<A: Algebra> Truth<A> {
    pub fn of(value: bool) -> Self {
        Truth(A::known(value))
    }

    /// `self ? yes : no`.
    pub fn then(&self, yes: impl Into<Exact<A>>, no: impl Into<Exact<A>>) -> Exact<A> {
        Exact(A::select(&self.0, &yes.into().0, &no.into().0))
    }
}

impl<A: Algebra> Exact<A> {
    pub fn less(&self, other: impl Into<Exact<A>>) -> Truth<A> {
        Truth(A::less(&self.0, &other.into().0))
    }

    pub fn is(&self, other: impl Into<Exact<A>>) -> Truth<A> {
        Truth(A::equal(&self.0, &other.into().0))
    }

    /// `self[high:low]`, an unsigned number.
    pub fn bits(&self, high: u32, low: u32) -> Exact<A> {
        Exact(A::field(&self.0, low, high - low + 1))
    }

    pub fn bit(&self, place: u32) -> Truth<A> {
        Truth(A::bit(&self.0, place))
    }

    /// The low bits as a number of so many bits.
    pub fn extended(&self, width: u32, signed: &Truth<A>) -> Exact<A> {
        signed.then(Exact(A::signed_field(&self.0, 0, width)), self.bits(width - 1, 0))
    }

    /// `self << amount`, for amounts of at most so many bits.
    pub fn shifted_left(&self, amount: &Exact<A>, digits: u32) -> Exact<A> {
        let steps = (0..digits).rev();
        steps.fold(self.clone(), |x, i| amount.bit(i).then(x.clone() << (1 << i), x))
    }

    /// `self >> amount`, for amounts of at most so many bits.
    pub fn shifted_right(&self, amount: &Exact<A>, digits: u32) -> Exact<A> {
        let steps = (0..digits).rev();
        steps.fold(self.clone(), |x, i| amount.bit(i).then(x.clone() >> (1 << i), x))
    }
}

#[allow(non_snake_case)]
pub fn MIN<A: Algebra>(x: &Exact<A>, y: &Exact<A>) -> Exact<A> {
    x.less(y).then(x, y)
}

#[allow(non_snake_case)]
pub fn MAX<A: Algebra>(x: &Exact<A>, y: &Exact<A>) -> Exact<A> {
    x.less(y).then(y, x)
}

/// `CLAMP( x, maximum, minimum )`, in the manual's order.
#[allow(non_snake_case)]
pub fn CLAMP<A: Algebra>(x: &Exact<A>, maximum: i64, minimum: i64) -> Exact<A> {
    let low = x.less(minimum).then(minimum, x);
    Exact::from(maximum).less(x).then(maximum, low)
}

#[allow(non_snake_case)]
pub fn ABS<A: Algebra>(x: &Exact<A>) -> Exact<A> {
    x.less(0).then(-x.clone(), x)
}

/// The clamp to the numbers of so many bits.
pub fn saturate<A: Algebra>(x: &Exact<A>, width: u32, signed: &Truth<A>) -> Exact<A> {
    let half = 1 << (width - 1);
    signed.then(CLAMP(x, half - 1, -half), CLAMP(x, 2 * half - 1, 0))
}

/// `switch`: the result of the alternative whose condition holds.
pub fn switch<A: Algebra, T>(choice: &Choice<A, T>, f: impl Fn(&T) -> Exact<A>) -> Exact<A> {
    let [others @ .., (_, last)] = choice else {
        panic!("a choice without alternatives")
    };
    let other = f(last);
    others
        .iter()
        .rev()
        .fold(other, |other, (holds, case)| holds.then(f(case), other))
}

/// `compare( x, y, cmp )`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Cmp {
    /// As instructions write them.
    pub const NAMES: [(&str, Cmp); 6] = [
        (".eq", Cmp::Eq),
        (".ne", Cmp::Ne),
        (".lt", Cmp::Lt),
        (".le", Cmp::Le),
        (".gt", Cmp::Gt),
        (".ge", Cmp::Ge),
    ];

    /// The comparison of an instruction's name, such as `vset.lt`.
    pub fn of(name: &str) -> Cmp {
        let found = Cmp::NAMES.iter().find(|(suffix, _)| name.ends_with(suffix));
        found.unwrap_or_else(|| panic!("no transcription of {name}")).1
    }

    pub fn holds<A: Algebra>(self, x: &Exact<A>, y: &Exact<A>) -> Truth<A> {
        match self {
            Cmp::Eq => x.is(y),
            Cmp::Ne => !x.is(y),
            Cmp::Lt => x.less(y),
            Cmp::Le => !y.less(x),
            Cmp::Gt => y.less(x),
            Cmp::Ge => !x.less(y),
        }
    }
}
