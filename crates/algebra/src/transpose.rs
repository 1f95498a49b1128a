//! Transposition of bit matrices that lie side by side: bit `k` of row `i` and bit `i` of row `k` change places. There are two shapes:
//!
//! | rows of `N` words | matrices | matrix `m` is |
//! | --- | --- | --- |
//! | 64 | `N` of 64 x 64 bits | word `m` of every row |
//! | 32 | `2 * N` of 32 x 32 bits | half-word `m` of every row, in the order of the memory |

use crate::widest;
use crate::widest::by_words;

/// Transposes matrices in place: `N` of 64 x 64 bits if there are 64 rows, `2 * N` of 32 x 32 bits if there are 32.
pub(super) fn transpose<const N: usize>(rows: &mut [[u64; N]]) {
    transpose_flat(N, rows.as_flattened_mut());
}

#[inline(never)]
fn transpose_flat(words: usize, rows: &mut [u64]) {
    by_words!(words, transpose_rows(rows.as_chunks_mut().0));
}

fn transpose_rows<const N: usize>(rows: &mut [[u64; N]]) {
    #[cfg(target_arch = "x86_64")]
    if rows.len() == 32 {
        let words = rows.as_mut_ptr().cast();
        // SAFETY: there are 32 rows.
        if unsafe { in_registers::<N>(words, words) } {
            return;
        }
    }
    transpose_widest(rows);
}

/// Transposes `2 * N` matrices of 32 x 32 bits: `from[2 * N * i + m]` is row `i` of matrix `m`.
pub(super) fn from_words<const N: usize>(from: &[u32], to: &mut [[u64; N]]) {
    assert!(from.len() == 64 * N && to.len() == 32);
    from_words_flat(N, from, to.as_flattened_mut());
}

#[inline(never)]
fn from_words_flat(words: usize, from: &[u32], to: &mut [u64]) {
    by_words!(words, rows_from_words(from, to.as_chunks_mut().0));
}

fn rows_from_words<const N: usize>(from: &[u32], to: &mut [[u64; N]]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: both are 32 rows.
    if unsafe { in_registers::<N>(from.as_ptr().cast(), to.as_mut_ptr().cast()) } {
        return;
    }
    halves(to).copy_from_slice(from);
    transpose_widest(to);
}

/// The inverse of [`from_words`]. Afterwards the contents of `from` are unspecified: without wide registers, `from` is transposed in place.
pub(super) fn to_words<const N: usize>(from: &mut [[u64; N]], to: &mut [u32]) {
    assert!(from.len() == 32 && to.len() == 64 * N);
    to_words_flat(N, from.as_flattened_mut(), to);
}

#[inline(never)]
fn to_words_flat(words: usize, from: &mut [u64], to: &mut [u32]) {
    by_words!(words, rows_to_words(from.as_chunks_mut().0, to));
}

fn rows_to_words<const N: usize>(from: &mut [[u64; N]], to: &mut [u32]) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: both are 32 rows.
    if unsafe { in_registers::<N>(from.as_ptr().cast(), to.as_mut_ptr().cast()) } {
        return;
    }
    transpose_widest(from);
    to.copy_from_slice(halves(from));
}

/// The half-words of all rows, in the order of the memory.
pub(super) fn halves<const N: usize>(rows: &mut [[u64; N]]) -> &mut [u32] {
    let length = 2 * N * rows.len();
    // SAFETY: a row is nothing but its N words of two halves each, and a half may lie wherever a word may.
    unsafe { std::slice::from_raw_parts_mut(rows.as_mut_ptr().cast(), length) }
}

widest!(transpose_widest runs by_blocks(rows: &mut [[u64; N]]));

