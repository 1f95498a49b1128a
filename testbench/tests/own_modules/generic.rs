//! Generic modules, nested and in arrays.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// A delay of a number of clocks, for any type.
#[derive(LogicBlock)]
struct Delay<D: Synth, const N: usize> {
    clock: Signal<In, Clock>,
    fresh: Signal<In, D>,
    delayed: Signal<Out, D>,
    stage: [DFF<D>; N],
}

impl<D: Synth, const N: usize> Default for Delay<D, N> {
    fn default() -> Self {
        Delay {
            clock: Default::default(),
            fresh: Default::default(),
            delayed: Default::default(),
            stage: std::array::from_fn(|_| DFF::default()),
        }
    }
}

impl<D: Synth, const N: usize> Logic for Delay<D, N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.stage[0].clock.next = self.clock.val();
        self.stage[0].d.next = self.fresh.val();
        for i in 1..N {
            self.stage[i].clock.next = self.clock.val();
            self.stage[i].d.next = self.stage[i - 1].q.val();
            self.delayed.next = self.stage[i].q.val();
        }
    }
}

/// Two delays of different types in one module.
#[derive(LogicBlock, Default)]
struct TwoDelays {
    clock: Signal<In, Clock>,
    flag: Signal<In, Bit>,
    word: Signal<In, Bits<9>>,
    late_flag: Signal<Out, Bit>,
    late_word: Signal<Out, Bits<9>>,
    flags: Delay<Bit, 3>,
    words: Delay<Bits<9>, 5>,
}

impl Logic for TwoDelays {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, flags, words);
        self.flags.fresh.next = self.flag.val();
        self.words.fresh.next = self.word.val();
        self.late_flag.next = self.flags.delayed.val();
        self.late_word.next = self.words.delayed.val();
    }
}

lanesmith::top!(TwoDelays {
    clock,
    flag,
    word,
    late_flag,
    late_word
});

/// One bit of a sum.
#[derive(LogicBlock, Default)]
struct FullAdder {
    a: Signal<In, Bit>,
    b: Signal<In, Bit>,
    carry_in: Signal<In, Bit>,
    sum: Signal<Out, Bit>,
    carry: Signal<Out, Bit>,
}

impl Logic for FullAdder {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() ^ self.b.val() ^ self.carry_in.val();
        self.carry.next = (self.a.val() & self.b.val()) | (self.carry_in.val() & (self.a.val() ^ self.b.val()));
    }
}

/// Eight of them in a row.
#[derive(LogicBlock, Default)]
struct RippleCarry {
    x: Signal<In, Bits<8>>,
    y: Signal<In, Bits<8>>,
    carry_in: Signal<In, Bit>,
    sum: Signal<Out, Bits<8>>,
    carry: Signal<Out, Bit>,
    adder: [FullAdder; 8],
    partial: [Signal<Local, Bits<8>>; 9],
}

impl Logic for RippleCarry {
    #[hdl_gen]
    fn update(&mut self) {
        self.adder[0].carry_in.next = self.carry_in.val();
        for i in 1..8 {
            self.adder[i].carry_in.next = self.adder[i - 1].carry.val();
        }
        self.partial[0].next = 0.into();
        for i in 0..8 {
            self.adder[i].a.next = self.x.val().get_bit(i);
            self.adder[i].b.next = self.y.val().get_bit(i);
            self.partial[i + 1].next = self.partial[i].val().replace_bit(i, self.adder[i].sum.val());
        }
        self.sum.next = self.partial[8].val();
        self.carry.next = self.adder[7].carry.val();
    }
}

lanesmith::top!(RippleCarry {
    x,
    y,
    carry_in,
    sum,
    carry
});

/// An adder of any width, with a carry in front of it.
#[derive(LogicBlock, Default)]
struct Adder<const N: usize> {
    a: Signal<In, Bits<N>>,
    b: Signal<In, Bits<N>>,
    sum: Signal<Out, Bits<N>>,
    overflow: Signal<Out, Bit>,
}

impl<const N: usize> Logic for Adder<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.overflow.next = self.sum.val() < self.a.val();
    }
}

/// The same block at two widths.
#[derive(LogicBlock, Default)]
struct TwoWidths {
    a: Signal<In, Bits<40>>,
    b: Signal<In, Bits<40>>,
    narrow_sum: Signal<Out, Bits<7>>,
    sum: Signal<Out, Bits<40>>,
    overflows: Signal<Out, Bits<2>>,
    narrow: Adder<7>,
    wide: Adder<40>,
}

impl Logic for TwoWidths {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.a.next = self.a.val();
        self.wide.b.next = self.b.val();
        self.narrow.a.next = self.a.val().get_bits::<7>(3);
        self.narrow.b.next = bit_cast::<7, 40>(self.b.val());
        self.sum.next = self.wide.sum.val();
        self.narrow_sum.next = self.narrow.sum.val();
        self.overflows.next = bits::<2>(0)
            .replace_bit(0, self.narrow.overflow.val())
            .replace_bit(1, self.wide.overflow.val());
    }
}

lanesmith::top!(TwoWidths {
    a,
    b,
    narrow_sum,
    sum,
    overflows
});

/// A cell of a systolic array.
#[derive(LogicBlock, Default)]
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
#[derive(LogicBlock, Default)]
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

lanesmith::top!(Systolic {
    clock,
    row,
    column,
    select,
    sum
});

/// A vote of three copies of a counter, of which one can be disturbed.
#[derive(LogicBlock, Default)]
struct Voted {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    disturb: Signal<In, Bits<3>>,
    count: Signal<Out, Bits<6>>,
    differs: Signal<Out, Bit>,
    copy: [DFF<Bits<6>>; 3],
    majority: Signal<Local, Bits<6>>,
}

impl Logic for Voted {
    #[hdl_gen]
    fn update(&mut self) {
        self.majority.next = (self.copy[0].q.val() & self.copy[1].q.val())
            | (self.copy[1].q.val() & self.copy[2].q.val())
            | (self.copy[0].q.val() & self.copy[2].q.val());
        for i in 0..3 {
            self.copy[i].clock.next = self.clock.val();
            self.copy[i].d.next = self.majority.val();
            if self.enable.val() {
                self.copy[i].d.next = self.majority.val() + 1;
            }
            if self.disturb.val().get_bit(i) {
                self.copy[i].d.next = self.copy[i].q.val() ^ bits::<6>(0x15);
            }
        }
        self.count.next = self.majority.val();
        self.differs.next =
            self.copy[0].q.val() != self.copy[1].q.val() || self.copy[1].q.val() != self.copy[2].q.val();
    }
}

lanesmith::top!(Voted {
    clock,
    enable,
    disturb,
    count,
    differs
});

pub const MODULES: &[Own] = &[
    accepted("a generic delay, twice", || Box::new(TwoDelays::default())),
    accepted("ripple-carry adder from cells", || Box::new(RippleCarry::default())),
    accepted("an adder at two widths", || Box::new(TwoWidths::default())),
    accepted("systolic array", || Box::new(Systolic::default())),
    accepted("triple redundancy", || Box::new(Voted::default())),
];
