//! The classes of instructions, one claim each, and that every instruction is in exactly one.

use super::effect::{Effect, RegisterEdges, is_one_of, working_type};
use super::instruction::{Issue, issue};
use super::pipeline::Pipeline;
use super::words::WindowWords;
use crate::brew::isa::{
    Arithmetic, BrewOperation, BrewType, ExceptionRule, INSTRUCTIONS, InstructionRow, REGISTERS, Subset, TYPES,
};
use crate::brew::rtl::DatapathConfig;
use lanesmith_algebra::{Bit, Edge, Graph};
use lanesmith_prove::Deferred;
use lanesmith_prove::Obligation;
use std::sync::Arc;

/// Instructions that take the same way through the pipeline: a row of the table with some types.
pub(super) struct InstructionClass {
    row: &'static InstructionRow,
    /// The types that decide; empty where types don't matter.
    kinds: Vec<BrewType>,
    /// In the execute stage.
    cycles: u32,
    /// Of these cycles the number in which no other instruction is issued.
    alone: u32,
    /// Whether the value is the golden model's, or any value of the retire port because none is written.
    valued: bool,
}

impl InstructionClass {
    /// All classes of a configuration.
    pub fn all(config: &DatapathConfig) -> Vec<InstructionClass> {
        INSTRUCTIONS
            .iter()
            .flat_map(|row| InstructionClass::of(config, row))
            .collect()
    }

    fn of(config: &DatapathConfig, row: &'static InstructionRow) -> Vec<InstructionClass> {
        if !works_by_type(row) {
            // A type that comes from a register's value takes a cycle by itself.
            let alone = u32::from(row.exceptions == ExceptionRule::AboveTypes);
            return vec![InstructionClass {
                row,
                kinds: vec![],
                cycles: 1 + alone,
                alone,
                valued: true,
            }];
        }
        let refused = |kind: &BrewType| {
            let by_float = kind.arithmetic == Arithmetic::Float;
            kind.arithmetic == Arithmetic::Reserved
                || (by_float && row.exceptions == ExceptionRule::Float)
                || !Subset::from(config).has(row.operation, *kind)
        };
        let (no, yes): (Vec<BrewType>, Vec<BrewType>) = TYPES.into_iter().partition(refused);
        let one = |kind: BrewType| {
            let cycles = cycles(config, row.operation, kind);
            InstructionClass {
                row,
                kinds: vec![kind],
                cycles,
                // In the second of two cycles the next instruction is issued; slow ones give way when they have left.
                alone: match cycles {
                    1 | 2 => cycles - 1,
                    _ => cycles,
                },
                valued: true,
            }
        };
        let none = InstructionClass {
            row,
            kinds: no,
            cycles: 1,
            alone: 0,
            valued: false,
        };
        yes.into_iter().map(one).chain([none]).collect()
    }

    /// `.4.. by int8x4`: the row's words, and the type.
    pub fn name(&self) -> String {
        let words = self.row.pattern;
        match &self.kinds[..] {
            [] => words.to_string(),
            [kind] if self.valued => format!("{words} by {}", kind.spelling()),
            _ => format!("{words} by other types"),
        }
    }

    /// The clocks of its instructions in the execute stage, and the number of these in which no other is issued.
    pub fn cycles(&self) -> (u32, u32) {
        (self.cycles, self.alone)
    }

    /// The claim about the class.
    pub fn claim<'a>(self, pipeline: Arc<Pipeline<'a>>) -> Deferred<'a> {
        // Products of many lanes take longest.
        let lanes = self.kinds.first().map_or(1, |kind| kind.lanes);
        let (name, weight) = (self.name(), self.cycles * lanes);
        let claim = Deferred::new(name, move || {
            let graph = Graph::new();
            let words = WindowWords::of_row(&graph, self.row);
            let subset = Subset::from(pipeline.config);
            let effect = |before: &RegisterEdges| Effect::new(self.row, &words, before, &self.kinds, subset);
            let issued = Issue {
                words: &words,
                cycles: self.cycles,
                alone: self.alone,
                valued: self.valued,
                effect: &effect,
            };
            issue(&pipeline, &graph, &issued)
        });
        claim.weighing(weight)
    }

    /// Whether an instruction of these words that finds these registers is in the class.
    pub fn has(&self, words: &WindowWords, registers: &RegisterEdges) -> Edge {
        let decides = working_type(self.row, words, registers);
        words.are(self.row).and(&is_one_of(&decides, &self.kinds))
    }
}

/// Whether a claim of this name is about the instructions of a row of the instruction table.
pub(in crate::brew) fn is_instruction_claim(name: &str) -> bool {
    let mut patterns = INSTRUCTIONS.iter().map(|row| row.pattern);
    patterns.any(|pattern| {
        let rest = name.strip_prefix(pattern);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" by "))
    })
}

/// Whether the type of a register selects the operation of an instruction of `row`.
fn works_by_type(row: &InstructionRow) -> bool {
    matches!(row.exceptions, ExceptionRule::Reserved | ExceptionRule::Float)
}

/// The cycles of an instruction in the execute stage, as documented.
fn cycles(config: &DatapathConfig, operation: BrewOperation, kind: BrewType) -> u32 {
    let by_float = kind.arithmetic == Arithmetic::Float;
    // A serial multiplier takes three more for each product of two integers of 32 bits or of two significands.
    let more = match (operation, config.serial_multiplier) {
        (BrewOperation::Mul, true) if by_float => 3 * kind.lanes,
        (BrewOperation::Mul, true) => 3,
        _ => 0,
    };
    match operation {
        BrewOperation::Mul if !by_float => 4 + more,
        BrewOperation::Add | BrewOperation::Sub | BrewOperation::Mul if by_float => match kind.lanes {
            1 => 9 + more,
            _ => 10 + more,
        },
        operation if operation.is_comparison() && by_float => 2,
        _ => 1,
    }
}

/// Words that are no instruction raise the exception and change nothing.
pub(super) fn no_instruction(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let words = WindowWords::of_no_row(&graph);
    let issued = Issue {
        words: &words,
        cycles: 1,
        alone: 0,
        valued: true,
        effect: &|before: &RegisterEdges| Effect::invalid(&words, before),
    };
    issue(pipeline, &graph, &issued)
}

/// Of any words and any registers exactly one claim about an instruction speaks.
pub(super) fn every_instruction(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let words = WindowWords::any(&graph);
    let registers = RegisterEdges {
        values: vec![vec![Edge::constant(false); 32]; REGISTERS],
        types: (0..REGISTERS).map(|_| graph.inputs(4)).collect(),
    };
    let mut claim = Obligation::new("", &graph);
    let mut any = words.are_no_row();
    let mut twice = Edge::constant(false);
    for class in InstructionClass::all(pipeline.config) {
        let is = class.has(&words, &registers);
        twice = twice.or(&any.and(&is));
        any = any.or(&is);
    }
    claim.equal(&[Edge::constant(true)], &[any]);
    claim.equal(&[Edge::constant(false)], &[twice]);
    for (name, word) in ["word0", "word1", "word2"].iter().zip(&words.words) {
        claim.name_inputs(name, word);
    }
    for (i, code) in registers.types.iter().enumerate() {
        claim.name_inputs(format!("type {i}"), code);
    }
    claim
}
