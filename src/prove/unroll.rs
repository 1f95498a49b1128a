//! A machine over several clocks, from an arbitrary state.

use super::machine::{Machine, Words};
use super::obligation::Obligation;
use crate::algebra::{Bit, Edge, Graph};

/// A symbolic run of a machine.
pub(super) struct Unrolling<'a> {
    machine: &'a dyn Machine,
    graph: Graph,
    start: Vec<Edge>,
    /// The state before the next clock.
    pub state: Vec<Edge>,
    inputs: Vec<Words>,
}

impl<'a> Unrolling<'a> {
    /// A run from a state of free bits.
    pub fn new(machine: &'a dyn Machine, graph: &Graph) -> Self {
        let state = graph.inputs(machine.state_bits());
        Unrolling {
            machine,
            graph: graph.clone(),
            start: state.clone(),
            state,
            inputs: vec![],
        }
    }

    /// Arbitrary values for all inputs.
    pub fn fresh_inputs(&self) -> Words {
        let ports = self.machine.inputs().into_iter();
        ports.map(|(name, width)| (name, self.graph.inputs(width))).collect()
    }

    /// One clock with exactly these inputs; `fixed` ones are constant. The outputs are those before the clock edge.
    pub fn step(&mut self, inputs: &Words, fixed: &[(&str, bool)]) -> Words {
        let mut inputs = inputs.clone();
        for (name, value) in fixed {
            inputs.insert(name.to_string(), vec![Edge::constant(*value)]);
        }
        let (outputs, next) = self.machine.step(&inputs, &self.state);
        self.state = next;
        self.inputs.push(inputs);
        outputs
    }

    /// One clock with the `given` inputs, the `fixed` ones, and arbitrary others.
    pub fn clock(&mut self, given: Words, fixed: &[(&str, bool)]) -> Words {
        let mut inputs = self.fresh_inputs();
        inputs.extend(given);
        self.step(&inputs, fixed)
    }

    /// The outputs `latency` clocks after `first` went in, with arbitrary inputs behind it.
    pub fn pipeline(&mut self, latency: u32, first: Words, fixed: &[(&str, bool)]) -> Words {
        let mut outputs = self.clock(first, fixed);
        for _ in 0..latency {
            outputs = self.clock(Words::new(), fixed);
        }
        outputs
    }

    /// Names what is still unnamed: the start state, and the inputs as `name@clock`.
    pub fn name(&self, obligation: &mut Obligation) {
        let names = self.machine.state_names();
        for (edge, names) in self.start.iter().zip(&names) {
            if let Some(name) = names.first() {
                obligation.name_input(&format!("state {name}"), edge);
            }
        }
        for (clock, inputs) in self.inputs.iter().enumerate() {
            for (name, word) in inputs {
                obligation.name_inputs(&format!("{name}@{clock}"), word);
            }
        }
    }
}
