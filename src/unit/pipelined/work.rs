//! Work for a unit: random instructions, on copies where there are many, and vectors.

use super::case::{Case, Judged};
use super::copies::{COPIES, RandomCopies, copy_seed};
use super::run::{PipelinedJob, PipelinedRun};
use super::scoreboard::Independent;
use super::stimulus::PipelinedStimulus;
use super::{Pipelined, vectors};
use crate::sim::testbench::TrafficSettings;
use crate::unit::{Hardware, OperandValues, Refusal, RunOptions, RunReport, Work};
use std::sync::Arc;

/// Instructions from one step of the progress to the next.
const PROGRESS: u64 = 256;

/// Runs of at least this many random instructions use copies of the unit: each copy must run enough instructions to amortise its set-up.
const MANY: u64 = 256 * COPIES as u64;

/// A unit in a configuration at work.
pub struct Worker<'a, P> {
    /// The unit.
    pub unit: P,
    /// The hardware or model that executes.
    pub hardware: &'a Hardware,
    /// How.
    pub run: &'a RunOptions<'a>,
}

impl<P: Pipelined> Worker<'_, P> {
    pub(super) fn work(&self, work: Work) -> Result<RunReport, Refusal> {
        if !self.unit.has_handshake() && self.run.reset_at.is_some() {
            let module = self.unit.selected().module().name;
            return Err(Refusal::new(format_args!(
                "{module} has no handshake: it takes no resets in traffic"
            )));
        }
        match work {
            Work::Random(count) => {
                if self.is_many(count) {
                    return self.many(count);
                }
                self.cases(|| self.unit.random(self.run.traffic.seed).take(count as usize))
            }
            Work::Vectors(table) => {
                let all = vectors::rows::<P>(table)?;
                let own = |case: &&Case| self.unit.executes(case);
                let skipped = all.len() - all.iter().filter(own).count();
                if skipped > 0 {
                    let all = all.len();
                    (self.run.remark)(format!("{skipped} of {all} vectors skipped: not in this configuration"));
                }
                self.cases(|| all.iter().filter(own).cloned())
            }
        }
    }

    /// Whether this many random instructions use copies of the unit.
    fn is_many(&self, count: u64) -> bool {
        count >= MANY && self.unit.has_handshake() && self.run.allows_copies(self.hardware)
    }

    /// Random instructions through copies of the unit. A failing copy is reported as a run of its own.
    fn many(&self, count: u64) -> Result<RunReport, Refusal> {
        let traffic = self.run.traffic;
        let (each, rest) = (count / COPIES as u64, count % COPIES as u64);
        let own = |copy: usize| each + u64::from((copy as u64) < rest);
        let last = copy_seed(traffic.seed, COPIES - 1);
        (self.run.remark)(format!(
            "{COPIES} runs side by side, with seeds {} to {last}",
            traffic.seed
        ));
        let mut copies = RandomCopies::new(&self.hardware.flat()?, self.unit, traffic);
        let (copy, fault) = match copies.run(own, self.run.progress) {
            Err(fault) => fault,
            Ok(runs) => {
                return Ok(RunReport {
                    instructions: runs.iter().map(|run| run.accepted).sum(),
                    right: runs.iter().map(|run| run.retired).sum(),
                    cycles: runs.iter().map(|run| run.cycles).sum(),
                    ..RunReport::default()
                });
            }
        };
        let seed = copy_seed(traffic.seed, copy);
        let run = RunOptions {
            traffic: TrafficSettings { seed, ..traffic },
            ..self.run.clone()
        };
        let one = Worker { run: &run, ..*self };
        let ran = one.cases(|| self.unit.random(seed).take(own(copy) as usize))?;
        match ran.fault {
            Some(_) => Ok(RunReport {
                seed: Some(seed),
                ..ran
            }),
            None => Err(Refusal::new(format_args!(
                "an error of lanesmith: with seed {seed} the netlist goes wrong as one of many copies ({fault}), and not alone"
            ))),
        }
    }

    fn cases<I: Iterator<Item = Case>>(&self, cases: impl Fn() -> I) -> Result<RunReport, Refusal> {
        let mut count = 0;
        let watched = Judged::new(self.unit, cases()).inspect(|_| {
            count += 1;
            if count % PROGRESS == 0 {
                (self.run.progress)(PROGRESS);
            }
        });
        let engine = self.run.engine(self.hardware)?;
        let run = self.unit.drive(engine, &self.job(), &mut Independent(watched))?;
        Ok(self.report(run, cases()))
    }

    /// The job of this run.
    pub fn job(&self) -> PipelinedJob<'_, P> {
        PipelinedJob {
            unit: self.unit,
            settings: self.run.traffic,
            reset_at: self.run.reset_at,
            waves: self.run.waves.clone(),
        }
    }

    /// The report of a run of these cases.
    pub fn report(&self, run: PipelinedRun, cases: impl Iterator<Item = Case>) -> RunReport {
        let last = |cases| PipelinedStimulus {
            reset_at: self.run.reset_at,
            ..PipelinedStimulus::last(self.unit, cases, run.instructions, self.run.traffic)
        };
        RunReport {
            instructions: run.instructions,
            right: run.retired,
            cycles: run.cycles,
            was_reset: run.was_reset,
            fault: run.fault.map(|(_, text)| (text, Some(Arc::new(last(cases)) as _))),
            dumped: run.dumped,
            ..RunReport::default()
        }
    }
}

/// How the result of an instruction's text comes about.
pub fn explain<P: Pipelined>(text: &str, given: &OperandValues) -> Result<String, Refusal> {
    let parsed = P::read(text).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
    let texts = parsed.sources.each_ref().map(String::as_str);
    let operands = given.resolve(texts, parsed.numbers)?;
    let case = Case::new(parsed.control, operands);
    Ok(P::explain(&Case {
        text: parsed.text,
        ..case
    }))
}
