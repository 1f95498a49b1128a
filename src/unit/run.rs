//! One run of hardware with its testbench, in every style of interface: how to run, and the verdict.

use super::pipelined::Case;
use super::{FailingWork, RunOptions, RunReport};
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{Clock, Profile, TestbenchFault, TrafficSettings};
use lanesmith_sim::wave::{Dump, DumpedWaves, Helper, Keep, View};
use lanesmith_text::files;
use std::path::Path;
use std::sync::Arc;

/// How to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Gaps, stalls and seed.
    pub settings: TrafficSettings,
    /// The cycle, counted from the end of the first reset, of a reset of one cycle in the middle of traffic.
    pub reset_at: Option<u64>,
    /// Where to dump waves, and which cycles.
    pub waves: Option<(&'a Path, Keep)>,
}

impl Job<'_> {
    /// A run without a reset in its traffic and without waves.
    pub fn new(settings: TrafficSettings) -> Self {
        Job {
            settings,
            reset_at: None,
            waves: None,
        }
    }

    /// The same with gaps and stalls of one profile.
    pub fn of_profile(profile: Profile, seed: u64) -> Self {
        Job::new(traffic(profile, seed))
    }
}

/// Gaps and stalls of one profile.
pub fn traffic(profile: Profile, seed: u64) -> TrafficSettings {
    TrafficSettings {
        gaps: profile,
        stalls: profile,
        seed,
    }
}

impl<'a> From<&RunOptions<'a>> for Job<'a> {
    fn from(run: &RunOptions<'a>) -> Self {
        Job {
            settings: run.traffic,
            reset_at: run.reset_at,
            waves: run.waves.clone(),
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Instructions that were offered to the hardware.
    pub instructions: u64,
    /// Instructions that came back right.
    pub right: u64,
    /// Cycles, reset and drain included.
    pub cycles: u64,
    /// Whether the reset in the traffic, if there was to be one, came before the work was done.
    pub was_reset: bool,
    /// The first fault, if any, and its description for people.
    pub fault: Option<(TestbenchFault, String)>,
    /// The case with the fault, if it is known.
    pub case: Option<Case>,
    /// The waves, if they were asked for.
    pub dumped: Option<DumpedWaves>,
}

impl Verdict {
    /// The report of a run for a user; `work` gives the work that shows its fault.
    pub fn report(self, work: impl FnOnce() -> Arc<dyn FailingWork>) -> RunReport {
        RunReport {
            instructions: self.instructions,
            right: self.right,
            cycles: self.cycles,
            was_reset: self.was_reset,
            fault: self.fault.map(|(_, text)| (text, Some(work()))),
            dumped: self.dumped,
            ..RunReport::default()
        }
    }
}

/// The file of a run's waves, if it has one.
pub struct Recording(Option<Dump>);

impl Recording {
    /// Begins the waves that a job asks for.
    pub fn begin(
        clock: &mut Clock,
        job: &Job,
        helpers: &[Helper],
        view: impl FnOnce(&dyn Engine) -> View,
    ) -> Result<Self, files::FileError> {
        let Some((path, keep)) = &job.waves else {
            return Ok(Recording(None));
        };
        let view = view(clock.engine());
        let (file, recorder) = Dump::create(path, clock.engine(), helpers, view, keep.clone())?;
        clock.record(recorder);
        Ok(Recording(Some(file)))
    }

    /// Ends them, with a marker in the cycle of a fault.
    pub fn end(
        self,
        clock: &mut Clock,
        fault: Option<&TestbenchFault>,
    ) -> Result<Option<DumpedWaves>, files::FileError> {
        match (self.0, clock.take_waves()) {
            (Some(file), Some(recorder)) => file.finish(recorder, fault.map(|fault| fault.cycle)).map(Some),
            _ => Ok(None),
        }
    }
}

/// The fewest items that still fail, as far as removing halves, quarters and smaller pieces of them one by one shows.
pub fn minimised<T: Clone>(mut items: Vec<T>, mut fails: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut piece = items.len().div_ceil(2);
    while piece > 0 {
        let mut start = 0;
        while start < items.len() {
            let end = (start + piece).min(items.len());
            let fewer = [&items[..start], &items[end..]].concat();
            match fails(&fewer) {
                true => items = fewer,
                false => start = end,
            }
        }
        piece /= 2;
    }
    items
}
