//! The instructions of a PTX module as a straight line over named registers, executed by the golden models.

use super::unset::{Unset, Writer};
use crate::ptx::{Operand, OtherPtxInstruction, PtxModule, PtxRegister, PtxStatement};
use crate::unit::pipelined::Case;
use crate::units::PTX_UNITS;
use crate::units::ptx::PtxUnit;
use std::collections::BTreeSet;
use std::ops::Range;

/// An executed instruction of a unit.
#[derive(Clone, Debug)]
pub struct ExecutedInstruction {
    /// The unit.
    pub unit: &'static PtxUnit,
    /// The instruction with its operands.
    pub case: Case,
    /// The steps whose results it needs, by their indices.
    pub needs: BTreeSet<usize>,
}

/// A module that the golden models have executed.
#[derive(Debug)]
pub struct PtxExecution {
    registers: Vec<PtxRegister>,
    contents: Vec<Contents>,
    steps: Vec<ExecutedInstruction>,
    skipped: usize,
    unset: Vec<Unset>,
}

/// A register at a place of the text.
#[derive(Clone, Debug)]
struct Contents {
    value: RegisterValue,
    /// The steps that the value comes from.
    needs: BTreeSet<usize>,
}

#[derive(Clone, Debug)]
enum RegisterValue {
    Known(u32),
    Unset,
    Overwritten(Writer),
    /// A plain instruction would have read what is not known.
    Copied(Unset),
}

impl PtxExecution {
    /// Reads come before writes, in the order of the text; branches are not followed. `initial` gives the values that
    /// registers start with, of predicates too, where any value but 0 is true. Errors: every register that an instruction of a
    /// unit reads without a known value, where it is read first.
    pub fn new(module: &PtxModule, initial: impl Fn(&str) -> Option<u32>) -> Result<Self, Vec<Unset>> {
        let contents = |register: &PtxRegister| {
            let value = initial(&register.name);
            Contents {
                value: value.map_or(RegisterValue::Unset, |value| {
                    RegisterValue::Known(start(register, value))
                }),
                needs: BTreeSet::new(),
            }
        };
        let mut execution = PtxExecution {
            contents: module.registers.iter().map(contents).collect(),
            registers: module.registers.clone(),
            steps: vec![],
            skipped: 0,
            unset: vec![],
        };
        let mut others = module.others.iter().peekable();
        for (i, statement) in module.statements.iter().enumerate() {
            while let Some(other) = others.next_if(|other| other.before <= i) {
                execution.pass(other);
            }
            execution.statement(statement);
        }
        others.for_each(|other| execution.pass(other));
        match execution.unset.is_empty() {
            true => Ok(execution),
            false => Err(execution.unset),
        }
    }

    /// The registers in the order of first use, with the values that they have at the end, if these are known.
    pub fn registers(&self) -> impl Iterator<Item = (&PtxRegister, Option<u32>)> {
        let values = self.contents.iter().map(|contents| match contents.value {
            RegisterValue::Known(value) => Some(value),
            _ => None,
        });
        self.registers.iter().zip(values)
    }

    /// The executed instructions of units, in the order of the text.
    pub fn steps(&self) -> &[ExecutedInstruction] {
        &self.steps
    }

