//! The proof that two designs are equal: equal registers, then exploration of the states, then induction over several clocks.

use super::{Effort, Equality, Reason, Undecided};
use crate::sequential::correspondence::Search;
use crate::sequential::machine::{Designs, FreeInputs};
use crate::sequential::reachable::{Explored, ReachedStates};
use crate::sequential::simulation::{Classes, Seen, Values, simulate};
use crate::sequential::trace::Trace;
use lanesmith_algebra::{Bit, Edge, Graph};
use lanesmith_prove::machine::{NetlistMachine, TransitionSystem};
use lanesmith_prove::{EquivalenceVerdict, Incremental};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The seed of random patterns and runs. It does not affect the verdict unless time runs out.
pub(super) const SEED: u64 = 1;

/// The depths of the induction that proves registers equal, in clocks. A greater one is tried if a smaller one does not prove the
/// outputs equal.
const DEPTHS: [usize; 3] = [1, 2, 4];

/// The conclusion from registers that are always equal.
enum Registers {
    /// Outputs are always equal.
    Proved,
    /// Registers are equal, which does not prove the outputs equal.
    Alike(Classes),
    /// There was no time to find them.
    Unrelated,
}

/// A pair of designs, the verdict so far, and the time limit.
pub struct Prover<'a> {
    pub pair: &'a Designs<'a>,
    pub effort: Effort,
    /// The end of the time limit.
    pub deadline: Instant,
    /// States that no run leaves, if they were found.
    pub reached: Option<ReachedStates>,
}

