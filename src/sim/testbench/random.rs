//! Randomness that is the same everywhere: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014). One 64-bit seed decides a whole run.

/// From one state to the next.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Uniform bits as a number in `0..bound`.
#[inline]
fn reduce(bits: u64, bound: u32) -> u32 {
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

    /// The bits that will be drawn as the `n`th from now on.
    #[inline]
    fn ahead(&self, n: u64) -> u64 {
        let mut z = self.0.wrapping_add(STEP.wrapping_mul(n));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Passes over so many draws.
    #[inline]
    fn advance(&mut self, draws: u64) {
        self.0 = self.0.wrapping_add(STEP.wrapping_mul(draws));
    }

    /// A number in `0..bound`; the bias of at most `bound / 2^32` does not matter to a testbench.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        reduce(self.bits(), bound)
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    /// True in half of the cases.
    pub fn flag(&mut self) -> bool {
        self.bits() >> 63 != 0
    }

    /// One of `choices`, which must not be empty.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// Puts `items` into an order that is as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    /// An independent stream, so that drawing more from one part of a testbench does not move the others.
    pub fn fork(&mut self) -> Random {
        Random(self.bits())
    }

    /// A register value of 32 bits in which the corners of bytes, half-words and words are frequent.
    pub fn operand(&mut self) -> u32 {
        const BYTES: [u8; 9] = [0x00, 0x01, 0x02, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff];
        const HALVES: [u16; 10] = [
            0x0000, 0x0001, 0x00ff, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xff00, 0xfffe, 0xffff,
        ];
        const WORDS: [u32; 8] = [
            0,
            1,
            0x7fff_fffe,
            0x7fff_ffff,
            0x8000_0000,
            0x8000_0001,
            0xffff_fffe,
            u32::MAX,
        ];
        match self.below(8) {
            0..4 => {
                let noise = self.bits() as u32;
                // A lane is noise or, with a second draw, a corner. Both are at hand before that is decided: a branch
                // that nobody can predict would cost more than the draw.
                let lanes: [u8; 4] = std::array::from_fn(|i| {
                    let (decision, corner) = (self.ahead(1), self.ahead(2));
                    let is_noise = reduce(decision, 4) == 0;
                    let corner = BYTES[reduce(corner, BYTES.len() as u32) as usize];
                    self.advance(2 - u64::from(is_noise));
                    std::hint::select_unpredictable(is_noise, (noise >> (8 * i)) as u8, corner)
                });
                u32::from_le_bytes(lanes)
            }
            4..6 => u32::from(self.pick(&HALVES)) << 16 | u32::from(self.pick(&HALVES)),
            6 => self.pick(&WORDS),
            _ => self.bits() as u32,
        }
    }
}

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
}
