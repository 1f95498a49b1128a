//! Stimulus for the bins of a cross, and the bins that correct results hit.

use super::case::Case;
use super::scoreboard::{CaseSource, Next};
use super::{CaseStream, Pipelined};
use lanesmith_sim::cover::Cross;
use lanesmith_sim::testbench::Random;
use std::collections::VecDeque;

/// Cases that hit the bins of a cross in an order that the seed decides; every third one is another.
pub struct CoverageWalk<A> {
    random: Random,
    others: Box<dyn CaseStream>,
    aim: A,
    bins: Vec<usize>,
    place: usize,
    count: usize,
}

impl<A: FnMut(usize, &mut Random) -> Case> CoverageWalk<A> {
    /// Walks those bins of `cross` that `is_within` accepts; `aim` makes a case that hits one. The cases between are random ones.
    pub fn new(unit: &impl Pipelined, seed: u64, cross: &Cross, is_within: impl Fn(usize) -> bool, aim: A) -> Self {
        let mut random = Random::new(seed);
        let others = unit.random(random.bits());
        let mut bins: Vec<usize> = cross.bins().filter(|bin| is_within(*bin)).collect();
        random.shuffle(&mut bins);
        CoverageWalk {
            random,
            others,
            aim,
            bins,
            place: 0,
            count: 0,
        }
    }
}

impl<A: FnMut(usize, &mut Random) -> Case> Iterator for CoverageWalk<A> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        self.count += 1;
        if self.count.is_multiple_of(3) {
            return self.others.next();
        }
        let bin = self.bins[self.place];
        self.place = (self.place + 1) % self.bins.len();
        Some((self.aim)(bin, &mut self.random))
    }
}

/// Cases whose right results are noted as they come back.
pub struct Noted<P: Pipelined, I> {
    cases: I,
    outstanding: VecDeque<Case>,
    /// The bins that were hit.
    pub hits: P::Hits,
}

impl<P: Pipelined, I: Iterator<Item = Case>> Noted<P, I> {
    /// Notes the cases of `cases`.
    pub fn new(cases: I) -> Self {
        Noted {
            cases,
            outstanding: VecDeque::new(),
            hits: P::Hits::default(),
        }
    }
}

impl<P: Pipelined, I: Iterator<Item = Case>> CaseSource for Noted<P, I> {
    fn next_case(&mut self) -> Next {
        let Some(case) = self.cases.next() else {
            return Next::Done;
        };
        self.outstanding.push_back(case.clone());
        Next::Case(case)
    }

    fn result(&mut self, _d: u32) {
        if let Some(case) = self.outstanding.pop_front() {
            P::note(&case, &mut self.hits);
        }
    }
}
