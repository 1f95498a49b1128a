//! What a unit answers.

use super::{Counterexample, Failing, Hardware, Mutation, MutationPlan, Ran, Refusal, Run, Selection, Work};
use crate::bench::{BenchError, Contest};
use crate::prove::{Refutation, Subject};
use crate::sim::cover::BinSet;
use crate::sim::testbench::Settings;
use crate::sim::{Engine, EngineError, EngineKind};
use crate::vectors::Table;
use std::path::Path;
use std::sync::Arc;

/// A module in a configuration. The framework knows it by this alone.
pub trait Unit: Subject {
    /// The row and the values that it is.
    fn selection(&self) -> Selection;
    /// An engine that runs it. Where the engine can choose, `traced` makes every net watchable, at a price in speed.
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError>;
    /// The vectors that come with this crate.
    fn bundled(&self) -> Table;
    /// Whether results can be stalled; else only work pauses.
    fn can_stall(&self) -> bool;
    /// Does work on hardware of this unit, as far as the first fault.
    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<Ran, Refusal>;
    /// Runs stimulus that walks the bins, every result compared with golden's.
    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> Ended;
    /// Looks for work from reset on that goes wrong where a claim is refuted, and leaves it in `folder`. Errors: the engine
    /// can't be had, the folder not written.
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String>;
    /// The instruction of a refuted claim in words, lines with their ends, where the claim is about a single one.
    fn tell(&self, _: &Refutation) -> Option<String> {
        None
    }
    /// Files that can be generated beside its Verilog.
    fn attachments(&self) -> &'static [Attachment] {
        &[]
    }
    /// What puts mutants of it to the test, with directed vectors from a table or the bundled ones. Errors: a table of
    /// another kind, a module that is scored as part of another one.
    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal>;
    /// What can be measured, on instructions of this seed. Errors: engines that can't be built, subjects that disagree.
    fn contests(&self, seed: u64) -> Result<Vec<Contest>, BenchError>;
}

/// A file that is generated beside the Verilog of a unit if it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Attachment {
    /// The option of `generate` that asks for it.
    pub option: &'static str,
    /// The module in it, which is the file's name too.
    pub module: &'static str,
    /// What the file's name ends with.
    pub extension: &'static str,
    /// The text, without a head.
    pub text: &'static str,
}

/// What a job of a regression runs.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Instructions.
    pub instructions: u64,
    /// Decides instructions and operands.
    pub seed: u64,
    /// Gaps and stalls.
    pub traffic: Settings,
}

/// How a task ended.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// Instructions whose results were right.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
    /// The bins that right results hit, a set for each of [`super::Row::crosses`].
    pub hits: Vec<BinSet>,
    /// The first fault, in words of several lines, and the work that shows it.
    pub fault: Option<(String, Option<Arc<dyn Failing>>)>,
}
