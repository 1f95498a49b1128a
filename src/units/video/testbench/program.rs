//! The instructions of a PTX module as a straight line over named registers: the hardware computes, an instruction that
//! needs a result waits for it, and `mov` copies.

use super::case::VideoCase;
use crate::ptx::{Mov, Operand, OtherPtxInstruction, PtxModule, PtxRegister, PtxStatement, foreign_kind};
use crate::unit::pipelined::{Case, Next, Source};
use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

/// A register that is read without having a known value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unset {
    /// The register's name.
    pub register: String,
    /// The line that reads it, from 1.
    pub line: usize,
    /// Where that stands in the text.
    pub place: Range<usize>,
    /// The instruction that has written it and is not executed, if there is one.
    pub writer: Option<Writer>,
}

/// An instruction that writes what nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// Its mnemonic with its modifiers.
    pub mnemonic: String,
    /// Its line, from 1.
    pub line: usize,
    /// The line of the branch that it stands behind, where that is why.
    pub behind: Option<usize>,
}

impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let register = &self.register;
        match &self.writer {
            None => write!(f, "`{register}` is read before it has a value"),
            Some(Writer { mnemonic, line, behind }) => {
                let kind = foreign_kind(mnemonic).map_or(String::new(), |kind| format!(" (a {kind})"));
                let why = behind.map_or(String::new(), |branch| {
                    format!(", because of the branch in line {branch}")
                });
                write!(
                    f,
                    "the value of `{register}` is unknown: `{mnemonic}`{kind} in line {line} writes it and is not executed{why}"
                )
            }
        }
    }
}

impl std::error::Error for Unset {}

/// A module being executed.
#[derive(Clone, Debug)]
pub struct PtxExecution {
    statements: Vec<PtxStatement>,
    registers: Vec<PtxRegister>,
    values: Vec<Option<u32>>,
    next: usize,
    /// Each `mov` that has not been executed, with the number of statements before it.
    movs: VecDeque<(usize, bool, Mov)>,
    /// Destinations of the instructions under way, earliest first.
    awaited: VecDeque<usize>,
    skipped: usize,
    /// Whether a register's value is known at the end.
    known: Vec<bool>,
}

/// What is known of a register at a place of the text.
#[derive(Clone, Debug)]
enum State {
    Known,
    Unset,
    Overwritten(Writer),
    /// A `mov` would have read what is not known.
    Copied(Unset),
}

impl PtxExecution {
    /// Reads come before writes, in the order of the text; branches are not followed. `initial` gives the values that
    /// registers start with, of predicates too, where any value but 0 is true. Errors: every register that is read
    /// without a known value, where it is read first.
    pub fn new(module: &PtxModule, initial: impl Fn(&str) -> Option<u32>) -> Result<Self, Vec<Unset>> {
        let mut program = PtxExecution {
            statements: module.statements.clone(),
            registers: module.registers.clone(),
            values: module
                .registers
                .iter()
                .map(|register| initial(&register.name))
                .collect(),
            next: 0,
            movs: module.others.iter().filter_map(executed).collect(),
            awaited: VecDeque::new(),
            skipped: 0,
            known: vec![],
        };
        program.known = program.check(&module.others)?;
        Ok(program)
    }

    /// The registers in the order of first use, with the values that they have when the last instruction has its result.
    pub fn registers(&self) -> impl Iterator<Item = (&PtxRegister, Option<u32>)> {
        let known = self.values.iter().zip(&self.known);
        let values = known.map(|(value, known)| value.filter(|_| *known));
        self.registers.iter().zip(values)
    }

    /// How many instructions were not executed because their guard was false.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// No executed instruction writes a predicate, so what is executed, and which registers have values, is known
    /// beforehand. Returns the registers whose values are known at the end.
    fn check(&self, others: &[OtherPtxInstruction]) -> Result<Vec<bool>, Vec<Unset>> {
        let state = |value: &Option<u32>| value.map_or(State::Unset, |_| State::Known);
        let mut states: Vec<State> = self.values.iter().map(state).collect();
        let mut unset = Vec::new();
        let mut others = others.iter().peekable();
        for (i, statement) in self.statements.iter().enumerate() {
            while let Some(other) = others.next_if(|other| other.before <= i) {
                self.pass(&mut states, other);
            }
            let mut require = |states: &mut [State], register: usize, place: &Range<usize>| {
                let why = self.unknown(states, register, statement.line, place);
                // Told once.
                unset.extend(why.filter(|why| !unset.contains(why)));
                states[register] = State::Known;
            };
            let is_decided = statement
                .predicate
                .is_none_or(|predicate| matches!(states[predicate], State::Known));
            if let Some(predicate) = statement.predicate {
                require(&mut states, predicate, &statement.guard);
            }
            if !is_decided || self.passes(statement) {
                let [d, sources @ ..] = statement.operands;
                for (source, place) in sources.into_iter().zip(&statement.places[1..]) {
                    if let Operand::Register(source) = source {
                        require(&mut states, source, place);
                    }
                }
                if let Operand::Register(d) = d {
                    states[d] = State::Known;
                }
            }
        }
        others.for_each(|other| self.pass(&mut states, other));
        match unset.is_empty() {
            true => Ok(states.iter().map(|state| matches!(state, State::Known)).collect()),
            false => Err(unset),
        }
    }

