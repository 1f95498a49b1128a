//! One whole run through the handshake: reset, work, verdict, waves.

use super::scoreboard::{CaseSource, PipelinedScoreboard};
use super::{HANDSHAKE, Pipelined, RESET, bench, helpers, view};
use crate::{Job, Recording, Verdict};
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{Bench, Summary, TestbenchFault};
use lanesmith_text::files;

/// Hardware with its testbench, its scoreboard and its waves.
pub(super) struct Running<P: Pipelined, S> {
    bench: Bench,
    scoreboard: PipelinedScoreboard<P, S>,
    recording: Recording,
}

impl<P: Pipelined, S: CaseSource> Running<P, S> {
    /// An engine on the cases of `source`. An error is about writing the waves.
    pub(super) fn new(unit: P, engine: Box<dyn Engine>, job: &Job, source: S) -> Result<Self, files::FileError> {
        let mut bench = bench(engine, job.settings);
        let view = |engine: &dyn Engine| view::<P>(engine, &HANDSHAKE);
        let recording = Recording::begin(bench.clock(), job, &helpers::<P>(), view)?;
        Ok(Running {
            bench,
            scoreboard: PipelinedScoreboard::new(unit, source, job.settings.seed),
            recording,
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
    ) -> Result<Verdict, files::FileError> {
        let dumped = self.recording.end(self.bench.clock(), fault.as_ref())?;
        let fault = fault.map(|fault| {
            let mut text = fault.to_string();
            if let Some(wrong) = self.scoreboard.wrong() {
                text += &format!("\n{}", wrong.describe::<P>());
            }
            (fault, text)
        });
        Ok(Verdict {
            instructions: self.scoreboard.offered(),
            right: self.scoreboard.right(),
            cycles: self.bench.clock().cycle(),
            was_reset,
            fault,
            case: self.scoreboard.wrong().map(|wrong| wrong.pending.case.clone()),
            dumped,
        })
    }
}

/// Runs all of `source` through `engine` by the handshake, or as far as the first fault. An error is about writing the waves.
pub fn run<P: Pipelined>(
    unit: P,
    engine: Box<dyn Engine>,
    job: &Job,
    source: &mut dyn CaseSource,
) -> Result<Verdict, files::FileError> {
    let mut running = Running::new(unit, engine, job, source)?;
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
