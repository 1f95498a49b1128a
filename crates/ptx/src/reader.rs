//! Reads a module statement by statement: scopes, declarations and names. Directives and instructions are in files of their own.

use super::family::parser_of;
use super::lexer::{Cursor, PtxTokenKind};
use super::other::{OtherPtxInstruction, Seen};
use super::param::Parameter;
use super::parser;
use super::registers::{RegisterType, Registers};
use super::single::{guard_before_block, take_guard_of_block};
use super::statement::PtxStatement;
use lanesmith_text::diagnostic::Diagnostic;
use std::collections::HashMap;

/// How deep scopes may be nested; a name is looked up in all that are open.
const DEPTH: usize = 1000;

/// The executed and the other instructions of a module, and its registers: name, number of the scope, type.
type Parts = (
    Vec<PtxStatement>,
    Vec<OtherPtxInstruction>,
    Vec<(String, usize, RegisterType)>,
);

/// A module being read.
pub(super) struct Reader<'a> {
    pub(super) cursor: Cursor<'a>,
    pub(super) statements: Vec<PtxStatement>,
    /// The other instructions: which of their registers matter shows at the end.
    pub(super) seen: Vec<Seen>,
    /// The registers that executed instructions name, each with the number of its scope.
    registers: Vec<(String, usize, RegisterType)>,
    errors: Vec<Diagnostic>,
    /// Declarations in force, innermost last; the first is the module's own.
    pub(super) scopes: Vec<Registers>,
    /// The number of each scope.
    numbers: Vec<usize>,
    /// The places of the braces that opened the inner scopes.
    opened: Vec<usize>,
    /// Index among the registers by name and number of the scope.
    found: HashMap<(String, usize), usize>,
    /// The parameters that the latest function declares, in its head and in its body.
    pub(super) parameters: Vec<Parameter>,
    /// The line of byte `counted`.
    line: usize,
    counted: usize,
    /// The line of the function's first branch. Whether a plain instruction behind it is executed, or after which one, is open.
    pub(super) branch: Option<usize>,
}

impl<'a> Reader<'a> {
    /// Reads a module's text.
    pub(super) fn read(source: &'a str) -> Result<Parts, Vec<Diagnostic>> {
        let mut reader = Reader {
            cursor: Cursor::new(source).map_err(|error| vec![error])?,
            statements: vec![],
            seen: vec![],
            registers: vec![],
            errors: vec![],
            scopes: vec![Registers::default()],
            numbers: vec![0],
            opened: vec![],
            found: HashMap::new(),
            parameters: vec![],
            line: 1,
            counted: 0,
            branch: None,
        };
        if let Err(error) = reader.statements() {
            reader.errors.push(error);
        }
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        let index = |name: &(String, usize)| reader.found.get(name).copied();
        let others = reader.seen.into_iter().map(|seen| seen.resolve(index)).collect();
        Ok((reader.statements, others, reader.registers))
    }

    fn statements(&mut self) -> Result<(), Diagnostic> {
        let mut scope_count = 1;
        while self.cursor.peek().kind != PtxTokenKind::End {
            self.statement(&mut scope_count)?;
        }
        match self.opened.pop() {
            None => Ok(()),
            Some(brace) => Err(Diagnostic::new(
                brace..brace + 1,
                "this brace is not closed",
                "`}` before the end of the module",
            )),
        }
    }