    /// Why the value of a register, read at a place, is not known; none if it is.
    fn unknown(&self, states: &[State], register: usize, line: usize, place: &Range<usize>) -> Option<Unset> {
        let writer = match &states[register] {
            State::Known => return None,
            State::Unset => None,
            State::Overwritten(writer) => Some(writer.clone()),
            State::Copied(unset) => return Some(unset.clone()),
        };
        Some(Unset {
            register: self.registers[register].name.clone(),
            line,
            place: place.clone(),
            writer,
        })
    }

    /// What is known behind an instruction that is not the unit's.
    fn pass(&self, states: &mut [State], other: &OtherPtxInstruction) {
        let Some((_, negated, mov)) = executed(other) else {
            return self.overwrite(states, other);
        };
        let guard = mov.guard.as_ref();
        let undecided = guard.and_then(|(place, predicate)| self.unknown(states, *predicate, other.line, place));
        if undecided.is_none() && !self.is_true(guard.map(|guard| guard.1), negated) {
            return;
        }
        let source = mov.source.register();
        let source = source.and_then(|source| self.unknown(states, source, other.line, &mov.place));
        states[mov.d] = undecided.or(source).map_or(State::Known, State::Copied);
    }

    /// Nobody knows what an instruction writes that is not executed, unless its guard is known to be false.
    fn overwrite(&self, states: &mut [State], other: &OtherPtxInstruction) {
        if let Some((Some(predicate), negated)) = other.guard
            && matches!(states[predicate], State::Known)
            && self.values[predicate].is_some_and(|value| (value != 0) == negated)
        {
            return;
        }
        for register in &other.writes {
            states[*register] = State::Overwritten(Writer {
                mnemonic: other.mnemonic.clone(),
                line: other.line,
                behind: other.behind,
            });
        }
    }

    /// Whether a guard is true; there may be none.
    fn is_true(&self, predicate: Option<usize>, negated: bool) -> bool {
        predicate.is_none_or(|predicate| (self.values[predicate].unwrap_or(0) != 0) != negated)
    }

    /// Whether the guard of `statement` is true.
    fn passes(&self, statement: &PtxStatement) -> bool {
        let negated = statement.instruction.guard.as_ref().is_some_and(|guard| guard.negated);
        self.is_true(statement.predicate, negated)
    }

    /// Executes what is to be copied before the next statement; false if that waits for a result.
    fn copy(&mut self) -> bool {
        while let Some((before, negated, mov)) = self.movs.front() {
            if *before > self.next {
                break;
            }
            let source = mov.source.register();
            if self.is_true(mov.guard.as_ref().map(|guard| guard.1), *negated) {
                // What is under way writes `d` later.
                if self.awaited.iter().any(|d| *d == mov.d || Some(*d) == source) {
                    return false;
                }
                let value = match mov.source {
                    Operand::Register(source) => self.values[source],
                    Operand::Number(value) => Some(value),
                };
                let d = mov.d;
                self.values[d] = value;
            }
            self.movs.pop_front();
        }
        true
    }
}

/// The `mov` of an instruction, with the number of statements before it and whether its guard is negated.
fn executed(other: &OtherPtxInstruction) -> Option<(usize, bool, Mov)> {
    let negated = other.guard.is_some_and(|guard| guard.1);
    Some((other.before, negated, other.mov.clone()?))
}

impl Source for PtxExecution {
    fn next_case(&mut self) -> Next {
        loop {
            if !self.copy() {
                return Next::Later;
            }
            let Some(statement) = self.statements.get(self.next) else {
                return Next::Done;
            };
            if !self.passes(statement) {
                self.skipped += 1;
                self.next += 1;
                continue;
            }
            let [d, sources @ ..] = statement.operands;
            let mut registers = sources.iter().filter_map(|source| source.register());
            if registers.any(|source| self.awaited.contains(&source)) {
                return Next::Later;
            }
            let values = sources.map(|source| match source {
                Operand::Register(source) => self.values[source].unwrap_or(0),
                Operand::Number(value) => value,
            });
            self.awaited.extend(d.register());
            self.next += 1;
            return Next::Case(Case::of(&statement.instruction, values));
        }
    }

    fn result(&mut self, d: u32) {
        if let Some(register) = self.awaited.pop_front() {
            self.values[register] = Some(d);
        }
    }
}
