//! A flip-flop with a start value.

use crate::LeafSpec;
use crate::kernel::{HandedOver, hand_over};
use rust_hdl_core::prelude::*;

/// A flip-flop that has a given value before the first rising edge. It has the name and the ports of rust-hdl's widget.
#[derive(LogicBlock)]
pub struct DFF<T: Synth> {
    /// Next value.
    pub d: Signal<In, T>,
    /// The state.
    pub q: Signal<Out, T>,
    /// Rising edge.
    pub clock: Signal<In, Clock>,
}

impl<T: Synth> DFF<T> {
    /// A flip-flop that starts with this value.
    pub fn new(start: T) -> Self {
        DFF {
            d: Signal::default(),
            q: Signal::new_with_default(start),
            clock: Signal::default(),
        }
    }
}

impl<T: Synth> Default for DFF<T> {
    fn default() -> Self {
        DFF::new(T::default())
    }
}

impl<T: Synth> Logic for DFF<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let start = self.q.verilog().to_string();
        hand_over(HandedOver::Leaf(LeafSpec::FlipFlop(start)))
    }
}

/// Connects the clocks of flip-flops, and lets each keep its value unless the kernel assigns another one:
/// `dff_setup!(self, clock, count, phase)`.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($flip_flop:ident),+) => {
        $(
            $self.$flip_flop.clock.next = $self.$clock.val();
            $self.$flip_flop.d.next = $self.$flip_flop.q.val();
        )+
    };
}
