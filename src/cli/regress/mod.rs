//! `lanesmith regress`.

mod names;
mod reports;

pub(super) use reports::Reports;

use super::counterexample::Counterexamples;
use super::number::{any, range, whole};
use super::{CommandOutcome, Failure, Run, failure, give, lock, progress};
use clap::Args;
use lanesmith::files::OnInterrupt;
use lanesmith::regress::{
    JobResult, RegressionJob, RegressionReport, RegressionSettings, Shard, Status, configurations, run,
};
use lanesmith::sim::EngineKind;
use lanesmith::text::near::nearest;
use lanesmith::unit::Selection;
use lanesmith::units::{UNITS, shipped};
use names::ConfigurationNames;
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

/// Runs every configuration on every engine with several seeds, and measures functional coverage
///
/// A job is one configuration on one engine with one seed. It runs instructions that aim at the bins of the functional coverage
/// and random ones, under random gaps and stalls, and compares every result with the golden model. Jobs are independent of each
/// other, of the machine and of their order. The engine rust-hdl runs one instruction in a hundred.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no job failed, 1 a job failed or hit an excluded bin, or the coverage is below --require-coverage, 2 bad input.
Ctrl-C ends the run with status 130, and its report files are written with the jobs that had run and a mark.

Examples:
  lanesmith regress
  lanesmith regress --configuration shipped --engine native --require-coverage 100
  lanesmith regress --configuration video_alu_l3,brew_datapath --engine native --seeds 1..101 -o report.json
  lanesmith regress --configuration video_alu_l3 --engine native --shard 1/2 -o shard1.json
  lanesmith regress --configuration video_alu_l3 --engine native --shard 2/2 -o shard2.json
  lanesmith report merge shard1.json shard2.json")]
pub(super) struct Regress {
    /// Configurations by name, whole modules, `shipped` or `all` [default: all; the shipped ones for Verilator]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = ConfigurationNames, hide_possible_values = true)]
    configuration: Vec<String>,
    /// The engines [default: all]
    #[arg(long, value_name = "ENGINE", value_enum, value_delimiter = ',')]
    engine: Vec<EngineKind>,
    /// The seeds from A to B - 1, a job for each; or the number of seeds, from 1 on
    #[arg(long, value_name = "A..B", default_value = "1..3", value_parser = parse_seeds)]
    seeds: Range<u64>,
    /// Number of instructions of a job
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole::<u64>(1..=u64::MAX))]
    instructions: u64,
    /// Runs every Nth job beginning with job K, K from 1 to N
    #[arg(long, value_name = "K/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Number of jobs at a time, 1 to 256 [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=256))]
    jobs: Option<u16>,
    /// Prints the names of the jobs without running them
    #[arg(long, conflicts_with_all = ["json", "output", "junit", "no_times", "require_coverage"])]
    list: bool,
    #[command(flatten)]
    reports: Reports,
    #[command(flatten)]
    counterexamples: Counterexamples,
    /// Plants fault number N in every netlist, to see it found; the faults of a netlist are numbered from 0
    #[arg(long, value_name = "N", help_heading = "Counterexamples", value_parser = any::<usize>())]
    fault: Option<usize>,
}

fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let counted = || text.parse().ok().and_then(|count: u64| Some(1..count.checked_add(1)?));
    let parsed = range(text).or_else(counted);
    let parsed = parsed.filter(|seeds| seeds.start < seeds.end && seeds.end - seeds.start <= MOST_SEEDS);
    parsed.ok_or_else(|| {
        format!("`{text}`: expected A..B with A below B, such as 100..200, or a number; at most {MOST_SEEDS} seeds")
    })
}

/// The list of jobs must fit into memory.
const MOST_SEEDS: u64 = 1_000_000;
/// Number of failed jobs with a counterexample: the others mostly show the same fault.
const COUNTEREXAMPLES: usize = 3;
impl Run for Regress {
    fn run(self) -> Result<CommandOutcome, Failure> {
        // Before the jobs run, so that an unwritable file is an error at once.
        if !self.list {
            self.reports.check(&[])?;
        }
        let settings = self.settings()?;
        let mut jobs = settings.jobs();
        jobs.retain(|job| self.shard.has(job.number));
        if self.list {
            for job in &jobs {
                give(job.name())?;
            }
            return Ok(CommandOutcome::Success);
        }
        let (report, done) = self.execute(&settings, jobs)?;
        let outcome = self.reports.write(report)?;
        self.leave_counterexamples(&settings, &done)?;
        Ok(outcome)
    }
}