/// [`transpose`] without special registers. Each step divides every square block into quarters of `half` x `half` bits, and exchanges
/// the two quarters off the diagonal. The next step does so in the quarters.
#[inline(always)]
fn by_blocks<const N: usize>(rows: &mut [[u64; N]]) {
    let mut half = rows.len() / 2;
    // The lower `half` bits of each `2 * half` bits.
    let mut mask = u64::MAX / ((1 << half) + 1);
    while half != 0 {
        for block in rows.chunks_exact_mut(2 * half) {
            let (upper, lower) = block.split_at_mut(half);
            for (x, y) in upper.iter_mut().zip(lower) {
                for (x, y) in x.iter_mut().zip(y) {
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

/// Transposes `2 * N` matrices of 32 x 32 bits from the 32 rows at `from` to the 32 rows at `to`, which may be the same rows. It uses
/// the widest registers of the machine whose width divides that of a row. If there are none, it does nothing and returns false.
#[cfg(target_arch = "x86_64")]
unsafe fn in_registers<const N: usize>(from: *const u64, to: *mut u64) -> bool {
    if N.is_multiple_of(8) && std::is_x86_feature_detected!("avx512f") {
        // SAFETY: the machine has the feature, and the caller promises the rows.
        unsafe { avx512::transpose::<N>(from.cast(), to.cast()) };
    } else if N.is_multiple_of(4) && std::is_x86_feature_detected!("avx2") {
        // SAFETY: as above.
        unsafe { avx2::transpose::<N>(from.cast(), to.cast()) };
    } else {
        return false;
    }
    true
}

/// Defines `transpose` for one kind of registers: the five steps of [`by_blocks`] for 32 rows, with `half` = 16, 8, 4, 2 and 1. Rows stay
/// in registers for two or three steps, because a step alone is mostly loads and stores.
///
/// The module that uses the macro defines `exchange::<BITS>(x, y)`: in each `2 * BITS` bits, it exchanges the upper `BITS` bits of `x` with
/// the lower `BITS` bits of `y`, and returns the new `(x, y)`.
#[cfg(target_arch = "x86_64")]
macro_rules! transposition {
    ($features:literal, $register:ty, $load:ident, $store:ident) => {
        /// Transposes `2 * N` matrices of 32 x 32 bits from the 32 rows at `from` to the 32 rows at `to`, which may be the same rows.
        #[target_feature(enable = $features)]
        pub unsafe fn transpose<const N: usize>(from: *const $register, to: *mut $register) {
            // The number of registers that hold a row of N words of 8 bytes.
            let columns = 8 * N / size_of::<$register>();
            for column in 0..columns {
                // SAFETY: the row is one of 32, and the column lies within it.
                let load =
                    |rows: *const $register, row: usize| unsafe { $load(rows.add(row * columns + column).cast()) };
                // SAFETY: as above.
                let store = |row: usize, value| unsafe { $store(to.add(row * columns + column).cast(), value) };
                // The steps 16 and 8 exchange bits of rows whose distance is a multiple of 8.
                for row in 0..8 {
                    let [a, b, c, d] = [0, 8, 16, 24].map(|part| load(from, row + part));
                    let ((a, c), (b, d)) = (exchange::<16>(a, c), exchange::<16>(b, d));
                    let ((a, b), (c, d)) = (exchange::<8>(a, b), exchange::<8>(c, d));
                    for (value, part) in [a, b, c, d].into_iter().zip([0, 8, 16, 24]) {
                        store(row + part, value);
                    }
                }
                // The steps 4, 2 and 1 exchange bits within blocks of 8 rows.
                for block in (0..32).step_by(8) {
                    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map(|row| load(to, block + row));
                    let ((a, e), (b, f)) = (exchange::<4>(a, e), exchange::<4>(b, f));
                    let ((c, g), (d, h)) = (exchange::<4>(c, g), exchange::<4>(d, h));
                    let ((a, c), (b, d)) = (exchange::<2>(a, c), exchange::<2>(b, d));
                    let ((e, g), (f, h)) = (exchange::<2>(e, g), exchange::<2>(f, h));
                    let ((a, b), (c, d)) = (exchange::<1>(a, b), exchange::<1>(c, d));
                    let ((e, f), (g, h)) = (exchange::<1>(e, f), exchange::<1>(g, h));
                    for (row, value) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
                        store(block + row, value);
                    }
                }
            }
        }
    };
}

/// A mask of the lower `bits` bits in each `2 * bits` bits of a 32-bit word.
#[cfg(target_arch = "x86_64")]
const fn lower(bits: u32) -> i32 {
    (u32::MAX / ((1 << bits) + 1)) as i32
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::lower;
    use std::arch::x86_64::*;

    transposition!("avx2", __m256i, _mm256_loadu_si256, _mm256_storeu_si256);

    #[inline]
    #[target_feature(enable = "avx2")]
    fn exchange<const BITS: i32>(x: __m256i, y: __m256i) -> (__m256i, __m256i) {
        // The bits that move to x, and those that move to y.
        let (left, right) = (_mm256_slli_epi32::<BITS>(y), _mm256_srli_epi32::<BITS>(x));
        match BITS {
            16 => (
                _mm256_blend_epi16::<0xaa>(x, left),
                _mm256_blend_epi16::<0xaa>(right, y),
            ),
            8 => {
                let upper = _mm256_set1_epi16(-256);
                (_mm256_blendv_epi8(x, left, upper), _mm256_blendv_epi8(right, y, upper))
            }
            // AVX2 blends bytes, not single bits.
            _ => {
                let swap = _mm256_and_si256(_mm256_xor_si256(right, y), _mm256_set1_epi32(lower(BITS as u32)));
                (
                    _mm256_xor_si256(x, _mm256_slli_epi32::<BITS>(swap)),
                    _mm256_xor_si256(y, swap),
                )
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::lower;
    use std::arch::x86_64::*;

    transposition!("avx512f", __m512i, _mm512_loadu_si512, _mm512_storeu_si512);

    /// The truth table of `s ? x : y`, for operands in the order s, x, y.
    const CHOICE: i32 = 0xca;

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn exchange<const BITS: u32>(x: __m512i, y: __m512i) -> (__m512i, __m512i) {
        let lower = _mm512_set1_epi32(lower(BITS));
        (
            _mm512_ternarylogic_epi32::<CHOICE>(lower, x, _mm512_slli_epi32::<BITS>(y)),
            _mm512_ternarylogic_epi32::<CHOICE>(lower, _mm512_srli_epi32::<BITS>(x), y),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows with about as many ones as zeros.
    fn rows<const N: usize>(count: usize) -> Vec<[u64; N]> {
        let word = |i: usize| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..count)
            .map(|row| std::array::from_fn(|m| word(row + count * m)))
            .collect()
    }

    #[test]
    fn each_bit_of_a_matrix_trades_places_with_its_mirror_image() {
        let rows = rows::<3>(64);
        let mut planes = rows.clone();
        transpose_rows(&mut planes);
        for (i, row) in rows.iter().enumerate() {
            for (k, plane) in planes.iter().enumerate() {
                assert!((0..3).all(|m| row[m] >> k & 1 == plane[m] >> i & 1));
            }
        }
    }

    /// Compares the results of all instruction sets that the machine has, for rows of N words.
    fn alike<const N: usize>() {
        for count in [32, 64] {
            let rows = rows::<N>(count);
            let (mut plain, mut widest, mut fastest) = (rows.clone(), rows.clone(), rows.clone());
            by_blocks(&mut plain);
            transpose_widest(&mut widest);
            transpose_rows(&mut fastest);
            assert!(
                plain == widest && plain == fastest && plain != rows,
                "{count} rows of {N} words"
            );
        }
        let mut from = rows::<N>(32);
        let words = halves(&mut from).to_vec();
        let mut planes = vec![[0; N]; 32];
        rows_from_words(&words, &mut planes);
        by_blocks(&mut from);
        assert_eq!(planes, from);
        let mut found = vec![0; words.len()];
        rows_to_words(&mut planes, &mut found);
        assert_eq!(found, words);
        #[cfg(target_arch = "x86_64")]
        if N.is_multiple_of(4) && std::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has the feature, and both are 32 rows.
            unsafe { avx2::transpose::<N>(words.as_ptr().cast(), planes.as_mut_ptr().cast()) };
            assert_eq!(planes, from);
        }
    }

    #[test]
    fn every_set_of_instructions_transposes_alike() {
        alike::<1>();
        alike::<3>();
        alike::<4>();
        alike::<8>();
        alike::<12>();
        alike::<32>();
    }
}
