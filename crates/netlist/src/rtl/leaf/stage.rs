//! A place where a pipeline may be cut.

use crate::LeafSpec;
use crate::kernel::{HandedOver, hand_over};
use rust_hdl_core::prelude::*;

/// A register with enable and no reset, or a plain wire from `d` to `q`.
#[derive(LogicBlock)]
pub struct Stage<T: Synth> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge; without effect on a wire.
    pub enable: Signal<In, Bit>,
    /// Next value.
    pub d: Signal<In, T>,
    /// The state, or `d`.
    pub q: Signal<Out, T>,
    _active: bool,
}

impl<T: Synth> Default for Stage<T> {
    /// A wire.
    fn default() -> Self {
        Stage {
            clock: Signal::default(),
            enable: Signal::default(),
            d: Signal::default(),
            q: Signal::default(),
            _active: false,
        }
    }
}

impl<T: Synth> Stage<T> {
    /// A register if `active`, else a wire.
    pub fn new(active: bool) -> Self {
        Stage {
            _active: active,
            ..Stage::default()
        }
    }
}

impl<T: Synth> Logic for Stage<T> {
    fn update(&mut self) {
        if !self._active || (self.clock.pos_edge() && self.enable.val()) {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        hand_over(HandedOver::Leaf(LeafSpec::Stage { active: self._active }))
    }
}
