//! Several units under one clock on the instructions that threads execute.

use super::issue::{Feed, Issue};
use super::step::Step;
use crate::sim::EngineKind;
use crate::sim::testbench::TestbenchFault;
use crate::unit::pipelined::{ExecutionLane, RESET};
use crate::unit::{Counterexample, FailingWork, Hardware, Refusal, RunOptions, RunReport, Selection};
use crate::units::ptx::PtxUnit;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// Cycles at the end of a run that detect surplus results.
const DRAIN: u32 = 16;
/// Steps that wait before the hardware runs.
const CHUNK: usize = 4096;

/// A unit with the hardware that executes its instructions.
pub(super) struct Equipped<'h> {
    pub(super) unit: &'static PtxUnit,
    pub(super) hardware: &'h Hardware,
    /// Whether the command line selects it: it has the waves.
    pub(super) is_selected: bool,
}

/// Units under one clock.
pub(super) struct UnitsInLockStep<'h> {
    units: &'h [Equipped<'h>],
    lanes: Vec<Box<dyn ExecutionLane + 'h>>,
    issue: Rc<RefCell<Issue>>,
    reset_at: Option<u64>,
    was_reset: bool,
    cycle: u64,
    /// The first fault, with the index of its unit.
    fault: Option<(usize, TestbenchFault)>,
}

impl<'h> UnitsInLockStep<'h> {
    /// Holds all units in reset for the first time. `others` are the options of units that are not selected: they have no waves.
    pub(super) fn new(
        units: &'h [Equipped<'h>],
        selected: &'h RunOptions<'h>,
        others: &'h RunOptions<'h>,
    ) -> Result<Self, Refusal> {
        let issue: Rc<RefCell<Issue>> = Rc::default();
        let mut lanes = vec![];
        for one in units {
            let feed = Feed {
                issue: issue.clone(),
                unit: one.unit,
            };
            let run = if one.is_selected { selected } else { others };
            lanes.push(one.unit.lane(one.hardware, run, Box::new(feed))?);
        }
        let mut all = UnitsInLockStep {
            units,
            lanes,
            issue,
            reset_at: selected.reset_at,
            was_reset: false,
            cycle: 0,
            fault: None,
        };
        all.each(|lane| lane.reset(RESET));
        Ok(all)
    }

    /// Issues a step; the hardware runs where many wait. After a fault nothing is issued.
    pub(super) fn issue(&mut self, step: Step) {
        if self.fault.is_some() {
            return;
        }
        self.issue.borrow_mut().push(step);
        if self.issue.borrow().waiting() >= CHUNK {
            self.run(|issue| issue.waiting() == 0);
        }
    }

    /// Runs until all steps have results and no more come.
    pub(super) fn finish(mut self) -> Result<RunReport, Refusal> {
        self.issue.borrow_mut().close();
        self.run(Issue::is_over);
        for _ in 0..DRAIN {
            if self.fault.is_none() {
                self.cycle();
            }
        }
        let origin = self.fault.as_ref().and_then(|(faulty, _)| {
            let issue = self.issue.borrow();
            let step = issue.earliest(self.units[*faulty].unit)?;
            Some(step.origin.to_string())
        });
        let mut report = RunReport {
            was_reset: self.was_reset,
            ..RunReport::default()
        };
        for (i, (lane, one)) in self.lanes.into_iter().zip(self.units).enumerate() {
            let own = self.fault.as_ref().filter(|(faulty, _)| *faulty == i);
            let ran = lane.finish(own.map(|(_, fault)| fault.clone()))?;
            report.instructions += ran.instructions;
            report.right += ran.right;
            report.cycles = report.cycles.max(ran.cycles);
            report.dumped = report.dumped.or(ran.dumped);
            report.fault = report.fault.or(match (ran.fault, one.is_selected) {
                (Some((text, Some(work))), false) => {
                    Some((text, Some(Arc::new(OnItsUnit::new(work, one.hardware)) as _)))
                }
                (fault, _) => fault,
            });
        }
        if let (Some((text, _)), Some(origin)) = (&mut report.fault, origin) {
            *text = format!("{origin}: {text}");
        }
        Ok(report)
    }

    /// Runs cycles until `is_over`, or to the first fault.
    fn run(&mut self, is_over: impl Fn(&Issue) -> bool) {
        while self.fault.is_none() && !is_over(&self.issue.borrow()) {
            self.cycle();
        }
    }

    fn cycle(&mut self) {
        if self.reset_at == Some(self.cycle) {
            self.issue.borrow_mut().lose();
            self.each(|lane| lane.reset(1));
            self.was_reset = true;
        }
        self.each(|lane| lane.cycle());
        self.cycle += 1;
    }

    /// Does a step of every lane, up to the first fault.
    fn each(&mut self, step: impl Fn(&mut dyn ExecutionLane) -> Result<(), TestbenchFault>) {
        let mut lanes = self.lanes.iter_mut().enumerate();
        let fault = lanes.find_map(|(i, lane)| Some((i, step(&mut **lane).err()?)));
        self.fault = self.fault.take().or(fault);
    }
}

/// Work that fails on another unit than the selected one.
#[derive(Debug)]
struct OnItsUnit {
    work: Arc<dyn FailingWork>,
    selection: Selection,
    kind: EngineKind,
}

impl OnItsUnit {
    fn new(work: Arc<dyn FailingWork>, hardware: &Hardware) -> Self {
        OnItsUnit {
            work,
            selection: *hardware.selection(),
            kind: hardware.kind(),
        }
    }
}

impl FailingWork for OnItsUnit {
    fn counterexample(&self, _: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String> {
        let hardware = Hardware::new(self.selection, self.kind, None).map_err(|error| error.to_string())?;
        self.work.counterexample(&hardware, folder)
    }
}
