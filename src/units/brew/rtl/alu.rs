//! The integer unit as a module of its own.

use super::bundles::Choice;
use super::codes::{lanes_bit, operation, operation_bit};
use super::integer_unit::IntegerUnit;
use super::lane_adder::LaneBarriers;
use super::result_choice::ResultChoice;
use super::result_merge::ResultMerge;
use crate::rtl::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Integer unit: logic, addition, subtraction, saturation, shifts, swizzle, extension, comparison.
///
/// Lanes are 1 x 32, 2 x 16 or 4 x 8 bits. It is `IntegerUnit` with the choice of its result; with two stages, there are registers
/// before that choice and after it.
#[hdl_module]
pub struct BrewAlu {
    /// Rising edge.
    ///
    /// Only for two stages.
    pub clock: Signal<In, Clock>,
    /// 0 xor, 1 or, 2 and, 3 and with a inverted, 4 add, 5 subtract, 8 shift left, 9 right, 11 right arithmetic, 12
    /// swizzle a by b.
    pub operation: Signal<In, Bits<4>>,
    /// Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// Bit 0: compare (with operation 5, subtract), bit 1: less rather than equal, bit 2: signed, bit 3: invert.
    pub compare: Signal<In, Bits<4>>,
    /// Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits (with operation 11, a shift right by b = 0).
    pub extend: Signal<In, Bits<2>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, shift amount or swizzle control.
    pub b: Signal<In, Bits<32>>,
    /// Result.
    pub d: Signal<Out, Bits<32>>,
    barriers: LaneBarriers,
    unit: IntegerUnit,
    choose: ResultChoice,
    merge: ResultMerge,
    choice_cut: Stage<Choice>,
    result_cut: Stage<Bits<32>>,
}

impl BrewAlu {
    /// Combinational, or with `registered` two pipeline stages; with or without comparisons, of integers.
    pub fn new(registered: bool, compares: bool) -> Self {
        BrewAlu {
            unit: IntegerUnit::new(compares, false),
            choice_cut: Stage::new(registered),
            result_cut: Stage::new(registered),
            ..BrewAlu::default()
        }
    }
}

impl Logic for BrewAlu {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.unit { operation, lanes });
        self.barriers.subtract.next = self.operation.val().get_bit(operation_bit::SUBTRACT);
        self.barriers.lanes16.next = self.lanes.val().get_bit(lanes_bit::HALVES);
        self.barriers.lanes8.next = self.lanes.val().get_bit(lanes_bit::BYTES);
        connect!(self.unit {
            barriers: self.barriers.barriers.val(), compare, as_float: false, unordered: 0.into(),
            both_zero: 0.into(), extend, a, b,
        });
        if self.operation.val() == operation::SUB {
            self.unit.b.next = !self.b.val();
        }
        connect!(self.choose { parts: self.unit.parts.val(), forward: true, ready: 0.into(), invert: false });
        connect!(self.choice_cut { clock, enable: true, d: self.choose.choice.val() });
        self.merge.choice.next = self.choice_cut.q.val();
        connect!(self.result_cut { clock, enable: true, d: self.merge.value.val() });
        self.d.next = self.result_cut.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Engine, rust_hdl::RustHdl};

    /// One lane at a time, on exact integers.
    fn model(operation: u64, lanes: u64, compare: u64, extend: u64, a: u64, b: u64) -> u64 {
        let width = if lanes & 2 != 0 {
            8
        } else if lanes & 1 != 0 {
            16
        } else {
            32
        };
        let mask = (1u64 << width) - 1;
        let sign = |x: u64| ((x << (64 - width)) as i64) >> (64 - width);
        let mut d = 0;
        for low in (0..32).step_by(width) {
            let (x, y) = (a >> low & mask, b >> low & mask);
            let amount = (b & 31) as usize;
            let mut lane = match operation {
                0 => x ^ y,
                1 => x | y,
                2 => x & y,
                3 => !x & y,
                4 | 5 => {
                    let (p, q) = if lanes & 8 != 0 {
                        (x as i64, y as i64)
                    } else {
                        (sign(x), sign(y))
                    };
                    let exact = if operation == 4 { p + q } else { p - q };
                    let clipped = match lanes >> 2 {
                        1 => exact.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1),
                        3 => exact.clamp(0, mask as i64),
                        _ => exact,
                    };
                    clipped as u64
                }
                8 if amount < width => x << amount,
                9 if amount < width => x >> amount,
                11 => (sign(x) >> amount.min(width - 1)) as u64,
                12 => {
                    (0..4)
                        .map(|i| (a >> (8 * (b >> (2 * i) & 3)) & 0xff) << (8 * i))
                        .sum::<u64>()
                        >> low
                }
                _ => 0,
            };
            if extend != 0 {
                let from = if extend == 1 { 8 } else { 16.min(width) };
                lane = (((x << (64 - from)) as i64) >> (64 - from)) as u64;
            }
            if compare != 0 {
                let less = if compare & 4 != 0 { sign(x) < sign(y) } else { x < y };
                let relation = if compare & 2 != 0 { less } else { x == y };
                lane = if relation != (compare & 8 != 0) { mask } else { 0 };
            }
            d |= (lane & mask) << low;
        }
        d
    }

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    /// Words whose bytes are often at the ends of their ranges.
    fn corner(state: &mut u64) -> u64 {
        (0..4).fold(0, |word, _| {
            let r = random(state);
            word << 8 | [0, 0x7f, 0x80, 0xff, 1, r >> 8, r >> 8, r >> 8][(r & 7) as usize] & 0xff
        })
    }

    fn check(engine: &mut dyn Engine, count: usize) {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let ports = ["operation", "lanes", "compare", "extend", "a", "b"].map(|name| engine.port(name));
        let d = engine.port("d");
        for _ in 0..count {
            let r = random(&mut state);
            let kind = (r >> 8) % 4;
            let operations: &[u64] = match kind {
                0 => &[0, 1, 2, 3, 4, 5, 8, 9, 11, 12],
                1 => &[4, 5],
                2 => &[5],
                _ => &[11],
            };
            let operation = operations[(r >> 16) as usize % operations.len()];
            let lanes = match kind {
                1 => [5, 6, 13, 14][(r >> 24) as usize & 3],
                _ => (r >> 24) % 3,
            };
            let compare = if kind == 2 {
                [1, 9, 7, 15, 3, 11][(r >> 32) as usize % 6]
            } else {
                0
            };
            let extend = if kind == 3 { 1 + (r >> 40 & 1) } else { 0 };
            let a = corner(&mut state);
            let b = if kind == 3 {
                0
            } else if r >> 41 & 7 == 0 {
                a
            } else {
                corner(&mut state)
            };
            for (port, value) in ports.iter().zip([operation, lanes, compare, extend, a, b]) {
                engine.set(*port, value);
            }
            engine.settle();
            let want = model(operation, lanes, compare, extend, a, b);
            assert_eq!(
                engine.get(d),
                want,
                "operation {operation} lanes {lanes} compare {compare} extend {extend} a {a:08x} b {b:08x}"
            );
        }
    }

    #[test]
    fn the_integer_unit_matches_exact_lane_arithmetic() {
        let mut engine = RustHdl::new(Box::new(BrewAlu::new(false, true)));
        check(&mut engine, 20_000);
    }
}