    /// One statement; an error only where it is unknown where the next one begins.
    fn statement(&mut self, scope_count: &mut usize) -> Result<(), Diagnostic> {
        while parser::take_label(&mut self.cursor) {}
        let token = self.cursor.peek().clone();
        match (token.kind, self.cursor.text(&token)) {
            (PtxTokenKind::End, _) => {}
            (PtxTokenKind::Symbol('{'), _) => self.open(Registers::default(), scope_count)?,
            (PtxTokenKind::Symbol(';'), _) => {
                self.cursor.take();
                let message = "an empty statement";
                let expected = "an instruction before `;`; none stands behind `}`";
                self.errors.push(Diagnostic::new(token.span, message, expected));
            }
            (PtxTokenKind::Symbol('}'), _) => {
                self.cursor.take();
                if self.opened.pop().is_none() {
                    let message = "this brace closes nothing";
                    return Err(Diagnostic::new(token.span, message, "as many `}` as `{`"));
                }
                self.scopes.pop();
                self.numbers.pop();
            }
            (PtxTokenKind::Dotted, ".reg") => {
                let innermost = self.scopes.last_mut().expect("the module's own scope");
                let outcome = innermost.statement(&mut self.cursor);
                self.go_on_behind(outcome);
            }
            (PtxTokenKind::Dotted, ".version" | ".address_size" | ".target" | ".file" | ".loc") => {
                self.line_directive()
            }
            (PtxTokenKind::Dotted, _) => self.directive(scope_count)?,
            (PtxTokenKind::Symbol('@'), _) if take_guard_of_block(&mut self.cursor) => {
                let guard = token.span.start..self.cursor.gap().end;
                self.errors.push(guard_before_block(guard));
            }
            _ => {
                let outcome = match parser_of(&mut self.cursor) {
                    Some(parse) => self.executed(parse),
                    None => self.other(),
                };
                self.go_on_behind(outcome);
            }
        }
        Ok(())
    }

    /// Notes the error of a statement, and passes over the rest of that statement.
    fn go_on_behind(&mut self, outcome: Result<(), Diagnostic>) {
        if let Err(error) = outcome {
            self.errors.push(error);
            // Where the statement does not end, a brace or the text does, and is seen next.
            let _ = self.pass_over();
        }
    }

    pub(super) fn open(&mut self, registers: Registers, scope_count: &mut usize) -> Result<(), Diagnostic> {
        let brace = self.cursor.take().span;
        if self.opened.len() == DEPTH {
            let message = format!("this brace opens the scope number {} within others", DEPTH + 1);
            return Err(Diagnostic::new(
                brace,
                message,
                format!("at most {DEPTH} nested scopes"),
            ));
        }
        self.opened.push(brace.start);
        self.scopes.push(registers);
        self.numbers.push(*scope_count);
        *scope_count += 1;
        Ok(())
    }

    /// Passes over another instruction, up to its `;`. Braces in it are vectors, not scopes.
    pub(super) fn pass_over(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.peek().span.clone();
        let mut depth = 0;
        loop {
            match self.cursor.peek().kind {
                PtxTokenKind::Symbol(';') => {
                    self.cursor.take();
                    return Ok(());
                }
                PtxTokenKind::Symbol('{') => depth += 1,
                PtxTokenKind::Symbol('}') if depth > 0 => depth -= 1,
                PtxTokenKind::End | PtxTokenKind::Symbol('}') => {
                    let message = "this instruction does not end";
                    return Err(Diagnostic::new(start, message, "`;` at its end"));
                }
                _ => {}
            }
            self.cursor.take();
        }
    }

    /// The line of a place behind all asked for before.
    pub(super) fn line(&mut self, place: usize) -> usize {
        self.line += self.cursor.source[self.counted..place].matches('\n').count();
        self.counted = place;
        self.line
    }

    /// The declaration of a name that is in force, with the number of its scope.
    pub(super) fn find(&self, name: &str) -> Option<(&RegisterType, usize)> {
        let innermost_first = self.scopes.iter().zip(&self.numbers).rev();
        innermost_first
            .filter_map(|(scope, number)| Some((scope.find(name)?, *number)))
            .next()
    }

    /// The index of a register that is declared, or special.
    pub(super) fn register(&mut self, name: &str) -> usize {
        let found = self.find(name).map(|(kind, scope)| (kind.clone(), scope));
        let (kind, scope) = found.unwrap_or_else(|| (RegisterType::special(), 0));
        self.entry(name, scope, kind)
    }

    /// The index of a register of this name, scope and kind.
    pub(super) fn entry(&mut self, name: &str, scope: usize, kind: RegisterType) -> usize {
        let registers = &mut self.registers;
        *self.found.entry((name.to_string(), scope)).or_insert_with(|| {
            registers.push((name.to_string(), scope, kind));
            registers.len() - 1
        })
    }
}
