//! A small word algebra: the arithmetic in which the golden models define every instruction once.
//!
//! A definition is a function generic over [`Algebra`]. Its words are **exact signed integers**: they wrap only in
//! [`Algebra::field`] and [`Algebra::signed_field`], so that a definition reads like the manuals' pseudo-code. Three
//! instances run the same definition:
//!
//! | instance | a word is | used for |
//! | --- | --- | --- |
//! | [`Concrete`], [`ConcreteWide`] | an `i64`, an `i128` | single vectors, explanations |
//! | [`Bitwise`] over [`Slice`] | one bit-plane per bit, 64 vectors per machine word | many vectors of one instruction |
//! | [`Bitwise`] over [`Edge`] | nodes of a hash-consed And-Inverter Graph | proofs; as a [`StraightLineProgram`], throughput |

mod bit;
mod bitwise;
mod concrete;
mod graph;
mod product;
mod program;
mod random;
mod sliced;
mod transpose;
mod widest;

pub use bit::Bit;
pub use bitwise::{Bitwise, Cond, Int};
pub use concrete::{Concrete, ConcreteWide};
pub use graph::{Edge, Graph, GraphCone, GraphNode};
pub use program::StraightLineProgram;
pub use random::{Random, reduce};
pub use sliced::{Slice, pack, pack_each, unpack, unpack_each};

use std::fmt::Debug;

/// The digest of this package's sources, for certificates.
#[doc(hidden)]
pub const SOURCE_DIGEST: &str = lanesmith_macros::source_digest!("src");

/// Exact integers and truth values in one of several representations.
///
/// No operation loses bits: sums and products grow as needed. Words stay within 63 magnitude bits in every
/// definition of this crate, which Rust's overflow checks of [`Concrete`] check in debug builds.
pub trait Algebra {
    /// A truth value.
    type Cond: Clone + Debug;
    /// An exact signed integer.
    type Int: Clone + Debug;

    /// The constant `value`.
    fn int(value: i64) -> Self::Int;
    /// `x + y`.
    fn add(x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// `x - y`.
    fn sub(x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// `x * y`.
    fn mul(x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// `x * 2^n`.
    fn shl(x: &Self::Int, n: u32) -> Self::Int;
    /// `floor(x / 2^n)`, the arithmetic shift.
    fn shr(x: &Self::Int, n: u32) -> Self::Int;
    /// Bitwise and of the infinitely sign-extended two's complements.
    fn and(x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// Bitwise or of the infinitely sign-extended two's complements.
    fn or(x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// Bitwise exclusive or of the infinitely sign-extended two's complements.
    fn xor(x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// Bits `lo .. lo + width` of the two's complement as an unsigned number in `0 .. 2^width`.
    fn field(x: &Self::Int, lo: u32, width: u32) -> Self::Int;
    /// Bits `lo .. lo + width` of the two's complement as a signed number of `width` bits.
    fn signed_field(x: &Self::Int, lo: u32, width: u32) -> Self::Int;

    /// `x < y`.
    fn less(x: &Self::Int, y: &Self::Int) -> Self::Cond;
    /// `x == y`.
    fn equal(x: &Self::Int, y: &Self::Int) -> Self::Cond;
    /// Bit `i` of the two's complement.
    fn bit(x: &Self::Int, i: u32) -> Self::Cond;

    /// The constant truth value.
    fn known(value: bool) -> Self::Cond;
    /// `!c`.
    fn not(c: &Self::Cond) -> Self::Cond;
    /// `c && d`.
    fn both(c: &Self::Cond, d: &Self::Cond) -> Self::Cond;
    /// `c || d`.
    fn either(c: &Self::Cond, d: &Self::Cond) -> Self::Cond;
    /// `if c { x } else { y }`.
    fn select(c: &Self::Cond, x: &Self::Int, y: &Self::Int) -> Self::Int;
    /// `f(keys[index])`; an `index` beyond the table takes its last entry.
    ///
    /// Evaluates only this entry if `index` is known, otherwise all entries, and then selects the result.
    fn case<K: Copy>(index: &Self::Int, keys: &[K], f: impl FnMut(K) -> Self::Int) -> Self::Int;

    /// `if c { x() } else { y() }`. Evaluates only one branch if `c` is known.
    fn choose(c: &Self::Cond, x: impl FnOnce() -> Self::Int, y: impl FnOnce() -> Self::Int) -> Self::Int;

    /// 1 where `c` holds, else 0.
    fn indicator(c: &Self::Cond) -> Self::Int {
        Self::select(c, &Self::int(1), &Self::int(0))
    }
    /// `x < 0`.
    fn is_negative(x: &Self::Int) -> Self::Cond {
        Self::less(x, &Self::int(0))
    }
    /// The sum of `words`, by halves: exact sums do not depend on the order, and proofs are fastest in the order that
    /// adder trees have.
    fn sum(words: Vec<Self::Int>) -> Self::Int {
        let half = words.len().div_ceil(2);
        match &words[..] {
            [] => Self::int(0),
            [word] => word.clone(),
            _ => {
                let pairs = (0..half).map(|i| match words.get(i + half) {
                    Some(other) => Self::add(&words[i], other),
                    None => words[i].clone(),
                });
                Self::sum(pairs.collect())
            }
        }
    }
    /// `|x|`.
    fn abs(x: &Self::Int) -> Self::Int {
        Self::select(&Self::is_negative(x), &Self::sub(&Self::int(0), x), x)
    }
    /// The smaller of the two.
    fn min(x: &Self::Int, y: &Self::Int) -> Self::Int {
        Self::select(&Self::less(x, y), x, y)
    }
    /// The larger of the two.
    fn max(x: &Self::Int, y: &Self::Int) -> Self::Int {
        Self::select(&Self::less(x, y), y, x)
    }
    /// `x` limited to `low ..= high`.
    fn clamp(x: &Self::Int, low: &Self::Int, high: &Self::Int) -> Self::Int {
        Self::max(&Self::min(x, high), low)
    }
    /// Bits `lo .. lo + width` of `x`, sign- or zero-extended as `signed` says.
    fn extend(x: &Self::Int, lo: u32, width: u32, signed: &Self::Cond) -> Self::Int {
        Self::select(signed, &Self::signed_field(x, lo, width), &Self::field(x, lo, width))
    }
    /// `x * 2^n`, where `n` is the unsigned number in the low `bits` bits of `amount`.
    fn shl_by(x: &Self::Int, amount: &Self::Int, bits: u32) -> Self::Int {
        (0..bits).fold(x.clone(), |x, i| {
            Self::select(&Self::bit(amount, i), &Self::shl(&x, 1 << i), &x)
        })
    }
    /// `floor(x / 2^n)`, where `n` is the unsigned number in the low `bits` bits of `amount`.
    fn shr_by(x: &Self::Int, amount: &Self::Int, bits: u32) -> Self::Int {
        (0..bits).fold(x.clone(), |x, i| {
            Self::select(&Self::bit(amount, i), &Self::shr(&x, 1 << i), &x)
        })
    }
}
