//! Kernels, functions, their blocks and statements (PTX ISA, sections "Kernel Execution and Function Directives", "Statements").

use super::directive::Place;
use super::{MAX_BLOCKS, Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{
    Block, Directive, Function, Guard, Instruction, Prototype, Register, Span, Statement, Variable, Word,
};
use lanesmith_text::diagnostic::Diagnostic;

const SPACES: [&str; 6] = [".reg", ".shared", ".local", ".param", ".global", ".const"];

/// An open block.
struct OpenBlock<'a> {
    start: u32,
    statements: Vec<Statement<'a>>,
}

impl<'a> Parser<'a> {
    /// Parses a function from `.entry` or `.func` on.
    pub(super) fn function(&mut self, start: u32, linkage: Option<Word<'a>>) -> Parse<Function<'a>> {
        let is_entry = self.is_text(".entry");
        self.take();
        let mut attributes = vec![];
        let mut results = vec![];
        if !is_entry {
            while self.is_text(".attribute") {
                attributes.extend(self.attribute()?);
            }
            if self.is('(') {
                results = self.parameters()?;
            }
        }
        let name = self.name("the head of a function")?;
        let parameters = match self.is('(') {
            true => self.parameters()?,
            false => vec![],
        };
        let place = if is_entry { Place::Entry } else { Place::Function };
        let directives = self.directives(place)?;
        let mut function = Function {
            span: Span::default(),
            linkage,
            attributes,
            is_entry,
            name,
            results,
            parameters,
            directives,
            body: None,
            registers: vec![],
            variables: vec![],
            labels: vec![],
        };
        if !self.skip(';') {
            if !self.is('{') {
                let expected = match self.token.kind {
                    PtxTokenKind::Dotted => format!("one of {}", place.names().collect::<Vec<_>>().join(", ")),
                    _ => "`{` or `;`".into(),
                };
                return Err(self.unexpected("the head of a function", &expected));
            }
            self.parameter_registers(&mut function)?;
            function.body = self.body(&mut function);
            function.registers.shrink_to_fit();
            function.variables.shrink_to_fit();
            function.labels.shrink_to_fit();
        }
        function.span = self.since(start);
        Ok(function)
    }

    fn directives(&mut self, place: Place) -> Parse<Vec<Directive<'a>>> {
        let mut directives = vec![];
        while let Some(directive) = self.directive(place)? {
            directives.push(directive);
        }
        Ok(directives)
    }

    fn parameter_registers(&mut self, function: &mut Function<'a>) -> Parse<()> {
        for variable in function.results.iter().chain(&function.parameters) {
            if variable.space.text == ".reg" {
                add_register(&mut function.registers, variable)?;
            }
        }
        Ok(())
    }

