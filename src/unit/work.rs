//! Work on a unit's hardware, with every result compared with the expected one.

use super::{FailingWork, Hardware};
use crate::files;
use crate::sim::testbench::TrafficSettings;
use crate::sim::wave::{DumpedWaves, Keep};
use crate::sim::{EngineError, EngineKind};
use crate::text::diagnostic::Diagnostic;
use crate::vectors::{Table, Unreadable};
use std::path::Path;
use std::sync::Arc;

/// The task.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// So many random instructions.
    Random(u64),
    /// The rows of a table of results.
    Vectors(&'a Table),
    /// A PTX module, which units refuse that execute none of its instructions.
    Program,
}

/// How it is done.
#[derive(Clone)]
pub struct RunOptions<'a> {
    /// Gaps, stalls and the seed of everything random.
    pub traffic: TrafficSettings,
    /// The cycle, counted from the first offer, of a reset in the traffic.
    pub reset_at: Option<u64>,
    /// Where waves go, and of which cycles.
    pub waves: Option<(&'a Path, Keep)>,
    /// All random work in one run, even where runs side by side would take a fraction of the time.
    pub is_one: bool,
    /// Hears of every instruction, or of several.
    pub progress: &'a dyn Fn(u64),
    /// Receives remarks, one per line, for example about skipped work.
    pub remark: &'a dyn Fn(String),
}

/// The outcome.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// Instructions that were offered.
    pub instructions: u64,
    /// How much of the work came out right: random instructions or rows of vectors.
    pub right: u64,
    /// Cycles.
    pub cycles: u64,
    /// Whether the reset in the traffic, if there was to be one, came before the work was done.
    pub was_reset: bool,
    /// The seed of the reported run, if it differs from the given seed.
    pub seed: Option<u64>,
    /// The results of a program, one per line.
    pub results: Vec<String>,
    /// The first fault, in words of several lines, and the work that shows it.
    pub fault: Option<(String, Option<Arc<dyn FailingWork>>)>,
    /// The waves.
    pub dumped: Option<DumpedWaves>,
}

/// Why work could not be done: a complete text for people, with the place where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Refusal {
    /// A reason without a place.
    pub fn new(why: impl std::fmt::Display) -> Self {
        Refusal(format!("error: {why}"))
    }
}

impl From<(&str, &Diagnostic)> for Refusal {
    /// An error in an instruction's text, drawn.
    fn from((text, diagnostic): (&str, &Diagnostic)) -> Self {
        Refusal(diagnostic.render("instruction", text, true))
    }
}

impl From<Unreadable> for Refusal {
    fn from(unreadable: Unreadable) -> Self {
        Refusal(unreadable.0)
    }
}

impl From<files::FileError> for Refusal {
    fn from(error: files::FileError) -> Self {
        Refusal::new(error)
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Unavailable(why) | EngineError::Failed(why) => Refusal::new(why),
        }
    }
}

impl RunOptions<'_> {
    /// Whether many copies of the netlist may share the work: where nobody looks into one, and no other engine is asked for.
    pub(crate) fn allows_copies(&self, hardware: &Hardware) -> bool {
        hardware.kind() == EngineKind::Native && self.waves.is_none() && self.reset_at.is_none() && !self.is_one
    }

    /// An engine for the work.
    pub(crate) fn engine(&self, hardware: &Hardware) -> Result<Box<dyn crate::sim::Engine>, Refusal> {
        Ok(hardware.engine(self.waves.is_some())?)
    }
}
