//! A unit on its engine, driven cycle by cycle, so that several units can run under one clock.

use super::Pipelined;
use super::case::Case;
use super::run::Running;
use super::scoreboard::{CaseSource, Next};
use super::work::Worker;
use crate::{Hardware, Job, Refusal, RunOptions, RunReport};
use lanesmith_sim::testbench::TestbenchFault;
use std::cell::RefCell;
use std::rc::Rc;

/// A unit that executes cases cycle by cycle: its hardware, testbench and waves.
pub trait ExecutionLane {
    /// Holds the reset; instructions in flight have no results.
    fn reset(&mut self, cycles: u32) -> Result<(), TestbenchFault>;
    /// One cycle, in which the source may be asked for a case.
    fn cycle(&mut self) -> Result<(), TestbenchFault>;
    /// The report of the cycles so far, whose last one may have had a fault. An error is about writing the waves.
    fn finish(self: Box<Self>, fault: Option<TestbenchFault>) -> Result<RunReport, Refusal>;
}

/// A source that keeps the cases it gave.
struct Recorded<'a> {
    source: Box<dyn CaseSource + 'a>,
    cases: Rc<RefCell<Vec<Case>>>,
}

impl CaseSource for Recorded<'_> {
    fn next_case(&mut self) -> Next {
        let next = self.source.next_case();
        if let Next::Case(case) = &next {
            self.cases.borrow_mut().push(case.clone());
        }
        next
    }

    fn result(&mut self, d: u32) {
        self.source.result(d);
    }
}

struct PipelinedLane<'a, P: Pipelined> {
    worker: Worker<'a, P>,
    running: Running<P, Recorded<'a>>,
    cases: Rc<RefCell<Vec<Case>>>,
}

/// Fresh hardware of a unit on the cases of a source. Errors: an engine that can't be had, waves that can't be written.
pub fn lane<'a, P: Pipelined>(
    unit: P,
    hardware: &'a Hardware,
    run: &'a RunOptions<'a>,
    source: Box<dyn CaseSource + 'a>,
) -> Result<Box<dyn ExecutionLane + 'a>, Refusal> {
    let worker = Worker {
        style: unit,
        hardware,
        run,
    };
    let cases: Rc<RefCell<Vec<Case>>> = Rc::default();
    let recorded = Recorded {
        source,
        cases: cases.clone(),
    };
    let running = Running::new(unit, run.engine(hardware)?, &Job::from(run), recorded)?;
    Ok(Box::new(PipelinedLane { worker, running, cases }))
}

impl<P: Pipelined> ExecutionLane for PipelinedLane<'_, P> {
    fn reset(&mut self, cycles: u32) -> Result<(), TestbenchFault> {
        self.running.reset(cycles)
    }

    fn cycle(&mut self) -> Result<(), TestbenchFault> {
        self.running.run(Some(1)).map(|_| ())
    }

    fn finish(self: Box<Self>, fault: Option<TestbenchFault>) -> Result<RunReport, Refusal> {
        let run = self.running.finish(fault, false)?;
        let cases = self.cases.take();
        Ok(self.worker.report(run, cases.into_iter()))
    }
}
