//! Random cases, cases as they are offered to hardware, and the search for few cases that still show a fault.

use super::CaseStyle;
use super::case::Case;
use super::scoreboard::Independent;
use crate::{Hardware, Job, Verdict, minimised, traffic};
use lanesmith_sim::EngineKind;
use lanesmith_sim::testbench::{Profile, Random, TrafficSettings};
use lanesmith_sim::wave::Keep;
use std::path::Path;

/// Random cases without end.
pub trait CaseStream: Iterator<Item = Case> {
    /// The streams of these seeds side by side.
    fn columns(&self, seeds: &[u64]) -> Box<dyn CaseColumns>;
}

/// Streams of cases side by side.
pub trait CaseColumns {
    /// Writes the next case of each stream whose entry in `chosen` is all ones into the columns of the control word, `a`, `b` and
    /// `c`. Other entries are 0; the columns keep what they have there.
    fn draw(&mut self, chosen: &[u64], columns: &mut [&mut [u64]]);
}

/// Cases that a function draws.
#[derive(Clone, Debug)]
pub struct Drawn<D> {
    random: Random,
    draw: D,
}

impl<D: Fn(&mut Random) -> Case> Drawn<D> {
    /// The cases of `seed`.
    pub fn new(seed: u64, draw: D) -> Self {
        let random = Random::new(seed);
        Drawn { random, draw }
    }
}

impl<D: Fn(&mut Random) -> Case> Iterator for Drawn<D> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        Some((self.draw)(&mut self.random))
    }
}

impl<D: Fn(&mut Random) -> Case + Clone + 'static> CaseStream for Drawn<D> {
    fn columns(&self, seeds: &[u64]) -> Box<dyn CaseColumns> {
        let streams = seeds.iter().map(|seed| Drawn::new(*seed, self.draw.clone()));
        Box::new(EachStream(streams.collect()))
    }
}

/// Streams drawn one after the other.
struct EachStream<D>(Vec<Drawn<D>>);

impl<D: Fn(&mut Random) -> Case> CaseColumns for EachStream<D> {
    fn draw(&mut self, chosen: &[u64], columns: &mut [&mut [u64]]) {
        for (i, stream) in self.0.iter_mut().enumerate().filter(|(i, _)| chosen[*i] != 0) {
            let case = (stream.draw)(&mut stream.random);
            let [a, b, c] = case.operands.map(u64::from);
            for (column, value) in columns.iter_mut().zip([case.control, a, b, c]) {
                column[i] = value;
            }
        }
    }
}

/// Cases before a fault that are kept: the fault shows again on them alone, wherever they are in the run.
const KEPT: u64 = 4096;

/// Neither gaps nor stalls.
pub fn steady(seed: u64) -> TrafficSettings {
    traffic(Profile::Always, seed)
}

/// Cases and how they are offered to hardware.
#[derive(Clone, Debug)]
pub struct PipelinedStimulus<S> {
    /// How cases go through the hardware.
    pub style: S,
    /// The cases, in order.
    pub cases: Vec<Case>,
    /// Gaps, stalls and seed.
    pub settings: TrafficSettings,
    /// The cycle, counted from the end of the first reset, in which there is another one.
    pub reset_at: Option<u64>,
}

impl<S: CaseStyle> PipelinedStimulus<S> {
    /// Without gaps, stalls and reset.
    pub fn steady(style: S, cases: Vec<Case>) -> Self {
        PipelinedStimulus {
            style,
            cases,
            settings: steady(1),
            reset_at: None,
        }
    }

    /// The last of the first `offered` cases of a run.
    pub fn last(style: S, job: &Job, cases: impl Iterator<Item = Case>, offered: u64) -> Self {
        let skipped = offered.saturating_sub(KEPT);
        PipelinedStimulus {
            style,
            cases: cases.take(offered as usize).skip(skipped as usize).collect(),
            settings: job.settings,
            reset_at: job.reset_at,
        }
    }

    /// Runs it on fresh hardware, with waves in a file if there is one.
    pub fn run(&self, hardware: &Hardware, waves: Option<&Path>) -> Result<Verdict, String> {
        let engine = hardware.engine(waves.is_some()).map_err(|error| error.to_string())?;
        let job = Job {
            settings: self.settings,
            reset_at: self.reset_at,
            waves: waves.map(|path| (path, Keep::Window(0..u64::MAX))),
        };
        let mut cases = Independent(self.cases.iter().cloned());
        self.style
            .drive(engine, &job, &mut cases)
            .map_err(|error| error.to_string())
    }

    fn with(&self, cases: &[Case], settings: TrafficSettings) -> Self {
        PipelinedStimulus {
            cases: cases.to_vec(),
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
            settings.map(|settings| self.with(&self.cases[all - count..], settings))
        });
        let failing = tries.filter_map(|last| fails(&last).map(|fails| fails.then_some(last)).transpose());
        let Some(shortest) = failing.into_iter().next().transpose()? else {
            return Ok(None);
        };
        let (settings, mut error) = (shortest.settings, None);
        let cases = minimised(shortest.cases, |cases| {
            let is_failing = !cases.is_empty() && error.is_none();
            let run = is_failing.then(|| fails(&self.with(cases, settings)));
            run.is_some_and(|run| run.unwrap_or_else(|why| error.replace(why).is_some()))
        });
        match error {
            Some(why) => Err(why),
            None => Ok(Some(self.with(&cases, settings))),
        }
    }
}

/// How many cases may be offered while a stimulus is made shorter.
fn budget(kind: EngineKind) -> usize {
    match kind {
        EngineKind::RustHdl => 10_000,
        EngineKind::Native | EngineKind::Verilator => 1_000_000,
    }
}
