//! Statements of blocks: instructions, declarations, labels, directives (PTX ISA, section "Statements").

use super::directive::{self, BLOCK, FUNCTION, LABEL};
use super::{Parse, Parser, wrong};
use crate::lexer::PtxTokenKind;
use crate::tree::{Function, Guard, Instruction, Prototype, Register, Statement, Variable};
use lanesmith_text::near::did_you_mean;

const SPACES: [&str; 6] = [".reg", ".shared", ".local", ".param", ".global", ".const"];

impl<'a> Parser<'a> {
    /// Parses a statement, except blocks.
    pub(super) fn statement(&mut self, function: &mut Function<'a>, statements: &mut Vec<Statement<'a>>) -> Parse<()> {
        let start = self.token.span.start;
        statements.push(match self.token.kind {
            PtxTokenKind::Word if self.is_second(':') => {
                let label = function.labels.len() as u32;
                function.labels.push(self.name("a label")?);
                self.take();
                match self.directive(LABEL)? {
                    Some(directive) => Statement::Targets(label, directive),
                    None if self.peek() == ".callprototype" => Statement::Prototype(self.prototype(start, label)?),
                    None => Statement::Label(label),
                }
            }
            PtxTokenKind::Word | PtxTokenKind::Symbol('@') => Statement::Instruction(self.instruction()?),
            PtxTokenKind::Dotted => match self.directive(BLOCK)? {
                Some(directive) => Statement::Directive(directive),
                None => return self.declaration(function, statements),
            },
            PtxTokenKind::Symbol(';') => return self.unexpected("a block: an empty statement", "no `;` here"),
            _ => return self.unexpected("a block", "a statement or `}`; blocks may be nested 1000 times"),
        });
        Ok(())
    }

    fn declaration(&mut self, function: &mut Function<'a>, statements: &mut Vec<Statement<'a>>) -> Parse<()> {
        let start = self.token.span.start;
        if !SPACES.contains(&self.peek()) && self.peek() != ".align" {
            let names = directive::names(BLOCK).chain(SPACES);
            let expected = "an instruction, a declaration, `.loc` or `.pragma`; targets and prototypes after a label";
            return self.unexpected("a block", &did_you_mean(self.peek(), names, expected));
        }
        let head = self.head(&SPACES)?;
        let mut found = self.declarators(start, &head)?;
        let (span, count) = (self.since(start), found.len() as u32);
        if found.is_empty() {
            return Ok(());
        }
        if head.space.text != ".reg" {
            let first = function.variables.len() as u32;
            function.variables.append(&mut found);
            statements.push(Statement::Variables(span, first..first + count));
            return Ok(());
        }
        let first = function.registers.len() as u32;
        for variable in &found {
            add_register(&mut function.registers, variable)?;
        }
        statements.push(Statement::Registers(span, first..first + count));
        Ok(())
    }

    fn prototype(&mut self, start: u32, label: u32) -> Parse<Prototype<'a>> {
        self.take();
        let results = self.parameters()?;
        let name = self.word_if(self.peek() == "_", "a prototype", "`_` as the name")?;
        let parameters = self.parameters()?;
        let directives = self.directives(FUNCTION)?;
        self.expect(';', "a prototype")?;
        Ok(Prototype {
            span: self.since(start),
            label,
            results,
            name,
            parameters,
            directives,
        })
    }

    /// Parses an instruction with its semicolon.
    fn instruction(&mut self) -> Parse<Instruction<'a>> {
        let start = self.token.span.start;
        let guard = if self.is('@') { Some(self.guard()?) } else { None };
        let opcode = self.name("an instruction")?;
        let mut modifiers = vec![];
        while self.token.kind == PtxTokenKind::Dotted {
            modifiers.push(self.word());
        }
        if self.is('.') {
            return self.unexpected("an instruction", "the modifier directly after its dot");
        }
        self.opcode = opcode.text;
        let mut operands = vec![];
        while operands.is_empty() && !self.is(';') || self.skip(',') {
            operands.push(self.operand()?);
        }
        let span = self.since(start);
        self.expect(';', "an instruction")?;
        Ok(Instruction {
            span,
            guard,
            opcode,
            modifiers,
            operands,
            unit: None,
        })
    }

    fn guard(&mut self) -> Parse<Guard<'a>> {
        let start = self.take().span.start;
        let is_negated = self.skip('!');
        let predicate = self.symbol()?;
        let span = self.since(start);
        if self.is('{') {
            let expected = "the guard before each instruction of the block, or a branch around it";
            return wrong(span, "a guard before a block", expected);
        }
        Ok(Guard {
            span,
            is_negated,
            predicate,
        })
    }
}

/// Adds the registers of a declaration.
pub(super) fn add_register<'a>(registers: &mut Vec<Register<'a>>, variable: &Variable<'a>) -> Parse<()> {
    let place = variable.name.span();
    let is_plain = variable.dimensions.is_empty() && variable.initial.is_none();
    let Some(kind) = variable.kind.filter(|_| is_plain) else {
        let message = "a register with a type without bits, dimensions or an initial value";
        return wrong(place, message, "a type with bits and a name");
    };
    let end = |last: &Register| last.first.checked_add(last.range.unwrap_or(1));
    let Some(first) = registers.last().map_or(Some(0), end) else {
        return wrong(place, "a function with more than 2^32 registers", "fewer registers");
    };
    registers.push(Register {
        name: variable.name,
        kind,
        vector: variable.vector,
        range: variable.range,
        first,
    });
    Ok(())
}
