//! A flip-flop with a start value.

use rust_hdl_core::prelude::*;

/// A flip-flop that has a given value before the first rising edge. It has the name and the ports of rust-hdl's widget, which has no
/// netlist, because rust-hdl's own macro reads its kernel.
#[derive(LogicBlock)]
pub struct DFFWithInit<T: Synth> {
    /// Next value.
    pub d: Signal<In, T>,
    /// The state.
    pub q: Signal<Out, T>,
    /// Rising edge.
    pub clock: Signal<In, Clock>,
}

impl<T: Synth> DFFWithInit<T> {
    /// A flip-flop that starts with this value.
    pub fn new(init: T) -> Self {
        DFFWithInit {
            d: Signal::default(),
            q: Signal::new_with_default(init),
            clock: Signal::default(),
        }
    }
}

impl<T: Synth> Logic for DFFWithInit<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        // As rust-hdl's `DFF` writes it, by which the lowering knows both.
        let start = self.q.verilog();
        Verilog::Custom(format!(
            "initial begin q = {start:x}; end always @(posedge clock) begin q <= d; end"
        ))
    }
}
