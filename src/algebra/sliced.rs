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
    assert!(words.len() <= 64 * N && width <= 64);
    let mut planes = vec![Slice([0; N]); width as usize];
    for (i, block) in words.chunks(64).enumerate() {
        let mut square = [0; 64];
        square[..block.len()].copy_from_slice(block);
        transpose(&mut square);
        for (plane, row) in planes.iter_mut().zip(square) {
            plane.0[i] = row;
        }
    }
    planes
}

/// The inverse of [`pack`]: the first `count` words of at most 64 planes.
pub fn unpack<const N: usize>(planes: &[Slice<N>], count: usize) -> Vec<u64> {
    assert!(count <= 64 * N && planes.len() <= 64);
    let mut words = Vec::with_capacity(count);
    for i in 0..count.div_ceil(64) {
        let mut square = [0; 64];
        for (row, plane) in square.iter_mut().zip(planes) {
            *row = plane.0[i];
        }
        transpose(&mut square);
        words.extend_from_slice(&square[..(count - 64 * i).min(64)]);
    }
    words
}

/// Transposes a 64 x 64 bit matrix in place by swapping ever smaller off-diagonal blocks.
fn transpose(rows: &mut [u64; 64]) {
    let mut half = 32;
    let mut mask = u64::MAX >> 32;
    while half != 0 {
        for block in rows.chunks_exact_mut(2 * half) {
            let (upper, lower) = block.split_at_mut(half);
            for (x, y) in upper.iter_mut().zip(lower) {
                let swap = ((*x >> half) ^ *y) & mask;
                *x ^= swap << half;
                *y ^= swap;
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
