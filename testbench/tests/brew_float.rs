//! The golden floats against two libraries that know nothing of them: `rustc_apfloat` and the host's own arithmetic.
//!
//! The suite compares a million pairs for each operation and format. The long runs are ignored tests; `LANESMITH_PAIRS`
//! and `LANESMITH_SEED` set their size and seed.

use crate::settings::setting;
use indicatif::{ProgressBar, ProgressStyle};
use lanesmith::algebra::{Bitwise, Concrete, Int, Slice, pack, unpack};
use lanesmith::sim::testbench::Random;
use lanesmith::units::brew::golden::{BINARY16, BINARY32, FloatFormat};
use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Float, Round};
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Add,
    Sub,
    Mul,
}
use Operation::{Add, Mul, Sub};

const OPERATIONS: [Operation; 3] = [Add, Sub, Mul];

/// Pairs in one pass of the bit-sliced golden.
const BATCH: usize = 64 * PLANES;
const PLANES: usize = 8;

type Sliced = Bitwise<Slice<PLANES>>;

fn golden(format: FloatFormat, operation: Operation, pairs: &[(u32, u32)]) -> Vec<u64> {
    let planes = |words: Vec<u64>| Int::unsigned(pack::<PLANES>(&words, format.bits()));
    let x = planes(pairs.iter().map(|pair| u64::from(pair.0)).collect());
    let y = planes(pairs.iter().map(|pair| u64::from(pair.1)).collect());
    let result = match operation {
        Add => format.add::<Sliced>(&x, &y),
        Sub => format.sub::<Sliced>(&x, &y),
        Mul => format.mul::<Sliced>(&x, &y),
    };
    unpack(&result.low(format.bits()), pairs.len())
}

fn apfloat<F: Float>(format: FloatFormat, operation: Operation, (x, y): (u32, u32)) -> u64 {
    let (x, y) = (F::from_bits(x.into()), F::from_bits(y.into()));
    let result = match operation {
        Add => x.add_r(y, Round::NearestTiesToEven),
        Sub => x.sub_r(y, Round::NearestTiesToEven),
        Mul => x.mul_r(y, Round::NearestTiesToEven),
    };
    let value = result.value;
    if value.is_nan() {
        format.quiet_nan() as u64
    } else {
        value.to_bits() as u64
    }
}

/// The host's result. Halves are computed as singles and rounded once more, which is exact: 24 bits are at least
/// 2 * 11 + 2.
fn host(format: FloatFormat, operation: Operation, (x, y): (u32, u32)) -> u64 {
    let single = format == BINARY32;
    let number = |bits: u32| if single { f32::from_bits(bits) } else { widened(bits) };
    let (x, y) = (number(x), number(y));
    let result = match operation {
        Add => x + y,
        Sub => x - y,
        Mul => x * y,
    };
    match (result.is_nan(), single) {
        (true, _) => format.quiet_nan() as u64,
        (false, true) => u64::from(result.to_bits()),
        (false, false) => u64::from(narrowed(result)),
    }
}

/// A half as a single: the fraction keeps its place below the exponent, whose bias differs by 112.
fn widened(half: u32) -> f32 {
    let magnitude = half & 0x7fff;
    let special = if magnitude >= 0x7c00 { 112 << 23 } else { 0 };
    // Scaling by a power of two also normalises subnormal halves.
    let scaled = f32::from_bits(magnitude << 13) * f32::from_bits((127 + 112) << 23);
    let value = if special != 0 {
        f32::from_bits((magnitude << 13) + 2 * special)
    } else {
        scaled
    };
    f32::from_bits(value.to_bits() | (half & 0x8000) << 16)
}

/// A single, not a NaN, rounded to a half: to nearest, ties to even.
fn narrowed(single: f32) -> u16 {
    let sign = (single.to_bits() >> 16 & 0x8000) as u16;
    let magnitude = single.abs();
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = (magnitude.to_bits() >> 23).max(113);
    // Adding a number whose last place is the half's last place lets the host round.
    let anchor = f32::from_bits((exponent + 13) << 23);
    let places = (magnitude + anchor).to_bits() - anchor.to_bits();
    sign | (((exponent - 113) << 10) + places) as u16
}

/// A number in which zeros, subnormal numbers, infinities, NaNs and the ends of the fraction are frequent.
fn corner(random: &mut Random, format: FloatFormat) -> u32 {
    let (top, ones) = ((1 << format.exponent_bits) - 1, (1u32 << format.fraction_bits) - 1);
    let noise = random.bits() as u32;
    let place = random.below(format.fraction_bits);
    let exponent = match random.below(8) {
        0 => random.pick(&[0, 1, 2, top, top - 1, top - 2]),
        1 => 0,
        2 => top / 2 + random.below(5) - 2,
        3 => random.below(format.fraction_bits + 4),
        _ => noise & top,
    };
    let fraction = match random.below(6) {
        0 => random.pick(&[0, 1, 2, ones, ones - 1, ones / 2, ones / 2 + 1, ones / 2 + 2]),
        1 => 1 << place,
        2 => ones << place & ones,
        3 => ones >> place,
        _ => noise >> 8 & ones,
    };
    let sign = u32::from(random.flag());
    (sign << format.exponent_bits | exponent) << format.fraction_bits | fraction
}

