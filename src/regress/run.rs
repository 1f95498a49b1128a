//! One job: hardware, stimulus, verdict, coverage.

use super::coverage::Coverage;
use super::plan::{Job, Settings};
use super::{brew, video};
use crate::catalog::Selection;
use crate::counterexample::{self, Counterexample, Hardware, Stimulus};
use crate::files;
use crate::golden::brew::Typed;
use crate::isa::brew::REGISTERS;
use crate::rtl;
use crate::sim::brew::{Lockstep, Mismatch};
use crate::sim::testbench::Profile;
use crate::sim::testbench::video::{self as testbench, Case, Verdict};
use crate::sim::{Engine, EngineError, EngineKind};
use std::path::Path;
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
    found: Option<Found>,
}

/// What the hardware goes wrong on.
#[derive(Clone, Debug)]
enum Found {
    Cases(Stimulus),
    Program(Box<Mismatch>),
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
            Some(Found::Cases(stimulus)) => counterexample::stimulus(&hardware, stimulus, folder),
            Some(Found::Program(mismatch)) => counterexample::datapath(&hardware, mismatch, folder),
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
        Ok(engine) => match &job.selection {
            Selection::VideoAlu(config) => alu(engine, job, config, &mut done),
            Selection::VideoCore(config) => core(engine, job, config, &mut done),
            Selection::BrewDatapath(config) => datapath(engine, job, config, &mut done),
        },
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

fn alu(engine: Box<dyn Engine>, job: &Job, config: &rtl::video::Config, done: &mut Done) {
    let cases = || video::Walk::new(*config, job.seed).take(job.instructions as usize);
    let mut source = video::Noted::new(cases());
    let verdict = testbench::run(engine, &quiet(job, config), &mut source);
    done.coverage.video = source.hits;
    judge(verdict, job, cases(), done);
    if done.outcome == Outcome::Passed {
        video::cover::note_traffic(&mut done.coverage.video, &job.traffic());
    }
}

fn core(engine: Box<dyn Engine>, job: &Job, config: &rtl::video::Config, done: &mut Done) {
    let cases = || video::Walk::new(*config, job.seed).take(job.instructions as usize);
    let verdict = testbench::record_core(engine, &quiet(job, config), cases());
    judge(verdict, job, cases(), done);
    let right = cases().take(done.instructions as usize);
    right.for_each(|case| video::cover::note(&mut done.coverage.video, &case));
}

/// A run without waves.
fn quiet(job: &Job, config: &rtl::video::Config) -> testbench::Job<'static> {
    testbench::Job {
        config: *config,
        settings: job.traffic(),
        waves: None,
    }
}

fn judge(verdict: Result<Verdict, files::Error>, job: &Job, cases: impl Iterator<Item = Case>, done: &mut Done) {
    match verdict {
        Ok(verdict) => {
            (done.instructions, done.cycles) = (verdict.retired, verdict.cycles);
            if let Some((_, description)) = verdict.fault {
                done.outcome = Outcome::Failed(description);
                let last = Stimulus::last(cases, verdict.instructions, job.traffic());
                done.found = Some(Found::Cases(last));
            }
        }
        // Without waves nothing is written.
        Err(error) => done.outcome = Outcome::Failed(error.to_string()),
    }
}

fn datapath(engine: Box<dyn Engine>, job: &Job, config: &rtl::brew::Config, done: &mut Done) {
    let mut lockstep = Lockstep::new(engine, *config);
    let traffic = job.traffic();
    for planned in brew::Walk::new(job.seed, job.instructions) {
        let gaps = if planned.gapless { Profile::Always } else { traffic.gaps };
        let mut history = brew::cover::History::default();
        let mut before = [Typed::default(); REGISTERS];
        let hits = &mut done.coverage.brew;
        lockstep.set_reset(planned.reset_at);
        let outcome = lockstep.watch(&planned.program, gaps, job.seed, |observed| {
            let retire = &observed.retire;
            if retire.order == 0 {
                // The program's first instruction, or the first one after a reset.
                before.iter_mut().for_each(|register| register.code = 0);
                history = brew::cover::History::default();
            }
            let mut after = before;
            if let Some(register) = after.get_mut(usize::from(retire.register)).filter(|_| retire.writes) {
                register.value = retire.value;
            }
            for (register, lo) in after.iter_mut().zip((0..).step_by(4)) {
                register.code = (observed.types >> lo & 15) as u8;
            }
            let retired = brew::cover::Retired {
                retire,
                before: &before,
                after: &after,
                gapless: gaps == Profile::Always,
            };
            brew::cover::note(hits, &mut history, config.subset(), &retired);
            before = after;
        });
        match outcome {
            Ok(statistics) => {
                done.instructions += statistics.instructions;
                done.cycles += statistics.cycles;
            }
            Err(mismatch) => {
                done.outcome = Outcome::Failed(mismatch.to_string());
                done.found = Some(Found::Program(mismatch));
                return;
            }
        }
    }
}
