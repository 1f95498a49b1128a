//! Other arithmetic.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

/// Booth's multiplication, two bits in each clock.
#[hdl_module]
struct Booth {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    x: Signal<In, Signed<8>>,
    y: Signal<In, Signed<8>>,
    product: Signal<Out, Signed<16>>,
    done: Signal<Out, Bit>,
    by: DFF<Signed<10>>,
    high: DFF<Signed<10>>,
    low: DFF<Bits<9>>,
    count: DFF<Bits<3>>,
}

impl Logic for Booth {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, by, high, low, count);
        let by = self.by.q.val();
        let added = match self.low.q.val().get_bits::<3>(0).index() {
            1 | 2 => self.high.q.val() + by,
            3 => self.high.q.val() + by + by,
            4 => self.high.q.val() - by - by,
            5 | 6 => self.high.q.val() - by,
            _ => self.high.q.val(),
        };
        let sign = added.get_bit(9);
        let plain = unsigned_cast(added);
        if self.start.val() {
            let x = bit_cast::<10, 8>(unsigned_cast(self.x.val()));
            let sign = self.x.val().get_bit(7);
            self.by.d.next = signed_cast(x.replace_bit(9, sign).replace_bit(8, sign));
            self.high.d.next = signed_cast(bits::<10>(0));
            self.low.d.next = bit_cast::<9, 8>(unsigned_cast(self.y.val())) << 1;
            self.count.d.next = 4.into();
        } else if self.count.q.val().any() {
            self.high.d.next = signed_cast((plain >> 2).replace_bit(9, sign).replace_bit(8, sign));
            self.low.d.next = (self.low.q.val() >> 2)
                .replace_bit(7, plain.get_bit(0))
                .replace_bit(8, plain.get_bit(1));
            self.count.d.next = self.count.q.val() - 1;
        }
        self.done.next = !self.count.q.val().any();
        self.product.next = signed_cast(
            (bit_cast::<16, 10>(unsigned_cast(self.high.q.val())) << 8)
                | bit_cast::<16, 8>(self.low.q.val().get_bits::<8>(1)),
        );
    }
}

/// The greatest common divisor by halving and subtracting.
#[hdl_module]
struct BinaryGcd {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    x: Signal<In, Bits<8>>,
    y: Signal<In, Bits<8>>,
    gcd: Signal<Out, Bits<8>>,
    done: Signal<Out, Bit>,
    a: DFF<Bits<8>>,
    b: DFF<Bits<8>>,
    twos: DFF<Bits<3>>,
}

impl Logic for BinaryGcd {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, a, b, twos);
        self.done.next = self.a.q.val() == self.b.q.val() || !self.a.q.val().any() || !self.b.q.val().any();
        if self.start.val() {
            self.a.d.next = self.x.val();
            self.b.d.next = self.y.val();
            self.twos.d.next = 0.into();
        } else if !self.done.val() {
            match (self.a.q.val().get_bit(0), self.b.q.val().get_bit(0)) {
                (false, false) => {
                    self.a.d.next = self.a.q.val() >> 1;
                    self.b.d.next = self.b.q.val() >> 1;
                    self.twos.d.next = self.twos.q.val() + 1;
                }
                (false, true) => self.a.d.next = self.a.q.val() >> 1,
                (true, false) => self.b.d.next = self.b.q.val() >> 1,
                (true, true) if self.a.q.val() > self.b.q.val() => self.a.d.next = self.a.q.val() - self.b.q.val(),
                (true, true) => self.b.d.next = self.b.q.val() - self.a.q.val(),
            }
        }
        let odd = if self.a.q.val().any() {
            self.a.q.val()
        } else {
            self.b.q.val()
        };
        self.gcd.next = odd << self.twos.q.val();
    }
}

/// Sums of carries by a tree of prefixes (Kogge and Stone).
#[hdl_module]
struct KoggeStone {
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    subtract: Signal<In, Bit>,
    sum: Signal<Out, Bits<16>>,
    carry: Signal<Out, Bit>,
    overflow: Signal<Out, Bit>,
    generate: [Signal<Local, Bits<17>>; 6],
    propagate: [Signal<Local, Bits<17>>; 6],
}

impl Logic for KoggeStone {
    #[hdl_gen]
    fn update(&mut self) {
        let b = if self.subtract.val() {
            !self.b.val()
        } else {
            self.b.val()
        };
        let one = bit_cast::<17, 1>(self.subtract.val().into());
        self.generate[0].next = (bit_cast::<17, 16>(self.a.val() & b) << 1) | one;
        self.propagate[0].next = bit_cast::<17, 16>(self.a.val() ^ b) << 1;
        for i in 0..5_usize {
            let distance = 1 << i;
            self.generate[i + 1].next =
                self.generate[i].val() | (self.propagate[i].val() & (self.generate[i].val() << distance));
            self.propagate[i + 1].next = self.propagate[i].val() & (self.propagate[i].val() << distance);
        }
        let carries = self.generate[5].val();
        self.sum.next = self.a.val() ^ b ^ carries.get_bits::<16>(0);
        self.carry.next = carries.get_bit(16);
        self.overflow.next = carries.get_bit(16) ^ carries.get_bit(15);
    }
}

