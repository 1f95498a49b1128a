//! The concrete instances: one vector at a time, a word is a machine's integer.

use super::Algebra;

/// Words are `i64`, truth values are `bool`.
#[derive(Clone, Copy, Debug)]
pub struct Concrete;

/// Words are `i128`, for products of words of 33 bits.
#[derive(Clone, Copy, Debug)]
pub struct ConcreteWide;

macro_rules! concrete {
    ($name:ident, $word:ty) => {
        impl Algebra for $name {
            type Cond = bool;
            type Int = $word;

            fn int(value: i64) -> $word {
                value.into()
            }
            fn add(x: &$word, y: &$word) -> $word {
                x + y
            }
            fn sub(x: &$word, y: &$word) -> $word {
                x - y
            }
            fn mul(x: &$word, y: &$word) -> $word {
                x * y
            }
            fn shl(x: &$word, n: u32) -> $word {
                debug_assert!((x << n) >> n == *x, "{x} << {n} leaves the word");
                x << n
            }
            fn shr(x: &$word, n: u32) -> $word {
                x >> n.min(<$word>::BITS - 1)
            }
            fn and(x: &$word, y: &$word) -> $word {
                x & y
            }
            fn or(x: &$word, y: &$word) -> $word {
                x | y
            }
            fn xor(x: &$word, y: &$word) -> $word {
                x ^ y
            }
            fn field(x: &$word, lo: u32, width: u32) -> $word {
                (x >> lo.min(<$word>::BITS - 1)) & ((1 << width) - 1)
            }
            fn signed_field(x: &$word, lo: u32, width: u32) -> $word {
                (x >> lo.min(<$word>::BITS - 1)) << (<$word>::BITS - width) >> (<$word>::BITS - width)
            }
            fn less(x: &$word, y: &$word) -> bool {
                x < y
            }
            fn equal(x: &$word, y: &$word) -> bool {
                x == y
            }
            fn bit(x: &$word, i: u32) -> bool {
                x >> i.min(<$word>::BITS - 1) & 1 != 0
            }
            fn known(value: bool) -> bool {
                value
            }
            fn not(c: &bool) -> bool {
                !c
            }
            fn both(c: &bool, d: &bool) -> bool {
                *c && *d
            }
            fn either(c: &bool, d: &bool) -> bool {
                *c || *d
            }
            fn select(c: &bool, x: &$word, y: &$word) -> $word {
                if *c { *x } else { *y }
            }
            fn choose(c: &bool, x: impl FnOnce() -> $word, y: impl FnOnce() -> $word) -> $word {
                if *c { x() } else { y() }
            }
            fn case<K: Copy>(index: &$word, keys: &[K], mut f: impl FnMut(K) -> $word) -> $word {
                f(keys[(*index as usize).min(keys.len() - 1)])
            }
        }
    };
}

concrete!(Concrete, i64);
concrete!(ConcreteWide, i128);