impl Regress {
    fn settings(&self) -> Result<RegressionSettings, Failure> {
        let all = configurations();
        let mut named = Vec::new();
        for name in &self.configuration {
            let matching = |selection: &Selection| match name.as_str() {
                "all" => true,
                "shipped" => shipped().contains(selection),
                name => selection.name() == name || selection.module().name == name,
            };
            let found: Vec<Selection> = all.iter().copied().filter(matching).collect();
            if found.is_empty() {
                let names: Vec<String> = all.iter().map(Selection::name).collect();
                let modules = UNITS.map(|row| row.module.name);
                let known = names.iter().map(String::as_str).chain(["all", "shipped"]);
                let hint = nearest(name, known.chain(modules)).map(|near| format!("did you mean `{near}`? "));
                let hint = hint.unwrap_or_default();
                return Err(failure!(
                    "--configuration {name}: there is no such configuration; {hint}expected all, shipped, a module \
                     ({modules}) or one of {}",
                    names.join(", "),
                    modules = modules.join(", "),
                ));
            }
            named.extend(found);
        }
        let asked = |selection: &Selection| self.configuration.is_empty() || named.contains(selection);
        let mut engines = EngineKind::ALL.to_vec();
        engines.retain(|engine| self.engine.is_empty() || self.engine.contains(engine));
        Ok(RegressionSettings {
            configurations: all.iter().copied().filter(asked).collect(),
            engines,
            verilate_all: !self.configuration.is_empty(),
            seeds: self.seeds.clone(),
            instructions: self.instructions,
            fault: self.fault,
        })
    }

    fn execute(
        &self,
        settings: &RegressionSettings,
        jobs: Vec<RegressionJob>,
    ) -> Result<(RegressionReport, Vec<(RegressionJob, JobResult)>), Failure> {
        let start = Instant::now();
        let bar = progress::bar("regress", jobs.len() as u64);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.jobs.map_or(0, usize::from));
        let pool = pool.build().map_err(Failure::new)?;
        let done = Arc::new(Mutex::new(Vec::with_capacity(jobs.len())));
        let on_interrupt = {
            let (settings, shard, reports) = (settings.clone(), self.shard, self.reports.clone());
            let (asked, done) = (jobs.len(), done.clone());
            OnInterrupt::new(move || {
                let mut done: MutexGuard<Vec<(RegressionJob, JobResult)>> = lock(&done);
                done.sort_by_key(|(job, _)| job.number);
                let report = RegressionReport::new(&settings, shard, &done, start.elapsed());
                reports.interrupted(report.into_interrupted(), asked);
            })
        };
        let work = |job: RegressionJob| {
            let result = run(&job, settings);
            bar.inc(1);
            lock(&done).push((job, result));
        };
        pool.install(|| jobs.into_par_iter().for_each(work));
        drop(on_interrupt);
        bar.finish_and_clear();
        let mut done = std::mem::take(&mut *lock(&done));
        done.sort_by_key(|(job, _)| job.number);
        let report = RegressionReport::new(settings, self.shard, &done, start.elapsed());
        Ok((report, done))
    }

    /// Writes counterexamples of the first failed jobs.
    fn leave_counterexamples(
        &self,
        settings: &RegressionSettings,
        done: &[(RegressionJob, JobResult)],
    ) -> Result<(), Failure> {
        let failed = done.iter().filter(|(_, done)| done.status == Status::Failed);
        for (job, done) in failed.take(COUNTEREXAMPLES) {
            let name = job.name().replace('/', "_");
            let make = |folder: &Path| done.counterexample(job, settings, folder);
            self.counterexamples.leave(&name, make)?;
        }
        Ok(())
    }
}
