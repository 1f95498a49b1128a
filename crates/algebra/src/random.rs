//! Reproducible pseudo-random numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014). One 64-bit seed decides a whole run.

/// From one state to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Uniform bits as a number in `0..bound`.
#[inline(always)]
pub fn reduce(bits: u64, bound: u32) -> u32 {
    (((bits >> 32) * u64::from(bound)) >> 32) as u32
}

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// 64 uniform bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        let bits = self.ahead(1);
        self.advance(1);
        bits
    }

    /// The `n`th next draw, without drawing.
    #[inline(always)]
    pub fn ahead(&self, n: u64) -> u64 {
        let mut z = self.0.wrapping_add(STEP.wrapping_mul(n));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Skips this many draws.
    #[inline(always)]
    pub fn advance(&mut self, draws: u64) {
        self.0 = self.0.wrapping_add(STEP.wrapping_mul(draws));
    }

    /// A number in `0..bound`; the bias of at most `bound / 2^32` does not matter to a testbench.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        reduce(self.bits(), bound)
    }

    /// True with probability 1/`n`.
    #[inline]
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// True with probability 1/2.
    #[inline]
    pub fn flag(&mut self) -> bool {
        self.bits() >> 63 != 0
    }

    /// One of `choices`, which must not be empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// Shuffles `items` uniformly.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// An independent stream, so that more draws of one part of a testbench do not change the others.
    pub fn fork(&mut self) -> Random {
        Random(self.bits())
    }

    /// A register value of 32 bits in which the corners of bytes, half-words and words are frequent: half of all values are bytes
    /// within two of 0 or of the smallest signed one, a quarter of these bytes noise; a quarter half-words, an eighth a word of
    /// that kind; the rest is noise.
    ///
    /// Without branches: they would be unpredictable and cost more than the rest.
    #[inline(always)]
    pub fn operand(&mut self) -> u32 {
        let operand = self.operand_ahead(1);
        self.advance(2);
        operand
    }

    /// What [`operand`](Self::operand) gives if its first draw is the `n`th next one.
    #[inline(always)]
    pub fn operand_ahead(&self, n: u64) -> u32 {
        let (corners, noise) = (self.ahead(n), self.ahead(n + 1));
        let Mixture { top, noisy } = MIXTURES[(corners >> 61) as usize];
        // The lowest bit of each part; a part is its top bit and its two lowest, less 2.
        let low = top.rotate_left(1);
        let drawn = corners as u32 & (top | (3 * low));
        let corner = ((drawn | top) - 2 * low) ^ (!drawn & top);
        // A byte in four, by a bit of each draw.
        let few = (corners >> 32 & noise >> 32) as u32 & BYTES;
        let mask = (few * 0xff) & noisy[0] | noisy[1];
        corner ^ (corner ^ noise as u32) & mask
    }
}

/// The lowest bit of each byte.
const BYTES: u32 = 0x0101_0101;

/// The mixture of an operand.
#[derive(Clone, Copy)]
struct Mixture {
    /// The top bit of each part.
    top: u32,
    /// Bits that are sometimes noise, and bits that always are.
    noisy: [u32; 2],
}

/// All mixtures, with equal probability.
const MIXTURES: [Mixture; 8] = {
    const fn parts(top: u32) -> Mixture {
        Mixture { top, noisy: [0; 2] }
    }
    let bytes = Mixture {
        top: BYTES << 7,
        noisy: [u32::MAX, 0],
    };
    let noise = Mixture {
        top: 1 << 31,
        noisy: [0, u32::MAX],
    };
    let (halves, word) = (parts(0x8000_8000), parts(1 << 31));
    [bytes, bytes, bytes, bytes, halves, halves, word, noise]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_is_the_published_one() {
        let mut random = Random::new(1234567);
        let drawn = [random.bits(), random.bits(), random.bits()];
        assert_eq!(drawn, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn below_reaches_its_whole_range_and_nothing_else() {
        let mut random = Random::new(1);
        let mut seen = [false; 7];
        (0..1000).for_each(|_| seen[random.below(7) as usize] = true);
        assert_eq!(seen, [true; 7]);
    }

    /// How often the least frequent of `values` is at `lo .. lo + width` of 100,000 operands, per 1000.
    fn rarest(values: &[u32], width: u32) -> usize {
        let mut random = Random::new(1);
        let operands: Vec<u32> = (0..100_000).map(|_| random.operand()).collect();
        let count = |lo: u32, value: u32| {
            let part = |operand: &u32| operand >> lo & (u32::MAX >> (32 - width));
            operands.iter().filter(|operand| part(operand) == value).count() / 100
        };
        let places = (0..32).step_by(width as usize);
        let counts = places.flat_map(|lo| values.iter().map(move |value| (lo, *value)));
        counts.map(|(lo, value)| count(lo, value)).min().expect("values")
    }

    #[test]
    fn the_corners_of_signed_and_unsigned_bytes_halves_and_words_are_frequent_in_every_lane() {
        let corners = |width: u32| {
            let (top, ones) = (1 << (width - 1), u32::MAX >> (32 - width));
            [0, 1, top - 2, top - 1, top, top + 1, ones - 1, ones]
        };
        assert!(rarest(&corners(8), 8) >= 30, "{}", rarest(&corners(8), 8));
        assert!(rarest(&corners(16), 16) >= 20, "{}", rarest(&corners(16), 16));
        assert!(rarest(&corners(32), 32) >= 10, "{}", rarest(&corners(32), 32));
    }

    #[test]
    fn every_byte_of_an_operand_is_noise_as_often_and_whatever_the_others_are() {
        let mut random = Random::new(2);
        let is_noise = |byte: u8| byte.wrapping_add(2) & 0x7f > 3;
        let operands: Vec<[bool; 4]> = (0..100_000)
            .map(|_| random.operand().to_le_bytes().map(is_noise))
            .collect();
        let share = |which: &dyn Fn(&[bool; 4]) -> bool| operands.iter().filter(|noise| which(noise)).count() / 100;
        for i in 0..4 {
            // Half of all operands are bytes and a quarter of these noise, and an eighth of all operands is.
            let one = share(&|noise| noise[i]);
            assert!((230..255).contains(&one), "byte {i}: {one} of 1000");
            for j in 0..i {
                let both = share(&|noise| noise[i] && noise[j]);
                assert!((138..156).contains(&both), "bytes {i} and {j}: {both} of 1000");
            }
        }
    }
}
