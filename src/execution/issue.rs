//! The order in which the steps of a module go to the units: that of the text. A step that needs a result waits for it.

use super::golden::ExecutedInstruction;
use crate::unit::pipelined::{CaseSource, Next};
use crate::units::ptx::PtxUnit;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::ptr;
use std::rc::Rc;

/// The steps of a module on their way through the units.
pub struct Issue {
    steps: Vec<ExecutedInstruction>,
    /// The steps that no unit has been given, in order.
    waiting: VecDeque<usize>,
    /// The steps without a result in units, in order.
    under_way: Vec<usize>,
    /// For each step whether it has its result.
    done: Vec<bool>,
}

impl Issue {
    /// All steps wait.
    pub fn new(steps: &[ExecutedInstruction]) -> Rc<RefCell<Self>> {
        Rc::new(RefCell::new(Issue {
            waiting: (0..steps.len()).collect(),
            under_way: vec![],
            done: vec![false; steps.len()],
            steps: steps.to_vec(),
        }))
    }

    /// Whether all steps have their results.
    pub fn is_over(&self) -> bool {
        self.waiting.is_empty() && self.under_way.is_empty()
    }

    /// After a reset: the steps under way have no results and are given to the units again.
    pub fn lose(&mut self) {
        for step in self.under_way.drain(..).rev() {
            self.waiting.push_front(step);
        }
    }

    fn is_of(&self, step: usize, unit: &PtxUnit) -> bool {
        ptr::eq(self.steps[step].unit, unit)
    }
}

/// The steps of one unit.
pub struct Feed {
    /// The steps of all units.
    pub issue: Rc<RefCell<Issue>>,
    /// The unit.
    pub unit: &'static PtxUnit,
}

impl CaseSource for Feed {
    fn next_case(&mut self) -> Next {
        let mut issue = self.issue.borrow_mut();
        if !issue.waiting.iter().any(|step| issue.is_of(*step, self.unit)) {
            return Next::Done;
        }
        let next = issue.waiting[0];
        let ExecutedInstruction { needs, case, .. } = &issue.steps[next];
        if !issue.is_of(next, self.unit) || !needs.iter().all(|needed| issue.done[*needed]) {
            return Next::Later;
        }
        let case = case.clone();
        issue.waiting.pop_front();
        issue.under_way.push(next);
        Next::Case(case)
    }

    fn result(&mut self, _: u32) {
        let mut issue = self.issue.borrow_mut();
        // The scoreboard has compared the value with golden's, with which the other steps are prepared.
        let own = issue.under_way.iter().position(|step| issue.is_of(*step, self.unit));
        if let Some(earliest) = own {
            let step = issue.under_way.remove(earliest);
            issue.done[step] = true;
        }
    }
}
