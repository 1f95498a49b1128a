//! The order in which executed instructions go to the units: that of the execution. An instruction that needs a result waits for it.

use super::step::Step;
use crate::unit::pipelined::{CaseSource, Next};
use crate::units::ptx::PtxUnit;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ptr;
use std::rc::Rc;

/// The steps of an execution on their way through the units. Steps are numbered from 0 in the order of the execution.
#[derive(Default)]
pub(super) struct Issue {
    /// The number of the first step in `steps`; all earlier ones have their results.
    first: u64,
    /// Each with whether it has its result.
    steps: VecDeque<(Step, bool)>,
    /// The steps that no unit has been given, in order.
    waiting: VecDeque<u64>,
    /// The steps without a result in units, in order.
    under_way: Vec<u64>,
    /// Whether no more steps come.
    is_closed: bool,
}

impl Issue {
    /// Adds a step behind all others.
    pub(super) fn push(&mut self, step: Step) {
        self.waiting.push_back(self.first + self.steps.len() as u64);
        self.steps.push_back((step, false));
    }

    /// The steps that no unit has been given.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// No more steps come.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
    }

    /// Whether all steps have their results.
    pub(super) fn is_over(&self) -> bool {
        self.waiting.is_empty() && self.under_way.is_empty()
    }

    /// After a reset: the steps under way have no results and are given to the units again.
    pub(super) fn lose(&mut self) {
        for step in self.under_way.drain(..).rev() {
            self.waiting.push_front(step);
        }
    }

    /// The earliest step of a unit without a result.
    pub(super) fn earliest(&self, unit: &PtxUnit) -> Option<&Step> {
        let earliest = self.under_way.iter().find(|step| self.is_of(**step, unit));
        earliest.map(|step| self.step(*step))
    }

    fn step(&self, step: u64) -> &Step {
        &self.steps[(step - self.first) as usize].0
    }

    fn is_of(&self, step: u64, unit: &PtxUnit) -> bool {
        ptr::eq(self.step(step).unit, unit)
    }

    fn is_done(&self, step: u64) -> bool {
        step < self.first || self.steps[(step - self.first) as usize].1
    }
}

/// The steps of one unit.
pub(super) struct Feed {
    /// The steps of all units.
    pub(super) issue: Rc<RefCell<Issue>>,
    /// The unit.
    pub(super) unit: &'static PtxUnit,
}

impl CaseSource for Feed {
    fn next_case(&mut self) -> Next {
        let mut issue = self.issue.borrow_mut();
        let Some(&next) = issue.waiting.front() else {
            return if issue.is_closed { Next::Done } else { Next::Later };
        };
        let Step { needs, case, .. } = issue.step(next);
        if !issue.is_of(next, self.unit) || !needs.iter().all(|needed| issue.is_done(*needed)) {
            return Next::Later;
        }
        let case = case.clone();
        issue.waiting.pop_front();
        issue.under_way.push(next);
        Next::Case(case)
    }

    fn result(&mut self, _: u32) {
        let issue = &mut *self.issue.borrow_mut();
        // The scoreboard has compared the value with golden's, with which the other steps are prepared.
        let own = issue.under_way.iter().position(|step| issue.is_of(*step, self.unit));
        if let Some(earliest) = own {
            let step = issue.under_way.remove(earliest);
            issue.steps[(step - issue.first) as usize].1 = true;
        }
        while issue.steps.front().is_some_and(|(_, is_done)| *is_done) {
            issue.steps.pop_front();
            issue.first += 1;
        }
    }
}
