//! Random instructions on corner-heavy operands.

use crate::video::encoding::Control;
use crate::video::families;
use crate::video::rtl::VideoConfig;
use lanesmith_algebra::widest;
use lanesmith_ptx::{Family, Instruction, Mode, OPERATIONS, OperationRow, Width};
use lanesmith_sim::testbench::{Random, reduce};
use lanesmith_unit::pipelined::{Case, CaseColumns, CaseStream};
use std::sync::Arc;

/// Kinds of instructions: an operation in a width, rounded up to a power of two.
const KINDS: usize = 32;
/// Modes of a kind, rounded up to a power of two.
const MODES: usize = 4;

/// The parts of the control words of each kind. A column for each part: many cases are drawn at once.
#[derive(Clone, Debug)]
struct Kinds {
    /// The word without signs, mode, mask and selectors.
    plain: [u64; KINDS],
    /// The bits of each mode, and how many modes there are.
    modes: [u64; KINDS * MODES],
    mode_count: [u64; KINDS],
    /// The bit of a signed destination; 0 where there is none.
    d_signed: [u64; KINDS],
    /// The mask of all lanes; 0 where there is none.
    full: [u64; KINDS],
    /// The default selectors, and the bits of a selector; 0 if the kind has no random selectors.
    selectors: [[u64; KINDS]; 2],
    digits: [u64; KINDS],
    /// The lanes of a comparison; 0 for other operations.
    compared: [u64; KINDS],
}

impl Kinds {
    /// For each operation of the rows the one in four lanes and the one in two, or twice the one that there is.
    fn new<'a>(config: &VideoConfig, rows: impl Iterator<Item = &'a OperationRow>) -> Self {
        let mut kinds = Kinds {
            plain: [0; KINDS],
            modes: [0; KINDS * MODES],
            mode_count: [0; KINDS],
            d_signed: [0; KINDS],
            full: [0; KINDS],
            selectors: [[0; KINDS]; 2],
            digits: [0; KINDS],
            compared: [0; KINDS],
        };
        for (i, row) in rows.enumerate() {
            for (j, width) in [Width::Quad, Width::Dual].into_iter().enumerate() {
                let widths = row.operation.widths();
                let width = if widths.contains(&width) { width } else { widths[0] };
                kinds.set(2 * i + j, config, row, width);
            }
        }
        kinds
    }

    fn set(&mut self, kind: usize, config: &VideoConfig, row: &OperationRow, width: Width) {
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
        self.plain[kind] = whole.0 ^ mask ^ a ^ b;
        for (place, mode) in self.modes[MODES * kind..][..MODES].iter_mut().zip(modes) {
            *place = word(false, *mode).0 ^ whole.0;
            self.mode_count[kind] += 1;
        }
        if family.has_destination_type() {
            self.d_signed[kind] = word(true, Mode::Merge).0 ^ whole.0;
        }
        self.full[kind] = mask >> Control::field("mask").lo;
        [self.selectors[0][kind], self.selectors[1][kind]] = [a, b];
        if family.has_lanes() && config.selectors {
            self.digits[kind] = (1 << (width.lanes() * width.digit_bits())) - 1;
        }
        if family == Family::Comparison {
            self.compared[kind] = width.lanes().into();
        }
    }
}

/// An endless stream of random cases. Clones share the data that depend only on the configuration.
#[derive(Clone, Debug)]
pub struct RandomCases {
    shape: Arc<Shape>,
    random: Random,
}

/// The data of a configuration that all its streams share.
#[derive(Debug)]
struct Shape {
    kinds: Kinds,
    /// The number of operations.
    operations: u64,
    dual: bool,
    compares: bool,
    places: Places,
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
        let families = families(&config);
        let rows = || OPERATIONS.iter().filter(|row| families.contains(&row.family));
        let operations = rows().count();
        assert!(2 * operations <= KINDS, "a column has a place for every kind");
        let lo = |name| Control::field(name).lo;
        let shape = Shape {
            kinds: Kinds::new(&config, rows()),
            operations: operations as u64,
            dual: config.dual,
            compares: families.contains(&Family::Comparison),
            places: Places {
                a_signed: lo("a_signed"),
                b_signed: lo("b_signed"),
                mask: lo("mask"),
                selectors: [lo("asel"), lo("bsel")],
            },
        };
        RandomCases {
            shape: Arc::new(shape),
            random: Random::new(seed),
        }
    }
}

