//! Benchmarks: the speed of several subjects, measured in one run.

mod machine;
mod measure;

pub use machine::HostMachine;
pub use measure::BenchmarkSubject;

use lanesmith_sim::{Engine, EngineError, EngineKind};
use measure::{Rate, measure};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Errors of a benchmark.
#[derive(Clone, Debug)]
pub enum BenchError {
    /// The design is invalid, or an engine could not be built.
    Failed(String),
    /// Two subjects compute different results, so their rates cannot be compared.
    Disagreement(String, String),
}

impl fmt::Display for BenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchError::Failed(why) => f.write_str(why),
            BenchError::Disagreement(one, other) => write!(f, "{one} and {other} give different results"),
        }
    }
}

impl std::error::Error for BenchError {}

/// The measured engines: name, kind, whether every net is watchable.
pub const ENGINES: [(&str, EngineKind, bool); 4] = [
    ("native", EngineKind::Native, false),
    ("native, traced", EngineKind::Native, true),
    ("rust-hdl", EngineKind::RustHdl, false),
    ("verilator", EngineKind::Verilator, false),
];

/// Subjects that compute the same results.
pub struct Benchmark {
    /// The name in machine-readable reports.
    pub name: &'static str,
    /// The heading of the table.
    pub title: String,
    /// The unit, such as `cycles/s`.
    pub unit: &'static str,
    /// The heading of the ratios.
    pub reference: &'static str,
    /// The subjects, or the reasons why they are not measured.
    pub subjects: Vec<Entry>,
}

/// A subject of a benchmark.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The subject, or the reason why it is not measured.
    pub subject: Result<BenchmarkSubject, String>,
    /// The index of its reference.
    pub reference: Option<usize>,
}

impl Entry {
    /// A subject in a table with the engines, whose rates are relative to Verilator's.
    pub fn beside_engines(name: &'static str, subject: Result<BenchmarkSubject, String>) -> Self {
        Entry {
            name,
            subject,
            reference: Some(ENGINES.len() - 1),
        }
    }
}

/// A subject on each engine. `open` opens an engine of a kind, with every net watchable or not; `make` gets the engine with its name
/// and kind.
pub fn on_engines(
    open: impl Fn(EngineKind, bool) -> Result<Box<dyn Engine>, EngineError>,
    mut make: impl FnMut(&'static str, EngineKind, Box<dyn Engine>) -> Result<BenchmarkSubject, BenchError>,
) -> Result<Vec<Entry>, BenchError> {
    let subject = |(name, kind, traced)| {
        let subject = match open(kind, traced) {
            Ok(engine) => Ok(make(name, kind, engine)?),
            Err(EngineError::Unavailable(why)) => Err(why),
            Err(EngineError::Failed(why)) => return Err(BenchError::Failed(why)),
        };
        Ok(Entry::beside_engines(name, subject))
    };
    ENGINES.into_iter().map(subject).collect()
}

/// The version of the report's format.
pub const FORMAT_VERSION: u32 = 2;

/// All rates of one run.
#[derive(Clone, Debug, Serialize)]
pub struct BenchmarkReport {
    /// The version of this format.
    pub format_version: u32,
    /// The machine.
    pub machine: HostMachine,
    /// `processor` time of the measuring thread, or `wall` time if the system does not report processor time.
    pub clock: &'static str,
    /// Seed of instructions and operands.
    pub seed: u64,
    /// The options of the hardware that the engines run.
    pub options: Vec<String>,
    /// Whether an interrupt ended the run, so that turns are missing.
    pub interrupted: bool,
    /// The rows of each benchmark.
    #[serde(flatten)]
    pub rows: BTreeMap<&'static str, Vec<BenchmarkRow>>,
    /// The benchmarks' titles, units and references, in their order.
    #[serde(skip)]
    pub benchmarks: Vec<(&'static str, String, &'static str, &'static str)>,
}

/// A subject's rate, or the reason why it has none.
#[derive(Clone, Debug, Serialize)]
pub struct BenchmarkRow {
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
    /// The reason why there is no rate.
    pub skipped: Option<String>,
}

/// Measures the subjects of all benchmarks for `seconds` each; the instructions are random with `seed`, and `options` are those of the
/// hardware, for the report. `progress` gets the numbers of finished and of all turns, and the report so far, marked as interrupted.
pub fn run(
    benchmarks: Vec<Benchmark>,
    options: Vec<String>,
    seconds: f64,
    seed: u64,
    mut progress: impl FnMut(usize, usize, BenchmarkReport),
) -> BenchmarkReport {
    let machine = HostMachine::here();
    let report = |rates: Vec<Option<Rate>>, interrupted| {
        let mut rates = rates.into_iter();
        let rows = benchmarks
            .iter()
            .map(|one| (one.name, table(one, &mut rates)))
            .collect();
        let heading = |one: &Benchmark| (one.name, one.title.clone(), one.unit, one.reference);
        BenchmarkReport {
            format_version: FORMAT_VERSION,
            machine: machine.clone(),
            clock: measure::clock(),
            seed,
            options: options.clone(),
            interrupted,
            rows,
            benchmarks: benchmarks.iter().map(heading).collect(),
        }
    };
    let subjects = benchmarks.iter().flat_map(|benchmark| &benchmark.subjects);
    let subjects: Vec<&BenchmarkSubject> = subjects.filter_map(|entry| entry.subject.as_ref().ok()).collect();
    let rates = measure(&subjects, seconds, |done, total, rates| {
        progress(done, total, report(rates, true));
    });
    report(rates, false)
}

/// An error if two subjects computed different results.
pub fn agree<T: PartialEq>(one: &str, results: &T, other: &str, expected: &T) -> Result<(), BenchError> {
    match results == expected {
        true => Ok(()),
        false => Err(BenchError::Disagreement(one.to_owned(), other.to_owned())),
    }
}

/// Rows with the rates of the measured subjects, in order.
fn table(benchmark: &Benchmark, rates: &mut impl Iterator<Item = Option<Rate>>) -> Vec<BenchmarkRow> {
    let rates: Vec<Option<Rate>> = (benchmark.subjects.iter())
        .map(|entry| entry.subject.as_ref().ok().and_then(|_| rates.next()?))
        .collect();
    let row = |(entry, rate): (&Entry, &Option<Rate>)| {
        let reference = entry.reference.and_then(|place| rates[place]);
        BenchmarkRow {
            name: entry.name.to_owned(),
            unit: benchmark.unit,
            rate: rate.map(|rate| rate.median),
            slowest: rate.map(|rate| rate.slowest),
            fastest: rate.map(|rate| rate.fastest),
            ratio: (rate.zip(reference)).map(|(rate, reference)| rate.median / reference.median),
            skipped: match (&entry.subject, rate) {
                (Err(why), _) => Some(why.clone()),
                (Ok(_), None) => Some("an interrupt ended the run before the first turn".to_owned()),
                (Ok(_), Some(_)) => None,
            },
        }
    };
    benchmark.subjects.iter().zip(&rates).map(row).collect()
}
