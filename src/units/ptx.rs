//! The interface of units to the execution of PTX modules.

use crate::ptx::PtxInstruction;
use crate::unit::pipelined::{Case, CaseSource, ExecutionLane, Pipelined, evaluate_all, lane};
use crate::unit::{Hardware, OptionValues, Refusal, RunOptions, Selection, UnitEntry};
use std::fmt;

/// A unit that executes instructions of PTX modules.
pub struct PtxUnit {
    /// Its row in the table of units.
    pub entry: &'static UnitEntry,
    /// An instruction with the values of a, b and c; `None` if another unit executes it.
    pub case: fn(&PtxInstruction, [u32; 3]) -> Option<Case>,
    /// Golden's result.
    pub evaluate: fn(&Case) -> u32,
    /// How the result comes about, in several lines.
    pub explain: fn(&Case) -> String,
    evaluate_all: fn(&OptionValues, &[Case]) -> Vec<u32>,
    remedies: fn(&OptionValues, &Case) -> Vec<&'static str>,
    lane: StartLane,
}

impl fmt::Debug for PtxUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.module.name)
    }
}

/// Starts hardware with these values of its options.
type StartLane = for<'a> fn(
    &OptionValues,
    &'a Hardware,
    &'a RunOptions<'a>,
    Box<dyn CaseSource + 'a>,
) -> Result<Box<dyn ExecutionLane + 'a>, Refusal>;

/// Implemented by units that execute instructions of PTX modules.
pub trait ExecutesPtx: Pipelined {
    /// See [`PtxUnit::case`].
    fn case(instruction: &PtxInstruction, values: [u32; 3]) -> Option<Case>;
    /// See [`PtxUnit::remedies`].
    fn remedies(&self, _: &Case) -> Vec<&'static str> {
        vec![]
    }
}

impl PtxUnit {
    /// The unit `P` with its row.
    pub const fn of<P: ExecutesPtx>(entry: &'static UnitEntry) -> Self {
        PtxUnit {
            entry,
            case: P::case,
            evaluate: P::evaluate,
            evaluate_all: |values, cases| evaluate_all(&P::from(*values), cases),
            explain: P::explain,
            remedies: |values, case| P::from(*values).remedies(case),
            lane: |values, hardware, run, source| lane(P::from(*values), hardware, run, source),
        }
    }

    /// The selected values of its options, if it is selected.
    fn values(&self, selection: &Selection) -> OptionValues {
        let values = selection.of(&self.entry.module);
        values.unwrap_or_else(|| self.entry.defaults())
    }

    /// The changes of a configuration's options with which its hardware executes an instruction.
    pub fn remedies(&self, selection: &Selection, case: &Case) -> Vec<&'static str> {
        (self.remedies)(&self.values(selection), case)
    }

    /// Fresh hardware on the cases of a source. Errors: an engine that can't be had, waves that can't be written.
    pub fn lane<'a>(
        &self,
        hardware: &'a Hardware,
        run: &'a RunOptions<'a>,
        source: Box<dyn CaseSource + 'a>,
    ) -> Result<Box<dyn ExecutionLane + 'a>, Refusal> {
        (self.lane)(&self.values(hardware.selection()), hardware, run, source)
    }

    /// Golden's results of instructions that any of its configurations executes, many at a time.
    pub fn evaluate_all(&self, cases: &[Case]) -> Vec<u32> {
        (self.evaluate_all)(&self.entry.full(), cases)
    }

    /// Its default configuration, and that with every option that adds a part.
    pub fn configurations(&self) -> [Selection; 2] {
        [self.entry.defaults(), self.entry.full()].map(|values| Selection::new(self.entry, values))
    }
}
