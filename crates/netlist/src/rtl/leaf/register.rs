//! A register with enable and optional reset.

use crate::kernel::{HandedOver, hand_over};
use crate::{LeafSpec, ResetStyle};
use rust_hdl_core::prelude::*;

/// Loads `d` on the rising clock edge where `enable` is set. A reset, if there is one, wins over the enable.
#[derive(LogicBlock)]
pub struct Register<T: Synth> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Need not be driven if the register has no reset.
    pub reset: Signal<In, Bit>,
    /// Load on this edge.
    pub enable: Signal<In, Bit>,
    /// Next value.
    pub d: Signal<In, T>,
    /// The state.
    pub q: Signal<Out, T>,
    _reset: Option<(ResetStyle, T)>,
}

impl<T: Synth> Default for Register<T> {
    fn default() -> Self {
        Register {
            clock: Signal::default(),
            reset: Signal::default(),
            enable: Signal::default(),
            d: Signal::default(),
            q: Signal::default(),
            _reset: None,
        }
    }
}

impl<T: Synth> Register<T> {
    /// A register that takes `value` on reset. [`Register::default`] has no reset.
    pub fn new(style: ResetStyle, value: T) -> Self {
        Register {
            _reset: Some((style, value)),
            ..Register::default()
        }
    }
}

impl<T: Synth> Logic for Register<T> {
    fn update(&mut self) {
        let edge = self.clock.pos_edge();
        let asserted = self._reset.filter(|(style, _)| self.reset.val() != style.active_low);
        if let Some((style, value)) = asserted {
            if edge || style.asynchronous {
                self.q.next = value;
            }
        } else if edge && self.enable.val() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let reset = self._reset.map(|(style, value)| (style, value.verilog().to_string()));
        hand_over(HandedOver::Leaf(LeafSpec::Register(reset)))
    }
}
