//! Cases as they are offered to hardware, and the search for few cases that still show a fault.

use super::Pipelined;
use super::case::Case;
use super::run::{PipelinedJob, PipelinedRun};
use super::scoreboard::Independent;
use crate::sim::EngineKind;
use crate::sim::testbench::{Profile, TrafficSettings};
use crate::sim::wave::Keep;
use crate::unit::Hardware;
use std::path::Path;

/// Cases before a fault that are kept: the fault shows again on them alone, wherever they are in the run.
const KEPT: u64 = 4096;

/// Neither gaps nor stalls.
pub fn steady(seed: u64) -> TrafficSettings {
    TrafficSettings {
        gaps: Profile::Always,
        stalls: Profile::Always,
        seed,
    }
}

/// Cases of a unit and how they are offered.
#[derive(Clone, Debug)]
pub struct PipelinedStimulus<P> {
    /// The unit.
    pub unit: P,
    /// The cases, in order.
    pub cases: Vec<Case>,
    /// Gaps, stalls and seed.
    pub settings: TrafficSettings,
    /// The cycle, counted from the end of the first reset, in which there is another one.
    pub reset_at: Option<u64>,
}

impl<P: Pipelined> PipelinedStimulus<P> {
    /// Without gaps, stalls and reset.
    pub fn steady(unit: P, cases: Vec<Case>) -> Self {
        PipelinedStimulus {
            unit,
            cases,
            settings: steady(1),
            reset_at: None,
        }
    }

    /// The last of the first `offered` cases.
    pub fn last(unit: P, cases: impl Iterator<Item = Case>, offered: u64, settings: TrafficSettings) -> Self {
        let skipped = offered.saturating_sub(KEPT);
        let cases = cases.take(offered as usize).skip(skipped as usize).collect();
        PipelinedStimulus {
            settings,
            ..Self::steady(unit, cases)
        }
    }

    /// Runs it on fresh hardware, with waves in a file if there is one.
    pub fn run(&self, hardware: &Hardware, waves: Option<&Path>) -> Result<PipelinedRun, String> {
        let engine = hardware.engine(waves.is_some()).map_err(|error| error.to_string())?;
        let job = PipelinedJob {
            unit: self.unit,
            settings: self.settings,
            reset_at: self.reset_at,
            waves: waves.map(|path| (path, Keep::Window(0..u64::MAX))),
        };
        let mut cases = Independent(self.cases.iter().cloned());
        let run = self.unit.drive(engine, &job, &mut cases);
        run.map_err(|error| error.to_string())
    }

    fn tail(&self, count: usize, settings: TrafficSettings) -> Self {
        PipelinedStimulus {
            cases: self.cases[self.cases.len() - count..].to_vec(),
            settings,
            ..*self
        }
    }

    /// A stimulus that still fails: the last case alone without gaps and stalls if that will do, else as few of the last
    /// cases as could be found.
    pub fn shorten(&self, hardware: &Hardware) -> Result<Option<Self>, String> {
        let mut left = budget(hardware.kind());
        let all = self.cases.len();
        let mut fails = |stimulus: &Self| {
            left = left.saturating_sub(stimulus.cases.len());
            let run = (left > 0 || stimulus.cases.len() == all).then(|| stimulus.run(hardware, None));
            run.transpose().map(|run| run.is_some_and(|run| run.fault.is_some()))
        };
        let counts = std::iter::successors(Some(1), |count| Some(count * 4)).take_while(|count| *count < all);
        let tries = counts.chain([all]).flat_map(|count| {
            let settings = [steady(self.settings.seed), self.settings];
            settings.map(|settings| self.tail(count, settings))
        });
        let failing = tries.filter_map(|last| fails(&last).map(|fails| fails.then_some(last)).transpose());
        let Some(mut shortest) = failing.into_iter().next().transpose()? else {
            return Ok(None);
        };
        let mut chunk = shortest.cases.len() / 2;
        while chunk > 0 {
            let mut start = 0;
            while start < shortest.cases.len() && shortest.cases.len() > 1 {
                let end = (start + chunk).min(shortest.cases.len());
                let mut shorter = shortest.clone();
                shorter.cases.drain(start..end);
                if !shorter.cases.is_empty() && fails(&shorter)? {
                    shortest = shorter;
                } else {
                    start = end;
                }
            }
            chunk /= 2;
        }
        Ok(Some(shortest))
    }
}

/// How many cases may be offered while a stimulus is made shorter.
fn budget(kind: EngineKind) -> usize {
    match kind {
        EngineKind::RustHdl => 10_000,
        EngineKind::Native | EngineKind::Verilator => 1_000_000,
    }
}