/// Uniform bits, a few at a time.
struct Bits(u64);

impl Bits {
    #[inline(always)]
    fn take(&mut self, count: u32) -> u64 {
        let bits = self.0 & ((1 << count) - 1);
        self.0 >>= count;
        bits
    }

    /// A number in `0..bound`, of 16 bits.
    #[inline(always)]
    fn below(&mut self, bound: u64) -> u64 {
        (self.take(16) * bound) >> 16
    }
}

/// A case, and how many draws it took.
struct Draw {
    control: u64,
    operands: [u32; 3],
    draws: u64,
}

impl Shape {
    /// The next case of a stream. Without branches and calls: nobody could predict the branches, and many streams are computed side
    /// by side in vectors.
    #[inline(always)]
    fn draw<const COMPARES: bool>(&self, random: &Random) -> Draw {
        let (mut bits, mut more) = (Bits(random.ahead(1)), Bits(random.ahead(2)));
        let is_dual = bits.take(1) & u64::from(self.dual);
        let kind = ((2 * bits.below(self.operations)) | is_dual) as usize % KINDS;
        let (kinds, places) = (&self.kinds, &self.places);
        let mut control = kinds.plain[kind]
            | kinds.d_signed[kind] & bits.take(1).wrapping_neg()
            | bits.take(1) << places.a_signed
            | bits.take(1) << places.b_signed
            | kinds.modes[MODES * kind + bits.below(kinds.mode_count[kind]) as usize % MODES];
        let full = kinds.full[kind];
        let drawn = (1 + more.below(full)) & full;
        let mask = select((bits.take(8) * 3) >> 8 == 0, full, drawn);
        control |= mask << places.mask;
        let digits = kinds.digits[kind];
        let mut selector = |i: usize| {
            let drawn = more.take(12) & digits;
            let is_default = (more.take(2) == 0) | (digits == 0);
            select(is_default, kinds.selectors[i][kind], drawn << places.selectors[i])
        };
        control |= selector(0) | selector(1);
        let (a, b, c) = (
            random.operand_ahead(3),
            random.operand_ahead(5),
            random.operand_ahead(7),
        );
        // Operands of a comparison often differ by one or not at all, lane by lane.
        let lanes = if COMPARES { kinds.compared[kind] } else { 0 };
        let is_near = (lanes != 0) & (bits.take(1) != 0);
        let near = match COMPARES {
            true => select(lanes == 4, near::<4>(a, random).into(), near::<2>(a, random).into()) as u32,
            false => b,
        };
        Draw {
            control,
            operands: [a, select(is_near, near.into(), b.into()) as u32, c],
            draws: 8 + select(is_near, lanes, 0),
        }
    }
}

/// One of two values, without a branch.
#[inline(always)]
fn select(condition: bool, yes: u64, no: u64) -> u64 {
    let mask = u64::from(condition).wrapping_neg();
    yes & mask | no & !mask
}

/// A word whose lanes differ from those of `a` by at most one.
#[inline(always)]
fn near<const LANES: u32>(a: u32, random: &Random) -> u32 {
    let bits = 32 / LANES;
    let element = (1 << bits) - 1;
    let mut word = 0;
    for lane in 0..LANES {
        let difference = reduce(random.ahead(9 + u64::from(lane)), 3);
        let near = (a >> (lane * bits)).wrapping_add(difference).wrapping_sub(1);
        word |= (near & element) << (lane * bits);
    }
    word
}

impl Iterator for RandomCases {
    type Item = Case;

