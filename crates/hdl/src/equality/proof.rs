//! The proof that two designs are equal: equal registers, then exploration of the states, then induction over several clocks.

use super::resolve::{Resolved, SIDES};
use super::{Effort, Equality, Reason, Undecided};
use crate::error::InvariantError;
use crate::sequential::correspondence::Search;
use crate::sequential::machine::{ClockCycle, Designs, FreeInputs};
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
    /// An invariant is not decided in time.
    Late(String),
    /// There was no time to find them.
    Unrelated,
}

/// A pair of designs, the verdict so far, and the time limit.
pub struct Prover<'a> {
    pub pair: &'a Designs<'a>,
    pub invariants: &'a [Resolved<'a>],
    pub effort: Effort,
    /// The end of the time limit.
    pub deadline: Instant,
    /// States that no run leaves, if they were found.
    pub reached: Option<ReachedStates>,
}

impl Prover<'_> {
    pub fn prove(&self) -> Result<Equality, InvariantError> {
        if self.invariants.is_empty() && self.steps_alike() {
            return Ok(Equality::Proved);
        }
        let mut values = Values::new(self.pair, self.effort.states);
        let (candidates, found) = simulate(self.pair, SEED, |seen| {
            values.add(seen.state);
            self.see(seen)
        });
        if let Some(trace) = found.transpose()? {
            // The solver may know a shorter run.
            let mut bounded = Bounded::new(self);
            let clocks = self.effort.clocks.min(trace.len().saturating_sub(1));
            let shorter = (0..clocks).find_map(|_| match bounded.outputs_differ() {
                EquivalenceVerdict::Refuted(inputs) => Some(bounded.free.values(&inputs)),
                _ => None,
            });
            return Ok(Equality::Refuted(shorter.unwrap_or(trace)));
        }
        let (alike, mut late) = match self.registers(candidates.clone())? {
            Registers::Proved => return Ok(Equality::Proved),
            Registers::Late(question) => return Ok(self.unknown(0, Some(question))),
            Registers::Alike(alike) => (alike, None),
            Registers::Unrelated => {
                let mut none = Classes::unknown(self.pair.bits);
                (0..self.pair.bits).for_each(|bit| none.isolate(bit));
                if let Some(question) = self.check_invariants(&none)? {
                    return Ok(self.unknown(0, Some(question)));
                }
                (none, Some("which registers always have the same value".to_owned()))
            }
        };
        if !values.are_many() {
            let tracked: BTreeSet<usize> = alike.representatives().into_iter().flatten().collect();
            match self.explore(&alike, tracked.into_iter().collect(), true, self.half()) {
                Explored::Closed(_) => return Ok(Equality::Proved),
                Explored::Differ(trace) => return Ok(Equality::Refuted(trace)),
                Explored::Unfinished => {}
            }
        }
        let mut strongest = None;
        for tracked in self.tracked(&candidates, &values) {
            if let Some((prover, alike)) = self.restricted(candidates.clone(), tracked) {
                if prover.follows(&alike, 0) == EquivalenceVerdict::Proved {
                    return Ok(Equality::Proved);
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
                EquivalenceVerdict::Proved => return Ok(Equality::Proved),
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
                EquivalenceVerdict::Refuted(inputs) => return Ok(Equality::Refuted(bounded.free.values(&inputs))),
                EquivalenceVerdict::NotProved => {
                    return Ok(self.unknown(clocks, Some(format!("whether outputs can differ in clock {clocks}"))));
                }
            }
        }
        Ok(self.unknown(self.effort.clocks, late))
    }

    /// The time that a step may take: half of what is left, so that there is some for the steps behind it.
    pub(super) fn half(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()) / 2
    }

    /// Finds registers that are always equal, and tries to prove equality with them.
    fn registers(&self, candidates: Classes) -> Result<Registers, InvariantError> {
        let deadline = Instant::now() + self.half();
        let mut outcome = Ok(Registers::Unrelated);
        for depth in DEPTHS {
            let search = Search {
                designs: self.pair,
                invariant: &|clock, state| self.assumption(clock, state),
                depth,
                time: deadline.saturating_duration_since(Instant::now()),
                seed: SEED,
            };
            let Some(alike) = search.run(candidates.clone()) else {
                break;
            };
            outcome = match self.check_invariants(&alike) {
                Err(error) => Err(error),
                Ok(Some(question)) => Ok(Registers::Late(question)),
                Ok(None) if self.follows(&alike, 0) == EquivalenceVerdict::Proved => return Ok(Registers::Proved),
                Ok(None) => Ok(Registers::Alike(alike)),
            };
        }
        outcome
    }

    /// A run in which outputs differ or an invariant fails.
    fn see(&self, seen: &Seen) -> Option<Result<Trace, InvariantError>> {
        for (number, invariant) in self.invariants.iter().enumerate() {
            let fails = !invariant.holds(seen.clock, seen.state).0[0];
            if fails != 0 {
                return Some(Err(self.fails(number, seen.trace(fails))));
            }
        }
        let outputs = self.pair.outputs(seen.clock);
        let differ = outputs.iter().fold(0, |any, (x, y)| any | (x.0[0] ^ y.0[0]));
        (differ != 0).then(|| Ok(seen.trace(differ)))
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

    fn fails(&self, number: usize, trace: Trace) -> InvariantError {
        InvariantError::Fails {
            invariant: self.invariants[number].name.to_owned(),
            trace,
        }
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

    /// All invariants in a clock.
    pub(super) fn assumption(&self, clock: &ClockCycle<Edge>, state: &[Edge]) -> Edge {
        let holds = |all: Edge, invariant: &Resolved| all.and(&invariant.holds(clock, state));
        let reached = self.reached.as_ref().map(|reached| reached.holds(state));
        self.invariants
            .iter()
            .fold(reached.unwrap_or(Edge::Constant(true)), holds)
    }

    /// Whether outputs are equal in the clock after `clocks` clocks with equal outputs, from any state in which bits are alike and
    /// invariants hold.
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
            assumption = assumption.and(&self.assumption(&clock, &state));
            last = self.pair.outputs(&clock);
            state = clock.next;
        }
        self.decide(&graph, last, &assumption)
    }

    /// Whether all invariants hold at power-up and follow from a clock to the next. Gives the question that no time was left for.
    fn check_invariants(&self, alike: &Classes) -> Result<Option<String>, InvariantError> {
        if self.invariants.is_empty() {
            return Ok(None);
        }
        let late = |number: usize| {
            Ok(Some(format!(
                "whether the invariant \"{}\" always holds",
                self.invariants[number].name
            )))
        };
        let mut bounded = Bounded::new(self);
        match bounded.invariants_fail() {
            Ok(()) => {}
            Err((number, Some(trace))) => return Err(self.fails(number, trace)),
            Err((number, None)) => return late(number),
        }
        let graph = self.pair.graph();
        let mut state = graph.inputs(self.pair.bits as u32);
        alike.unite(&mut state);
        let mut free = FreeInputs::default();
        let first = free.clock(self.pair, &graph);
        let clock = self.pair.clock(&first, &state);
        let assumption = self.assumption(&clock, &state);
        let mut next = clock.next;
        alike.unite(&mut next);
        let second = free.clock(self.pair, &graph);
        let after = self.pair.clock(&second, &next);
        for (number, invariant) in self.invariants.iter().enumerate() {
            let claim = vec![(invariant.holds(&after, &next), Edge::Constant(true))];
            match self.decide(&graph, claim, &assumption) {
                EquivalenceVerdict::Proved => {}
                EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => return late(number),
                EquivalenceVerdict::Refuted(inputs) => {
                    // A run from power-up says more.
                    for _ in 1..self.effort.clocks {
                        if let Err((number, Some(trace))) = bounded.invariants_fail() {
                            return Err(self.fails(number, trace));
                        }
                    }
                    let value = |bits: &[Edge]| self.pair.describe(&SIDES, &graph.evaluate_bits(&inputs, bits));
                    return Err(InvariantError::NotInductive {
                        invariant: invariant.name.to_owned(),
                        before: value(&state),
                        after: value(&next),
                        trace: free.values(&inputs),
                    });
                }
            }
        }
        Ok(None)
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

    /// The next clock, and the state at its beginning.
    fn clock(&mut self) -> (ClockCycle<Edge>, Vec<Edge>) {
        let inputs = self.free.clock(self.prover.pair, &self.graph);
        let clock = self.prover.pair.clock(&inputs, &self.state);
        let before = std::mem::replace(&mut self.state, clock.next.clone());
        (clock, before)
    }

    /// Whether outputs differ in the next clock.
    fn outputs_differ(&mut self) -> EquivalenceVerdict {
        let (clock, _) = self.clock();
        let pairs = different(self.prover.pair.outputs(&clock));
        self.checker.decide(&pairs, self.prover.half())
    }

    /// Whether an invariant fails in the next clock: its number, and the run unless time ran out.
    fn invariants_fail(&mut self) -> Result<(), (usize, Option<Trace>)> {
        let (clock, state) = self.clock();
        for (number, invariant) in self.prover.invariants.iter().enumerate() {
            let claim = (invariant.holds(&clock, &state), Edge::Constant(true));
            match self.checker.decide(&[claim], self.prover.half()) {
                EquivalenceVerdict::Proved => {}
                EquivalenceVerdict::Refuted(inputs) => return Err((number, Some(self.free.values(&inputs)))),
                EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => return Err((number, None)),
            }
        }
        Ok(())
    }
}
