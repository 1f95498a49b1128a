//! One whole run: reset, work, verdict, waves.

use super::scoreboard::{Source, VideoScoreboard};
use super::{RESET, bench, describe, helpers, view};
use crate::files;
use crate::sim::Engine;
use crate::sim::testbench::{Fault, Settings};
use crate::sim::wave::{Dump, Dumped, Keep};
use crate::units::video::rtl::Config;
use std::path::Path;

/// How to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The configuration of the hardware.
    pub config: Config,
    /// Gaps, stalls and seed.
    pub settings: Settings,
    /// Where to dump waves, and which cycles.
    pub waves: Option<(&'a Path, Keep)>,
}

/// What a run showed.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Instructions that were offered to the hardware.
    pub instructions: u64,
    /// Instructions that came back right.
    pub retired: u64,
    /// Cycles, reset and drain included.
    pub cycles: u64,
    /// Whether the reset in the traffic, if there was to be one, came before the work was done.
    pub was_reset: bool,
    /// The first fault, if any, and its description for people.
    pub fault: Option<(Fault, String)>,
    /// The waves, if they were asked for.
    pub dumped: Option<Dumped>,
}

/// Runs all of `source` through `engine`, or as far as the first fault. An error is about writing the waves.
pub fn run(engine: Box<dyn Engine>, job: &Job, source: &mut dyn Source) -> Result<Verdict, files::Error> {
    run_interrupted(engine, job, source, None)
}

/// Likewise, with a reset of one cycle after the first `reset_at` cycles of work, whatever is in flight then.
pub fn run_interrupted(
    engine: Box<dyn Engine>,
    job: &Job,
    source: &mut dyn Source,
    reset_at: Option<u64>,
) -> Result<Verdict, files::Error> {
    let view = view(&*engine);
    let mut bench = bench(engine, job.settings);
    let mut dump = None;
    if let Some((path, keep)) = &job.waves {
        let (file, recorder) = Dump::create(path, bench.clock().engine(), &helpers(), view, keep.clone())?;
        bench.clock().record(recorder);
        dump = Some(file);
    }
    let mut scoreboard = VideoScoreboard::new(job.config, source, job.settings.seed);
    let mut was_reset = false;
    let mut work = || -> Result<(), Fault> {
        bench.reset(&mut scoreboard, RESET)?;
        let first = bench.run(&mut scoreboard, reset_at)?;
        was_reset = reset_at == Some(first.cycles);
        if !was_reset {
            return Ok(());
        }
        bench.reset(&mut scoreboard, 1)?;
        bench.run(&mut scoreboard, None).map(|_| ())
    };
    let outcome = work();
    let fault = outcome.err().map(|fault| {
        let text = describe(&fault, scoreboard.mismatch());
        (fault, text)
    });
    let marker = fault.as_ref().map(|(fault, _)| fault.cycle);
    let dumped = match (dump, bench.clock().take_waves()) {
        (Some(file), Some(recorder)) => Some(file.finish(recorder, marker)?),
        _ => None,
    };
    Ok(Verdict {
        instructions: scoreboard.offered(),
        retired: scoreboard.right(),
        cycles: bench.clock().cycle(),
        was_reset,
        fault,
        dumped,
    })
}
