//! The golden floats against a library that knows nothing of them: `rustc_apfloat`.
//!
//! The suite compares 200,000 pairs for each operation and format. The long run is an ignored test; `LANESMITH_PAIRS` and
//! `LANESMITH_SEED` set its size and seed.

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

/// Compares `count` pairs for each operation.
fn random_pairs(format: FloatFormat, count: usize, seed: u64) {
    println!("seed {seed}");
    let expected = if format == BINARY32 {
        apfloat::<Single>
    } else {
        apfloat::<Half>
    };
    let mut random = Random::new(seed);
    let bar = progress(3 * count as u64);
    for done in (0..count).step_by(BATCH) {
        let size = BATCH.min(count - done);
        let pairs: Vec<_> = (0..size).map(|_| pair(&mut random, format)).collect();
        for operation in OPERATIONS {
            for (pair, found) in pairs.iter().zip(golden(format, operation, &pairs)) {
                let expected = expected(format, operation, *pair);
                assert_eq!(found, expected, "{operation:?} {pair:x?}, {format:?}");
            }
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
fn sums_differences_and_products_equal_those_of_the_library() {
    for format in [BINARY32, BINARY16] {
        random_pairs(format, 200_000, setting("LANESMITH_SEED", 1));
    }
}

#[test]
fn comparisons_equal_the_librarys_and_concrete_results_the_sliced_ones() {
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
            let comparisons = [
                format.less::<Concrete>(x, y),
                format.equal::<Concrete>(x, y),
                format.at_least::<Concrete>(x, y),
            ];
            let orders: [&[Ordering]; 3] = [
                &[Ordering::Less],
                &[Ordering::Equal],
                &[Ordering::Equal, Ordering::Greater],
            ];
            let expected = orders.map(|orders| order.is_some_and(|order| orders.contains(&order)));
            assert_eq!(comparisons, expected, "{a:x} {b:x}");
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