impl Prover<'_> {
    pub fn prove(&self) -> Equality {
        if self.steps_alike() {
            return Equality::Proved;
        }
        let mut values = Values::new(self.pair, self.effort.states);
        let (candidates, found) = simulate(self.pair, SEED, |seen| {
            values.add(seen.state);
            self.see(seen)
        });
        if let Some(trace) = found {
            // The solver may know a shorter run.
            let mut bounded = Bounded::new(self);
            let clocks = self.effort.clocks.min(trace.len().saturating_sub(1));
            let shorter = (0..clocks).find_map(|_| match bounded.outputs_differ() {
                EquivalenceVerdict::Refuted(inputs) => Some(bounded.free.values(&inputs)),
                _ => None,
            });
            return Equality::Refuted(shorter.unwrap_or(trace));
        }
        let (alike, mut late) = match self.registers(&candidates) {
            Registers::Proved => return Equality::Proved,
            Registers::Alike(alike) => (alike, None),
            Registers::Unrelated => {
                let mut none = Classes::unknown(self.pair.bits);
                (0..self.pair.bits).for_each(|bit| none.isolate(bit));
                (none, Some("which registers always have the same value".to_owned()))
            }
        };
        if !values.are_many() {
            let tracked: BTreeSet<usize> = alike.representatives().into_iter().flatten().collect();
            match self.explore(&alike, tracked.into_iter().collect(), true, self.half()) {
                Explored::Closed(_) => return Equality::Proved,
                Explored::Differ(trace) => return Equality::Refuted(trace),
                Explored::Unfinished => {}
            }
        }
        let mut strongest = None;
        for tracked in self.tracked(&candidates, &values) {
            if let Some((prover, alike)) = self.restricted(candidates.clone(), tracked) {
                if prover.follows(&alike, 0) == EquivalenceVerdict::Proved {
                    return Equality::Proved;
                }
                strongest = Some((prover, alike));
            }
        }
        let (prover, alike) = strongest
            .as_ref()
            .map_or((self, &alike), |(prover, alike)| (prover, alike));
        let mut bounded = Bounded::new(self);
        for clocks in 0..=self.effort.clocks {
            match prover.follows(alike, clocks) {
                EquivalenceVerdict::Proved => return Equality::Proved,
                EquivalenceVerdict::NotProved => {
                    late = Some(format!(
                        "whether equal outputs follow from {clocks} clocks with equal outputs"
                    ))
                }
                EquivalenceVerdict::Refuted(_) | EquivalenceVerdict::Vacuous => {}
            }
            if clocks == self.effort.clocks {
                break;
            }
            match bounded.outputs_differ() {
                EquivalenceVerdict::Proved | EquivalenceVerdict::Vacuous => {}
                EquivalenceVerdict::Refuted(inputs) => return Equality::Refuted(bounded.free.values(&inputs)),
                EquivalenceVerdict::NotProved => {
                    return self.unknown(clocks, Some(format!("whether outputs can differ in clock {clocks}")));
                }
            }
        }
        self.unknown(self.effort.clocks, late)
    }

    /// The time that a step may take: half of what is left, so that there is some for the steps behind it.
    pub(super) fn half(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()) / 2
    }

    /// Finds registers that are always equal, and tries to prove equality with them.
    fn registers(&self, candidates: &Classes) -> Registers {
        let deadline = Instant::now() + self.half();
        let mut outcome = Registers::Unrelated;
        for depth in DEPTHS {
            let search = Search {
                designs: self.pair,
                invariant: &|state| self.assumption(state),
                depth,
                time: deadline.saturating_duration_since(Instant::now()),
                seed: SEED,
            };
            let Some(alike) = search.run(candidates.clone()) else {
                break;
            };
            if self.follows(&alike, 0) == EquivalenceVerdict::Proved {
                return Registers::Proved;
            }
            outcome = Registers::Alike(alike);
        }
        outcome
    }

    /// A run in which outputs differ.
    fn see(&self, seen: &Seen) -> Option<Trace> {
        let outputs = self.pair.outputs(seen.clock);
        let differ = outputs.iter().fold(0, |any, (x, y)| any | (x.0[0] ^ y.0[0]));
        (differ != 0).then(|| seen.trace(differ))
    }

    fn unknown(&self, equal_clocks: usize, late: Option<String>) -> Equality {
        let reason = match late {
            Some(question) => Reason::Time {
                question,
                time: self.effort.time,
            },
            None => Reason::NoInduction { clocks: equal_clocks },
        };
        Equality::Unknown(Undecided { equal_clocks, reason })
    }

    fn decide(&self, graph: &Graph, pairs: Vec<(Edge, Edge)>, assumption: &Edge) -> EquivalenceVerdict {
        let pairs = different(pairs);
        if pairs.is_empty() {
            return EquivalenceVerdict::Proved;
        }
        match Incremental::under(graph, assumption, self.half(), SEED) {
            Ok(mut checker) => checker.decide(&pairs, self.half()),
            Err(verdict) => verdict,
        }
    }

    /// Whether both have the same registers and go from any state to the same outputs and next state.
    fn steps_alike(&self) -> bool {
        let (left, right) = (self.pair.flats[0], self.pair.flats[1]);
        let starts_alike = left.power_up_bits() == right.power_up_bits();
        if !starts_alike || NetlistMachine(left).state_names() != NetlistMachine(right).state_names() {
            return false;
        }
        let graph = self.pair.graph();
        let inputs = FreeInputs::default().clock(self.pair, &graph);
        let half = graph.inputs(self.pair.bits as u32 / 2);
        let state = [&half[..], &half[..]].concat();
        let clock = self.pair.clock(&inputs, &state);
        let mut pairs = self.pair.outputs(&clock);
        let (next, other) = clock.next.split_at(half.len());
        pairs.extend(next.iter().cloned().zip(other.iter().cloned()));
        self.decide(&graph, pairs, &Edge::Constant(true)) == EquivalenceVerdict::Proved
    }

    /// The condition on the state that runs reach, if it was found.
    pub(super) fn assumption(&self, state: &[Edge]) -> Edge {
        let reached = self.reached.as_ref().map(|reached| reached.holds(state));
        reached.unwrap_or(Edge::Constant(true))
    }

    /// Whether outputs are equal in the clock after `clocks` clocks with equal outputs, from any state in which bits are alike.
    fn follows(&self, alike: &Classes, clocks: usize) -> EquivalenceVerdict {
        let graph = self.pair.graph();
        let mut state = graph.inputs(self.pair.bits as u32);
        let (mut free, mut assumption) = (FreeInputs::default(), Edge::Constant(true));
        let mut last = vec![];
        for _ in 0..=clocks {
            assumption = last.iter().fold(assumption, same);
            alike.unite(&mut state);
            let inputs = free.clock(self.pair, &graph);
            let clock = self.pair.clock(&inputs, &state);
            assumption = assumption.and(&self.assumption(&state));
            last = self.pair.outputs(&clock);
            state = clock.next;
        }
        self.decide(&graph, last, &assumption)
    }
}

/// The pairs whose bits are not the same node.
fn different(pairs: Vec<(Edge, Edge)>) -> Vec<(Edge, Edge)> {
    let differ = |(x, y): &(Edge, Edge)| x.literal() != y.literal();
    pairs.into_iter().filter(differ).collect()
}

fn same(all: Edge, (x, y): &(Edge, Edge)) -> Edge {
    all.and(&x.xor(y).not())
}

/// Clocks from power-up, one after the other.
struct Bounded<'a> {
    prover: &'a Prover<'a>,
    graph: Graph,
    checker: Incremental,
    state: Vec<Edge>,
    free: FreeInputs,
}

impl<'a> Bounded<'a> {
    fn new(prover: &'a Prover<'a>) -> Self {
        let graph = prover.pair.graph();
        Bounded {
            prover,
            checker: Incremental::new(&graph, SEED),
            graph,
            state: prover.pair.power_up(),
            free: FreeInputs::default(),
        }
    }

    /// Whether outputs differ in the next clock.
    fn outputs_differ(&mut self) -> EquivalenceVerdict {
        let inputs = self.free.clock(self.prover.pair, &self.graph);
        let clock = self.prover.pair.clock(&inputs, &self.state);
        self.state = clock.next.clone();
        let pairs = different(self.prover.pair.outputs(&clock));
        self.checker.decide(&pairs, self.prover.half())
    }
}
