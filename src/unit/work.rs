//! Runs of a unit's hardware in which every result is compared with the expected one.

use super::{FailingWork, Hardware};
use crate::vectors::{Refusal, Table};
use lanesmith_sim::cover::BinSet;
use lanesmith_sim::testbench::TrafficSettings;
use lanesmith_sim::wave::{DumpedWaves, Keep};
use lanesmith_sim::{EngineError, EngineKind};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::files;
use std::path::Path;
use std::sync::Arc;

/// The work of a run.
#[derive(Clone, Copy)]
pub enum Work<'a> {
    /// This many random instructions.
    Random(u64),
    /// The rows of a table of results.
    Vectors(&'a Table),
}

/// The options of a run.
#[derive(Clone)]
pub struct RunOptions<'a> {
    /// Gaps, stalls and the seed of everything random.
    pub traffic: TrafficSettings,
    /// The cycle, counted from the first offer, of a reset in the traffic.
    pub reset_at: Option<u64>,
    /// The file for the waves, and the cycles to record.
    pub waves: Option<(&'a Path, Keep)>,
    /// Does all random work in a single run, although several copies of the hardware would be faster.
    pub is_one: bool,
    /// Is called with the number of instructions done since the last call.
    pub progress: &'a dyn Fn(u64),
    /// Receives remarks, one per line, for example about skipped work.
    pub remark: &'a dyn Fn(String),
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// Instructions that were offered.
    pub instructions: u64,
    /// The number of random instructions, or rows of vectors, with the right result.
    pub right: u64,
    /// Simulated cycles.
    pub cycles: u64,
    /// Whether the reset in the traffic, if requested, came before the end of the work.
    pub was_reset: bool,
    /// The seed of the reported run, if it differs from the given seed.
    pub seed: Option<u64>,
    /// The first fault: its description in several lines, and the work that shows it.
    pub fault: Option<(String, Option<Arc<dyn FailingWork>>)>,
    /// The waves.
    pub dumped: Option<DumpedWaves>,
    /// Of a regression's task: the bins that right results hit, a set for each of [`UnitEntry::crosses`](super::UnitEntry::crosses).
    pub hits: Vec<BinSet>,
}

impl RunReport {
    /// Of work that could not be run, or not to its end.
    pub fn failed(why: impl std::fmt::Display) -> Self {
        RunReport {
            fault: Some((why.to_string(), None)),
            ..RunReport::default()
        }
    }
}

impl From<(&str, &Diagnostic)> for Refusal {
    /// The message shows the error's place in the instruction's text.
    fn from((text, diagnostic): (&str, &Diagnostic)) -> Self {
        Refusal(diagnostic.render("instruction", text, true))
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
    /// Whether copies of the netlist may share the work. They have no waves and no reset in the traffic, and need the native engine.
    pub fn allows_copies(&self, hardware: &Hardware) -> bool {
        hardware.kind() == EngineKind::Native && self.waves.is_none() && self.reset_at.is_none() && !self.is_one
    }

    /// An engine for the work.
    pub fn engine(&self, hardware: &Hardware) -> Result<Box<dyn lanesmith_sim::Engine>, Refusal> {
        Ok(hardware.engine(self.waves.is_some())?)
    }
}