/// Adds and subtracts three decimal digits.
#[hdl_module]
struct Decimal {
    a: Signal<In, Bits<12>>,
    b: Signal<In, Bits<12>>,
    subtract: Signal<In, Bit>,
    result: Signal<Out, Bits<12>>,
    carry: Signal<Out, Bit>,
    digit: [Digit; 3],
}

/// One digit.
#[hdl_module]
struct Digit {
    x: Signal<In, Bits<4>>,
    y: Signal<In, Bits<4>>,
    carry_in: Signal<In, Bit>,
    digit: Signal<Out, Bits<4>>,
    carry: Signal<Out, Bit>,
}

impl Logic for Digit {
    #[hdl_gen]
    fn update(&mut self) {
        let sum = self.x.val().index() + self.y.val().index() + if self.carry_in.val() { 1 } else { 0 };
        self.carry.next = sum > 9;
        self.digit.next = bit_cast::<4, 6>(if sum > 9 {
            (sum + 6).to_bits::<6>()
        } else {
            sum.to_bits::<6>()
        });
    }
}

impl Logic for Decimal {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3_usize {
            let y = self.b.val().get_bits::<4>(4 * i);
            self.digit[i].x.next = self.a.val().get_bits::<4>(4 * i);
            self.digit[i].y.next = if self.subtract.val() { bits::<4>(9) - y } else { y };
            if i == 0 {
                self.digit[i].carry_in.next = self.subtract.val();
            } else {
                self.digit[i].carry_in.next = self.digit[i - 1].carry.val();
            }
        }
        self.result.next = (bit_cast::<12, 4>(self.digit[2].digit.val()) << 8)
            | (bit_cast::<12, 4>(self.digit[1].digit.val()) << 4)
            | bit_cast::<12, 4>(self.digit[0].digit.val());
        self.carry.next = self.digit[2].carry.val();
    }
}

/// Sorts four values by a network of comparisons, one column in each clock.
#[hdl_module]
struct Sorter {
    clock: Signal<In, Clock>,
    values: [Signal<In, Bits<6>>; 4],
    sorted: [Signal<Out, Bits<6>>; 4],
    column: [DFF<Bits<6>>; 12],
}

const PAIRS: [[[usize; 2]; 2]; 3] = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[1, 2], [0, 3]]];

impl Logic for Sorter {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..12 {
            self.column[i].clock.next = self.clock.val();
        }
        for (stage, pairs) in PAIRS.iter().enumerate() {
            for pair in pairs.iter() {
                let low = pair[0];
                let high = pair[1];
                let x = if stage == 0 {
                    self.values[low].val()
                } else {
                    self.column[(stage + 2) % 3 * 4 + low].q.val()
                };
                let y = if stage == 0 {
                    self.values[high].val()
                } else {
                    self.column[(stage + 2) % 3 * 4 + high].q.val()
                };
                // Of the last column's outer pair the order is known.
                let swaps = x > y && (stage < 2 || low == 1);
                self.column[stage * 4 + low].d.next = if swaps { y } else { x };
                self.column[stage * 4 + high].d.next = if swaps { x } else { y };
            }
        }
        for i in 0..4 {
            self.sorted[i].next = self.column[8 + i].q.val();
        }
    }
}

/// Multiplication modulo 251 in Montgomery's form, one bit in each clock.
#[hdl_module]
struct Montgomery {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    product: Signal<Out, Bits<8>>,
    done: Signal<Out, Bit>,
    x: DFF<Bits<8>>,
    y: DFF<Bits<8>>,
    sum: DFF<Bits<10>>,
    count: DFF<Bits<4>>,
}

const MODULUS: u64 = 251;

impl Logic for Montgomery {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, x, y, sum, count);
        let partial = if self.x.q.val().get_bit(0) {
            self.sum.q.val() + bit_cast::<10, 8>(self.y.q.val())
        } else {
            self.sum.q.val()
        };
        let even = if partial.get_bit(0) { partial + MODULUS } else { partial };
        if self.start.val() {
            self.x.d.next = self.a.val();
            self.y.d.next = self.b.val();
            self.sum.d.next = 0.into();
            self.count.d.next = 8.into();
        } else if self.count.q.val().any() {
            self.sum.d.next = even >> 1;
            self.x.d.next = self.x.q.val() >> 1;
            self.count.d.next = self.count.q.val() - 1;
        }
        self.done.next = !self.count.q.val().any();
        let reduced = self.sum.q.val() - MODULUS;
        self.product.next = bit_cast::<8, 10>(if self.sum.q.val() >= MODULUS {
            reduced
        } else {
            self.sum.q.val()
        });
    }
}

pub const KINDS: &[Kind] = &[
    kind!("Booth multiplier", Booth),
    kind!("binary GCD", BinaryGcd),
    kind!("Kogge-Stone adder", KoggeStone),
    kind!("decimal adder of digits", Decimal),
    kind!("sorting network of pipelined columns", Sorter),
    kind!("Montgomery multiplication", Montgomery),
];