    #[inline(always)]
    fn next(&mut self) -> Option<Case> {
        let draw = match self.shape.compares {
            true => self.shape.draw::<true>(&self.random),
            false => self.shape.draw::<false>(&self.random),
        };
        self.random.advance(draw.draws);
        Some(Case::new(draw.control, draw.operands))
    }
}

/// The streams of many seeds side by side.
struct RandomColumns {
    shape: Arc<Shape>,
    randoms: Vec<Random>,
}

impl CaseStream for RandomCases {
    fn columns(&self, seeds: &[u64]) -> Box<dyn CaseColumns> {
        Box::new(RandomColumns {
            shape: self.shape.clone(),
            randoms: seeds.iter().map(|seed| Random::new(*seed)).collect(),
        })
    }
}

impl CaseColumns for RandomColumns {
    fn draw(&mut self, chosen: &[u64], columns: &mut [&mut [u64]]) {
        let [control, a, b, c, ..] = columns else {
            unreachable!("a column for the control word and for each operand")
        };
        let columns = [control, a, b, c].map(|column| &mut column[..]);
        match self.shape.compares {
            true => draw_columns_widest::<1>(&self.shape, &mut self.randoms, chosen, columns),
            false => draw_columns_widest::<0>(&self.shape, &mut self.randoms, chosen, columns),
        }
    }
}

widest!(draw_columns_widest runs draw_columns(
    shape: &Shape,
    randoms: &mut [Random],
    chosen: &[u64],
    columns: [&mut [u64]; 4]
));

/// `N` is 1 if there are comparisons.
#[inline(always)]
fn draw_columns<const N: usize>(shape: &Shape, randoms: &mut [Random], chosen: &[u64], columns: [&mut [u64]; 4]) {
    let count = randoms.len();
    let [control, a, b, c] = columns.map(|column| &mut column[..count]);
    let chosen = &chosen[..count];
    for i in 0..count {
        let draw = match N {
            1 => shape.draw::<true>(&randoms[i]),
            _ => shape.draw::<false>(&randoms[i]),
        };
        let mask = chosen[i];
        let [x, y, z] = draw.operands;
        control[i] = draw.control & mask | control[i] & !mask;
        a[i] = u64::from(x) & mask | a[i] & !mask;
        b[i] = u64::from(y) & mask | b[i] & !mask;
        c[i] = u64::from(z) & mask | c[i] & !mask;
        randoms[i].advance(draw.draws & mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::video::testbench::{VideoCase, executes};

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
                let has = families(&config).contains(&row.family);
                assert_eq!(instructions().any(|i| i.operation == row.operation), has);
            }
        }
    }

    #[test]
    fn streams_side_by_side_are_those_of_their_seeds_and_wait_where_they_are_not_chosen() {
        for compares in [false, true] {
            let config = VideoConfig {
                vset: compares,
                ..VideoConfig::full(0)
            };
            let cases = RandomCases::new(config, 0);
            let seeds: Vec<u64> = (0..21).collect();
            let mut streams: Vec<RandomCases> = seeds.iter().map(|seed| RandomCases::new(config, *seed)).collect();
            let mut side_by_side = cases.columns(&seeds);
            let mut random = Random::new(9);
            let mut columns = vec![vec![0; seeds.len()]; 4];
            for _ in 0..200 {
                let chosen: Vec<u64> = seeds.iter().map(|_| (random.bits() & 1).wrapping_neg()).collect();
                let mut expected = columns.clone();
                for (i, stream) in streams.iter_mut().enumerate().filter(|(i, _)| chosen[*i] != 0) {
                    let case = stream.next().expect("no end");
                    let [a, b, c] = case.operands.map(u64::from);
                    for (column, value) in expected.iter_mut().zip([case.control, a, b, c]) {
                        column[i] = value;
                    }
                }
                let mut slices: Vec<&mut [u64]> = columns.iter_mut().map(|column| &mut column[..]).collect();
                side_by_side.draw(&chosen, &mut slices);
                assert_eq!(columns, expected);
            }
        }
    }
}
