//! Adders of ECP5 whose look-up tables do more than add.

use super::contents;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;
use std::array::from_fn;

/// Two bits of a carry chain.
///
/// Each bit has a look-up table of four inputs, whose value says whether the carry goes on. If it does not, the bit that
/// the same table has for A and B alone, C and D being 0, is the carry.
#[hdl_module(cell = "ecp5 CCU2C INJECT1_0=NO INJECT1_1=NO")]
pub struct Ccu2c {
    /// Look-up table of the lower bit.
    #[parameter]
    pub init0: Signal<In, Bits<16>>,
    /// Look-up table of the upper bit.
    #[parameter]
    pub init1: Signal<In, Bits<16>>,
    /// Carry into the lower bit.
    pub cin: Signal<In, Bit>,
    /// Bit 0 of the lower index.
    pub a0: Signal<In, Bit>,
    /// Bit 1.
    pub b0: Signal<In, Bit>,
    /// Bit 2.
    pub c0: Signal<In, Bit>,
    /// Bit 3.
    pub d0: Signal<In, Bit>,
    /// Bit 0 of the upper index.
    pub a1: Signal<In, Bit>,
    /// Bit 1.
    pub b1: Signal<In, Bit>,
    /// Bit 2.
    pub c1: Signal<In, Bit>,
    /// Bit 3.
    pub d1: Signal<In, Bit>,
    /// Lower bit of the sum.
    pub s0: Signal<Out, Bit>,
    /// Upper bit of the sum.
    pub s1: Signal<Out, Bit>,
    /// Carry out of the upper bit.
    pub cout: Signal<Out, Bit>,
    low_passes: Signal<Local, Bit>,
    low_makes: Signal<Local, Bit>,
    high_passes: Signal<Local, Bit>,
    high_makes: Signal<Local, Bit>,
    between: Signal<Local, Bit>,
    low_index: Signal<Local, Bits<4>>,
    high_index: Signal<Local, Bits<4>>,
}

impl Logic for Ccu2c {
    #[hdl_gen]
    fn update(&mut self) {
        self.low_index.next = cat!(4 of bits: self.d0.val(), self.c0.val(), self.b0.val(), self.a0.val());
        self.high_index.next = cat!(4 of bits: self.d1.val(), self.c1.val(), self.b1.val(), self.a1.val());
        self.low_passes.next = self.init0.val().get_bit(self.low_index.val().index());
        self.low_makes.next = self.init0.val().get_bit((self.low_index.val() & 3).index());
        self.high_passes.next = self.init1.val().get_bit(self.high_index.val().index());
        self.high_makes.next = self.init1.val().get_bit((self.high_index.val() & 3).index());
        self.s0.next = self.low_passes.val() ^ self.cin.val();
        if self.low_passes.val() {
            self.between.next = self.cin.val();
        } else {
            self.between.next = self.low_makes.val();
        }
        self.s1.next = self.high_passes.val() ^ self.between.val();
        if self.high_passes.val() {
            self.cout.next = self.between.val();
        } else {
            self.cout.next = self.high_makes.val();
        }
    }
}

/// An adder of at most 32 bits on a carry chain, with a function of four inputs at each bit.
///
/// The sum is the exclusive OR of the functions' values and the carries. A carry goes on at a bit whose function is 1;
/// where it is 0, the carry out is the function of a and b with c and d being 0. So `a + f(b, c, d)` needs no look-up
/// table beside the adder's if f(b, 0, 0) is 0: the function is `a ^ f(b, c, d)`.
#[hdl_module(no_default)]
pub struct CarryChain<const N: usize> {
    /// Bits 0 of the indices.
    pub a: Signal<In, Bits<N>>,
    /// Bits 1.
    pub b: Signal<In, Bits<N>>,
    /// Bits 2.
    pub c: Signal<In, Bits<N>>,
    /// Bits 3.
    pub d: Signal<In, Bits<N>>,
    /// The sum.
    pub sum: Signal<Out, Bits<N>>,
    pairs: [Signal<Local, Bits<2>>; 16],
    cell: Vec<Ccu2c>,
    _tables: Vec<Bits<16>>,
}

impl<const N: usize> CarryChain<N> {
    /// The function of bit i is `function(i)`, of a, b, c and d. A chain of no bits or of more than 32 does not compile.
    pub fn new(function: impl Fn(usize) -> fn([bool; 4]) -> bool) -> Self {
        const { assert!(N > 0 && N <= 32, "a chain has 1 to 32 bits") };
        let cells = N.div_ceil(2);
        CarryChain {
            a: Signal::default(),
            b: Signal::default(),
            c: Signal::default(),
            d: Signal::default(),
            sum: Signal::default(),
            pairs: from_fn(|_| Signal::default()),
            cell: (0..cells).map(|_| Ccu2c::default()).collect(),
            _tables: (0..2 * cells).map(|bit| contents(function(bit.min(N - 1)))).collect(),
        }
    }
}

impl<const N: usize> Logic for CarryChain<N> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..16 {
            self.pairs[i].next = bits::<2>(0);
        }
        for i in 0..self.cell.len() {
            connect!(self.cell[i] {
                init0: self._tables[2 * i], init1: self._tables[2 * i + 1], a0: self.a.val().get_bit(2 * i),
                b0: self.b.val().get_bit(2 * i), c0: self.c.val().get_bit(2 * i), d0: self.d.val().get_bit(2 * i),
            });
            if 2 * i + 1 < N {
                self.cell[i].a1.next = self.a.val().get_bit(2 * i + 1);
                self.cell[i].b1.next = self.b.val().get_bit(2 * i + 1);
                self.cell[i].c1.next = self.c.val().get_bit(2 * i + 1);
                self.cell[i].d1.next = self.d.val().get_bit(2 * i + 1);
            } else {
                connect!(self.cell[i] { a1: false, b1: false, c1: false, d1: false });
            }
            if i == 0 {
                self.cell[i].cin.next = false;
            } else {
                self.cell[i].cin.next = self.cell[i - 1].cout.val();
            }
            self.pairs[i].next = cat!(2 of bits: self.cell[i].s1.val(), self.cell[i].s0.val());
        }
        self.sum.next = cat!(N of 2:
            self.pairs[15].val(), self.pairs[14].val(), self.pairs[13].val(), self.pairs[12].val(),
            self.pairs[11].val(), self.pairs[10].val(), self.pairs[9].val(), self.pairs[8].val(), self.pairs[7].val(),
            self.pairs[6].val(), self.pairs[5].val(), self.pairs[4].val(), self.pairs[3].val(), self.pairs[2].val(),
            self.pairs[1].val(), self.pairs[0].val()
        );
    }
}
