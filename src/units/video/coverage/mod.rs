//! The SIMD video ALU and its core: stimulus that walks the bins, and what was hit.

pub(crate) mod cover;
mod dot;
mod walk;

pub(crate) use walk::Walk;

use crate::units::video::testbench::{Case, Next, Source};
use std::collections::VecDeque;

/// Cases whose right results are noted as they come back.
pub(crate) struct Noted<I> {
    cases: I,
    outstanding: VecDeque<Case>,
    pub(crate) hits: cover::Hits,
}

impl<I: Iterator<Item = Case>> Noted<I> {
    pub(crate) fn new(cases: I) -> Self {
        Noted {
            cases,
            outstanding: VecDeque::new(),
            hits: Default::default(),
        }
    }
}

impl<I: Iterator<Item = Case>> Source for Noted<I> {
    fn next_case(&mut self) -> Next {
        let Some(case) = self.cases.next() else {
            return Next::Done;
        };
        self.outstanding.push_back(case.clone());
        Next::Case(case)
    }

    fn result(&mut self, _d: u32) {
        if let Some(case) = self.outstanding.pop_front() {
            cover::note(&mut self.hits, &case);
        }
    }
}
