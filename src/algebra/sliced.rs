//! Bits as planes: each bit of a plane belongs to one vector, so one pass of a text computes `64 * N` vectors.
//!
//! Vector `k` is at bit `k / N` of a plane's word `k % N`: words are then read and written in the order of vectors, and the
//! matrices to transpose lie side by side.

use super::{Bit, product};

/// One bit of `64 * N` vectors.
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

/// Likewise the lowest bits of one word in each item, as many as there are planes.
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
    transpose(rows);
}

/// Words of 32 bits, two in a row: half as much is to be transposed.
fn pack_halves<T, const N: usize>(items: &[T], word: impl Fn(&T) -> u64, rows: &mut [Slice<N>]) {
    let (low, high) = items.split_at(items.len().min(32 * N));
    load(low, rows, |row, item| *row = word(item) & LOW);
    rows[low.len().div_ceil(N)..].fill(Slice([0; N]));
    load(high, rows, |row, item| *row |= word(item) << 32);
    transpose(rows);
}

/// The lower of two words in a row.
const LOW: u64 = u32::MAX as u64;

/// Places the items in rows; what the last row has no item for is 0.
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

/// Likewise, some words after the others.
pub fn unpack_each<const N: usize>(mut planes: Vec<Slice<N>>, count: usize, mut see: impl FnMut(&[u64])) {
    assert!(count <= 64 * N && planes.len() <= 64);
    let halves = planes.len() <= 32;
    planes.resize(if halves { 32 } else { 64 }, Slice([0; N]));
    transpose(&mut planes);
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
    pub fn pack_words(words: &[u32], planes: &mut [Self]) {
        assert!(words.len() <= 64 * N && planes.len() == 32);
        #[cfg(target_arch = "x86_64")]
        if words.len() == 64 * N && avx2::is_for::<N>() {
            // SAFETY: the machine has the feature, and both are 32 rows.
            return unsafe { avx2::transpose::<N>(words.as_ptr().cast(), planes.as_mut_ptr().cast()) };
        }
        let rows = halves(planes);
        rows[..words.len()].copy_from_slice(words);
        rows[words.len()..].fill(0);
        transpose(planes);
    }

    /// The inverse of [`pack_words`](Self::pack_words): as many words as there is room for. The planes are used up.
    pub fn unpack_words(planes: &mut [Self], words: &mut [u32]) {
        assert!(words.len() <= 64 * N && planes.len() == 32);
        #[cfg(target_arch = "x86_64")]
        if words.len() == 64 * N && avx2::is_for::<N>() {
            // SAFETY: the machine has the feature, and both are 32 rows.
            return unsafe { avx2::transpose::<N>(planes.as_ptr().cast(), words.as_mut_ptr().cast()) };
        }
        transpose(planes);
        words.copy_from_slice(&halves(planes)[..words.len()]);
    }
}

/// The halves of the words of all rows, one after the other.
fn halves<const N: usize>(rows: &mut [Slice<N>]) -> &mut [u32] {
    let length = 2 * N * rows.len();
    // SAFETY: a row is nothing but its N words of two halves each, and a half may lie wherever a word may.
    unsafe { std::slice::from_raw_parts_mut(rows.as_mut_ptr().cast(), length) }
}

