//! Equivalence of a mutant and its original, without claims about the original.

use crate::agreement::compared;
use crate::machine::{NetlistMachine, TransitionSystem};
use crate::unroll::Unrolling;
use crate::{EquivalenceVerdict, Limits, equivalent};
use lanesmith_algebra::{Edge, Graph};
use lanesmith_netlist::Flat;

/// The numbers of clocks of the mutant before the comparison. Each clock excludes states that no clock leads to.
const CLOCKS: [usize; 3] = [0, 1, 2];

/// Whether, after the first clocks, the mutant has the same outputs and next states as the original, from any state and with any
/// inputs. Every run of the mutant is then a run of the original, except for its first clocks.
///
/// `false` does not mean that they differ in a run: they may differ only in unreachable states, or in state that nothing reads.
pub fn is_equal_after_a_clock(original: &Flat, mutant: &Flat, limits: Limits, seed: u64) -> bool {
    let (original, mutant) = (NetlistMachine(original), NetlistMachine(mutant));
    original.state_names() == mutant.state_names()
        && CLOCKS
            .iter()
            .any(|clocks| are_equal(&original, &mutant, *clocks, limits, seed))
}

/// Whether both have equal outputs and next states from every state after this many clocks of the mutant.
fn are_equal(original: &NetlistMachine, mutant: &NetlistMachine, clocks: usize, limits: Limits, seed: u64) -> bool {
    let graph = Graph::new();
    let mut run = Unrolling::new(mutant, &graph);
    for _ in 0..clocks {
        run.clock(Default::default(), &[]);
    }
    let places: Vec<usize> = (0..run.state.len()).collect();
    let Ok(compared) = compared([original, mutant], &places, &run.fresh_inputs(), &run.state) else {
        return false;
    };
    let pairs = compared.into_iter().map(|(_, pair)| pair);
    let pairs: Vec<(Edge, Edge)> = pairs.filter(|(x, y)| x.literal() != y.literal()).collect();
    let proved = || equivalent(&graph, &pairs, &Edge::Constant(true), limits, seed).0 == EquivalenceVerdict::Proved;
    pairs.is_empty() || proved()
}
