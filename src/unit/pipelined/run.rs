//! One whole run: reset, work, verdict, waves.

use super::scoreboard::{CaseSource, PipelinedScoreboard};
use super::{Pipelined, RESET, bench};
use crate::files;
use crate::sim::Engine;
use crate::sim::testbench::{Bench, Summary, TestbenchFault, TrafficSettings};
use crate::sim::wave::{Dump, DumpedWaves, Keep};
use std::path::Path;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct PipelinedJob<'a, P> {
    /// The hardware.
    pub unit: P,
    /// Gaps, stalls and seed.
    pub settings: TrafficSettings,
    /// The cycle, counted from the end of the first reset, of a reset of one cycle in the middle of traffic.
    pub reset_at: Option<u64>,
    /// Where to dump waves, and which cycles.
    pub waves: Option<(&'a Path, Keep)>,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct PipelinedRun {
    /// Instructions that were offered to the hardware.
    pub instructions: u64,
    /// Instructions that came back right.
    pub retired: u64,
    /// Cycles, reset and drain included.
    pub cycles: u64,
    /// Whether the reset in the traffic, if there was to be one, came before the work was done.
    pub was_reset: bool,
    /// The first fault, if any, and its description for people.
    pub fault: Option<(TestbenchFault, String)>,
    /// The waves, if they were asked for.
    pub dumped: Option<DumpedWaves>,
}

/// Hardware with its testbench, its scoreboard and its waves.
pub(super) struct Running<P: Pipelined, S> {
    unit: P,
    bench: Bench,
    scoreboard: PipelinedScoreboard<P, S>,
    dump: Option<Dump>,
}

impl<P: Pipelined, S: CaseSource> Running<P, S> {
    /// An engine on the cases of `source`. An error is about writing the waves.
    pub(super) fn new(engine: Box<dyn Engine>, job: &PipelinedJob<P>, source: S) -> Result<Self, files::FileError> {
        let view = job.unit.view(&*engine);
        let mut bench = bench(engine, job.settings);
        let mut dump = None;
        if let Some((path, keep)) = &job.waves {
            let (file, recorder) = Dump::create(path, bench.clock().engine(), &P::helpers(), view, keep.clone())?;
            bench.clock().record(recorder);
            dump = Some(file);
        }
        Ok(Running {
            unit: job.unit,
            bench,
            scoreboard: PipelinedScoreboard::new(job.unit, source, job.settings.seed),
            dump,
        })
    }

    /// Holds the reset.
    pub(super) fn reset(&mut self, cycles: u32) -> Result<(), TestbenchFault> {
        self.bench.reset(&mut self.scoreboard, cycles)
    }

    /// Runs until all cases have results, for `cycles` cycles, or to the first fault.
    pub(super) fn run(&mut self, cycles: Option<u64>) -> Result<Summary, TestbenchFault> {
        self.bench.run(&mut self.scoreboard, cycles)
    }

    /// Ends the run and completes the waves.
    pub(super) fn finish(
        mut self,
        fault: Option<TestbenchFault>,
        was_reset: bool,
    ) -> Result<PipelinedRun, files::FileError> {
        let (scoreboard, unit) = (&self.scoreboard, self.unit);
        let fault = fault.map(|fault| {
            let explained = scoreboard.wrong().map(|wrong| unit.describe_wrong(wrong));
            let text = explained.map_or(fault.to_string(), |explained| format!("{fault}\n{explained}"));
            (fault, text)
        });
        let marker = fault.as_ref().map(|(fault, _)| fault.cycle);
        let dumped = match (self.dump, self.bench.clock().take_waves()) {
            (Some(file), Some(recorder)) => Some(file.finish(recorder, marker)?),
            _ => None,
        };
        Ok(PipelinedRun {
            instructions: self.scoreboard.offered(),
            retired: self.scoreboard.right(),
            cycles: self.bench.clock().cycle(),
            was_reset,
            fault,
            dumped,
        })
    }
}

/// Runs all of `source` through `engine` by the handshake, or as far as the first fault. An error is about writing the waves.
pub fn run<P: Pipelined>(
    engine: Box<dyn Engine>,
    job: &PipelinedJob<P>,
    source: &mut dyn CaseSource,
) -> Result<PipelinedRun, files::FileError> {
    let mut running = Running::new(engine, job, source)?;
    let mut was_reset = false;
    let mut work = || -> Result<(), TestbenchFault> {
        running.reset(RESET)?;
        let first = running.run(job.reset_at)?;
        was_reset = job.reset_at == Some(first.cycles);
        if !was_reset {
            return Ok(());
        }
        running.reset(1)?;
        running.run(None).map(|_| ())
    };
    let fault = work().err();
    running.finish(fault, was_reset)
}