/// A function that runs another, which is inlined everywhere, compiled for the widest registers that the machine has.
macro_rules! widest {
    ($name:ident runs $plain:ident($($argument:ident: $type:ty),*)) => {
        fn $name<const N: usize>($($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512vl")]
                fn avx512<const N: usize>($($argument: $type),*) {
                    $plain($($argument),*);
                }
                #[target_feature(enable = "avx2")]
                fn avx2<const N: usize>($($argument: $type),*) {
                    $plain($($argument),*);
                }
                if std::is_x86_feature_detected!("avx512f") && std::is_x86_feature_detected!("avx512vl") {
                    // SAFETY: the machine has the features.
                    return unsafe { avx512($($argument),*) };
                } else if std::is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine has the feature.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $plain($($argument),*);
        }
    };
}
pub(super) use widest;

widest!(transpose_widest runs swap(rows: &mut [Slice<N>]));

/// Transposes `N` matrices of 64 x 64 bits, or twice as many of 32 x 32, in place, side by side.
fn transpose<const N: usize>(rows: &mut [Slice<N>]) {
    #[cfg(target_arch = "x86_64")]
    if rows.len() == 32 && avx2::is_for::<N>() {
        let rows = rows.as_mut_ptr().cast();
        // SAFETY: the machine has the feature, and there are 32 rows.
        return unsafe { avx2::transpose::<N>(rows, rows) };
    }
    transpose_widest(rows);
}

/// [`transpose`], in ever smaller off-diagonal blocks.
#[inline(always)]
fn swap<const N: usize>(rows: &mut [Slice<N>]) {
    let mut half = rows.len() / 2;
    let mut mask = u64::MAX / ((1 << half) + 1);
    while half != 0 {
        for block in rows.chunks_exact_mut(2 * half) {
            let (upper, lower) = block.split_at_mut(half);
            for (x, y) in upper.iter_mut().zip(lower) {
                for (x, y) in x.0.iter_mut().zip(&mut y.0) {
                    let swap = ((*x >> half) ^ *y) & mask;
                    *x ^= swap << half;
                    *y ^= swap;
                }
            }
        }
        half >>= 1;
        mask ^= mask << half;
    }
}

/// Rows that stay in registers for several steps: a step alone is mostly loads and stores.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::*;

    /// Whether the machine can transpose rows of `N` words.
    pub fn is_for<const N: usize>() -> bool {
        N.is_multiple_of(4) && std::is_x86_feature_detected!("avx2")
    }

    /// Transposes matrices of 32 x 32 bits, eight at a time, from 32 rows of `N` words to as many, which may be the same.
    #[target_feature(enable = "avx2")]
    pub unsafe fn transpose<const N: usize>(from: *const __m256i, to: *mut __m256i) {
        for column in 0..N / 4 {
            // SAFETY: the row is one of 32, and the column lies within it.
            let load =
                |rows: *const __m256i, row: usize| unsafe { _mm256_loadu_si256(rows.add(row * (N / 4) + column)) };
            let store = |row: usize, value| unsafe { _mm256_storeu_si256(to.add(row * (N / 4) + column), value) };
            for row in 0..8 {
                let [a, b, c, d] = [0, 8, 16, 24].map(|part| load(from, row + part));
                let ((a, c), (b, d)) = (swap_halves(a, c), swap_halves(b, d));
                let ((a, b), (c, d)) = (swap_bytes(a, b), swap_bytes(c, d));
                for (value, part) in [a, b, c, d].into_iter().zip([0, 8, 16, 24]) {
                    store(row + part, value);
                }
            }
            for block in (0..32).step_by(8) {
                let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|row| load(to, block + row));
                let ((a, e), (b, f)) = (swap_bits::<4>(a, e, 0x0f0f_0f0f), swap_bits::<4>(b, f, 0x0f0f_0f0f));
                let ((c, g), (d, h)) = (swap_bits::<4>(c, g, 0x0f0f_0f0f), swap_bits::<4>(d, h, 0x0f0f_0f0f));
                let ((a, c), (b, d)) = (swap_bits::<2>(a, c, 0x3333_3333), swap_bits::<2>(b, d, 0x3333_3333));
                let ((e, g), (f, h)) = (swap_bits::<2>(e, g, 0x3333_3333), swap_bits::<2>(f, h, 0x3333_3333));
                let ((a, b), (c, d)) = (swap_bits::<1>(a, b, 0x5555_5555), swap_bits::<1>(c, d, 0x5555_5555));
                let ((e, f), (g, h)) = (swap_bits::<1>(e, f, 0x5555_5555), swap_bits::<1>(g, h, 0x5555_5555));
                for (row, value) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
                    store(block + row, value);
                }
            }
        }
    }

    /// Swaps the upper half-words of `x` with the lower ones of `y`.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn swap_halves(x: __m256i, y: __m256i) -> (__m256i, __m256i) {
        (
            _mm256_blend_epi16::<0xaa>(x, _mm256_slli_epi32::<16>(y)),
            _mm256_blend_epi16::<0xaa>(_mm256_srli_epi32::<16>(x), y),
        )
    }

    /// The same with the bytes of half-words.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn swap_bytes(x: __m256i, y: __m256i) -> (__m256i, __m256i) {
        let upper = _mm256_set1_epi16(-256);
        (
            _mm256_blendv_epi8(x, _mm256_slli_epi16::<8>(y), upper),
            _mm256_blendv_epi8(_mm256_srli_epi16::<8>(x), y, upper),
        )
    }

    /// The same with groups of bits; `lower` has the lower ones.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn swap_bits<const BITS: i32>(x: __m256i, y: __m256i, lower: i32) -> (__m256i, __m256i) {
        let swap = _mm256_and_si256(
            _mm256_xor_si256(_mm256_srli_epi32::<BITS>(x), y),
            _mm256_set1_epi32(lower),
        );
        (
            _mm256_xor_si256(x, _mm256_slli_epi32::<BITS>(swap)),
            _mm256_xor_si256(y, swap),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrices_of_32_rows_transpose_alike_with_every_set_of_instructions() {
        let rows: Vec<Slice<8>> = (0..32u64)
            .map(|i| {
                Slice(std::array::from_fn(|j| {
                    (i + 32 * j as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                }))
            })
            .collect();
        let (mut plain, mut fastest) = (rows.clone(), rows.clone());
        swap(&mut plain);
        transpose(&mut fastest);
        assert_eq!(plain, fastest);
        assert_ne!(plain, rows);
    }

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
    fn every_set_of_instructions_transposes_alike() {
        let rows: Vec<Slice<3>> = (0..64u64)
            .map(|i| Slice([1, 2, 3].map(|j| (i + 64 * j).wrapping_mul(0x9e37_79b9_7f4a_7c15))))
            .collect();
        let (mut plain, mut widest) = (rows.clone(), rows.clone());
        swap(&mut plain);
        transpose(&mut widest);
        assert_eq!(plain, widest);
        for (i, row) in rows.iter().enumerate() {
            for (k, plane) in plain.iter().enumerate() {
                assert!((0..3).all(|n| row.0[n] >> k & 1 == plane.0[n] >> i & 1));
            }
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
