//! The instructions that take several cycles.

use super::multiplier::Multiplier;
use crate::comment;
use crate::netlist::ResetStyle;
use crate::rtl::leaf::Register;
use rust_hdl::prelude::*;

/// Multiplies integers and adds and multiplies floating-point numbers, one instruction at a time.
///
/// Operands and controls stay put from the first cycle with `active` set to the one with `done` set.
#[derive(LogicBlock)]
pub struct SlowUnit {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous.
    pub reset: Signal<In, Bit>,
    /// There is an instruction.
    pub active: Signal<In, Bit>,
    /// 1 integer multiply, 2 float add or subtract, 3 float multiply.
    pub unit: Signal<In, Bits<2>>,
    /// Subtract rather than add.
    pub subtract: Signal<In, Bit>,
    /// Lanes, see the integer unit.
    pub lanes: Signal<In, Bits<4>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// The result is there, in the instruction's last cycle.
    pub done: Signal<Out, Bit>,
    /// The result.
    pub result: Signal<Out, Bits<32>>,
    multiplier: Multiplier,
    count: Register<Bits<3>>,
    last: Signal<Local, Bits<3>>,
}

impl SlowUnit {
    /// With or without floating point.
    pub fn new(_float: bool) -> Self {
        let style = ResetStyle {
            asynchronous: false,
            active_low: false,
        };
        SlowUnit {
            clock: Signal::default(),
            reset: Signal::default(),
            active: Signal::default(),
            unit: Signal::default(),
            subtract: Signal::default(),
            lanes: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            done: Signal::default(),
            result: Signal::default(),
            multiplier: Multiplier::default(),
            count: Register::new(style, 0.into()),
            last: Signal::default(),
        }
    }
}

impl Logic for SlowUnit {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module slow_unit: Multiplies integers and adds and multiplies floating-point numbers, one instruction at a time."
        );
        comment!("port active: There is an instruction; its operands stay until done.");
        comment!("port unit: 1 integer multiply, 2 float add or subtract, 3 float multiply.");
        comment!("port done: The result is there, in the last cycle of the instruction.");
        self.count.clock.next = self.clock.val();
        self.count.reset.next = self.reset.val();
        self.count.enable.next = true;
        self.count.d.next = self.count.q.val() + 1;
        if !self.active.val() | self.done.val() {
            self.count.d.next = 0.into();
        }
        self.last.next = 2.into();
        self.done.next = self.active.val() & (self.count.q.val() == self.last.val());
        self.multiplier.clock.next = self.clock.val();
        self.multiplier.a.next = self.a.val();
        self.multiplier.b.next = self.b.val();
        self.multiplier.lanes16.next = self.lanes.val().get_bit(0);
        self.multiplier.lanes8.next = self.lanes.val().get_bit(1);
        self.multiplier.saturate.next = self.lanes.val().get_bit(2);
        self.multiplier.as_unsigned.next = self.lanes.val().get_bit(3);
        self.result.next = self.multiplier.product.val();
    }
}
