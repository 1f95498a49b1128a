//! The traits of a unit, one for each command that uses it.

use super::{
    ConfigError, Counterexample, Hardware, Mutation, MutationPlan, Refusal, RunOptions, RunReport, Selection, Work,
};
use crate::bench::{BenchError, Benchmark};
use crate::vectors::{Table, VectorFileKind};
use lanesmith_prove::{Provable, Refutation};
use lanesmith_rtl::Top;
use lanesmith_sim::testbench::TrafficSettings;
use lanesmith_sim::{Engine, EngineError, EngineKind};
use std::path::Path;

/// A module in a configuration. The framework knows it by this alone; name, options and parameters follow from the selection.
pub trait Unit: Provable + Simulatable + Debuggable + Mutable + Measurable {
    /// The entry in the table of units, and the values of its options.
    fn selection(&self) -> Selection;

    /// The module's name in Verilog.
    fn top(&self) -> &'static str {
        self.selection().module().name
    }

    /// The name of module and configuration.
    fn name(&self) -> String {
        self.selection().name()
    }
}

/// For `simulate`, `check` and `regress`.
pub trait Simulatable: Provable {
    /// The block of rust-hdl.
    fn block(&self) -> Result<Box<dyn Top>, ConfigError>;
    /// An engine that runs it. Where the engine can choose, `traced` makes every net watchable, at a price in speed.
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(self.block(), self.design(), traced)
    }
    /// The kinds of vector files that it runs.
    fn vector_kinds(&self) -> Vec<&'static VectorFileKind>;
    /// The vectors that come with this crate, a table for each kind.
    fn bundled(&self) -> Vec<Table>;
    /// Whether results can be stalled; else only work pauses.
    fn can_stall(&self) -> bool;
    /// Does work on hardware of this unit, as far as the first fault. Vectors are of one of its [kinds](Self::vector_kinds).
    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal>;
    /// Runs stimulus that walks the bins, every result compared with golden's.
    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> RunReport;
}

/// For counterexamples.
pub trait Debuggable {
    /// Looks for work from reset on that goes wrong where a claim is refuted, and leaves it in `folder`. Errors: the engine
    /// can't be had, the folder not written.
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String>;
    /// The instruction of a refuted claim, in lines with their ends, where the claim is about a single one.
    fn describe(&self, _: &Refutation) -> Option<String> {
        None
    }
}

/// For `mutate`.
pub trait Mutable {
    /// Checks mutants of it, with directed vectors from a table of one of [`Simulatable::vector_kinds`] or the bundled ones. Errors:
    /// rows that can't be read, a module that is scored as part of another one.
    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal>;
}

/// For `bench`.
pub trait Measurable {
    /// The benchmarks, on instructions of this seed. Errors: engines that can't be built, subjects that disagree.
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError>;
}

/// For the jobs of a regression.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Instructions.
    pub instructions: u64,
    /// Decides instructions and operands.
    pub seed: u64,
    /// Gaps and stalls.
    pub traffic: TrafficSettings,
}
