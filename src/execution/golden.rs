//! The golden models of units as a kernel calls them.

use super::hardware::UnitsInLockStep;
use super::step::{Origin, Step};
use crate::ptx::PtxInstruction;
use crate::ptx::tree::Instruction;
use crate::text::lines::Lines;
use crate::unit::pipelined::ParsedInstruction;
use crate::units::PTX_UNITS;
use crate::units::ptx::PtxUnit;
use lanesmith_execution::{Issued, Units};
use std::collections::HashMap;

/// The unit that executes an instruction, and the instruction for it.
pub(super) fn read(instruction: &PtxInstruction) -> (&'static PtxUnit, ParsedInstruction) {
    let executes = |unit: &&'static PtxUnit| Some((*unit, (unit.read)(instruction)?));
    let found = PTX_UNITS.iter().find_map(executes);
    found.expect("each family of instructions has a unit")
}

/// The module of the unit that executes an instruction of a checked module, if one does.
pub fn unit_of(instruction: &Instruction) -> Option<&'static str> {
    let (unit, _) = read(instruction.unit.as_ref()?);
    Some(unit.entry.module.name)
}

/// Is given every instruction of a unit that a thread executes.
pub(super) trait Observer {
    fn see(&mut self, step: Step);
}

/// Gives the steps to hardware.
impl Observer for UnitsInLockStep<'_> {
    fn see(&mut self, step: Step) {
        self.issue(step);
    }
}

/// The golden models, with who wants to see what they execute.
pub(super) struct Golden<'o> {
    instructions: Vec<(ParsedInstruction, &'static PtxUnit)>,
    /// The number of executed instructions, for each of `instructions`.
    counts: Vec<u64>,
    observer: Option<(&'o Lines, &'o mut dyn Observer)>,
    /// How often each thread of the current block has executed each instruction.
    iterations: HashMap<(usize, [u32; 3]), u32>,
    block: [u32; 3],
}

impl<'o> Golden<'o> {
    pub(super) fn new(observer: Option<(&'o Lines, &'o mut dyn Observer)>) -> Self {
        Golden {
            instructions: vec![],
            counts: vec![],
            observer,
            iterations: HashMap::new(),
            block: [0; 3],
        }
    }

    /// The number of instructions that each unit has executed, by its module.
    pub(super) fn counts(&self) -> Vec<(&'static str, u64)> {
        let of_unit = |unit: &&PtxUnit| {
            let own = self.instructions.iter().zip(&self.counts);
            let own = own.filter(|((_, other), _)| std::ptr::eq(*other, *unit));
            (unit.entry.module.name, own.map(|(_, count)| count).sum())
        };
        PTX_UNITS.iter().map(of_unit).filter(|(_, count)| *count > 0).collect()
    }
}

impl Units for Golden<'_> {
    fn prepare(&mut self, instruction: &PtxInstruction) -> usize {
        let (unit, parsed) = read(instruction);
        self.instructions.push((parsed, unit));
        self.counts.push(0);
        self.counts.len() - 1
    }

    fn execute(&mut self, prepared: usize, operands: [u32; 3], issued: &Issued) -> u32 {
        let (instruction, unit) = &self.instructions[prepared];
        let case = instruction.case(operands);
        let result = (unit.evaluate)(&case);
        self.counts[prepared] += 1;
        if let Some((lines, observer)) = &mut self.observer {
            if self.block != issued.block {
                self.iterations.clear();
                self.block = issued.block;
            }
            let iteration = self.iterations.entry((prepared, issued.thread)).or_default();
            *iteration += 1;
            let place = issued.place.range();
            observer.see(Step {
                unit,
                case,
                // Steps are numbered from 0.
                needs: issued.depends.numbers().map(|number| number - 1).collect(),
                origin: Origin {
                    block: issued.block,
                    thread: issued.thread,
                    line: lines.line(place.start),
                    place,
                    iteration: *iteration,
                },
            });
        }
        result
    }
}
