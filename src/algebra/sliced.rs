//! Bits as planes: bit `k` of a plane belongs to vector `k`, so one pass of a text computes `64 * N` vectors.

use super::Bit;

/// One bit of `64 * N` vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
}

/// Transposes up to `64 * N` words of `width` bits each into `width` planes; missing words count as 0.
pub fn pack<const N: usize>(words: &[u64], width: u32) -> Vec<Slice<N>> {
    pack_each(words, |word| *word, width)
}

/// Likewise of one word in each item.
pub fn pack_each<T, const N: usize>(items: &[T], word: impl Fn(&T) -> u64, width: u32) -> Vec<Slice<N>> {
    assert!(items.len() <= 64 * N && width <= 64);
    let mut planes = vec![Slice([0; N]); 64];
    for (i, block) in items.chunks(64).enumerate() {
        for (plane, item) in planes.iter_mut().zip(block) {
            plane.0[i] = word(item);
        }
    }
    transpose(&mut planes);
    planes.truncate(width as usize);
    planes
}

/// The inverse of [`pack`]: the first `count` words of at most 64 planes.
pub fn unpack<const N: usize>(planes: &[Slice<N>], count: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity(count);
    unpack_each(planes.to_vec(), count, |word| words.push(word));
    words
}

/// Likewise, one word after the other.
pub fn unpack_each<const N: usize>(mut planes: Vec<Slice<N>>, count: usize, mut see: impl FnMut(u64)) {
    assert!(count <= 64 * N && planes.len() <= 64);
    planes.resize(64, Slice([0; N]));
    transpose(&mut planes);
    for i in 0..count.div_ceil(64) {
        let rows = &planes[..(count - 64 * i).min(64)];
        rows.iter().for_each(|row| see(row.0[i]));
    }
}

/// Transposes `N` matrices of 64 x 64 bits in place, side by side, with the widest registers that the machine has.
fn transpose<const N: usize>(rows: &mut [Slice<N>]) {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512f") {
        // SAFETY: the machine has the feature.
        return unsafe { swap_avx512(rows) };
    } else if std::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has the feature.
        return unsafe { swap_avx2(rows) };
    }
    swap(rows);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn swap_avx512<const N: usize>(rows: &mut [Slice<N>]) {
    swap(rows);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn swap_avx2<const N: usize>(rows: &mut [Slice<N>]) {
    swap(rows);
}

/// Swaps ever smaller off-diagonal blocks. Inlined, so that it is compiled anew for each set of instructions.
#[inline(always)]
fn swap<const N: usize>(rows: &mut [Slice<N>]) {
    let mut half = 32;
    let mut mask = u64::MAX >> 32;
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

#[cfg(test)]
mod tests {
    use super::*;

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
        let words: Vec<u64> = (0..150u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let planes = pack::<4>(&words, 64);
        for (k, word) in words.iter().enumerate() {
            for (i, plane) in planes.iter().enumerate() {
                assert_eq!(word >> i & 1, plane.0[k / 64] >> (k % 64) & 1);
            }
        }
        assert_eq!(unpack(&planes, 150), words);
    }
}