    /// How many instructions of units were not executed because their guard was false.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    fn statement(&mut self, statement: &PtxStatement) {
        let mut needs = BTreeSet::new();
        if let Some(predicate) = statement.predicate {
            let is_decided = matches!(self.contents[predicate].value, RegisterValue::Known(_));
            let value = self.require(predicate, statement.line, &statement.guard, &mut needs);
            let negated = statement.instruction.guard().is_some_and(|guard| guard.negated);
            if is_decided && (value != 0) == negated {
                self.skipped += 1;
                return;
            }
        }
        let [d, sources @ ..] = statement.operands;
        let mut values = [0; 3];
        for ((value, source), place) in values.iter_mut().zip(sources).zip(&statement.places[1..]) {
            *value = match source {
                Operand::Register(source) => self.require(source, statement.line, place, &mut needs),
                Operand::Number(number) => number,
            };
        }
        let executes = |unit: &&'static PtxUnit| Some((*unit, (unit.case)(&statement.instruction, values)?));
        let step = PTX_UNITS.iter().find_map(executes);
        let (unit, case) = step.expect("each family of instructions has a unit");
        if let Operand::Register(d) = d {
            self.contents[d] = Contents {
                value: RegisterValue::Known((unit.evaluate)(&case)),
                needs: [self.steps.len()].into(),
            };
        }
        self.steps.push(ExecutedInstruction { unit, case, needs });
    }

    /// The value of a register that an instruction of a unit reads, and the steps that it needs. A register without a known
    /// value is an error, once.
    fn require(&mut self, register: usize, line: usize, place: &Range<usize>, needs: &mut BTreeSet<usize>) -> u32 {
        needs.extend(&self.contents[register].needs);
        match self.unknown(register, line, place) {
            Ok(value) => value,
            Err(unset) => {
                if !self.unset.contains(&unset) {
                    self.unset.push(unset);
                }
                self.contents[register].value = RegisterValue::Known(0);
                0
            }
        }
    }

    /// The value of a register, or why it is not known.
    fn unknown(&self, register: usize, line: usize, place: &Range<usize>) -> Result<u32, Unset> {
        let writer = match &self.contents[register].value {
            RegisterValue::Known(value) => return Ok(*value),
            RegisterValue::Unset => None,
            RegisterValue::Overwritten(writer) => Some(writer.clone()),
            RegisterValue::Copied(unset) => return Err(unset.clone()),
        };
        Err(Unset {
            register: self.registers[register].name.clone(),
            line,
            place: place.clone(),
            writer,
        })
    }

    /// An instruction that no unit executes: a plain one has a result, any other one leaves unknown values.
    fn pass(&mut self, other: &OtherPtxInstruction) {
        let Some(plain) = &other.plain else {
            return self.overwrite(other);
        };
        let negated = other.guard.is_some_and(|guard| guard.1);
        let mut needs = BTreeSet::new();
        let mut why = None;
        if let Some((place, predicate)) = &plain.guard {
            needs.extend(&self.contents[*predicate].needs);
            match self.unknown(*predicate, other.line, place) {
                Ok(value) if (value != 0) == negated => return,
                Ok(_) => {}
                Err(unset) => why = Some(unset),
            }
        }
        let mut values = vec![];
        for (source, place) in plain.sources.iter().zip(&plain.places) {
            match *source {
                Operand::Number(number) => values.push(number),
                Operand::Register(source) => {
                    needs.extend(&self.contents[source].needs);
                    match self.unknown(source, other.line, place) {
                        Ok(value) => values.push(value),
                        Err(unset) => why = why.or(Some(unset)),
                    }
                }
            }
        }
        let results = match why {
            Some(why) => vec![RegisterValue::Copied(why); plain.destinations.len()],
            None => plain.execute(&values).into_iter().map(RegisterValue::Known).collect(),
        };
        for (d, value) in plain.destinations.iter().zip(results) {
            let needs = needs.clone();
            self.contents[*d] = Contents { value, needs };
        }
    }

    /// Nobody knows what an instruction writes that is not executed, unless its guard is known to be false.
    fn overwrite(&mut self, other: &OtherPtxInstruction) {
        if let Some((Some(predicate), negated)) = other.guard
            && let RegisterValue::Known(value) = self.contents[predicate].value
            && (value != 0) == negated
        {
            return;
        }
        for register in &other.writes {
            self.contents[*register].value = RegisterValue::Overwritten(Writer {
                mnemonic: other.mnemonic.clone(),
                line: other.line,
                behind: other.behind,
            });
        }
    }
}

/// The initial value of a register in the bits that it has.
fn start(register: &PtxRegister, value: u32) -> u32 {
    match register.kind.bits() {
        Some(1) => u32::from(value != 0),
        Some(bits) => value & (u32::MAX >> (32 - bits)),
        None => value,
    }
}
