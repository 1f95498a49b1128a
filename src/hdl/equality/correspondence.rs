//! Which state bits of two designs always have the same value: random runs propose them, and induction proves all of them
//! together (van Eijk, "Sequential equivalence checking based on structural similarities", 2000).

use super::pair::{FreeInputs, Inputs, Pair};
use super::resolve::Resolved;
use super::simulation::{Classes, Lanes, Stimulus};
use crate::algebra::{Bit, Edge, Graph};
use crate::prove::{Incremental, Verdict};
use std::time::{Duration, Instant};

/// So many clocks behind a counterexample separate other bits too.
const CLOCKS: usize = 16;

/// Separates bits until those that are alike in any state, with all `invariants`, are alike in the next one. At power-up all
/// bits are 0, hence alike. Without result if time runs out.
///
/// This is induction: it holds only if the invariants do. They may in turn be proved with the bits alike.
pub fn inductive(
    pair: &Pair,
    invariants: &[Resolved],
    mut classes: Classes,
    time: Duration,
    seed: u64,
) -> Option<Classes> {
    let start = Instant::now();
    loop {
        let left = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero())?;
        let before = classes.clone();
        separate(pair, invariants, &mut classes, left, time / 8, seed)?;
        if classes == before {
            return Some(classes);
        }
    }
}

/// Separates the bits that are alike in some state and not in the next.
fn separate(
    pair: &Pair,
    invariants: &[Resolved],
    classes: &mut Classes,
    time: Duration,
    each: Duration,
    seed: u64,
) -> Option<()> {
    let start = Instant::now();
    let graph = pair.graph();
    let mut state = graph.inputs(pair.bits as u32);
    classes.unite(&mut state);
    let mut free = FreeInputs::default();
    let inputs = free.clock(pair, &graph);
    let clock = pair.clock(&inputs, &state);
    let holds = |all: Edge, invariant: &Resolved| all.and(&invariant.holds(&clock, &state));
    let assumption = invariants.iter().fold(Edge::Constant(true), holds);
    let mut checker = Incremental::under(&graph, &assumption, time, seed).ok()?;
    for (bit, like) in classes.representatives().into_iter().enumerate() {
        let other = like.map_or(Edge::Constant(false), |first| clock.next[first].clone());
        if clock.next[bit].literal() == other.literal() || !classes.are_alike(bit, like) {
            continue;
        }
        let left = time.checked_sub(start.elapsed()).filter(|left| !left.is_zero())?;
        match checker.decide(&[(clock.next[bit].clone(), other)], left.min(each)) {
            Verdict::Proved => {}
            Verdict::Refuted(values) => {
                let value = |edge: &Edge| graph_value(&graph, &values, edge);
                let state: Vec<bool> = state.iter().map(value).collect();
                follow(pair, classes, &state, &free.values(&values)[0], seed);
                // What is refuted is separate now, whatever the simulation shows.
                if classes.are_alike(bit, like) {
                    classes.isolate(bit);
                }
            }
            Verdict::NotProved | Verdict::Vacuous => classes.isolate(bit),
        }
    }
    Some(())
}

/// The value of a state bit, which is an input of the graph or a constant.
fn graph_value(graph: &Graph, values: &[bool], edge: &Edge) -> bool {
    match edge {
        Edge::Constant(value) => *value,
        Edge::Literal(..) => graph
            .input_number(edge)
            .and_then(|number| values.get(number as usize).copied())
            .unwrap_or(false),
    }
}

/// Separates bits that differ in clocks behind a state: in one run with the inputs given at first, in others with random ones.
fn follow(pair: &Pair, classes: &mut Classes, state: &[bool], first: &[(String, u64)], seed: u64) {
    let mut stimulus = Stimulus::new(pair, seed);
    let mut state: Vec<Lanes> = state.iter().map(|bit| Lanes::constant(*bit)).collect();
    for clock in 0..CLOCKS {
        let mut inputs: Inputs<Lanes> = stimulus.clock();
        if clock == 0 {
            for (name, value) in first {
                for (i, plane) in inputs.get_mut(name).into_iter().flatten().enumerate() {
                    plane.0[0] = plane.0[0] & !1 | value >> i & 1;
                }
            }
        }
        state = pair.clock(&inputs, &state).next;
        classes.separate(&state);
    }
}
