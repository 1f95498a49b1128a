//! Designs with the same inputs, side by side, as one machine whose state is that of the first and then that of the others.

use super::trace::{Trace, number};
use lanesmith_algebra::{Bit, Edge, Graph};
use lanesmith_netlist::eval::{DesignState, NetValues, settle, tick};
use lanesmith_netlist::{BinaryOp, ExprKind, Flat, NetKind};
use std::collections::HashMap;
use std::ops::Range;

/// Words by the names of input ports, least significant bit first.
pub type InputBits<B> = HashMap<String, Vec<B>>;

/// A clock of the designs.
pub struct ClockCycle<B> {
    /// For each design, the value of every net.
    pub nets: Vec<NetValues<B>>,
    /// The state after it.
    pub next: Vec<B>,
}

/// One design, or two with the same ports.
pub struct Designs<'a> {
    /// The designs.
    pub flats: Vec<&'a Flat>,
    /// The number of state bits of all.
    pub bits: usize,
    /// The state at power-up.
    pub start: Vec<bool>,
    symmetric_products: bool,
}

impl<'a> Designs<'a> {
    /// Designs with the same inputs, which start as at power-up.
    pub fn new(flats: Vec<&'a Flat>) -> Self {
        let start = flats.iter().flat_map(|flat| flat.power_up_bits()).collect();
        Designs::starting(flats, start)
    }

    /// Designs with the same inputs, which start in this state.
    pub fn starting(flats: Vec<&'a Flat>, start: Vec<bool>) -> Self {
        Designs {
            bits: start.len(),
            start,
            symmetric_products: flats.iter().all(|flat| multiplies(flat)),
            flats,
        }
    }

    /// An empty graph. If all designs multiply with the operator, products do not depend on the order of their factors. If one of them
    /// multiplies by shifts and additions, products are sums of rows, which are more similar to it.
    pub fn graph(&self) -> Graph {
        match self.symmetric_products {
            true => Graph::with_symmetric_products(),
            false => Graph::new(),
        }
    }

    /// Inputs but the clock, with their widths.
    pub fn inputs(&self) -> Vec<(String, u32)> {
        let flat = self.flats[0];
        let clock = flat.clock_port();
        let inputs = flat
            .ports()
            .filter(|(id, net)| net.kind == NetKind::Input && Some(*id) != clock);
        inputs.map(|(_, net)| (net.name.clone(), net.width)).collect()
    }

    /// The state at power-up.
    pub fn power_up<B: Bit>(&self) -> Vec<B> {
        self.start.iter().map(|bit| B::constant(*bit)).collect()
    }

    /// The number of state bits of the designs before one.
    pub fn bits_before(&self, design: usize) -> usize {
        let others = self.flats[..design].iter();
        others.map(|flat| DesignState::<Edge>::bits(flat) as usize).sum()
    }

    /// The bits of each register in the state.
    pub fn registers(&self) -> Vec<Range<usize>> {
        let mut found = vec![];
        for (design, flat) in self.flats.iter().enumerate() {
            let mut first = self.bits_before(design);
            for register in &flat.module.registers {
                let width = flat.module.net_ref(register.q).width as usize;
                found.push(first..first + width);
                first += width;
            }
        }
        found
    }

    /// One clock. Inputs not given are 0.
    pub fn clock<B: Bit>(&self, inputs: &InputBits<B>, state: &[B]) -> ClockCycle<B> {
        let mut bits = state.iter().cloned();
        let (mut nets, mut all) = (vec![], vec![]);
        for flat in &self.flats {
            let state = DesignState::from_bits(flat, || bits.next().unwrap_or(B::constant(false)));
            let input = |id| {
                let net = flat.module.net_ref(id);
                let zeros = || vec![B::constant(false); net.width as usize];
                inputs.get(&net.name).cloned().unwrap_or_else(zeros)
            };
            let values = settle(flat, input, &state);
            all.extend(tick(flat, &values, &state).to_bits());
            nets.push(values);
        }
        ClockCycle { nets, next: all }
    }

    /// The bits of the outputs of the first two designs.
    pub fn outputs<B: Bit>(&self, clock: &ClockCycle<B>) -> Vec<(B, B)> {
        let (left, right) = (self.flats[0], self.flats[1]);
        let outputs = left.ports().filter(|(_, net)| net.kind == NetKind::Output);
        let words = outputs.filter_map(|(id, net)| {
            let other = right.port(&net.name)?;
            Some((&clock.nets[0][id.0 as usize], &clock.nets[1][other.0 as usize]))
        });
        words
            .flat_map(|(left, right)| left.iter().cloned().zip(right.iter().cloned()))
            .collect()
    }
}

fn multiplies(flat: &Flat) -> bool {
    let mut exprs = flat.module.exprs().iter();
    exprs.any(|expr| matches!(expr.kind, ExprKind::Binary(BinaryOp::Mul, ..)))
}

/// Clocks with free inputs.
#[derive(Default)]
pub struct FreeInputs {
    /// For each clock: name, width, number of the first bit among the graph's inputs.
    clocks: Vec<Vec<(String, u32, u32)>>,
}

impl FreeInputs {
    /// The inputs of one more clock.
    pub fn clock(&mut self, designs: &Designs, graph: &Graph) -> InputBits<Edge> {
        let mut words = InputBits::new();
        let mut clock = vec![];
        for (name, width) in designs.inputs() {
            clock.push((name.clone(), width, graph.input_count()));
            words.insert(name, graph.inputs(width));
        }
        self.clocks.push(clock);
        words
    }

    /// Their values, where those of the graph's inputs are known.
    pub fn values(&self, inputs: &[bool]) -> Trace {
        let bit = |i: u32| inputs.get(i as usize).copied().unwrap_or(false);
        let word = |(name, width, first): &(String, u32, u32)| {
            let bits = (*first..first + width).map(bit);
            (name.clone(), number(bits))
        };
        let clocks = self.clocks.iter();
        clocks.map(|clock| clock.iter().map(word).collect()).collect()
    }
}
