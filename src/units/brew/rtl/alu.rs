//! The integer unit.

use super::byte_result::ByteResult;
use super::byte_swizzle::ByteSwizzle;
use super::lane_adder::LaneAdder;
use super::lane_compare::LaneCompare;
use super::lane_overflow::LaneOverflow;
use super::lane_shifter::LaneShifter;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Logic, addition and subtraction with or without saturation, shifts, byte swizzle, sign extension and comparison
/// of 1 x 32, 2 x 16 or 4 x 8 bits.
///
/// With two stages, registers cut between the carry chain and shifter on one side and saturation and selection on
/// the other, and after the result.
#[derive(LogicBlock, Default)]
pub struct BrewAlu {
    /// Rising edge; only for two stages.
    pub clock: Signal<In, Clock>,
    /// 0 xor, 1 or, 2 and, 3 `!a & b`, 4 add, 5 subtract, 8 shift left, 9 right, 11 right arithmetic, 12 swizzle.
    pub operation: Signal<In, Bits<4>>,
    /// Bit 0: lanes are 16 bits wide; bit 1: 8 bits; bit 2: addition and subtraction saturate; bit 3: as unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// Bit 0: compare, with the operation set to subtract and no saturation; bit 1: less instead of equal; bit 2: signed;
    /// bit 3: invert.
    pub compare: Signal<In, Bits<4>>,
    /// Compared lanes are floating-point numbers.
    pub as_float: Signal<In, Bit>,
    /// Bit 0: sign-extend each lane from its low 8 bits, bit 1: from its low 16 bits, with the operation set to `or`.
    pub extend: Signal<In, Bits<2>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, shift amount or swizzle control.
    pub b: Signal<In, Bits<32>>,
    /// Result.
    pub d: Signal<Out, Bits<32>>,
    adder: LaneAdder,
    saturation: LaneOverflow,
    comparator: Vec<LaneCompare>,
    shifter: LaneShifter,
    swizzle: ByteSwizzle,
    bytes: [ByteResult; 4],
    is_sum: Signal<Local, Bit>,
    bitwise: Signal<Local, Bits<32>>,
    if_bitwise: Signal<Local, Bits<32>>,
    if_shifted: Signal<Local, Bits<32>>,
    if_swizzled: Signal<Local, Bits<32>>,
    other: Signal<Local, Bits<32>>,
    extended: Signal<Local, Bits<4>>,
    extension: Signal<Local, Bits<4>>,
    clamped: Signal<Local, Bits<4>>,
    early_fill: Signal<Local, Bits<4>>,
    forced: Signal<Local, Bits<4>>,
    fill: Signal<Local, Bits<4>>,
    flip_top: Signal<Local, Bits<4>>,
    result: Signal<Local, Bits<32>>,
    sum_cut: Stage<Bits<32>>,
    other_cut: Stage<Bits<32>>,
    is_sum_cut: Stage<Bit>,
    force_cut: Stage<Bits<4>>,
    fill_cut: Stage<Bits<4>>,
    flip_cut: Stage<Bits<4>>,
    result_cut: Stage<Bits<32>>,
}

impl BrewAlu {
    /// Combinational, or with `registered` two pipeline stages; with or without comparisons, and floating-point
    /// ones among them.
    pub fn new(registered: bool, compares: bool, float: bool) -> Self {
        BrewAlu {
            comparator: (0..u32::from(compares)).map(|_| LaneCompare::new(float)).collect(),
            sum_cut: Stage::new(registered),
            other_cut: Stage::new(registered),
            is_sum_cut: Stage::new(registered),
            force_cut: Stage::new(registered),
            fill_cut: Stage::new(registered),
            flip_cut: Stage::new(registered),
            result_cut: Stage::new(registered),
            ..BrewAlu::default()
        }
    }
}

