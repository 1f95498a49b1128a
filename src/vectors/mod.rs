//! Vector files: CSV whose header says what kind of facts the rows are, and their checks.
//!
//! A kind is one file that ends in a [`Kind`]; [`KINDS`] lists them.

pub mod brew_decode;
pub mod brew_encoding;
pub mod brew_results;
mod hardware;
mod report;
mod table;
pub mod video_legality;
pub mod video_results;

pub use report::{Mismatch, Report};
pub use table::{Table, Unreadable};

use crate::sim::EngineKind;
use std::fmt;

/// What computes the results that are compared with those of a vector file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Evaluator {
    /// The golden model, one vector at a time.
    Golden,
    /// The golden model over bit-planes, many vectors at a time.
    GoldenSliced,
    /// The netlist, compiled.
    Native,
    /// The hardware description's own update functions: slow, a second opinion.
    RustHdl,
    /// The emitted Verilog through Verilator.
    Verilator,
}

impl fmt::Display for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evaluator::Golden => "golden",
            Evaluator::GoldenSliced => "golden-sliced",
            Evaluator::Native => "native",
            Evaluator::RustHdl => "rust-hdl",
            Evaluator::Verilator => "verilator",
        })
    }
}

impl Evaluator {
    /// The engine that runs the hardware; none for the golden model.
    pub fn engine(self) -> Option<EngineKind> {
        match self {
            Evaluator::Golden | Evaluator::GoldenSliced => None,
            Evaluator::Native => Some(EngineKind::Native),
            Evaluator::RustHdl => Some(EngineKind::RustHdl),
            Evaluator::Verilator => Some(EngineKind::Verilator),
        }
    }
}

/// A kind of vector file.
pub struct Kind {
    /// What the rows are.
    pub name: &'static str,
    /// The columns by which the kind is recognised, in the usual order.
    pub columns: &'static [&'static str],
    /// Columns that may be there besides.
    pub optional: &'static [&'static str],
    /// Compares every row with what is computed. Kinds about texts take no notice of the evaluator.
    pub check: fn(&Table, Evaluator, &mut Report) -> Result<(), Unreadable>,
}

/// All kinds.
pub const KINDS: [&Kind; 5] = [
    &video_results::KIND,
    &video_legality::KIND,
    &brew_results::KIND,
    &brew_encoding::KIND,
    &brew_decode::KIND,
];

/// The kind of a file, by its header; the columns' order is free.
pub fn recognise(table: &Table) -> Result<&'static Kind, Unreadable> {
    let has = |name: &&str| table.column(name).is_some();
    let foreign = |kind: &Kind| {
        let known = |column: &&str| kind.columns.contains(column) || kind.optional.contains(column);
        table.columns().find(|column| !known(column))
    };
    let mut columns: Vec<&str> = table.columns().collect();
    columns.sort_unstable();
    let distinct = columns.windows(2).all(|pair| pair[0] != pair[1]);
    let fits = |kind: &&&Kind| distinct && kind.columns.iter().all(&has) && foreign(kind).is_none();
    if let Some(kind) = KINDS.iter().find(fits) {
        return Ok(kind);
    }
    let shared = |kind: &Kind| kind.columns.iter().filter(|name| has(name)).count();
    let nearest = KINDS.iter().max_by_key(|kind| shared(kind)).expect("there are kinds");
    let message = match (nearest.columns.iter().find(|name| !has(name)), foreign(nearest)) {
        _ if 2 * shared(nearest) < nearest.columns.len() => {
            "this header is of no known kind of vector file".to_string()
        }
        (Some(missing), _) => format!("column `{missing}` is missing: a file of {} needs it", nearest.name),
        (None, Some(column)) => format!("column `{column}` does not belong into a file of {}", nearest.name),
        (None, None) => "a column stands twice".to_string(),
    };
    let headers = KINDS.map(|kind| kind.columns.join(","));
    Err(table.header_error(&message, &format!("one of the headers {}", headers.join(" | "))))
}
