//! Sets of copies, a bit for each, as planes have them.

use lanesmith_algebra::{Bit, Slice};

/// Calls a function with each copy in a set.
#[inline(always)]
pub fn for_each<const N: usize>(set: &Slice<N>, mut function: impl FnMut(usize)) {
    for (word, bits) in set.0.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            function(bits.trailing_zeros() as usize * N + word);
            bits &= bits - 1;
        }
    }
}

/// The copy with the lowest number in a set.
pub fn first<const N: usize>(set: &Slice<N>) -> Option<usize> {
    let mut first = None;
    for_each(set, |copy| {
        first = Some(first.map_or(copy, |first: usize| first.min(copy)))
    });
    first
}

/// The copies whose values in two columns fulfil a condition.
#[inline(always)]
pub fn those_two<T: Copy, const N: usize>(x: &[T], y: &[T], condition: impl Fn(T, T) -> bool) -> Slice<N> {
    let mut set = Slice([0; N]);
    for (bit, (x, y)) in x.chunks_exact(N).zip(y.chunks_exact(N)).enumerate() {
        for (word, (x, y)) in set.0.iter_mut().zip(x.iter().zip(y)) {
            *word |= u64::from(condition(*x, *y)) << bit;
        }
    }
    set
}

/// The copies whose value in a column fulfils a condition.
#[inline(always)]
pub fn those<T: Copy, const N: usize>(column: &[T], condition: impl Fn(T) -> bool) -> Slice<N> {
    those_two(column, column, |value, _| condition(value))
}

/// The copies with a number below this one.
pub fn below<const N: usize>(number: usize) -> Slice<N> {
    let mut set = Slice([0; N]);
    (0..number).for_each(|copy| set.set(copy, true));
    set
}

/// A column with all ones in the copies of a set, else 0.
pub fn fill<const N: usize>(set: &Slice<N>, column: &mut [u64]) {
    for (bit, values) in column.chunks_exact_mut(N).enumerate() {
        for (value, word) in values.iter_mut().zip(set.0) {
            *value = (word >> bit & 1).wrapping_neg();
        }
    }
}

/// The copies of `set` that are not in `other`.
pub fn without<const N: usize>(set: &Slice<N>, other: &Slice<N>) -> Slice<N> {
    set.and(&other.not())
}

/// Whether no copy is in a set.
pub fn is_empty<const N: usize>(set: &Slice<N>) -> bool {
    set.0 == [0; N]
}

/// A counter for each copy, of `BITS` bits, at first 0.
#[derive(Clone, Debug)]
pub struct Counters<const N: usize, const BITS: usize>([Slice<N>; BITS]);

impl<const N: usize, const BITS: usize> Default for Counters<N, BITS> {
    fn default() -> Self {
        Counters([Slice([0; N]); BITS])
    }
}

impl<const N: usize, const BITS: usize> Counters<N, BITS> {
    /// Counts in the copies of a set.
    pub fn count(&mut self, set: &Slice<N>) {
        let mut carry = *set;
        for plane in &mut self.0 {
            (*plane, carry) = (plane.xor(&carry), plane.and(&carry));
        }
    }

    /// Begins again in the copies of a set.
    pub fn clear(&mut self, set: &Slice<N>) {
        self.0.iter_mut().for_each(|plane| *plane = without(plane, set));
    }

    /// Counts in the copies of a set, and begins again in all others.
    pub fn count_or_clear(&mut self, set: &Slice<N>) {
        self.count(set);
        self.clear(&set.not());
    }

    /// The copies whose counter has reached its highest bit.
    pub fn full(&self) -> Slice<N> {
        self.0[BITS - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_copies_that_were_set_and_those_of_a_column() {
        let mut set = Slice([0; 4]);
        let copies = [0, 1, 63, 64, 130, 255];
        copies.iter().for_each(|copy| set.set(*copy, true));
        let mut found = vec![];
        for_each(&set, |copy| found.push(copy));
        found.sort_unstable();
        assert_eq!((first(&set), found), (Some(0), copies.to_vec()));
        assert_eq!(first(&Slice([0; 4])), None);
        let mut few = vec![];
        for_each(&below::<4>(70), |copy| few.push(copy));
        few.sort_unstable();
        assert_eq!(few, Vec::from_iter(0..70));
        let column: Vec<usize> = (0..256).collect();
        assert_eq!(those::<_, 4>(&column, |copy| copies.contains(&copy)), set);
        assert_eq!(
            lanesmith_algebra::pack::<4>(
                &column
                    .iter()
                    .map(|copy| u64::from(copies.contains(copy)))
                    .collect::<Vec<_>>(),
                1
            )[0],
            set
        );
    }

    #[test]
    fn a_counter_is_full_at_its_highest_bit_and_begins_again_where_told() {
        let (mut few, mut all) = (Slice([0; 1]), Slice([0; 1]));
        few.set(3, true);
        (0..64).for_each(|copy| all.set(copy, true));
        let mut counters = Counters::<1, 3>::default();
        for _ in 0..3 {
            counters.count(&all);
            assert!(is_empty(&counters.full()));
        }
        counters.count_or_clear(&few);
        assert_eq!(counters.full(), few);
        counters.count_or_clear(&all);
        assert_eq!(counters.full(), few);
        for _ in 0..3 {
            counters.count_or_clear(&without(&all, &few));
        }
        assert_eq!(counters.full(), without(&all, &few));
    }
}
