//! One job: hardware, stimulus, verdict, coverage.

use super::coverage::Coverage;
use super::plan::{Job, Settings};
use crate::sim::{EngineError, EngineKind};
use crate::unit::{Counterexample, FailingWork, Hardware, Task};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything that came back was right.
    Passed,
    /// The first fault, in words of several lines.
    Failed(String),
    /// Not run, for this reason.
    Skipped(String),
}

/// What a job did.
#[derive(Clone, Debug)]
pub struct Done {
    /// How it ended.
    pub outcome: Outcome,
    /// Instructions whose results were right.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
    /// What of the instructions was covered; only those count whose results were right.
    pub coverage: Coverage,
    /// How long it took, compilation included.
    pub time: Duration,
    /// What went wrong, if anything did.
    found: Option<Arc<dyn FailingWork>>,
}

impl Done {
    /// The counterexample of a job that found something wrong, with its waves in `folder`; `None` where nothing is wrong,
    /// or where fresh hardware shows nothing. Errors: the engine can't be had, the folder not written.
    pub fn counterexample(
        &self,
        job: &Job,
        settings: &Settings,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        let hardware = job.hardware(settings).map_err(|error| error.to_string())?;
        match &self.found {
            None => Ok(None),
            Some(found) => found.counterexample(&hardware, folder),
        }
    }
}

/// Runs a job. Nothing but the time depends on anything but the job and the settings.
pub fn run(job: &Job, settings: &Settings) -> Done {
    let start = Instant::now();
    let mut done = Done {
        outcome: Outcome::Passed,
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
                done.outcome = Outcome::Failed(text);
                done.found = found;
            }
        }
        Err(EngineError::Unavailable(why)) => done.outcome = Outcome::Skipped(why),
        Err(EngineError::Failed(why)) => done.outcome = Outcome::Failed(why),
    }
    done.time = start.elapsed();
    done
}

impl Job {
    /// The hardware that the job runs. A planted fault is in the netlist, which the engine rust-hdl does not run.
    pub fn hardware(&self, settings: &Settings) -> Result<Hardware, EngineError> {
        let fault = settings.fault.filter(|_| self.engine != EngineKind::RustHdl);
        Hardware::new(self.selection, self.engine, fault)
    }
}
