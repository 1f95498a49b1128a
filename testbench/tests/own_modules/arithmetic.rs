//! Arithmetic.

use super::harness::{Own, own, refused};
use lanesmith::hdl::prelude::*;

/// Sum and difference that stay within 8 bits.
#[hdl_module]
struct Saturating {
    subtract: Signal<In, Bit>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    clipped: Signal<Out, Bit>,
    sum: Signal<Local, Bits<9>>,
}

impl Logic for Saturating {
    #[hdl_gen]
    fn update(&mut self) {
        self.clipped.next = false;
        if self.subtract.val() {
            self.sum.next = bit_cast::<9, 8>(self.a.val()) - bit_cast::<9, 8>(self.b.val());
            self.y.next = bit_cast::<8, 9>(self.sum.val());
            if self.sum.val().get_bit(8) {
                self.y.next = 0.into();
                self.clipped.next = true;
            }
        } else {
            self.sum.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val());
            self.y.next = self.sum.val().get_bits::<8>(0);
            if self.sum.val().get_bit(8) {
                self.y.next = 0xff.into();
                self.clipped.next = true;
            }
        }
    }
}

/// Shifts and rotates by 0 to 31.
#[hdl_module]
struct BarrelShifter {
    value: Signal<In, Bits<32>>,
    amount: Signal<In, Bits<5>>,
    kind: Signal<In, Bits<2>>,
    y: Signal<Out, Bits<32>>,
    signs: Signal<Local, Bits<32>>,
}

impl Logic for BarrelShifter {
    #[hdl_gen]
    fn update(&mut self) {
        self.signs.next = 0.into();
        if self.value.val().get_bit(31) && self.amount.val().any() {
            self.signs.next = bits::<32>(0xffff_ffff_u64) << (bits::<6>(32) - bit_cast::<6, 5>(self.amount.val()));
        }
        match self.kind.val().index() {
            0 => self.y.next = self.value.val() << self.amount.val(),
            1 => self.y.next = self.value.val() >> self.amount.val(),
            2 => self.y.next = (self.value.val() >> self.amount.val()) | self.signs.val(),
            _ => {
                self.y.next = (self.value.val() >> self.amount.val())
                    | (self.value.val() << (bits::<6>(32) - bit_cast::<6, 5>(self.amount.val())));
            }
        }
    }
}

/// The integer square root by digits, combinational.
#[hdl_module]
struct SquareRoot {
    x: Signal<In, Bits<16>>,
    root: Signal<Out, Bits<8>>,
    guess: [Signal<Local, Bits<16>>; 9],
    trial: [Signal<Local, Bits<16>>; 8],
}

impl Logic for SquareRoot {
    #[hdl_gen]
    fn update(&mut self) {
        self.guess[0].next = 0.into();
        for i in 0..8 {
            self.trial[i].next = self.guess[i].val() | (bits::<16>(0x80) >> i.to_bits::<4>());
            self.guess[i + 1].next = self.guess[i].val();
            if self.trial[i].val() * self.trial[i].val() <= bit_cast::<32, 16>(self.x.val()) {
                self.guess[i + 1].next = self.trial[i].val();
            }
        }
        self.root.next = bit_cast::<8, 16>(self.guess[8].val());
    }
}

/// A cell of a systolic array.
#[hdl_module]
struct Cell {
    clock: Signal<In, Clock>,
    left: Signal<In, Bits<16>>,
    above: Signal<In, Bits<16>>,
    right: Signal<Out, Bits<16>>,
    below: Signal<Out, Bits<16>>,
    sum: Signal<Out, Bits<32>>,
    x: DFF<Bits<16>>,
    y: DFF<Bits<16>>,
    total: DFF<Bits<32>>,
}

impl Logic for Cell {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, x, y, total);
        self.x.d.next = self.left.val();
        self.y.d.next = self.above.val();
        self.total.d.next = self.total.q.val() + self.left.val() * self.above.val();
        self.right.next = self.x.q.val();
        self.below.next = self.y.q.val();
        self.sum.next = self.total.q.val();
    }
}

/// Two by two of them.
#[hdl_module]
struct Systolic {
    clock: Signal<In, Clock>,
    rows: [Signal<Local, Bits<16>>; 2],
    row: Signal<In, Bits<32>>,
    column: Signal<In, Bits<32>>,
    select: Signal<In, Bits<2>>,
    sum: Signal<Out, Bits<32>>,
    cell: [[Cell; 2]; 2],
}

impl Logic for Systolic {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.rows[i].next = self.row.val().get_bits::<16>(16 * i);
            self.cell[i][0].left.next = self.rows[i].val();
            self.cell[0][i].above.next = self.column.val().get_bits::<16>(16 * i);
            self.cell[i][1].left.next = self.cell[i][0].right.val();
            self.cell[1][i].above.next = self.cell[0][i].below.val();
            for j in 0..2 {
                self.cell[i][j].clock.next = self.clock.val();
            }
        }
        match self.select.val().index() {
            0 => self.sum.next = self.cell[0][0].sum.val(),
            1 => self.sum.next = self.cell[0][1].sum.val(),
            2 => self.sum.next = self.cell[1][0].sum.val(),
            _ => self.sum.next = self.cell[1][1].sum.val(),
        }
    }
}

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

/// An average that Rust computes on indices, and a sum that wraps before it is widened.
#[hdl_module]
struct Overflows {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    average: Signal<Out, Bits<8>>,
    wrapped: Signal<Out, Bits<16>>,
    exact: Signal<Out, Bits<16>>,
    even: Signal<Out, Bit>,
}

#[allow(clippy::manual_is_multiple_of)]
impl Logic for Overflows {
    #[hdl_gen]
    fn update(&mut self) {
        let sum = self.a.val().index() + self.b.val().index();
        self.average.next = (sum / 2).to_bits::<8>();
        self.wrapped.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
        self.exact.next = sum.to_bits::<16>();
        self.even.next = sum % 2 == 0;
    }
}

pub const MODULES: &[Own] = &[
    refused(
        "a local that both branches assign and read",
        || Box::new(Saturating::default()),
        "top: `sum`: is read between two assignments to it: read it below the last one, or read the register's output \
         `….q.val()` if the value before this clock is meant",
    ),
    own!("barrel shifter with rotation", BarrelShifter),
    own!("integer square root", SquareRoot),
    own!("systolic array", Systolic),
    own!("Booth multiplier", Booth),
    own!("exact and wrapped sums", Overflows),
];
