//! Vector files: CSV files whose header selects the kind of rows, and the checks of each kind.
//!
//! A kind is a source file with a [`VectorFileKind`]; the table of units lists the kinds.

#[cfg(feature = "clap")]
mod evaluator;
mod report;
mod table;

pub use report::{RowMismatch, VectorReport};
pub use table::{Refusal, Table};

use lanesmith_sim::EngineKind;
use lanesmith_sim::wave::DumpedWaves;
use std::fmt;
use std::path::Path;

/// The model or engine that computes results or runs a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluator {
    /// The golden model, one vector at a time.
    Golden,
    /// The golden model over bit planes, many vectors at a time.
    GoldenSliced,
    /// The hardware.
    Hardware(EngineKind),
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluator::Golden => f.write_str("golden"),
            Evaluator::GoldenSliced => f.write_str("golden-sliced"),
            Evaluator::Hardware(kind) => kind.fmt(f),
        }
    }
}

impl Evaluator {
    /// The engine that runs the hardware; none for the golden model.
    pub fn engine(self) -> Option<EngineKind> {
        match self {
            Evaluator::Golden | Evaluator::GoldenSliced => None,
            Evaluator::Hardware(kind) => Some(kind),
        }
    }
}

/// Runs the row with this index on an engine, with waves in a file.
pub type WaveWriter = fn(&Table, usize, EngineKind, &Path) -> Result<DumpedWaves, String>;

/// A kind of vector file.
pub struct VectorFileKind {
    /// Description of the rows.
    pub name: &'static str,
    /// The columns by which the kind is recognised, in the usual order.
    pub columns: &'static [&'static str],
    /// Optional columns.
    pub optional: &'static [&'static str],
    /// Whether a text in the first column is of this kind, where others have the same columns.
    pub claims: Option<fn(&str) -> bool>,
    /// Compares every row with computed results. Kinds about texts ignore the evaluator.
    pub check: VectorCheck,
    /// Runs a row on hardware, for kinds with hardware.
    pub waves: Option<WaveWriter>,
}

/// Compares every row of a table with computed results.
pub type VectorCheck = fn(&Table, Evaluator, &mut VectorReport) -> Result<(), Refusal>;

impl VectorFileKind {
    /// A kind about texts, recognised by its columns alone.
    pub const fn of(name: &'static str, columns: &'static [&'static str], check: VectorCheck) -> Self {
        VectorFileKind {
            name,
            columns,
            optional: &[],
            claims: None,
            check,
            waves: None,
        }
    }
}

/// Checks that a file is of this kind.
pub fn require(table: &Table, kind: &'static VectorFileKind) -> Result<(), Refusal> {
    recognise(&[kind], table).map(drop)
}

/// The kind of a file, by its header; the order of the columns is free.
pub fn recognise(kinds: &[&'static VectorFileKind], table: &Table) -> Result<&'static VectorFileKind, Refusal> {
    let has = |name: &&str| table.column(name).is_some();
    let foreign = |kind: &VectorFileKind| {
        let known = |column: &&str| kind.columns.contains(column) || kind.optional.contains(column);
        table.columns().find(|column| !known(column))
    };
    let mut columns: Vec<&str> = table.columns().collect();
    columns.sort_unstable();
    let distinct = columns.windows(2).all(|pair| pair[0] != pair[1]);
    let fits = |kind: &&&VectorFileKind| distinct && kind.columns.iter().all(&has) && foreign(kind).is_none();
    // Among kinds with the same columns the first row decides.
    let first =
        |kind: &VectorFileKind| (!table.is_empty()).then(|| table.cell(0, table.column(kind.columns[0]).unwrap_or(0)));
    let claims = |kind: &&&VectorFileKind| {
        kind.claims
            .is_none_or(|claims| kinds.len() == 1 || first(kind).is_some_and(claims))
    };
    if let Some(kind) = kinds.iter().find(|kind| fits(kind) && claims(kind)) {
        return Ok(kind);
    }
    let shared = |kind: &VectorFileKind| kind.columns.iter().filter(|name| has(name)).count();
    // Of those that share as many columns, one that lacks none.
    let nearness = |kind: &&&VectorFileKind| (shared(kind), shared(kind) == kind.columns.len());
    let nearest = kinds.iter().max_by_key(nearness).expect("there are kinds");
    let message = match (nearest.columns.iter().find(|name| !has(name)), foreign(nearest)) {
        _ if 2 * shared(nearest) < nearest.columns.len() => "no kind of vector file has this header".to_string(),
        (Some(missing), _) => format!("column `{missing}` is missing: a file of {} needs it", nearest.name),
        (None, Some(column)) => format!("a file of {} has no column `{column}`", nearest.name),
        (None, None) => "a column stands twice".to_string(),
    };
    let headers: Vec<String> = kinds.iter().map(|kind| kind.columns.join(",")).collect();
    Err(table.header_error(&message, &format!("one of the headers {}", headers.join(" | "))))
}
