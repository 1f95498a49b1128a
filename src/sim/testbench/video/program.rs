//! The instructions of a PTX module as a straight line over named registers: the hardware computes, and an
//! instruction that needs a result waits for it.

use super::case::Case;
use super::scoreboard::{Next, Source};
use crate::isa::ptx::{Module, Register, Statement};
use std::collections::VecDeque;
use std::fmt;

/// A register that is read without having a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unset {
    /// The register's name.
    pub register: String,
    /// The line that reads it, from 1.
    pub line: usize,
}

impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: register {} has no value", self.line, self.register)
    }
}

impl std::error::Error for Unset {}

/// A module being executed.
#[derive(Clone, Debug)]
pub struct Program {
    statements: Vec<Statement>,
    registers: Vec<Register>,
    values: Vec<Option<u32>>,
    next: usize,
    /// Destinations of the instructions under way, earliest first.
    awaited: VecDeque<usize>,
    skipped: usize,
}

impl Program {
    /// Reads come before writes, in the order of the text; branches are not followed. `initial` gives the values that
    /// registers start with, of predicates too, where any value but 0 is true.
    pub fn new(module: &Module, initial: impl Fn(&str) -> Option<u32>) -> Result<Self, Unset> {
        let program = Program {
            statements: module.statements.clone(),
            registers: module.registers.clone(),
            values: module
                .registers
                .iter()
                .map(|register| initial(&register.name))
                .collect(),
            next: 0,
            awaited: VecDeque::new(),
            skipped: 0,
        };
        program.check()?;
        Ok(program)
    }

    /// The registers with their present values, in the order of first use.
    pub fn registers(&self) -> impl Iterator<Item = (&Register, Option<u32>)> {
        self.registers.iter().zip(self.values.iter().copied())
    }

    /// How many instructions were not executed because their guard was false.
    pub fn skipped(&self) -> usize {
        self.skipped
    }

    /// No instruction writes a predicate, so what is executed, and which registers have values, is known beforehand.
    fn check(&self) -> Result<(), Unset> {
        let mut set: Vec<bool> = self.values.iter().map(Option::is_some).collect();
        for statement in &self.statements {
            let require = |register: usize| match set[register] {
                true => Ok(()),
                false => Err(Unset {
                    register: self.registers[register].name.clone(),
                    line: statement.line,
                }),
            };
            statement.predicate.map_or(Ok(()), require)?;
            if self.passes(statement) {
                let [d, sources @ ..] = statement.operands;
                sources.into_iter().try_for_each(require)?;
                set[d] = true;
            }
        }
        Ok(())
    }

    /// Whether the guard of `statement` is true.
    fn passes(&self, statement: &Statement) -> bool {
        let negated = statement.instruction.guard.as_ref().is_some_and(|guard| guard.negated);
        statement
            .predicate
            .is_none_or(|predicate| (self.values[predicate].unwrap_or(0) != 0) != negated)
    }
}

impl Source for Program {
    fn next_case(&mut self) -> Next {
        while let Some(statement) = self.statements.get(self.next) {
            if !self.passes(statement) {
                self.skipped += 1;
                self.next += 1;
                continue;
            }
            let [d, sources @ ..] = statement.operands;
            if sources.iter().any(|source| self.awaited.contains(source)) {
                return Next::Later;
            }
            let [a, b, c] = sources.map(|source| self.values[source].unwrap_or(0));
            self.awaited.push_back(d);
            self.next += 1;
            return Next::Case(Case {
                instruction: statement.instruction.clone(),
                a,
                b,
                c,
                expected: None,
            });
        }
        Next::Done
    }

    fn result(&mut self, d: u32) {
        if let Some(register) = self.awaited.pop_front() {
            self.values[register] = Some(d);
        }
    }
}
