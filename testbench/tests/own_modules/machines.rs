//! Machines that people use.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// Sells for 30; takes 5, 10 and 25, and gives change.
#[derive(LogicBlock, Default)]
struct Vending {
    clock: Signal<In, Clock>,
    nickel: Signal<In, Bit>,
    dime: Signal<In, Bit>,
    quarter: Signal<In, Bit>,
    vend: Signal<Out, Bit>,
    change: Signal<Out, Bits<6>>,
    credit: DFF<Bits<6>>,
    total: Signal<Local, Bits<6>>,
}

impl Logic for Vending {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, credit);
        self.total.next = self.credit.q.val();
        if self.quarter.val() {
            self.total.next = self.credit.q.val() + 25;
        } else if self.dime.val() {
            self.total.next = self.credit.q.val() + 10;
        } else if self.nickel.val() {
            self.total.next = self.credit.q.val() + 5;
        }
        self.vend.next = self.total.val() >= 30;
        self.change.next = 0.into();
        self.credit.d.next = self.total.val();
        if self.vend.val() {
            self.change.next = self.total.val() - 30;
            self.credit.d.next = 0.into();
        }
    }
}

lanesmith::top!(Vending {
    clock,
    nickel,
    dime,
    quarter,
    vend,
    change
});

/// Walks the columns of a keypad of 4 by 4 and reports the first key.
#[derive(LogicBlock, Default)]
struct Keypad {
    clock: Signal<In, Clock>,
    rows: Signal<In, Bits<4>>,
    columns: Signal<Out, Bits<4>>,
    key: Signal<Out, Bits<4>>,
    pressed: Signal<Out, Bit>,
    column: DFF<Bits<2>>,
    found: DFF<Bits<4>>,
    row: Signal<Local, Bits<2>>,
}

impl Logic for Keypad {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, column, found);
        self.columns.next = !(bits::<4>(1) << self.column.q.val());
        self.row.next = 0.into();
        if !self.rows.val().get_bit(3) {
            self.row.next = 3.into();
        }
        if !self.rows.val().get_bit(2) {
            self.row.next = 2.into();
        }
        if !self.rows.val().get_bit(1) {
            self.row.next = 1.into();
        }
        if !self.rows.val().get_bit(0) {
            self.row.next = 0.into();
        }
        self.pressed.next = !self.rows.val().all();
        if self.pressed.val() {
            self.found.d.next = (bit_cast::<4, 2>(self.row.val()) << 2) | bit_cast::<4, 2>(self.column.q.val());
        } else {
            self.column.d.next = self.column.q.val() + 1;
        }
        self.key.next = self.found.q.val();
    }
}

lanesmith::top!(Keypad {
    clock,
    rows,
    columns,
    key,
    pressed
});

/// Keeps the elevator moving to the highest floor asked for, then down.
#[derive(LogicBlock, Default)]
struct Elevator {
    clock: Signal<In, Clock>,
    calls: Signal<In, Bits<4>>,
    floor: Signal<Out, Bits<2>>,
    open: Signal<Out, Bit>,
    at: DFF<Bits<2>>,
    waiting: DFF<Bits<4>>,
    upwards: DFF<Bit>,
    above: Signal<Local, Bits<4>>,
    below: Signal<Local, Bits<4>>,
}

impl Logic for Elevator {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at, waiting, upwards);
        self.above.next = self.waiting.q.val() & (bits::<4>(0b1110) << self.at.q.val());
        self.below.next = self.waiting.q.val() & ((bits::<4>(1) << self.at.q.val()) - 1);
        self.open.next = self.waiting.q.val().get_bit(self.at.q.val().index());
        self.waiting.d.next = self.waiting.q.val() | self.calls.val();
        if self.open.val() {
            self.waiting.d.next = (self.waiting.q.val() | self.calls.val()) & !(bits::<4>(1) << self.at.q.val());
        } else if self.upwards.q.val() & self.above.val().any() {
            self.at.d.next = self.at.q.val() + 1;
        } else if self.below.val().any() {
            self.upwards.d.next = false;
            self.at.d.next = self.at.q.val() - 1;
        } else if self.above.val().any() {
            self.upwards.d.next = true;
            self.at.d.next = self.at.q.val() + 1;
        }
        self.floor.next = self.at.q.val();
    }
}

lanesmith::top!(Elevator {
    clock,
    calls,
    floor,
    open
});

pub const MODULES: &[Own] = &[
    accepted("vending machine", || Box::new(Vending::default())),
    accepted("keypad scanner", || Box::new(Keypad::default())),
    accepted("elevator", || Box::new(Elevator::default())),
];
