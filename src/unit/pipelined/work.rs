//! Work for a unit: random instructions, on copies where there are many, and vectors.

use super::case::{Case, Judged};
use super::copies::{COPIES, RandomCopies, copy_seed};
use super::scoreboard::Independent;
use super::stimulus::PipelinedStimulus;
use super::{CaseStyle, Pipelined, executes, vectors};
use crate::{Hardware, Job, Refusal, RunOptions, RunReport, Verdict, Work};
use lanesmith_sim::testbench::{FaultyCopy, TrafficSettings};
use std::sync::Arc;

/// Instructions from one step of the progress to the next.
const PROGRESS: u64 = 256;

/// Runs of at least this many random instructions use copies of the unit: each copy must run enough instructions to amortise its set-up.
const MANY: u64 = 256 * COPIES as u64;

/// Hardware at work.
pub struct Worker<'a, S> {
    /// How cases go through the hardware.
    pub style: S,
    /// The hardware or model that executes.
    pub hardware: &'a Hardware,
    /// How.
    pub run: &'a RunOptions<'a>,
}

impl<P: Pipelined> Worker<'_, P> {
    /// Many random instructions go through copies of the unit; a failing copy is reported as a run of its own.
    pub(super) fn work_on_copies(&self, work: Work) -> Result<RunReport, Refusal> {
        let count = match work {
            Work::Random(count) if count >= MANY && self.run.allows_copies(self.hardware) => count,
            _ => return self.work(work),
        };
        let traffic = self.run.traffic;
        let (each, rest) = (count / COPIES as u64, count % COPIES as u64);
        let own = |copy: usize| each + u64::from((copy as u64) < rest);
        let last = copy_seed(traffic.seed, COPIES - 1);
        (self.run.remark)(format!(
            "{COPIES} runs side by side, with seeds {} to {last}",
            traffic.seed
        ));
        let mut copies = RandomCopies::new(&self.hardware.flat()?, self.style, traffic);
        let copy = match copies.run(own, self.run.progress) {
            Err(FaultyCopy(copy)) => copy,
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
        let ran = Worker { run: &run, ..*self }.work(Work::Random(own(copy)))?;
        match ran.fault {
            Some(_) => Ok(RunReport {
                seed: Some(seed),
                ..ran
            }),
            None => Err(Refusal::new(format_args!(
                "an error of lanesmith: with seed {seed} the netlist goes wrong as one of many copies, and not alone"
            ))),
        }
    }
}

impl<S: CaseStyle> Worker<'_, S> {
    /// Works on one copy of the hardware.
    pub fn work(&self, work: Work) -> Result<RunReport, Refusal> {
        if !S::HAS_RESET && self.run.reset_at.is_some() {
            let module = self.hardware.selection().module().name;
            return Err(Refusal::new(format_args!(
                "{module} has no handshake: it takes no resets in traffic"
            )));
        }
        let unit = self.style.unit();
        match work {
            Work::Random(count) => self.cases(|| unit.random(self.run.traffic.seed).take(count as usize)),
            Work::Vectors(table) => {
                let all = vectors::rows::<S::Unit>(table)?;
                let own = |case: &&Case| executes(&unit, case);
                let skipped = all.len() - all.iter().filter(own).count();
                if skipped > 0 {
                    let all = all.len();
                    (self.run.remark)(format!("{skipped} of {all} vectors skipped: not in this configuration"));
                }
                self.cases(|| all.iter().filter(own).cloned())
            }
        }
    }

    fn cases<I: Iterator<Item = Case>>(&self, cases: impl Fn() -> I) -> Result<RunReport, Refusal> {
        let mut count = 0;
        let watched = Judged::new(self.style.unit(), cases()).inspect(|_| {
            count += 1;
            if count % PROGRESS == 0 {
                (self.run.progress)(PROGRESS);
            }
        });
        let engine = self.run.engine(self.hardware)?;
        let verdict = self
            .style
            .drive(engine, &Job::from(self.run), &mut Independent(watched))?;
        Ok(self.report(verdict, cases()))
    }

    /// The report of a run of these cases.
    pub fn report(&self, verdict: Verdict, cases: impl Iterator<Item = Case>) -> RunReport {
        let (job, offered) = (Job::from(self.run), verdict.instructions);
        verdict.report(|| Arc::new(PipelinedStimulus::last(self.style, &job, cases, offered)))
    }
}
