//! One job: hardware, stimulus, verdict, coverage.

use super::coverage::Coverage;
use super::plan::{RegressionJob, RegressionSettings};
use crate::sim::{EngineError, EngineKind};
use crate::unit::{Counterexample, FailingWork, Hardware, Task};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// All results were correct.
    Passed,
    /// Description of the first fault, in several lines.
    Failed(String),
    /// Not run, with the reason.
    Skipped(String),
}

/// Outcome of a job.
#[derive(Clone, Debug)]
pub struct JobResult {
    /// The result.
    pub outcome: JobOutcome,
    /// Instructions with correct results.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
    /// The coverage; only instructions with correct results count.
    pub coverage: Coverage,
    /// Time taken, with compilation.
    pub time: Duration,
    /// The failing case, if any.
    found: Option<Arc<dyn FailingWork>>,
}

impl JobResult {
    /// The counterexample of a failed job, with its waves in `folder`; `None` if the job passed or fresh hardware does not
    /// fail. Errors: the engine is not available, or the folder cannot be written.
    pub fn counterexample(
        &self,
        job: &RegressionJob,
        settings: &RegressionSettings,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        let hardware = job.hardware(settings).map_err(|error| error.to_string())?;
        match &self.found {
            None => Ok(None),
            Some(found) => found.counterexample(&hardware, folder),
        }
    }
}

/// Runs a job. Everything but the time depends on the job and the settings only.
pub fn run(job: &RegressionJob, settings: &RegressionSettings) -> JobResult {
    let start = Instant::now();
    let mut done = JobResult {
        outcome: JobOutcome::Passed,
        instructions: 0,
        cycles: 0,
        coverage: Coverage::default(),
        time: Duration::ZERO,
        found: None,
    };
    match job.hardware(settings).and_then(|hardware| hardware.engine(false)) {
        Ok(engine) => {
            let unit = job.selection.unit();
            let task = Task {
                instructions: job.instructions,
                seed: job.seed,
                traffic: job.traffic(),
            };
            let ended = unit.regress(engine, &task);
            (done.instructions, done.cycles) = (ended.instructions, ended.cycles);
            done.coverage = Coverage::of(job.selection.crosses(), ended.hits);
            if let Some((text, found)) = ended.fault {
                done.outcome = JobOutcome::Failed(text);
                done.found = found;
            }
        }
        Err(EngineError::Unavailable(why)) => done.outcome = JobOutcome::Skipped(why),
        Err(EngineError::Failed(why)) => done.outcome = JobOutcome::Failed(why),
    }
    done.time = start.elapsed();
    done
}

impl RegressionJob {
    /// The hardware that the job runs. A planted fault is in the netlist, which the engine rust-hdl does not run.
    pub fn hardware(&self, settings: &RegressionSettings) -> Result<Hardware, EngineError> {
        let fault = settings.fault.filter(|_| self.engine != EngineKind::RustHdl);
        Hardware::new(self.selection, self.engine, fault)
    }
}
