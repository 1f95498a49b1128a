//! Inputs that take a branch, and proofs that none do.

use super::plan::{ComparisonPlan, bits, start};
use crate::sequential::correspondence::Search;
use crate::sequential::machine::{Designs, FreeInputs};
use crate::sequential::simulation::{Classes, simulate};
use crate::sequential::trace::Trace;
use lanesmith_algebra::{Bit, Edge};
use lanesmith_netlist::NetId;
use lanesmith_prove::{EquivalenceVerdict, Incremental};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The seed of random patterns and runs.
const SEED: u64 = 1;
/// The number of clocks without the branch that the induction assumes.
const INDUCTION: usize = 4;

/// The result of a search.
pub enum Found {
    /// Inputs that take at least this branch in their last clock.
    Inputs(Trace),
    /// No inputs take any of the branches in this many clocks.
    Nothing,
    /// Time ran out.
    Late,
}

/// Questions about the branches of a plan.
pub struct Reach<'a> {
    plan: &'a ComparisonPlan,
    designs: Designs<'a>,
    clocks: usize,
}

impl<'a> Reach<'a> {
    /// Questions about this many clocks.
    pub fn new(plan: &'a ComparisonPlan, clocks: usize) -> Self {
        Reach {
            plan,
            designs: Designs::starting(vec![&plan.probed], bits(&start(&plan.probed))),
            clocks,
        }
    }

    fn net(&self, branch: usize) -> NetId {
        self.plan.branches[branch].1
    }

    /// Looks for inputs that take one of the branches, from a state or from power-up. Clocks in which no inputs do are
    /// `looked_at`.
    pub fn find(
        &self,
        from: Option<&[bool]>,
        branches: &BTreeSet<usize>,
        deadline: Instant,
        looked_at: &mut usize,
    ) -> Found {
        let graph = self.designs.graph();
        let mut checker = Incremental::new(&graph, SEED);
        let mut state: Vec<Edge> = match from {
            Some(bits) => bits.iter().map(|bit| Edge::Constant(*bit)).collect(),
            None => self.designs.power_up(),
        };
        let mut free = FreeInputs::default();
        *looked_at = 0;
        for _ in 0..self.clocks {
            let inputs = free.clock(&self.designs, &graph);
            let clock = self.designs.clock(&inputs, &state);
            for branch in branches {
                let Some(left) = left(deadline) else {
                    return Found::Late;
                };
                let taken = clock.nets[0][self.net(*branch).0 as usize][0].clone();
                match checker.decide(&[(taken, Edge::Constant(false))], left) {
                    EquivalenceVerdict::Proved => {}
                    EquivalenceVerdict::Refuted(inputs) => return Found::Inputs(free.values(&inputs)),
                    EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => return Found::Late,
                }
            }
            state = clock.next;
            *looked_at += 1;
        }
        Found::Nothing
    }

    /// State bits that are always alike, or always 0.
    pub fn invariant(&self, deadline: Instant) -> Option<Classes> {
        let (candidates, _) = simulate(&self.designs, SEED, |_| None::<()>);
        let search = Search {
            designs: &self.designs,
            invariant: &|_| Edge::Constant(true),
            depth: 1,
            time: left(deadline)?,
            seed: SEED,
        };
        search.run(candidates)
    }

    /// Whether no inputs ever take a branch, by induction over at most [`INDUCTION`] clocks. The caller knows that none take it in
    /// the first `looked_at` clocks from power-up.
    pub fn is_unreachable(&self, branch: usize, alike: Option<&Classes>, looked_at: usize, deadline: Instant) -> bool {
        let graph = self.designs.graph();
        let mut state = graph.inputs(self.designs.bits as u32);
        let mut free = FreeInputs::default();
        let mut never = Edge::Constant(true);
        for _ in 0..=looked_at.min(INDUCTION) {
            if let Some(alike) = alike {
                alike.unite(&mut state);
            }
            let inputs = free.clock(&self.designs, &graph);
            let clock = self.designs.clock(&inputs, &state);
            let taken = &clock.nets[0][self.net(branch).0 as usize][0];
            let Some(left) = left(deadline) else {
                return false;
            };
            let claim = [(taken.clone(), Edge::Constant(false))];
            let proved = Incremental::under(&graph, &never, left, SEED)
                .is_ok_and(|mut checker| checker.decide(&claim, left) == EquivalenceVerdict::Proved);
            if proved {
                return true;
            }
            never = never.and(&taken.not());
            state = clock.next;
        }
        false
    }
}

fn left(deadline: Instant) -> Option<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    (!left.is_zero()).then_some(left)
}
