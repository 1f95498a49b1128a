//! Equivalence of a mutant and its original, without claims about the original.

use crate::machine::{NamedWords, NetlistMachine, TransitionSystem};
use crate::{EquivalenceVerdict, Limits, equivalent};
use lanesmith_algebra::{Edge, Graph};
use lanesmith_netlist::{Flat, NetKind};

/// The numbers of clocks of the mutant before the comparison. Each clock excludes states that no clock leads to.
const CLOCKS: [usize; 3] = [0, 1, 2];

/// Whether, after the first clocks, the mutant has the same outputs and next states as the original, from any state and with any
/// inputs. Every run of the mutant is then a run of the original, except for its first clocks.
///
/// `false` does not mean that they differ in a run: they may differ only in unreachable states, or in state that nothing reads.
pub fn is_equal_after_a_clock(original: &Flat, mutant: &Flat, limits: Limits, seed: u64) -> bool {
    let (original, mutant) = (NetlistMachine(original), NetlistMachine(mutant));
    let same_state = original.state_bits() == mutant.state_bits() && original.state_names() == mutant.state_names();
    same_state
        && CLOCKS
            .iter()
            .any(|clocks| are_equal(&original, &mutant, *clocks, limits, seed))
}

/// Whether both have equal outputs and next states from every state after this many clocks of the mutant.
fn are_equal(original: &NetlistMachine, mutant: &NetlistMachine, clocks: usize, limits: Limits, seed: u64) -> bool {
    let graph = Graph::new();
    let inputs = || -> NamedWords {
        let ports = original.inputs().into_iter();
        ports.map(|(name, width)| (name, graph.inputs(width))).collect()
    };
    let mut state = graph.inputs(original.state_bits());
    for _ in 0..clocks {
        state = mutant.step(&inputs(), &state).1;
    }
    let inputs = inputs();
    let (outputs, next) = original.step(&inputs, &state);
    let (others, other) = mutant.step(&inputs, &state);
    let ports = original.0.ports().filter(|(_, net)| net.kind == NetKind::Output);
    let words = ports.filter_map(|(_, net)| outputs.get(&net.name).zip(others.get(&net.name)));
    let bits = words.flat_map(|(x, y)| x.iter().zip(y)).chain(next.iter().zip(&other));
    let differing = bits.filter(|(x, y)| x.literal() != y.literal());
    let pairs: Vec<(Edge, Edge)> = differing.map(|(x, y)| (x.clone(), y.clone())).collect();
    let proved = || equivalent(&graph, &pairs, &Edge::Constant(true), limits, seed).0 == EquivalenceVerdict::Proved;
    pairs.is_empty() || proved()
}
