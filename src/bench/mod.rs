//! Throughput of the golden model's evaluators and of the engines, side by side in one run.

mod engines;
mod golden;
mod machine;
mod measure;

pub use machine::Machine;

use crate::rtl::video::{self, Config, DesignError};
use crate::sim::EngineError;
use crate::sim::testbench::video::{Case, RandomCases};
use engines::Running;
use golden::{Prepared, VARIANTS};
use measure::{Rate, Subject, measure};
use serde::Serialize;
use std::fmt;

/// Vectors of the golden variants and cycles of the stimulus.
const CASES: usize = 4096;
/// Cycles in which the outputs of the engines are compared before anything is measured.
const COMPARED: usize = 1000;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The ALU's configuration.
    pub config: Config,
    /// Measuring time of each subject.
    pub seconds: f64,
    /// Seed of instructions and operands.
    pub seed: u64,
}

/// Why there is no report.
#[derive(Clone, Debug)]
pub enum BenchError {
    /// There is no such design.
    Design(DesignError),
    /// An engine could not be built.
    Engine(String),
    /// Two subjects that should compute the same do not: rates would mean nothing.
    Disagreement(String, String),
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Design(error) => error.fmt(f),
            BenchError::Engine(why) => f.write_str(why),
            BenchError::Disagreement(one, other) => write!(f, "{one} and {other} give different results"),
        }
    }
}

impl std::error::Error for BenchError {}

/// All rates of one run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Of this structure.
    pub format_version: u32,
    /// What it ran on.
    pub machine: Machine,
    /// What a second is: `processor` time of the measuring thread, or time on the `wall` where the system does not
    /// tell the other.
    pub clock: &'static str,
    /// Seed of instructions and operands.
    pub seed: u64,
    /// Cycles from operands to result of the ALU that the engines run.
    pub latency: u32,
    /// The golden model's evaluators; ratios are to the concrete one with modifiers of the same kind.
    pub golden: Vec<Row>,
    /// The engines; ratios are to Verilator.
    pub engines: Vec<Row>,
}

/// A subject's rate, or why there is none.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The subject.
    pub name: String,
    /// `vectors/s` or `cycles/s`.
    pub unit: &'static str,
    /// The median of the turns.
    pub rate: Option<f64>,
    /// The slowest turn.
    pub slowest: Option<f64>,
    /// The fastest turn.
    pub fastest: Option<f64>,
    /// The rate relative to the reference of its table, if that was measured.
    pub ratio: Option<f64>,
    /// Why there is no rate.
    pub skipped: Option<String>,
}

/// Measures everything that is there. `progress` hears how many turns are done and how many there are.
pub fn run(options: &Options, progress: impl FnMut(usize, usize)) -> Result<Report, BenchError> {
    let Options { config, seconds, seed } = *options;
    let cases: Vec<Case> = RandomCases::new(config, seed).take(CASES).collect();
    let vectors: Vec<Prepared> = cases.iter().map(Prepared::new).collect();
    for variant in &VARIANTS {
        let reference = &VARIANTS[variant.reference()];
        agree(
            variant.name,
            variant.results(&vectors),
            reference.name,
            reference.results(&vectors),
        )?;
    }
    let design = video::design(&config).map_err(BenchError::Design)?;
    let stimulus = engines::stimulus(&cases);
    let mut rows = Vec::new();
    let mut running = Vec::new();
    let mut reference = None;
    for (name, engine) in engines::candidates(&config, &design) {
        match engine {
            Ok(engine) => {
                let mut engine = Running::new(engine, &stimulus);
                let outputs = engine.outputs(COMPARED);
                match &reference {
                    None => reference = Some((name, outputs)),
                    Some((other, expected)) => agree(name, outputs, other, expected.clone())?,
                }
                running.push(engine);
                rows.push((name, None));
            }
            Err(EngineError::Unavailable(why)) => rows.push((name, Some(why))),
            Err(EngineError::Failed(why)) => return Err(BenchError::Engine(why)),
        }
    }
    let mut subjects: Vec<Subject> = VARIANTS.iter().map(|variant| variant.subject(&vectors)).collect();
    subjects.extend(running.iter_mut().map(Running::subject));
    let mut rates = measure(&mut subjects, seconds, progress).into_iter();
    let golden = VARIANTS.iter().map(|variant| (variant.name, None));
    let mut golden = table("vectors/s", golden.collect(), &mut rates);
    let mut engines = table("cycles/s", rows, &mut rates);
    compare(&mut golden, |i| Some(VARIANTS[i].reference()));
    let verilator = engines.iter().position(|row| row.name == "verilator");
    compare(&mut engines, |_| verilator);
    Ok(Report {
        format_version: 1,
        machine: Machine::here(),
        clock: measure::clock(),
        seed,
        latency: config.latency,
        golden,
        engines,
    })
}

fn agree<T: PartialEq>(one: &str, results: T, other: &str, expected: T) -> Result<(), BenchError> {
    if results == expected {
        return Ok(());
    }
    Err(BenchError::Disagreement(one.to_owned(), other.to_owned()))
}

/// Rows with the next rates, for those subjects that were measured.
fn table(unit: &'static str, rows: Vec<(&str, Option<String>)>, rates: &mut impl Iterator<Item = Rate>) -> Vec<Row> {
    let row = |(name, skipped): (&str, Option<String>)| {
        let rate = if skipped.is_none() { rates.next() } else { None };
        Row {
            name: name.to_owned(),
            unit,
            rate: rate.map(|rate| rate.median),
            slowest: rate.map(|rate| rate.slowest),
            fastest: rate.map(|rate| rate.fastest),
            ratio: None,
            skipped,
        }
    };
    rows.into_iter().map(row).collect()
}

/// Fills in the ratios; `reference` gives the row that a row is compared with.
fn compare(rows: &mut [Row], reference: impl Fn(usize) -> Option<usize>) {
    let rates: Vec<Option<f64>> = rows.iter().map(|row| row.rate).collect();
    for (i, row) in rows.iter_mut().enumerate() {
        let reference = reference(i).and_then(|reference| rates[reference]);
        row.ratio = row.rate.zip(reference).map(|(rate, reference)| rate / reference);
    }
}