/// A pair whose sum, difference or product often lands on a tie, cancels, over- or underflows.
fn pair(random: &mut Random, format: FloatFormat) -> (u32, u32) {
    let x = corner(random, format);
    let (top, sign) = ((1 << format.exponent_bits) - 1, 1 << (format.bits() - 1));
    let exponent = x >> format.fraction_bits & top;
    let with_exponent =
        |y: u32, exponent: u32| y & !(top << format.fraction_bits) | exponent.min(top) << format.fraction_bits;
    let other = corner(random, format);
    let near = random.below(format.fraction_bits + 4);
    let y = match random.below(6) {
        0 => {
            (x.wrapping_add(random.below(5)).wrapping_sub(2) & (sign | (sign - 1))) ^ (u32::from(random.flag()) * sign)
        }
        1 => with_exponent(other, exponent.saturating_sub(near)),
        2 => with_exponent(other, (top / 2 + 2).saturating_sub(exponent).saturating_sub(near % 4)),
        3 => with_exponent(other, (top + top / 2 + 1).saturating_sub(exponent + near % 4)),
        4 => with_exponent(other, (top / 2).saturating_sub(exponent) + near / 2),
        _ => other,
    };
    if random.flag() { (x, y) } else { (y, x) }
}

type Oracle = fn(FloatFormat, Operation, (u32, u32)) -> u64;

fn compare(format: FloatFormat, operation: Operation, pairs: &[(u32, u32)], oracles: &[Oracle]) {
    for pairs in pairs.chunks(BATCH) {
        for (pair, found) in pairs.iter().zip(golden(format, operation, pairs)) {
            for oracle in oracles {
                let expected = oracle(format, operation, *pair);
                assert_eq!(
                    found, expected,
                    "{operation:?} {pair:x?}: {found:x}, not {expected:x}, {format:?}"
                );
            }
        }
    }
}

/// Compares `count` pairs for each operation with both oracles.
fn random_pairs(format: FloatFormat, count: usize, seed: u64) {
    println!("seed {seed}");
    let oracle: Oracle = if format == BINARY32 {
        apfloat::<Single>
    } else {
        apfloat::<Half>
    };
    let mut random = Random::new(seed);
    let bar = progress(3 * count as u64);
    for done in (0..count).step_by(BATCH) {
        let pairs: Vec<_> = (0..BATCH.min(count - done))
            .map(|_| pair(&mut random, format))
            .collect();
        for operation in OPERATIONS {
            compare(format, operation, &pairs, &[oracle, host]);
            bar.inc(pairs.len() as u64);
        }
    }
}

/// Quiet unless standard error is a terminal.
fn progress(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent}% {eta}").expect("a valid template");
    ProgressBar::new(length).with_style(style)
}

#[test]
fn a_million_sums_differences_and_products_of_each_format_equal_those_of_both_libraries() {
    for format in [BINARY32, BINARY16] {
        random_pairs(format, 1_000_000, setting("LANESMITH_SEED", 1));
    }
}

#[test]
fn comparisons_equal_those_of_the_library_and_the_concrete_text_equals_the_sliced_one() {
    let mut random = Random::new(2);
    for format in [BINARY32, BINARY16] {
        let pairs: Vec<_> = (0..20_000).map(|_| pair(&mut random, format)).collect();
        let sliced = OPERATIONS.map(|operation| {
            let batches = pairs.chunks(BATCH).map(|pairs| golden(format, operation, pairs));
            batches.flatten().collect::<Vec<_>>()
        });
        for (i, (a, b)) in pairs.into_iter().enumerate() {
            let (x, y) = (&i64::from(a), &i64::from(b));
            let order = if format == BINARY32 {
                Single::from_bits(a.into()).partial_cmp(&Single::from_bits(b.into()))
            } else {
                Half::from_bits(a.into()).partial_cmp(&Half::from_bits(b.into()))
            };
            assert_eq!(
                format.less::<Concrete>(x, y),
                order == Some(Ordering::Less),
                "{a:x} {b:x}"
            );
            assert_eq!(
                format.equal::<Concrete>(x, y),
                order == Some(Ordering::Equal),
                "{a:x} {b:x}"
            );
            let at_least = matches!(order, Some(Ordering::Equal | Ordering::Greater));
            assert_eq!(format.at_least::<Concrete>(x, y), at_least, "{a:x} {b:x}");
            assert_eq!(format.add::<Concrete>(x, y) as u64, sliced[0][i], "{a:x} {b:x}");
            assert_eq!(format.sub::<Concrete>(x, y) as u64, sliced[1][i], "{a:x} {b:x}");
            assert_eq!(format.mul::<Concrete>(x, y) as u64, sliced[2][i], "{a:x} {b:x}");
        }
    }
}

#[test]
#[ignore = "takes minutes; docs/brew.md has the results"]
fn long_run_of_random_pairs_in_both_formats() {
    let (count, seed) = (setting("LANESMITH_PAIRS", 100_000_000), setting("LANESMITH_SEED", 3));
    for format in [BINARY32, BINARY16] {
        random_pairs(format, count as usize, seed);
    }
}

#[test]
#[ignore = "takes minutes; docs/brew.md has the results"]
fn long_run_of_all_binary16_pairs() {
    let bar = progress(3 << 32);
    for operation in OPERATIONS {
        for x in 0..=0xffff {
            let pairs: Vec<_> = (0..=0xffff).map(|y| (x, y)).collect();
            compare(BINARY16, operation, &pairs, &[host]);
            bar.inc(pairs.len() as u64);
        }
        println!("{operation:?}: all 4294967296 pairs agree");
    }
}