impl Logic for BrewAlu {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module brew_alu: Integer unit: logic, addition, subtraction, saturation, shifts, swizzle, extension, comparison."
        );
        comment!(
            "port operation: 0 xor, 1 or, 2 and, 3 and with a inverted, 4 add, 5 subtract, 8 shift left, 9 right, 11 right arithmetic, 12 swizzle a by b."
        );
        comment!("port lanes: Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.");
        comment!(
            "port compare: Bit 0: compare (operation 5), bit 1: less rather than equal, bit 2: signed, bit 3: invert."
        );
        comment!("port as_float: Compared lanes are floating-point numbers.");
        comment!("port extend: Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits (operation 1, b = 0).");
        comment!("port b: Second operand, shift amount or swizzle control.");
        self.adder.a.next = self.a.val();
        self.adder.b.next = self.b.val();
        self.adder.subtract.next = self.operation.val().get_bit(0);
        self.adder.lanes16.next = self.lanes.val().get_bit(0);
        self.adder.lanes8.next = self.lanes.val().get_bit(1);

        self.saturation.a.next = self.a.val();
        self.saturation.addend.next = self.adder.addend.val();
        self.saturation.sum.next = self.adder.sum.val();
        self.saturation.carry.next = self.adder.carry.val();
        self.saturation.subtract.next = self.operation.val().get_bit(0);
        self.saturation.as_unsigned.next = self.lanes.val().get_bit(3);
        self.saturation.lanes8.next = self.lanes.val().get_bit(1);

        self.shifter.word.next = self.a.val();
        self.shifter.amount.next = self.b.val().get_bits::<5>(0);
        self.shifter.left.next = !self.operation.val().get_bit(0);
        self.shifter.arithmetic.next = self.operation.val().get_bit(1);
        self.shifter.lanes16.next = self.lanes.val().get_bit(0);
        self.shifter.lanes8.next = self.lanes.val().get_bit(1);

        self.swizzle.word.next = self.a.val();
        self.swizzle.control.next = self.b.val().get_bits::<8>(0);

        if self.operation.val().get_bit(1) {
            self.bitwise.next = self.a.val() & self.b.val();
            if self.operation.val().get_bit(0) {
                self.bitwise.next = !self.a.val() & self.b.val();
            }
        } else {
            self.bitwise.next = self.a.val() ^ self.b.val();
            if self.operation.val().get_bit(0) {
                self.bitwise.next = self.a.val() | self.b.val();
            }
        }
        self.if_bitwise.next = 0.into();
        self.if_shifted.next = 0.into();
        self.if_swizzled.next = 0.into();
        if self.operation.val().get_bit(3) {
            if self.operation.val().get_bit(2) {
                self.if_swizzled.next = self.swizzle.swizzled.val();
            } else {
                self.if_shifted.next = self.shifter.shifted.val();
            }
        } else {
            self.if_bitwise.next = self.bitwise.val();
        }
        self.other.next = self.if_bitwise.val() | self.if_shifted.val() | self.if_swizzled.val();
        self.is_sum.next = self.operation.val().get_bit(2) & !self.operation.val().get_bit(3);

        // Sign extension and comparison share the constants that saturation needs: no wider multiplexer for them.
        self.extended.next = 0.into();
        self.extension.next = (bit_cast::<4, 1>(self.a.val().get_bits::<1>(23)) << 3)
            | bit_cast::<4, 1>(self.a.val().get_bits::<1>(7)) << 1;
        if !self.lanes.val().get_bit(1) {
            if self.lanes.val().get_bit(0) {
                if self.extend.val().get_bit(0) {
                    self.extended.next = 0xa.into();
                }
            } else {
                if self.extend.val().get_bit(1) {
                    self.extended.next = 0xc.into();
                }
                if self.extend.val().get_bit(0) {
                    self.extended.next = 0xe.into();
                }
                self.extension.next = 0.into();
                if self.extend.val().get_bit(0) {
                    if self.a.val().get_bit(7) {
                        self.extension.next = 0xe.into();
                    }
                } else if self.a.val().get_bit(15) {
                    self.extension.next = 0xe.into();
                }
            }
        }

        self.clamped.next = 0.into();
        self.early_fill.next = self.extension.val();
        self.flip_top.next = 0.into();
        if self.lanes.val().get_bit(2) {
            self.clamped.next = self.saturation.overflow.val();
            self.early_fill.next = self.saturation.high.val();
            if !self.lanes.val().get_bit(3) {
                self.flip_top.next = 10.into();
                if self.lanes.val().get_bit(1) {
                    self.flip_top.next = 0xf.into();
                }
            }
        }
        self.forced.next = self.clamped.val() | self.extended.val();
        self.fill.next = self.early_fill.val();
        for i in 0..self.comparator.len() {
            self.comparator[i].a.next = self.a.val();
            self.comparator[i].b.next = self.b.val();
            self.comparator[i].carry.next = self.adder.carry.val();
            self.comparator[i].lanes16.next = self.lanes.val().get_bit(0);
            self.comparator[i].lanes8.next = self.lanes.val().get_bit(1);
            self.comparator[i].less.next = self.compare.val().get_bit(1);
            self.comparator[i].as_signed.next = self.compare.val().get_bit(2);
            self.comparator[i].invert.next = self.compare.val().get_bit(3);
            self.comparator[i].as_float.next = self.as_float.val();
            if self.compare.val().get_bit(0) {
                self.forced.next = 0xf.into();
                self.fill.next = self.comparator[i].holds.val();
            }
        }

        self.sum_cut.clock.next = self.clock.val();
        self.other_cut.clock.next = self.clock.val();
        self.is_sum_cut.clock.next = self.clock.val();
        self.force_cut.clock.next = self.clock.val();
        self.fill_cut.clock.next = self.clock.val();
        self.flip_cut.clock.next = self.clock.val();
        self.result_cut.clock.next = self.clock.val();
        self.sum_cut.enable.next = true;
        self.other_cut.enable.next = true;
        self.is_sum_cut.enable.next = true;
        self.force_cut.enable.next = true;
        self.fill_cut.enable.next = true;
        self.flip_cut.enable.next = true;
        self.result_cut.enable.next = true;
        self.sum_cut.d.next = self.adder.sum.val();
        self.other_cut.d.next = self.other.val();
        self.is_sum_cut.d.next = self.is_sum.val();
        self.force_cut.d.next = self.forced.val();
        self.fill_cut.d.next = self.fill.val();
        self.flip_cut.d.next = self.flip_top.val();

        for i in 0..4 {
            self.bytes[i].sum.next = self.sum_cut.q.val().get_bits::<8>(8 * i);
            self.bytes[i].other.next = self.other_cut.q.val().get_bits::<8>(8 * i);
            self.bytes[i].select_sum.next = self.is_sum_cut.q.val();
            self.bytes[i].forced.next = self.force_cut.q.val().get_bit(i);
            self.bytes[i].fill.next = self.fill_cut.q.val().get_bit(i);
            self.bytes[i].flip_top.next = self.flip_cut.q.val().get_bit(i);
        }
        self.result.next = (bit_cast::<32, 8>(self.bytes[3].result.val()) << 24)
            | (bit_cast::<32, 8>(self.bytes[2].result.val()) << 16)
            | (bit_cast::<32, 8>(self.bytes[1].result.val()) << 8)
            | bit_cast::<32, 8>(self.bytes[0].result.val());
        self.result_cut.d.next = self.result.val();
        self.d.next = self.result_cut.q.val();
    }
}

crate::top!(BrewAlu {
    clock,
    operation,
    lanes,
    compare,
    as_float,
    extend,
    a,
    b,
    d
});

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
        let ports = ["operation", "lanes", "compare", "as_float", "extend", "a", "b"].map(|name| engine.port(name));
        let d = engine.port("d");
        for _ in 0..count {
            let r = random(&mut state);
            let kind = (r >> 8) % 4;
            let operations: &[u64] = match kind {
                0 => &[0, 1, 2, 3, 4, 5, 8, 9, 11, 12],
                1 => &[4, 5],
                2 => &[5],
                _ => &[1],
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
            for (port, value) in ports.iter().zip([operation, lanes, compare, 0, extend, a, b]) {
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
        let mut engine = RustHdl::new(Box::new(BrewAlu::new(false, true, true)));
        check(&mut engine, 20_000);
    }
}
