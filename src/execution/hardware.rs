//! Several units under one clock on the steps of a module.

use super::issue::{Feed, Issue};
use super::{ExecutedInstruction, PtxExecution};
use crate::sim::EngineKind;
use crate::sim::testbench::TestbenchFault;
use crate::unit::pipelined::{ExecutionLane, RESET};
use crate::unit::{Counterexample, FailingWork, Hardware, Refusal, RunOptions, RunReport, Selection};
use crate::units::ptx::PtxUnit;
use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

/// Cycles at the end of a run that detect surplus results.
const DRAIN: u32 = 16;

/// A unit with the hardware that executes its instructions.
pub(super) struct Equipped<'h> {
    pub(super) unit: &'static PtxUnit,
    pub(super) hardware: &'h Hardware,
    /// Whether the command line selects it: it has the waves.
    pub(super) is_selected: bool,
}

/// Runs the steps of a module on these units, all results compared with golden's.
pub(super) fn run(units: &[Equipped], execution: &PtxExecution, run: &RunOptions) -> Result<RunReport, Refusal> {
    let issue = Issue::new(execution.steps());
    let others = RunOptions {
        waves: None,
        ..run.clone()
    };
    let mut lanes = vec![];
    for one in units {
        let feed = Feed {
            issue: issue.clone(),
            unit: one.unit,
        };
        let run = if one.is_selected { run } else { &others };
        lanes.push(one.unit.lane(one.hardware, run, Box::new(feed))?);
    }
    let mut was_reset = false;
    let fault = drive(&mut lanes, &issue, run.reset_at, &mut was_reset).err();
    let mut report = RunReport {
        was_reset,
        ..RunReport::default()
    };
    for (i, (lane, one)) in lanes.into_iter().zip(units).enumerate() {
        let own = fault.as_ref().filter(|(faulty, _)| *faulty == i);
        let ran = lane.finish(own.map(|(_, fault)| fault.clone()))?;
        report.instructions += ran.instructions;
        report.right += ran.right;
        report.cycles = report.cycles.max(ran.cycles);
        report.dumped = report.dumped.or(ran.dumped);
        report.fault = report.fault.or(match (ran.fault, one.is_selected) {
            (Some((text, Some(work))), false) => Some((text, Some(Arc::new(OnItsUnit::new(work, one.hardware)) as _))),
            (fault, _) => fault,
        });
    }
    Ok(report)
}

/// Runs all lanes to the end of the work. Errors: the first fault, and the lane that has it.
fn drive(
    lanes: &mut [Box<dyn ExecutionLane + '_>],
    issue: &RefCell<Issue>,
    reset_at: Option<u64>,
    was_reset: &mut bool,
) -> Result<(), (usize, TestbenchFault)> {
    let mut each = |step: &dyn Fn(&mut dyn ExecutionLane) -> Result<(), TestbenchFault>| {
        let mut lanes = lanes.iter_mut().enumerate();
        lanes.try_for_each(|(i, lane)| step(&mut **lane).map_err(|fault| (i, fault)))
    };
    each(&|lane| lane.reset(RESET))?;
    let (mut drained, mut cycle) = (0, 0);
    while drained < DRAIN {
        if reset_at == Some(cycle) {
            issue.borrow_mut().lose();
            each(&|lane| lane.reset(1))?;
            *was_reset = true;
        }
        each(&|lane| lane.cycle())?;
        drained += u32::from(issue.borrow().is_over());
        cycle += 1;
    }
    Ok(())
}

/// A sentence about the number of instructions on each unit, where these are not all on the selected one.
pub(super) fn shares(units: &[Equipped], steps: &[ExecutedInstruction]) -> Option<String> {
    let share = |one: &Equipped| {
        let own = steps.iter().filter(|step| std::ptr::eq(step.unit, one.unit)).count();
        format!("{own} on {}", one.hardware.selection().name())
    };
    let all_selected = units.iter().all(|one| one.is_selected);
    let shares: Vec<String> = units.iter().map(share).collect();
    (!all_selected).then(|| format!("instructions by unit: {}", shares.join(", ")))
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
