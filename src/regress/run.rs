//! One job: hardware, stimulus, verdict, coverage.

use super::plan::{RegressionJob, RegressionSettings};
use crate::sim::{EngineError, EngineKind};
use crate::unit::{Counterexample, Hardware, RunReport, Task};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::{Duration, Instant};

/// Verdict of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All results were correct.
    Passed,
    /// A result was wrong.
    Failed,
    /// The engine is not available.
    Skipped,
}

/// Result of a job.
#[derive(Clone, Debug)]
pub struct JobResult {
    /// The verdict.
    pub status: Status,
    /// The outcome. Only instructions with correct results count; the fault of a skipped job is the reason.
    pub task: RunReport,
    /// Time taken, with compilation.
    pub time: Duration,
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
        match &self.task.fault {
            Some((_, Some(found))) => found.counterexample(&hardware, folder),
            _ => Ok(None),
        }
    }
}

/// Runs a job. Everything but the time depends on the job and the settings only.
pub fn run(job: &RegressionJob, settings: &RegressionSettings) -> JobResult {
    let start = Instant::now();
    let task = Task {
        instructions: job.instructions,
        seed: job.seed,
        traffic: job.traffic(),
    };
    let (faulty, task) = match job.hardware(settings).and_then(|hardware| hardware.engine(false)) {
        Ok(engine) => (Status::Failed, job.selection.unit().regress(engine, &task)),
        Err(EngineError::Unavailable(why)) => (Status::Skipped, RunReport::failed(why)),
        Err(EngineError::Failed(why)) => (Status::Failed, RunReport::failed(why)),
    };
    JobResult {
        status: if task.fault.is_some() { faulty } else { Status::Passed },
        task,
        time: start.elapsed(),
    }
}

impl RegressionJob {
    /// The hardware that the job runs. A planted fault is in the netlist, which the engine rust-hdl does not run.
    pub fn hardware(&self, settings: &RegressionSettings) -> Result<Hardware, EngineError> {
        let fault = settings.fault.filter(|_| self.engine != EngineKind::RustHdl);
        Hardware::new(self.selection, self.engine, fault)
    }
}
