//! `lanesmith mutate`: what each layer of checking sees of faults put in on purpose.

use super::{Failure, Outcome, Run, say};
use crate::mutate::{Plan, ProofResult, Score, draw, score};
use crate::netlist::Flat;
use crate::rtl::video::{self, Config};
use crate::sim::testbench::video::Case;
use crate::vectors::{Table, video_results};
use clap::Args;
use comfy_table::Table as Drawing;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Put faults into the SIMD video ALU and count which layer of checking kills them
///
/// Layers: NVIDIA's vectors without stalls; random instructions with gaps, stalls and a reset in traffic; the built-in
/// proof. A mutant for which every claim is proved is equivalent.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith mutate
  lanesmith mutate --mutants 2000 --latency 5 --seed 7 --json > score.json

Exit status 0: every mutant is killed by proof or proved equivalent; 1: one is neither, or simulation kills one that was
proved equivalent.")]
pub(super) struct Mutate {
    /// How many mutants
    #[arg(long, default_value_t = 500)]
    mutants: usize,
    /// Random instructions per mutant
    #[arg(long, default_value_t = 20_000)]
    instructions: usize,
    /// Latency of the ALU, 0 to 5
    #[arg(long, default_value_t = 3)]
    latency: u32,
    /// Seed of the draw and of the random instructions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Directed vectors, as for `check`; the bundled ones where left out
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Give up on a claim after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    time: u64,
    /// Print every mutant that simulation does not kill
    #[arg(long)]
    survivors: bool,
    /// A JSON report on standard output instead of the table
    #[arg(long)]
    json: bool,
}

/// The machine-readable report.
#[derive(Serialize)]
struct Report<'a> {
    format_version: u32,
    tool: String,
    latency: u32,
    seed: u64,
    instructions: usize,
    mutants: &'a [Score],
}

impl Run for Mutate {
    fn run(self) -> Result<Outcome, Failure> {
        let plan = Plan {
            config: Config::full(self.latency),
            mutants: self.mutants,
            instructions: self.instructions,
            seed: self.seed,
            time: Duration::from_secs(self.time),
        };
        plan.config.validate().map_err(Failure::new)?;
        let design = video::design(&plan.config).map_err(Failure::new)?;
        let flat = Flat::new(&design).map_err(Failure::new)?;
        let directed = self.directed()?;
        let scores = scores(&flat, &plan, &directed)?;
        if self.json {
            let report = Report {
                format_version: 1,
                tool: crate::catalog::tool(),
                latency: self.latency,
                seed: self.seed,
                instructions: self.instructions,
                mutants: &scores,
            };
            say(serde_json::to_string_pretty(&report).map_err(Failure::new)?)?;
        } else {
            self.print(&scores)?;
        }
        let sound = scores.iter().all(|score| match score.proof {
            ProofResult::Refuted => true,
            ProofResult::Equivalent => !score.directed && !score.random,
            ProofResult::NotProved => false,
        });
        Ok(if sound { Outcome::Success } else { Outcome::Mismatch })
    }
}

impl Mutate {
    fn directed(&self) -> Result<Vec<Case>, Failure> {
        let table = match &self.vectors {
            Some(path) => Table::read(path)?,
            None => video_results::bundled(),
        };
        let rows = video_results::rows(&table)?;
        Ok(rows.iter().map(Case::from).collect())
    }

    fn print(&self, scores: &[Score]) -> Result<(), Failure> {
        let mut classes: BTreeMap<&str, Vec<&Score>> = BTreeMap::new();
        for score in scores {
            classes.entry(&score.class).or_default().push(score);
        }
        let all: Vec<&Score> = scores.iter().collect();
        let mut table = Drawing::new();
        table.load_style(comfy_table::presets::ASCII_MARKDOWN);
        table.set_header([
            "fault",
            "mutants",
            "directed",
            "random",
            "proof",
            "equivalent",
            "not proved",
        ]);
        for (class, scores) in classes
            .iter()
            .map(|(class, scores)| (*class, scores))
            .chain([("all", &all)])
        {
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
        say(table)?;
        say(format_args!(
            "seed {}, {} random instructions per mutant",
            self.seed, self.instructions
        ))?;
        for score in scores {
            let killed = score.directed || score.random;
            match score.proof {
                ProofResult::NotProved => say(format_args!("not proved: {}", score.fault))?,
                ProofResult::Equivalent if killed => {
                    say(format_args!("PROOF AND SIMULATION DISAGREE: {}", score.fault))?
                }
                ProofResult::Equivalent if self.survivors => say(format_args!("equivalent: {}", score.fault))?,
                ProofResult::Refuted if self.survivors && !killed => {
                    let claim = score.claim.as_deref().unwrap_or_default();
                    say(format_args!("killed by proof alone ({claim}): {}", score.fault))?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// All scores, in the order of the faults, computed on all cores.
fn scores(flat: &Flat, plan: &Plan, directed: &[Case]) -> Result<Vec<Score>, Failure> {
    let faults = draw(flat, plan.mutants, plan.seed);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} mutants, {eta} left").expect("a template");
    let bar = ProgressBar::new(faults.len() as u64).with_style(style);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![None; faults.len()]);
    let work = || -> Result<(), String> {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(fault) = faults.get(i) else { return Ok(()) };
            let score = score(flat, *fault, plan, directed)?;
            results.lock().expect("no thread panicked")[i] = score;
            bar.inc(1);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().expect("a worker that does not panic"))
    })
    .map_err(Failure::new)?;
    bar.finish_and_clear();
    let results = results.into_inner().expect("no thread panicked");
    Ok(results.into_iter().flatten().collect())
}
