//! Random instructions on corner-heavy operands.

use crate::ptx::{Family, Instruction, Mode, OPERATIONS, OperationRow, Width};
use crate::sim::testbench::Random;
use crate::unit::pipelined::Case;
use crate::units::video::encoding::Control;
use crate::units::video::rtl::VideoConfig;
use std::sync::Arc;

/// An operation in a width, and the parts of its control words.
#[derive(Clone, Debug)]
struct Kind {
    /// The word without signs, mode, mask and selectors.
    plain: u64,
    /// The bits of each mode.
    modes: Vec<u64>,
    /// The bit of a signed destination; 0 where there is none.
    d_signed: u64,
    /// The mask of all lanes; 0 where there is none.
    full: u64,
    /// The selectors that a missing selector stands for, and the bits of a selector; 0 where they are not drawn.
    selectors: [u64; 2],
    digits: u64,
    width: Width,
    is_comparison: bool,
}

impl Kind {
    fn new(config: &VideoConfig, row: &OperationRow, width: Width) -> Self {
        let family = row.family;
        let word = |d_signed: bool, mode: Mode| {
            let selectors = Instruction::default_selectors(width);
            let signs = [d_signed, false, false];
            let full = Instruction::full_mask(width);
            Control::encode(&Instruction::plain(row.operation, width, signs, mode, full, selectors))
        };
        let whole = word(false, Mode::Merge);
        let modes = family.modes().iter();
        let modes = modes.filter(|mode| config.accumulate || **mode != Mode::Accumulate);
        let own = |name: &str| match family.has_lanes() {
            true => whole.get(name) << Control::field(name).lo,
            false => 0,
        };
        let (mask, a, b) = (own("mask"), own("asel"), own("bsel"));
        Kind {
            plain: whole.0 ^ mask ^ a ^ b,
            modes: modes.map(|mode| word(false, *mode).0 ^ whole.0).collect(),
            d_signed: match family.has_destination_type() {
                true => word(true, Mode::Merge).0 ^ whole.0,
                false => 0,
            },
            full: mask >> Control::field("mask").lo,
            selectors: [a, b],
            digits: match family.has_lanes() && config.selectors {
                true => (1 << (width.lanes() * width.digit_bits())) - 1,
                false => 0,
            },
            width,
            is_comparison: family == Family::Comparison,
        }
    }
}

/// A stream of random cases that never ends. Clones share what is the same in all streams of a configuration.
#[derive(Clone, Debug)]
pub struct RandomCases {
    /// For each operation that in four lanes and that in two, or twice the one that there is.
    kinds: Arc<[[Kind; 2]]>,
    dual: bool,
    places: Places,
    random: Random,
}

/// The lowest bits of fields of the control word.
#[derive(Clone, Copy, Debug)]
struct Places {
    a_signed: u32,
    b_signed: u32,
    mask: u32,
    selectors: [u32; 2],
}

impl RandomCases {
    /// The cases of `seed` for hardware of this configuration.
    pub fn new(config: VideoConfig, seed: u64) -> Self {
        let families = config.families();
        let rows = OPERATIONS.iter().filter(|row| families.contains(&row.family));
        let kinds = rows.map(|row| {
            let widths = row.operation.widths();
            [Width::Quad, Width::Dual].map(|width| {
                let width = if widths.contains(&width) { width } else { widths[0] };
                Kind::new(&config, row, width)
            })
        });
        let lo = |name| Control::field(name).lo;
        RandomCases {
            kinds: kinds.collect(),
            dual: config.dual,
            places: Places {
                a_signed: lo("a_signed"),
                b_signed: lo("b_signed"),
                mask: lo("mask"),
                selectors: [lo("asel"), lo("bsel")],
            },
            random: Random::new(seed),
        }
    }

    /// The same for another seed.
    pub fn reseeded(&self, seed: u64) -> Self {
        RandomCases {
            random: Random::new(seed),
            ..self.clone()
        }
    }
}

/// Uniform bits, a few at a time.
struct Bits(u64);

impl Bits {
    #[inline]
    fn take(&mut self, count: u32) -> u64 {
        let bits = self.0 & ((1 << count) - 1);
        self.0 >>= count;
        bits
    }

    /// A number in `0..bound`, of 16 bits.
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        (self.take(16) * bound) >> 16
    }
}

impl Iterator for RandomCases {
    type Item = Case;

    // Nearly without branches, which nobody could predict.
    #[inline(always)]
    fn next(&mut self) -> Option<Case> {
        let (mut bits, mut more) = (Bits(self.random.bits()), Bits(self.random.bits()));
        let is_dual = bits.take(1) & u64::from(self.dual);
        let kind = &self.kinds[bits.below(self.kinds.len() as u64) as usize][is_dual as usize];
        let places = &self.places;
        let mut word = kind.plain
            | kind.d_signed & bits.take(1).wrapping_neg()
            | bits.take(1) << places.a_signed
            | bits.take(1) << places.b_signed
            | kind.modes[bits.below(kind.modes.len() as u64) as usize];
        let drawn = (1 + more.below(kind.full)) & kind.full;
        let mask = std::hint::select_unpredictable((bits.take(8) * 3) >> 8 == 0, kind.full, drawn);
        word |= mask << places.mask;
        for (lo, default) in places.selectors.into_iter().zip(kind.selectors) {
            let digits = more.take(12) & kind.digits;
            let is_default = more.take(2) == 0 || kind.digits == 0;
            word |= std::hint::select_unpredictable(is_default, default, digits << lo);
        }
        let random = &mut self.random;
        let (a, mut b, c) = (random.operand(), random.operand(), random.operand());
        // Operands of a comparison often differ by one or not at all, lane by lane.
        if kind.is_comparison && bits.take(1) != 0 {
            let bits = kind.width.bits();
            let element = (1 << bits) - 1;
            b = (0..kind.width.lanes()).fold(0, |word, lane| {
                let near = (a >> (lane * bits)).wrapping_add(random.below(3)).wrapping_sub(1);
                word | (near & element) << (lane * bits)
            });
        }
        Some(Case::new(word, [a, b, c]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::video::testbench::{VideoCase, executes};

    #[test]
    fn random_control_words_are_those_of_their_instructions() {
        for case in RandomCases::new(VideoConfig::full(3), 2).take(5000) {
            assert_eq!(Control::encode(&case.instruction()).0, case.control);
        }
    }

    #[test]
    fn random_cases_stay_within_their_configuration_and_reach_all_of_it() {
        for (selectors, accumulate, dual, vset, dot) in [
            (false, true, true, false, true),
            (true, false, true, true, false),
            (true, true, false, true, true),
        ] {
            let config = VideoConfig {
                selectors,
                accumulate,
                dual,
                vset,
                dot,
                ..VideoConfig::full(0)
            };
            let cases: Vec<Case> = RandomCases::new(config, 5).take(2000).collect();
            assert!(cases.iter().all(|case| executes(&config, &case.instruction())));
            let instructions = || cases.iter().map(Case::instruction);
            let defaults = |width| Instruction::default_selectors(width);
            assert_eq!(instructions().any(|i| i.asel != defaults(i.width).0), selectors);
            assert_eq!(instructions().any(|i| i.mode == Mode::Accumulate), accumulate);
            let mut by_lanes = instructions().filter(|i| i.operation.family().has_lanes());
            assert_eq!(by_lanes.any(|i| i.width == Width::Dual), dual);
            for row in OPERATIONS {
                let has = config.families().contains(&row.family);
                assert_eq!(instructions().any(|i| i.operation == row.operation), has);
            }
        }
    }
}
