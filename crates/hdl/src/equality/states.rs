//! The steps of the proof that visit states one by one.

use super::proof::{Prover, SEED};
use crate::sequential::correspondence::Search;
use crate::sequential::reachable::{Exploration, Explored};
use crate::sequential::simulation::{Classes, Values};
use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

impl Prover<'_> {
    pub(super) fn explore(&self, alike: &Classes, tracked: Vec<usize>, compares: bool, time: Duration) -> Explored {
        let exploration = Exploration {
            designs: self.pair,
            alike,
            tracked,
            compares,
            most: self.effort.states,
            deadline: Instant::now() + time,
        };
        exploration.run()
    }

    /// Sets of state bits that may be worth following: those of the registers that have few values. Of the first set only registers
    /// with bits that are like none of the other design.
    pub(super) fn tracked(&self, candidates: &Classes, values: &Values) -> Vec<Vec<usize>> {
        let like = candidates.representatives();
        let left_bits = self.pair.bits_before(1);
        let mut sides: HashMap<Option<usize>, BTreeSet<bool>> = HashMap::new();
        for (bit, first) in like.iter().enumerate() {
            sides.entry(*first).or_default().insert(bit < left_bits);
        }
        let is_alone = |bit: usize| like[bit].is_some() && sides[&like[bit]].len() == 1;
        let all: Vec<usize> = values.few().flatten().collect();
        let some = values.few().filter(|bits| bits.clone().any(is_alone));
        let some: Vec<usize> = some.flatten().collect();
        let mut sets = vec![some, all];
        sets.dedup();
        sets.retain(|bits| !bits.is_empty());
        sets
    }

    /// Restricts the proof to states that runs reach, as far as these bits show them. Bits that are alike in random runs and these
    /// states are proved together, by one induction. Returns the bits that are alike, too.
    pub(super) fn restricted(&self, mut alike: Classes, tracked: Vec<usize>) -> Option<(Self, Classes)> {
        let deadline = Instant::now() + self.half();
        let left = || deadline.saturating_duration_since(Instant::now());
        loop {
            let Explored::Closed(reached) = self.explore(&alike, tracked.clone(), false, left()) else {
                return None;
            };
            let prover = Prover {
                reached: Some(reached),
                ..*self
            };
            let search = Search {
                designs: self.pair,
                invariant: &|state| prover.assumption(state),
                depth: 1,
                time: left(),
                seed: SEED,
            };
            let proved = search.run(alike.clone())?;
            if proved == alike {
                return Some((prover, alike));
            }
            alike = proved;
        }
    }
}
