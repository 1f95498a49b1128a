//! One multiplier in place of four.

use crate::leaf::{Register, state};
use crate::netlist::StateHandle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Lets the other stages wait while one multiplier computes four products.
#[hdl_module(name = "brew_serial_pace")]
pub struct SerialPace {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Four clocks in a row, or more than once four: products are computed.
    pub active: Signal<In, Bit>,
    /// The first of the four clocks, or no products are computed.
    pub first: Signal<Out, Bit>,
    /// The last of the four clocks, or no products are computed.
    pub last: Signal<Out, Bit>,
    count: Register<Bits<2>>,
}

impl SerialPace {
    /// The number of the clock.
    pub(super) fn count() -> StateHandle {
        state!(SerialPace, count)
    }
}

impl Logic for SerialPace {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.count { clock, enable: true, d: 0.into() });
        if self.active.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        self.first.next = !self.count.q.val().any();
        self.last.next = !self.active.val() | self.count.q.val().all();
    }
}

/// Tells which of four products one multiplier computes in each clock.
#[hdl_module(name = "brew_serial_product")]
pub struct SerialProduct {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Four clocks in a row, or more than once four: products are computed.
    pub active: Signal<In, Bit>,
    /// Bit i: product i is computed. 0 without active.
    pub which: Signal<Out, Bits<4>>,
    count: Register<Bits<2>>,
}

impl SerialProduct {
    /// The number of the clock.
    pub(super) fn count() -> StateHandle {
        state!(SerialProduct, count)
    }
}

impl Logic for SerialProduct {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.count { clock, enable: true, d: 0.into() });
        self.which.next = 0.into();
        if self.active.val() {
            self.count.d.next = self.count.q.val() + 1;
            self.which.next = bits::<4>(1) << self.count.q.val();
        }
    }
}
