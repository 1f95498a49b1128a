//! Logic on one bit of all copies of a design at once.

use super::{COPIES, Planes};
use lanesmith_algebra::Bit;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// One bit of every copy: a port of one bit, or one bit of a wider port. Logic on planes acts on all copies at once.
///
/// `&`, `|` and `^` panic if the operands have different numbers of copies.
#[derive(Clone, PartialEq, Eq)]
pub struct Plane {
    /// The plane of each group. Invariant: bits that belong to no copy are 0.
    groups: Vec<Planes>,
    /// The number of copies.
    count: usize,
}

impl Plane {
    /// The bit `value` for each of `count` copies.
    pub fn constant(count: usize, value: bool) -> Self {
        Plane::from_fn(count, |_| value)
    }

    /// The bit `value(i)` for copy `i` of `count` copies.
    pub fn from_fn(count: usize, mut value: impl FnMut(usize) -> bool) -> Self {
        let groups = vec![Planes::constant(false); count.div_ceil(COPIES)];
        let mut plane = Plane { groups, count };
        (0..count).for_each(|copy| plane.set(copy, value(copy)));
        plane
    }

    /// A plane from those of all groups. Sets bits that belong to no copy to 0.
    pub(super) fn of_groups(groups: impl IntoIterator<Item = Planes>, count: usize) -> Self {
        let groups = groups.into_iter().collect();
        Plane { groups, count }.with(&Plane::constant(count, true), Bit::and)
    }

    /// The plane of each group.
    pub(super) fn groups(&self) -> &[Planes] {
        &self.groups
    }

    /// The number of copies.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The bit of a copy. Panics if there is no such copy.
    pub fn get(&self, copy: usize) -> bool {
        assert!(copy < self.count, "copy {copy} of {}", self.count);
        self.groups[copy / COPIES].get(copy % COPIES)
    }

    /// Sets the bit of a copy. Panics if there is no such copy.
    pub fn set(&mut self, copy: usize, value: bool) {
        assert!(copy < self.count, "copy {copy} of {}", self.count);
        self.groups[copy / COPIES].set(copy % COPIES, value);
    }

    /// Whether the bit is 1 in any copy.
    pub fn any(&self) -> bool {
        self.groups.iter().any(|group| group.0.iter().any(|word| *word != 0))
    }

    /// The number of copies in which the bit is 1.
    pub fn count_ones(&self) -> usize {
        let words = self.groups.iter().flat_map(|group| group.0);
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// The copies in which the bit is 1, in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        // Without ones there is no need to look at each copy.
        let end = if self.any() { self.count } else { 0 };
        (0..end).filter(|copy| self.get(*copy))
    }

    /// Combines two planes. `operation` must give 0 in each bit in which both operands have 0, for the invariant.
    fn with(&self, other: &Plane, operation: fn(&Planes, &Planes) -> Planes) -> Plane {
        assert_eq!(self.count, other.count, "planes of the same copies");
        let groups = self.groups.iter().zip(&other.groups);
        Plane {
            groups: groups.map(|(x, y)| operation(x, y)).collect(),
            count: self.count,
        }
    }
}

macro_rules! operators {
    ($($operator:ident, $method:ident, $logic:ident);+) => {
        $(impl $operator for &Plane {
            type Output = Plane;

            fn $method(self, other: &Plane) -> Plane {
                self.with(other, Bit::$logic)
            }
        })+
    };
}
operators!(BitAnd, bitand, and; BitOr, bitor, or; BitXor, bitxor, xor);

impl Not for &Plane {
    type Output = Plane;
    fn not(self) -> Plane {
        Plane::of_groups(self.groups.iter().map(Bit::not), self.count)
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