    /// Parses the body; `None` if it does not end. Mistakes in statements are noted.
    fn body(&mut self, function: &mut Function<'a>) -> Option<Block<'a>> {
        let mut open: Vec<OpenBlock> = vec![];
        loop {
            match self.token.kind {
                PtxTokenKind::Symbol('{') if open.len() < MAX_BLOCKS => {
                    let start = self.take().start;
                    open.push(OpenBlock {
                        start,
                        statements: vec![],
                    });
                }
                PtxTokenKind::Symbol('}') => {
                    self.take();
                    let mut block = open.pop()?;
                    block.statements.shrink_to_fit();
                    let block = Block {
                        span: self.since(block.start),
                        statements: block.statements,
                    };
                    match open.last_mut() {
                        None => return Some(block),
                        Some(outer) => outer.statements.push(Statement::Block(block)),
                    }
                }
                _ if self.token.kind == PtxTokenKind::End || self.begins_function() => {
                    let start = open.pop()?.start as usize;
                    let expected = "`}` before the next function or the end of the module";
                    self.report(Diagnostic::new(start..start + 1, "this brace is not closed", expected));
                    return None;
                }
                _ => {
                    let depth = self.braces;
                    let statements = &mut open.last_mut()?.statements;
                    if let Err(error) = self.statement(function, statements) {
                        self.recover(error, depth);
                    }
                }
            }
        }
    }

    fn statement(&mut self, function: &mut Function<'a>, statements: &mut Vec<Statement<'a>>) -> Parse<()> {
        let statement = match self.token.kind {
            PtxTokenKind::Word if self.is_second(':') => {
                let label = self.name("a label")?;
                self.take();
                let index = function.labels.len() as u32;
                function.labels.push(label);
                match self.directive(Place::Label)? {
                    Some(directive) => Statement::Targets(index, directive),
                    None if self.is_text(".callprototype") => Statement::Prototype(self.prototype(label, index)?),
                    None => Statement::Label(index),
                }
            }
            PtxTokenKind::Word | PtxTokenKind::Symbol('@') => Statement::Instruction(self.instruction()?),
            PtxTokenKind::Dotted => return self.declaration(function, statements),
            PtxTokenKind::Symbol('{') => {
                let expected = format!("at most {MAX_BLOCKS} nested blocks");
                return Err(self.unexpected("a block", &expected));
            }
            PtxTokenKind::Symbol(';') => {
                let message = "an empty statement";
                let expected = "an instruction before `;`; none stands behind `}`";
                let place = self.token.start as usize..self.token.end as usize;
                return Err(Diagnostic::new(place, message, expected));
            }
            _ => return Err(self.unexpected("a block", "a statement or `}`")),
        };
        statements.push(statement);
        Ok(())
    }

    /// A declaration or a directive.
    fn declaration(&mut self, function: &mut Function<'a>, statements: &mut Vec<Statement<'a>>) -> Parse<()> {
        let start = self.token.start;
        if let Some(directive) = self.directive(Place::Block)? {
            statements.push(Statement::Directive(directive));
            return Ok(());
        }
        let text = self.peek();
        if !SPACES.contains(&text) && text != ".align" {
            let expected = match text {
                ".branchtargets" | ".calltargets" | ".callprototype" => "a label before it: `name:`",
                _ => "an instruction, a declaration, `.loc` or `.pragma`",
            };
            return Err(self.unexpected("a block", expected));
        }
        let head = self.head(&SPACES)?;
        let is_register = head.space.text == ".reg";
        let count = |function: &Function| match is_register {
            true => function.registers.len() as u32,
            false => function.variables.len() as u32,
        };
        let first = count(function);
        let mut overflow = Ok(());
        self.declarators(start, None, &head, |variable| match is_register {
            true => {
                let added = add_register(&mut function.registers, &variable);
                overflow = std::mem::replace(&mut overflow, Ok(())).and(added);
            }
            false => function.variables.push(variable),
        })?;
        overflow?;
        let (span, range) = (self.since(start), first..count(function));
        self.expect(';', "a declaration")?;
        if !range.is_empty() {
            statements.push(match is_register {
                true => Statement::Registers(span, range),
                false => Statement::Variables(span, range),
            });
        }
        Ok(())
    }

    fn prototype(&mut self, label_word: Word<'a>, label: u32) -> Parse<Prototype<'a>> {
        self.take();
        let results = match self.is('(') {
            true => self.parameters()?,
            false => vec![],
        };
        if !self.is_text("_") {
            return Err(self.unexpected("a prototype", "`_`, and no name"));
        }
        let name = self.take();
        let parameters = match self.is('(') {
            true => self.parameters()?,
            false => vec![],
        };
        let directives = self.directives(Place::Function)?;
        self.expect(';', "a prototype")?;
        Ok(Prototype {
            span: self.since(label_word.start),
            label,
            results,
            name: self.word(name),
            parameters,
            directives,
        })
    }

    /// Parses an instruction with its semicolon.
    fn instruction(&mut self) -> Parse<Instruction<'a>> {
        let start = self.token.start;
        let guard = match self.skip('@') {
            true => {
                let is_negated = self.skip('!');
                let predicate = self.symbol()?;
                let span = self.since(start);
                if self.is('{') {
                    let expected = "the guard before each instruction of the block, or a branch around it";
                    return Err(Diagnostic::new(span.range(), "a guard before a block", expected));
                }
                Some(Guard {
                    span,
                    is_negated,
                    predicate,
                })
            }
            false => None,
        };
        let opcode = self.name("an instruction")?;
        if self.is(':') && guard.is_some() {
            return Err(self.unexpected("an instruction", "the guard behind the label"));
        }
        self.modifiers.clear();
        while self.token.kind == PtxTokenKind::Dotted {
            let modifier = self.take();
            self.modifiers.push(self.word(modifier));
        }
        if self.is('.') {
            let place = self.token.start as usize..self.token.end as usize;
            let expected = "the modifier directly after its dot, without white space";
            return Err(Diagnostic::new(place, "a dot without a modifier", expected));
        }
        let is_call = opcode.text == "call";
        while !self.is(';') || !self.operands.is_empty() {
            let operand = self.operand(is_call)?;
            self.operands.push(operand);
            if !self.skip(',') {
                break;
            }
        }
        let span = self.since(start);
        self.expect(';', "an instruction")?;
        Ok(Instruction {
            span,
            guard,
            opcode,
            modifiers: self.modifiers.to_vec(),
            operands: self.operands.drain(..).collect(),
            unit: None,
        })
    }
}

/// Adds the registers of a declaration.
fn add_register<'a>(registers: &mut Vec<Register<'a>>, variable: &Variable<'a>) -> Parse<()> {
    let place = || variable.name.span().range();
    let refuse = |message: &str, expected: &str| Err(Diagnostic::new(place(), message, expected));
    let Some(kind) = variable.kind else {
        return refuse("a register of an opaque type", "a type with bits, such as `.b64`");
    };
    if !variable.dimensions.is_empty() || variable.initial.is_some() {
        return refuse("a register with dimensions or an initial value", "only its name");
    }
    let count = |register: &Register| register.range.unwrap_or(1);
    let last = registers.last();
    let first = last.map_or(Some(0), |last| last.first.checked_add(count(last)));
    let end = first.and_then(|first| first.checked_add(variable.range.unwrap_or(1)));
    let (Some(first), Some(_)) = (first, end) else {
        return refuse("too many registers in this function", "less than 2^32");
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
