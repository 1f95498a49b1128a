//! The interface of units to the execution of PTX modules.

use lanesmith_ptx::{PtxInstruction, PtxText};
use lanesmith_unit::pipelined::{
    self, Case, CaseSource, ExecutionLane, ParsedInstruction, Pipelined, evaluate_all, lane,
};
use lanesmith_unit::{Hardware, Language, OperandStyle, OptionValues, Refusal, RunOptions, Selection, UnitEntry};
use std::fmt;

/// A unit that executes instructions of PTX modules.
pub struct PtxUnit {
    /// Its row in the table of units.
    pub entry: &'static UnitEntry,
    /// The texts and control words of its instructions.
    pub language: &'static Language,
    /// An instruction for this unit; `None` if another unit executes it.
    pub read: fn(&PtxInstruction) -> Option<ParsedInstruction>,
    /// Golden's result.
    pub evaluate: fn(&Case) -> u32,
    /// How the result comes about, in several lines.
    pub explain: fn(&Case) -> String,
    evaluate_all: fn(&OptionValues, &[Case]) -> Vec<u32>,
    remedies: fn(&OptionValues, &PtxInstruction) -> Vec<&'static str>,
    walk: fn(&OptionValues, u64) -> Box<dyn Iterator<Item = Case>>,
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

/// The texts of a unit's instructions.
pub const fn language<P: Pipelined<Instruction: PtxText>>(name: &'static str) -> Language {
    Language {
        name,
        claims: |text| lanesmith_ptx::family(text) == Some(P::Instruction::FAMILY),
        takes: OperandStyle::Operands,
        explain: pipelined::explain::<P>,
        words: Some(pipelined::words::<P>()),
    }
}

impl PtxUnit {
    /// The unit `P`, with the texts of its instructions.
    pub const fn of<P: Pipelined<Instruction: PtxText>>(language: &'static Language) -> Self {
        PtxUnit {
            entry: P::ENTRY,
            language,
            read: |instruction| P::Instruction::of(instruction).map(ParsedInstruction::of::<P>),
            evaluate: P::evaluate,
            evaluate_all: |values, cases| evaluate_all(&P::from(*values), cases),
            explain: P::explain,
            remedies: |values, instruction| {
                let own = P::Instruction::of(instruction);
                own.map_or_else(Vec::new, |own| P::from(*values).remedies(own))
            },
            walk: |values, seed| P::from(*values).walk(seed),
            lane: |values, hardware, run, source| lane(P::from(*values), hardware, run, source),
        }
    }

    /// The selected values of its options, if it is selected.
    fn values(&self, selection: &Selection) -> OptionValues {
        let values = selection.of(&self.entry.module);
        values.unwrap_or_else(|| self.entry.defaults())
    }

    /// The changes of a configuration's options with which its hardware executes an instruction.
    pub fn remedies(&self, selection: &Selection, instruction: &PtxInstruction) -> Vec<&'static str> {
        (self.remedies)(&self.values(selection), instruction)
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

    /// Cases without end that walk the bins of its crosses.
    pub fn walk(&self, selection: &Selection) -> Box<dyn Iterator<Item = Case>> {
        (self.walk)(&self.values(selection), 1)
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
