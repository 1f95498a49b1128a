//! The stimulus of the self-test and the signature of golden's results, as the hardware of `rtl::board` has them.

use crate::rtl::board::{POLYNOMIAL, SEEDS};
use crate::unit::pipelined::Case;
use crate::units::ptx::PtxUnit;

/// The instructions of a self-test, without end.
#[derive(Clone, Debug)]
pub struct Stimulus<'a> {
    words: &'a [u64],
    index: usize,
    state: [u32; 4],
}

impl<'a> Stimulus<'a> {
    /// The instructions with these control words in turn.
    pub fn new(words: &'a [u64]) -> Self {
        Stimulus {
            words,
            index: 0,
            state: SEEDS,
        }
    }
}

/// A word, of which bytes are corners where `select` says so.
fn with_corners(word: u32, select: u32) -> u32 {
    let byte = |i: u32| {
        let byte = word >> (8 * i) & 0xff;
        let corner = match (select >> (2 * i) & 3, byte & 1) {
            (1, 0) => 0x00,
            (1, _) => 0xff,
            (3, 0) => 0x80,
            (3, _) => 0x7f,
            _ => byte,
        };
        corner << (8 * i)
    };
    (0..4).map(byte).sum()
}

impl Iterator for Stimulus<'_> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        let [oldest, c, b, a] = self.state;
        let operand = |word, i: u32| with_corners(word, oldest >> (8 * i) & 0xff);
        let case = Case::new(
            self.words[self.index % self.words.len()],
            [operand(a, 2), operand(b, 1), operand(c, 0)],
        );
        self.index += 1;
        let mixed = oldest ^ oldest << 11;
        self.state = [c, b, a, a ^ a >> 19 ^ mixed ^ mixed >> 8];
        Some(case)
    }
}

/// Instructions per pass of golden.
const CHUNK: usize = 1 << 14;

/// The signature of the results of `count` instructions with these control words.
pub fn signature(unit: &PtxUnit, words: &[u64], count: u32) -> u64 {
    let mut stimulus = Stimulus::new(words).take(count as usize);
    let (mut signature, mut tag) = (0u64, 0u8);
    loop {
        let cases: Vec<Case> = stimulus.by_ref().take(CHUNK).collect();
        if cases.is_empty() {
            return signature;
        }
        for d in unit.evaluate_all(&cases) {
            let shifted = (signature << 1) ^ ((signature >> 39 & 1) * POLYNOMIAL);
            signature = (shifted ^ u64::from(d) ^ u64::from(tag) << 32) & ((1 << 40) - 1);
            tag = tag.wrapping_add(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x to this power, modulo the polynomial.
    fn power(mut exponent: u64) -> u64 {
        let times = |a: u64, b: u64| {
            (0..40).rev().fold(0, |product, bit| {
                let doubled = (product << 1) ^ ((product >> 39 & 1) * POLYNOMIAL);
                (doubled ^ ((b >> bit & 1) * a)) & ((1 << 40) - 1)
            })
        };
        let (mut result, mut base) = (1, 2);
        while exponent > 0 {
            if exponent & 1 != 0 {
                result = times(result, base);
            }
            base = times(base, base);
            exponent >>= 1;
        }
        result
    }

    #[test]
    fn the_polynomial_is_primitive() {
        let order = (1u64 << 40) - 1;
        assert_eq!(power(order), 1);
        let primes = [3, 5, 11, 17, 31, 41, 61681];
        assert_eq!(order, primes.iter().product::<u64>() * 5);
        for prime in primes {
            assert_ne!(power(order / prime), 1, "{prime}");
        }
    }
}
