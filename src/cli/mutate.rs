//! `lanesmith mutate`: which layer of checking finds planted faults.

use super::configuration::Configuration;
use super::data::{Data, pretty};
use super::number::{any, whole};
use super::table::table;
use super::{CommandOutcome, Failure, Run, lock, progress, say};
use clap::Args;
use indicatif::ProgressStyle;
use lanesmith::mutate::{Fault, Mutation, MutationPlan, ProofResult, Score, draw};
use lanesmith::netlist::Flat;
use lanesmith::prove::parallel::{self, TaskEvent};
use lanesmith::units::require;
use lanesmith::vectors::Table;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Plants faults in a module and counts which layer of checking kills them
///
/// Layers: directed vectors without stalls (NVIDIA's for the SIMD video ALU, the ISA author's for the datapath); random
/// instructions with gaps, stalls and resets in traffic; the built-in proof. A mutant is equivalent if every claim is proved of it,
/// or if it has the same outputs and next states as the original.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith mutate
  lanesmith mutate --mutants 2000 --latency 5 --seed 7 --json > score.json
  lanesmith mutate --module brew_datapath --survivors

lanesmith simulates the clocks of each refuted claim in the mutant and in the original, except for the datapath. The report says
CONTRADICTION if both behave the same, or if simulation kills a mutant of which every claim is proved.

Exit status: 0 the proof kills every mutant or proves it equivalent, without a contradiction; 1 otherwise; 2 bad input.")]
pub(super) struct Mutate {
    #[command(flatten)]
    configuration: Configuration,
    /// Number of mutants
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole::<usize>(1..=u64::MAX))]
    mutants: usize,
    /// Number of random instructions per mutant
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<usize>(1..=u64::MAX))]
    instructions: usize,
    /// Seed of the choice of faults and of the random instructions
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// A file of directed vectors, as for `check` [default: the bundled vectors]
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Time limit for each claim, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = whole::<u64>(1..=u64::MAX))]
    time: u64,
    /// Prints every mutant that simulation does not kill
    #[arg(long)]
    survivors: bool,
    #[command(flatten)]
    data: Data,
}

/// The machine-readable report.
#[derive(Clone, Serialize)]
struct Report {
    format_version: u32,
    tool: String,
    module: &'static str,
    options: Vec<String>,
    seed: u64,
    instructions: usize,
    /// Whether an interrupt ended the run, so that later mutants are missing.
    interrupted: bool,
    mutants: Vec<Score>,
}

impl Run for Mutate {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        let selection = self.configuration.selection()?;
        let design = selection.design().map_err(Failure::new)?;
        let flat = Flat::new(&design).map_err(Failure::new)?;
        let faults = draw(&flat, self.mutants, self.seed);
        let plan = MutationPlan {
            instructions: self.instructions,
            seed: self.seed,
            time: Duration::from_secs(self.time),
        };
        let vectors = self.vectors.as_deref().map(Table::read).transpose()?;
        if vectors.as_ref().is_some_and(Table::is_empty) {
            return Err(Failure::new("--vectors: the file has no rows"));
        }
        if let Some(table) = &vectors {
            require(table, &selection)?;
        }
        let unit = selection.unit();
        let mutation = unit.mutation(plan, vectors.as_ref())?;
        let mut report = Report {
            format_version: 4,
            tool: lanesmith::tool(),
            module: selection.module().name,
            options: selection.options(),
            seed: self.seed,
            instructions: self.instructions,
            interrupted: false,
            mutants: vec![],
        };
        let done: Arc<Mutex<Vec<Score>>> = Arc::default();
        let on_interrupt = {
            let (mut report, done) = (report.clone(), done.clone());
            self.data.on_interrupt(move || {
                report.interrupted = true;
                report.mutants = lock(&done).clone();
                pretty(&report)
            })
        };
        report.mutants = scores(&flat, &faults, &*mutation, &done)?;
        drop(on_interrupt);
        let scores = &report.mutants;
        self.data.report(&report, || self.print(scores))?;
        let is_sound = |score: &Score| score.proof != ProofResult::NotProved && score.contradiction().is_none();
        let sound = scores.iter().all(is_sound);
        CommandOutcome::of(scores.len() as u64, !sound, "no mutant could be made")
    }
}

impl Mutate {
    fn print(&self, scores: &[Score]) -> Result<(), Failure> {
        let mut classes: BTreeMap<&str, Vec<&Score>> = BTreeMap::new();
        for score in scores {
            classes.entry(&score.class).or_default().push(score);
        }
        let all: Vec<&Score> = scores.iter().collect();
        let header = "fault,mutants,directed,random,proof,equivalent,not proved";
        let mut table = table(header.split(','), 1..7);
        for (class, scores) in classes.iter().chain([(&"all", &all)]) {
            let count = |test: &dyn Fn(&Score) -> bool| scores.iter().filter(|score| test(score)).count().to_string();
            table.add_row([
                class.to_string(),
                scores.len().to_string(),
                count(&|score| score.directed),
                count(&|score| score.random),
                count(&|score| score.proof == ProofResult::Refuted),
                count(&|score| score.proof == ProofResult::Equivalent),
                count(&|score| score.proof == ProofResult::NotProved),
            ]);
        }
        say(table.trim_fmt())?;
        let (seed, instructions) = (self.seed, self.instructions);
        say!("seed {seed}, {instructions} random instructions per mutant")?;
        let count = scores.iter().filter(|score| score.contradiction().is_some()).count();
        say!("contradictions between proof and simulation: {count}")?;
        for score in scores {
            let killed = score.directed || score.random;
            let fault = format_args!("fault {}: {}", score.number, score.fault);
            if let Some(contradiction) = score.contradiction() {
                say!("CONTRADICTION: {contradiction}: {fault}")?;
                continue;
            }
            match score.proof {
                ProofResult::NotProved => say!("not proved: {fault}")?,
                ProofResult::Equivalent if self.survivors => say!("equivalent: {fault}")?,
                ProofResult::Refuted if self.survivors && !killed => {
                    let claim = score.claim.as_deref().unwrap_or_default();
                    say!("killed by proof alone ({claim}): {fault}")?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// All scores, in the order of the faults, computed on all cores. `done` gets each score when it is computed.
fn scores(
    flat: &Flat,
    faults: &[Fault],
    mutation: &dyn Mutation,
    done: &Mutex<Vec<Score>>,
) -> Result<Vec<Score>, Failure> {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} mutants, {eta} left").expect("a template");
    let bar = progress::plain(faults.len() as u64).with_style(style);
    let order: Vec<usize> = (0..faults.len()).collect();
    let has_failed = AtomicBool::new(false);
    let results = parallel::each(
        &order,
        std::thread::available_parallelism().map_or(1, usize::from),
        || has_failed.load(Ordering::Relaxed),
        |i| {
            let score = mutation.score(flat, faults[i]);
            has_failed.fetch_or(score.is_err(), Ordering::Relaxed);
            let computed = score.as_ref().ok().and_then(Option::as_ref).cloned();
            lock(done).extend(computed);
            Some(score)
        },
        |event| {
            if let TaskEvent::Done(Ok(_)) = event {
                bar.inc(1);
            }
        },
    );
    let results = results.expect("a worker that does not panic").into_iter().flatten();
    let scores: Vec<Option<Score>> = results.collect::<Result<_, _>>().map_err(Failure::new)?;
    bar.finish_and_clear();
    Ok(scores.into_iter().flatten().collect())
}
