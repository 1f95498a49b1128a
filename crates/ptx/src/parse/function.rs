//! The outermost level of a module, and functions with their blocks (PTX ISA, sections "Syntax", "Kernel Execution and Function
//! Directives").

use super::directive::{self, BLOCK, FUNCTION, KERNEL, LABEL, MODULE};
use super::{MAX_BLOCKS, Parse, Parser, wrong};
use crate::lexer::PtxTokenKind;
use crate::resolve::MAX_ERRORS;
use crate::tree::{Block, Function, Guard, Instruction, Item, Prototype, Register, Statement, Variable, Word};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

/// State spaces of variables outside functions.
const SPACES: [&str; 4] = [".global", ".const", ".shared", ".tex"];

const LOCAL_SPACES: [&str; 6] = [".reg", ".shared", ".local", ".param", ".global", ".const"];

/// State spaces of parameters; kernels have the first only.
const PARAMETERS: [&str; 2] = [".param", ".reg"];

const EXPECTED: &str = "a directive, a variable in `.global`, `.const` or `.shared`, or a function";

impl<'a> Parser<'a> {
    /// All items of the module.
    pub(super) fn items(&mut self) -> Vec<Item<'a>> {
        let mut items = vec![];
        while self.token.kind != PtxTokenKind::End {
            self.braces = 0;
            if let Err(error) = self.item(&mut items) {
                self.recover(error, 0);
                // A brace here closes nothing, or the function whose head has the error.
                self.skip('}');
            }
        }
        items
    }

    fn item(&mut self, items: &mut Vec<Item<'a>>) -> Parse<()> {
        let start = self.token.span.start;
        let has_linkage = matches!(self.peek(), ".extern" | ".visible" | ".weak" | ".common");
        let linkage = has_linkage.then(|| self.word());
        match self.peek() {
            ".entry" | ".func" => items.push(Item::Function(self.function(start, linkage)?)),
            text if SPACES.contains(&text) || matches!(text, ".align" | ".attribute") || has_linkage => {
                let mut head = self.head(&SPACES)?;
                head.linkage = linkage;
                let variables = self.declarators(start, &head)?;
                items.extend(variables.into_iter().map(Item::Variable));
            }
            ".section" => items.push(Item::Directive(self.section()?)),
            ";" => return self.unexpected("a module: an empty statement", "no `;` after `}`"),
            "}" => return self.unexpected("a module: it closes nothing", "as many `}` as `{`"),
            text => match self.directive(MODULE)? {
                Some(directive) => items.push(Item::Directive(directive)),
                None => {
                    let names = directive::names(MODULE).chain(SPACES).chain([".entry", ".func"]);
                    return self.unexpected("a module", &did_you_mean(text, names, EXPECTED));
                }
            },
        }
        Ok(())
    }

    /// Parses a function from `.entry` or `.func` on.
    pub(super) fn function(&mut self, start: u32, linkage: Option<Word<'a>>) -> Parse<Function<'a>> {
        let is_entry = self.word().text == ".entry";
        let mut function = Function {
            linkage,
            is_entry,
            ..Function::default()
        };
        if !is_entry {
            while self.peek() == ".attribute" {
                function.attributes.extend(self.attributes()?);
            }
            function.results = self.parameters(&PARAMETERS)?;
        }
        function.name = self.name("the head of a function")?;
        function.parameters = self.parameters(&PARAMETERS[..if is_entry { 1 } else { 2 }])?;
        let place = if is_entry { KERNEL } else { FUNCTION };
        function.directives = self.directives(place)?;
        let variables = function.results.iter().chain(&function.parameters);
        for variable in variables.filter(|variable| variable.space.text == ".reg") {
            add_register(&mut function.registers, variable)?;
        }
        if self.is('{') {
            function.body = self.body(&mut function);
        } else if !self.skip(';') {
            let all = "`{`, `;` or a directive of functions";
            let expected = did_you_mean(self.peek(), directive::names(place), all);
            return self.unexpected("the head of a function", &expected);
        }
        function.span = self.since(start);
        Ok(function)
    }

    /// Parses the body; `None` if it does not end. Mistakes in statements are noted.
    pub(super) fn body(&mut self, function: &mut Function<'a>) -> Option<Block<'a>> {
        let mut open: Vec<(u32, Vec<Statement>)> = vec![];
        open.extend(self.is_single.then(|| (0, vec![])));
        loop {
            let is_outermost = self.is_single && open.len() == 1;
            match self.token.kind {
                PtxTokenKind::Symbol('{') if open.len() < MAX_BLOCKS => open.push((self.take().span.start, vec![])),
                end @ (PtxTokenKind::End | PtxTokenKind::Symbol('}')) if is_outermost == (end == PtxTokenKind::End) => {
                    self.take();
                    let (start, statements) = open.pop()?;
                    let span = self.since(start);
                    let block = Block { span, statements };
                    match open.last_mut() {
                        None => return Some(block),
                        Some((_, outer)) => outer.push(Statement::Block(block)),
                    }
                }
                _ if self.token.kind == PtxTokenKind::End || (self.begins_function() && !self.is_single) => {
                    let start = open.last()?.0 as usize;
                    let expected = "`}` before the next function or the end of the module";
                    let error = Diagnostic::new(start..start + 1, "this brace is not closed", expected);
                    // Behind the last error of many, the text is not read to its end.
                    self.errors.extend((self.errors.len() < MAX_ERRORS).then_some(error));
                    return None;
                }
                _ => {
                    let depth = self.braces;
                    if let Err(error) = self.statement(function, &mut open.last_mut()?.1) {
                        self.recover(error, depth);
                        // One mistake of a single instruction is enough.
                        if self.is_single {
                            return None;
                        }
                    }
                }
            }
        }
    }

    /// Parses a statement, except blocks.
    fn statement(&mut self, function: &mut Function<'a>, statements: &mut Vec<Statement<'a>>) -> Parse<()> {
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
            PtxTokenKind::Symbol('}') => return self.unexpected("the text: it closes nothing", "as many `}` as `{`"),
            _ => return self.unexpected("a block", "a statement or `}`; blocks may be nested 1000 times"),
        });
        Ok(())
    }

    pub(super) fn declaration(
        &mut self,
        function: &mut Function<'a>,
        statements: &mut Vec<Statement<'a>>,
    ) -> Parse<()> {
        let start = self.token.span.start;
        if !LOCAL_SPACES.contains(&self.peek()) && !matches!(self.peek(), ".align" | ".attribute") {
            let names = directive::names(BLOCK).chain(LOCAL_SPACES);
            let expected = "an instruction, a declaration, `.loc` or `.pragma`; targets and prototypes after a label";
            return self.unexpected("a block", &did_you_mean(self.peek(), names, expected));
        }
        let head = self.head(&LOCAL_SPACES)?;
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
        let results = self.parameters(&PARAMETERS)?;
        let name = self.word_if(self.peek() == "_", "a prototype", "`_` as the name")?;
        let parameters = self.parameters(&PARAMETERS)?;
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
        let mut instruction = Instruction {
            guard,
            opcode,
            modifiers,
            ..Instruction::default()
        };
        if self.is_single && self.head.is_none() {
            self.head = Some(instruction.clone());
        }
        if self.is('.') {
            return self.unexpected("an instruction", "the modifier directly after its dot");
        }
        self.opcode = opcode.text;
        let operands = &mut instruction.operands;
        while operands.is_empty() && !matches!(self.peek(), ";" | "}" | "") || self.skip(',') {
            operands.push(self.operand()?);
        }
        instruction.span = self.since(start);
        if !(self.is_single && self.braces == 0 && self.token.kind == PtxTokenKind::End) {
            self.expect_end(';', "an instruction")?;
        }
        Ok(instruction)
    }

    fn guard(&mut self) -> Parse<Guard<'a>> {
        let start = self.take().span.start;
        let is_negated = self.skip('!');
        let predicate = self.symbol()?;
        let span = self.since(start);
        if self.token.kind == PtxTokenKind::Dotted {
            let expected = "a predicate register, or `!` and one";
            return wrong(span, "a guard without a predicate", expected);
        }
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
fn add_register<'a>(registers: &mut Vec<Register<'a>>, variable: &Variable<'a>) -> Parse<()> {
    let place = variable.name.span();
    let is_plain = variable.dimensions.is_empty() && variable.initial.is_none();
    let Some(kind) = variable.kind.filter(|_| is_plain) else {
        let message = "a register with a type without bits, dimensions or an initial value";
        return wrong(place, message, "a type with bits and a name");
    };
    let first = registers.last().map_or(0, |last| last.first + last.range.unwrap_or(1));
    if first.checked_add(variable.range.unwrap_or(1)).is_none() {
        return wrong(place, "a function with more than 2^32 registers", "fewer registers");
    }
    registers.push(Register {
        name: variable.name,
        kind,
        vector: variable.vector,
        range: variable.range,
        first,
    });
    Ok(())
}
