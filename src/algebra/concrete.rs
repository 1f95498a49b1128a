//! The concrete instance: one vector at a time, a word is an `i64`.

use super::Algebra;

/// Words are `i64`, truth values are `bool`.
#[derive(Clone, Copy, Debug)]
pub struct Concrete;

impl Algebra for Concrete {
    type Cond = bool;
    type Int = i64;

    fn int(value: i64) -> i64 {
        value
    }
    fn add(x: &i64, y: &i64) -> i64 {
        x + y
    }
    fn sub(x: &i64, y: &i64) -> i64 {
        x - y
    }
    fn mul(x: &i64, y: &i64) -> i64 {
        x * y
    }
    fn shl(x: &i64, n: u32) -> i64 {
        debug_assert!((x << n) >> n == *x, "{x} << {n} leaves 64 bits");
        x << n
    }
    fn shr(x: &i64, n: u32) -> i64 {
        x >> n.min(63)
    }
    fn and(x: &i64, y: &i64) -> i64 {
        x & y
    }
    fn or(x: &i64, y: &i64) -> i64 {
        x | y
    }
    fn xor(x: &i64, y: &i64) -> i64 {
        x ^ y
    }
    fn field(x: &i64, lo: u32, width: u32) -> i64 {
        (x >> lo.min(63)) & ((1 << width) - 1)
    }
    fn signed_field(x: &i64, lo: u32, width: u32) -> i64 {
        (x >> lo.min(63)) << (64 - width) >> (64 - width)
    }
    fn less(x: &i64, y: &i64) -> bool {
        x < y
    }
    fn equal(x: &i64, y: &i64) -> bool {
        x == y
    }
    fn bit(x: &i64, i: u32) -> bool {
        x >> i.min(63) & 1 != 0
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
    fn select(c: &bool, x: &i64, y: &i64) -> i64 {
        if *c { *x } else { *y }
    }
    fn choose(c: &bool, x: impl FnOnce() -> i64, y: impl FnOnce() -> i64) -> i64 {
        if *c { x() } else { y() }
    }
    fn case<K: Copy>(index: &i64, keys: &[K], mut f: impl FnMut(K) -> i64) -> i64 {
        f(keys[(*index as usize).min(keys.len() - 1)])
    }
}
