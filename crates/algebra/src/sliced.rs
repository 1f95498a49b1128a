//! Bits as planes: each bit of a plane belongs to one vector, so one pass of a text computes `64 * N` vectors.
//!
//! Vector `k` is at bit `k / N` of a plane's word `k % N`: words are then read and written in the order of vectors, and the
//! matrices to transpose lie side by side.

use super::transpose::{from_words, halves, to_words, transpose};
use super::{Bit, product};

/// One bit of `64 * N` vectors. `N` is a power of two up to 32: the code of programs and transpositions is compiled for these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Slice<const N: usize>(pub [u64; N]);

impl<const N: usize> Bit for Slice<N> {
    fn constant(value: bool) -> Self {
        Slice([if value { u64::MAX } else { 0 }; N])
    }
    #[inline]
    fn and(&self, other: &Self) -> Self {
        Slice(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
    #[inline]
    fn xor(&self, other: &Self) -> Self {
        Slice(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
    #[inline]
    fn not(&self) -> Self {
        Slice(std::array::from_fn(|i| !self.0[i]))
    }
    #[inline]
    fn or(&self, other: &Self) -> Self {
        Slice(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
    #[inline]
    fn mux(&self, x: &Self, y: &Self) -> Self {
        Slice(std::array::from_fn(|i| y.0[i] ^ (self.0[i] & (x.0[i] ^ y.0[i]))))
    }
    fn product(x: &[Self], y: &[Self]) -> Vec<Self> {
        product::by_rows(x, y)
    }
}

/// Transposes up to `64 * N` words of `width` bits each into `width` planes; missing words count as 0.
pub fn pack<const N: usize>(words: &[u64], width: u32) -> Vec<Slice<N>> {
    let mut planes = vec![Slice([0; N]); width as usize];
    pack_each(words, |word| *word, &mut planes);
    planes
}

/// Like [`pack`], for the lowest bits of one word of each item; the number of planes is the number of bits.
pub fn pack_each<T, const N: usize>(items: &[T], word: impl Fn(&T) -> u64, planes: &mut [Slice<N>]) {
    assert!(items.len() <= 64 * N && planes.len() <= 64);
    match planes.len() {
        32 => pack_halves(items, word, planes),
        64 => pack_rows(items, word, planes),
        width @ 0..32 => {
            let mut rows = [Slice([0; N]); 32];
            pack_halves(items, word, &mut rows);
            planes.copy_from_slice(&rows[..width]);
        }
        width => {
            let mut rows = [Slice([0; N]); 64];
            pack_rows(items, word, &mut rows);
            planes.copy_from_slice(&rows[..width]);
        }
    }
}

fn pack_rows<T, const N: usize>(items: &[T], word: impl Fn(&T) -> u64, rows: &mut [Slice<N>]) {
    load(items, rows, |row, item| *row = word(item));
    rows[items.len().div_ceil(N)..].fill(Slice([0; N]));
    transpose(words(rows));
}

/// Packs words of up to 32 bits, two in each row, which halves the transposed rows.
fn pack_halves<T, const N: usize>(items: &[T], word: impl Fn(&T) -> u64, rows: &mut [Slice<N>]) {
    let (low, high) = items.split_at(items.len().min(32 * N));
    load(low, rows, |row, item| *row = word(item) & LOW);
    rows[low.len().div_ceil(N)..].fill(Slice([0; N]));
    load(high, rows, |row, item| *row |= word(item) << 32);
    transpose(words(rows));
}

/// The lower of two words in a row.
const LOW: u64 = u32::MAX as u64;

/// Places the items in rows; missing items count as 0.
#[inline(always)]
fn load<T, const N: usize>(items: &[T], rows: &mut [Slice<N>], place: impl Fn(&mut u64, &T)) {
    for (row, items) in rows.iter_mut().zip(items.chunks(N)) {
        row.0.iter_mut().zip(items).for_each(|(word, item)| place(word, item));
    }
}

/// The inverse of [`pack`]: the first `count` words of at most 64 planes.
pub fn unpack<const N: usize>(planes: &[Slice<N>], count: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity(count);
    unpack_each(planes.to_vec(), count, |some| words.extend_from_slice(some));
    words
}

/// Like [`unpack`], but passes the words to `see` in several parts.
pub fn unpack_each<const N: usize>(mut planes: Vec<Slice<N>>, count: usize, mut see: impl FnMut(&[u64])) {
    assert!(count <= 64 * N && planes.len() <= 64);
    let halves = planes.len() <= 32;
    planes.resize(if halves { 32 } else { 64 }, Slice([0; N]));
    transpose(words(&mut planes));
    let mut left = count;
    let mut see = |row: [u64; N]| {
        let some = left.min(N);
        see(&row[..some]);
        left -= some;
    };
    if halves {
        planes.iter().for_each(|row| see(row.0.map(|word| word & LOW)));
        planes.iter().for_each(|row| see(row.0.map(|word| word >> 32)));
    } else {
        planes.iter().for_each(|row| see(row.0));
    }
}

impl<const N: usize> Slice<N> {
    /// The bit of a vector.
    pub fn get(&self, vector: usize) -> bool {
        self.0[vector % N] >> (vector / N) & 1 != 0
    }

    /// Sets the bit of a vector.
    pub fn set(&mut self, vector: usize, value: bool) {
        let (word, bit) = (&mut self.0[vector % N], vector / N);
        *word = *word & !(1 << bit) | u64::from(value) << bit;
    }

    /// Transposes up to `64 * N` words of 32 bits into 32 planes; missing words count as 0. The order of the vectors is not that of
    /// [`pack`]: word `k` is at bit `k / 2N` of the plane's `k % 2N`th half of a word.
    pub fn pack_words(column: &[u32], planes: &mut [Self]) {
        assert!(column.len() <= 64 * N && planes.len() == 32);
        if column.len() == 64 * N {
            return from_words(column, words(planes));
        }
        let rows = halves(words(planes));
        rows[..column.len()].copy_from_slice(column);
        rows[column.len()..].fill(0);
        transpose(words(planes));
    }

    /// The inverse of [`pack_words`](Self::pack_words): as many words as there is room for. The planes are used up.
    pub fn unpack_words(planes: &mut [Self], column: &mut [u32]) {
        assert!(column.len() <= 64 * N && planes.len() == 32);
        if column.len() == 64 * N {
            return to_words(words(planes), column);
        }
        transpose(words(planes));
        column.copy_from_slice(&halves(words(planes))[..column.len()]);
    }
}

/// The words of planes.
pub(super) fn words<const N: usize>(planes: &mut [Slice<N>]) -> &mut [[u64; N]] {
    const { assert!(N.is_power_of_two() && N <= 32, "a plane has 1, 2, 4, 8, 16 or 32 words") };
    // SAFETY: a plane is nothing but its words.
    unsafe { std::slice::from_raw_parts_mut(planes.as_mut_ptr().cast(), planes.len()) }
}

/// The planes with these words: the inverse of [`words`], without the boundaries of planes.
pub(super) fn planes<const N: usize>(words: &mut [u64]) -> &mut [Slice<N>] {
    let (rows, rest) = words.as_chunks_mut::<N>();
    assert!(rest.is_empty(), "whole planes");
    // SAFETY: a plane is nothing but its words.
    unsafe { std::slice::from_raw_parts_mut(rows.as_mut_ptr().cast(), rows.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_32_bits_come_back_and_each_plane_holds_one_bit_of_them() {
        for count in [0, 1, 100, 256, 511, 512] {
            let words: Vec<u32> = (0..count).map(|i: u32| (i + 1).wrapping_mul(0x9e37_79b9)).collect();
            let mut planes = [Slice::<8>([0; 8]); 32];
            Slice::pack_words(&words, &mut planes);
            for (i, plane) in planes.iter().enumerate() {
                // 16 halves of words, each with 32 bits.
                let bit = |k: usize| plane.0[k % 16 / 2] >> (k % 2 * 32 + k / 16) & 1;
                let wanted = |k: usize| words.get(k).map_or(0, |word| u64::from(word >> i & 1));
                assert!((0..512).all(|k| bit(k) == wanted(k)), "bit {i} of {count} words");
            }
            let mut found = vec![0; count as usize];
            Slice::unpack_words(&mut planes, &mut found);
            assert_eq!(found, words);
        }
    }

    #[test]
    fn packing_and_unpacking_returns_every_word_and_planes_hold_one_bit_each() {
        for (width, count) in [
            (64, 256),
            (64, 150),
            (37, 256),
            (37, 3),
            (32, 256),
            (32, 150),
            (32, 130),
            (7, 256),
            (1, 9),
        ] {
            let word = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let words: Vec<u64> = (0..count).map(word).collect();
            let planes = pack::<4>(&words, width);
            assert_eq!(planes.len(), width as usize);
            let mask = u64::MAX >> (64 - width);
            let vector = |k: usize| {
                let bit = |plane: &Slice<4>| plane.0[k % 4] >> (k / 4) & 1;
                planes.iter().rev().fold(0, |word, plane| word << 1 | bit(plane))
            };
            let wanted: Vec<u64> = words.iter().map(|word| word & mask).collect();
            let missing = vec![0; 256 - words.len()];
            assert_eq!(
                (0..256).map(vector).collect::<Vec<_>>(),
                [wanted.clone(), missing].concat()
            );
            assert_eq!(unpack(&planes, words.len()), wanted);
        }
    }
}
