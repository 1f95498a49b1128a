//! Logic on one bit of all copies of a design at once.

use super::group::words_of_group;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// One bit of every copy: a port of one bit, or one bit of a wider port. Logic on planes acts on all copies at once.
///
/// `&`, `|` and `^` panic if the operands have different numbers of copies.
#[derive(Clone, PartialEq, Eq)]
pub struct Plane {
    /// The words of each group's plane, group after group ([`place`]). Invariant: bits that belong to no copy are 0.
    words: Vec<u64>,
    /// The number of copies.
    count: usize,
}

/// The word and the bit of a copy, for `count` copies in total.
///
/// A group has `W` words ([`words_of_group`]) and `64 * W` copies. Copy `i` of a group is bit `i / W` of the group's word `i % W`, as in
/// [`Slice`](lanesmith_algebra::Slice).
fn place(count: usize, copy: usize) -> (usize, u32) {
    let words = words_of_group(count);
    let (group, within) = (copy / (64 * words), copy % (64 * words));
    (group * words + within % words, (within / words) as u32)
}

impl Plane {
    /// The bit `value` for each of `count` copies.
    pub fn constant(count: usize, value: bool) -> Self {
        Plane::from_fn(count, |_| value)
    }

    /// The bit `value(i)` for copy `i` of `count` copies.
    pub fn from_fn(count: usize, mut value: impl FnMut(usize) -> bool) -> Self {
        let words_per_group = words_of_group(count);
        let mut words = vec![0; count.div_ceil(64 * words_per_group) * words_per_group];
        for copy in 0..count {
            let (word, bit) = place(count, copy);
            words[word] |= u64::from(value(copy)) << bit;
        }
        Plane { words, count }
    }

    /// A plane from the words of all groups in the order of [`place`]. Sets bits that belong to no copy to 0.
    pub(super) fn from_words(words: Vec<u64>, count: usize) -> Self {
        Plane { words, count }.with(&Plane::constant(count, true), |x, valid| x & valid)
    }

    /// The words of all groups in the order of [`place`].
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of copies.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The bit of a copy. Panics if there is no such copy.
    pub fn get(&self, copy: usize) -> bool {
        assert!(copy < self.count, "copy {copy} of {}", self.count);
        let (word, bit) = place(self.count, copy);
        self.words[word] >> bit & 1 != 0
    }

    /// Sets the bit of a copy. Panics if there is no such copy.
    pub fn set(&mut self, copy: usize, value: bool) {
        assert!(copy < self.count, "copy {copy} of {}", self.count);
        let (word, bit) = place(self.count, copy);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(value) << bit;
    }

    /// Whether the bit is 1 in any copy.
    pub fn any(&self) -> bool {
        self.words.iter().any(|word| *word != 0)
    }

    /// The number of copies in which the bit is 1.
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The copies in which the bit is 1, in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        // Without ones there is no need to look at each copy.
        let end = if self.any() { self.count } else { 0 };
        (0..end).filter(|copy| self.get(*copy))
    }

    /// Combines the words of two planes. `operation` must give 0 in each bit in which both operands have 0, for the invariant.
    fn with(&self, other: &Plane, operation: impl Fn(u64, u64) -> u64) -> Plane {
        assert_eq!(self.count, other.count, "planes of the same copies");
        let words = self.words.iter().zip(&other.words);
        Plane {
            words: words.map(|(x, y)| operation(*x, *y)).collect(),
            count: self.count,
        }
    }
}

macro_rules! operators {
    ($($operator:ident, $method:ident);+) => {
        $(impl $operator for &Plane {
            type Output = Plane;

            fn $method(self, other: &Plane) -> Plane {
                self.with(other, u64::$method)
            }
        })+
    };
}
operators!(BitAnd, bitand; BitOr, bitor; BitXor, bitxor);

impl Not for &Plane {
    type Output = Plane;
    fn not(self) -> Plane {
        Plane::from_words(self.words.iter().map(|word| !word).collect(), self.count)
    }
}

impl fmt::Debug for Plane {
    /// The bits as `0` and `1`, copy 0 first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.count).try_for_each(|copy| f.write_str(if self.get(copy) { "1" } else { "0" }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logic_on_planes_is_logic_on_each_copy_and_has_no_ones_beyond_them() {
        for count in [0, 1, 63, 64, 65, 255, 256, 257, 600, 1024, 1025] {
            let x = Plane::from_fn(count, |copy| copy % 3 == 0);
            let mut y = Plane::constant(count, false);
            (0..count).for_each(|copy| y.set(copy, copy % 5 < 2));
            let [and, or, xor, not] = [&x & &y, &x | &y, &x ^ &y, !&x];
            for copy in 0..count {
                let (p, q) = (copy % 3 == 0, copy % 5 < 2);
                assert_eq!((x.get(copy), y.get(copy)), (p, q));
                let found = [&and, &or, &xor, &not].map(|plane| plane.get(copy));
                assert_eq!(found, [p & q, p | q, p ^ q, !p], "copy {copy} of {count}");
            }
            assert_eq!(not.count_ones(), (0..count).filter(|copy| copy % 3 != 0).count());
            let ones: Vec<usize> = (0..count).filter(|copy| copy % 3 != 0).collect();
            assert_eq!(not.ones().collect::<Vec<_>>(), ones);
            assert!(!(&not & &x).any(), "{count} copies");
            assert_eq!(!&not, x);
        }
    }
}
