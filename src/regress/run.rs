//! One job: hardware, stimulus, verdict, coverage.

use super::coverage::Coverage;
use super::plan::{Job, Settings};
use super::{brew, video};
use crate::catalog::Selection;
use crate::golden::brew::Typed;
use crate::isa::brew::REGISTERS;
use crate::mutate::{apply, draw};
use crate::netlist::Flat;
use crate::rtl;
use crate::sim::brew::Lockstep;
use crate::sim::native::Native;
use crate::sim::testbench::Profile;
use crate::sim::testbench::video as testbench;
use crate::sim::{Engine, EngineError, EngineKind};
use std::fmt;
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
    };
    match open(job, settings.fault) {
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

fn open(job: &Job, fault: Option<u64>) -> Result<Box<dyn Engine>, EngineError> {
    if let (Some(seed), EngineKind::Native) = (fault, job.engine) {
        return faulty(&job.selection, seed);
    }
    match &job.selection {
        Selection::VideoAlu(config) => job.engine.video_alu(config, false),
        Selection::VideoCore(config) => job.engine.video_core(config),
        Selection::BrewDatapath(config) => job.engine.brew_datapath(config, false),
    }
}

/// The hardware with a fault that `seed` chooses.
fn faulty(selection: &Selection, seed: u64) -> Result<Box<dyn Engine>, EngineError> {
    let failed = |error: &dyn fmt::Display| EngineError::Failed(error.to_string());
    let design = selection.design().map_err(|error| failed(&error))?;
    let flat = Flat::new(&design).map_err(|error| failed(&error))?;
    // Some faults make no hardware, such as a combinational loop.
    let mutant = draw(&flat, TRIES, seed)
        .into_iter()
        .find_map(|fault| apply(&flat, fault));
    let mutant = mutant.ok_or_else(|| failed(&"no fault can be planted here"))?;
    Ok(Box::new(Native::new(&mutant.flat)?))
}

/// Faults to try in turn.
const TRIES: usize = 10;

fn alu(engine: Box<dyn Engine>, job: &Job, config: &rtl::video::Config, done: &mut Done) {
    let traffic = job.traffic();
    let mut source = video::Noted::new(video::Walk::new(*config, job.seed).take(job.instructions as usize));
    let testbench = testbench::Job {
        config: *config,
        settings: traffic,
        waves: None,
    };
    match testbench::run(engine, &testbench, &mut source) {
        Ok(verdict) => {
            (done.instructions, done.cycles) = (verdict.retired, verdict.cycles);
            match verdict.fault {
                Some((_, description)) => done.outcome = Outcome::Failed(description),
                None => video::cover::note_traffic(&mut source.hits, &traffic),
            }
        }
        // Without waves nothing is written.
        Err(error) => done.outcome = Outcome::Failed(error.to_string()),
    }
    done.coverage.video = source.hits;
}

fn core(engine: Box<dyn Engine>, job: &Job, config: &rtl::video::Config, done: &mut Done) {
    let cases = || video::Walk::new(*config, job.seed).take(job.instructions as usize);
    match testbench::run_core(engine, config, job.traffic(), cases()) {
        Ok(cycles) => {
            (done.instructions, done.cycles) = (job.instructions, cycles);
            cases().for_each(|case| video::cover::note(&mut done.coverage.video, &case));
        }
        // How many results were right is not told, so none counts.
        Err(fault) => {
            done.cycles = fault.cycle;
            done.outcome = Outcome::Failed(fault.to_string());
        }
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
        let outcome = lockstep.watch(&planned.program, gaps, job.seed, |observed| {
            let retire = &observed.retire;
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
                return;
            }
        }
    }
}
