//! The outermost level of a module, and functions with their blocks (PTX ISA, sections "Syntax", "Kernel Execution and Function
//! Directives").

use super::directive::{self, FUNCTION, KERNEL, MODULE};
use super::statement::add_register;
use super::{MAX_BLOCKS, Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Block, Function, Item, Statement, Word};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

/// State spaces of variables outside functions.
const SPACES: [&str; 4] = [".global", ".const", ".shared", ".tex"];

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
            text if SPACES.contains(&text) || text == ".align" || has_linkage => {
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
            function.results = self.parameters()?;
        }
        function.name = self.name("the head of a function")?;
        function.parameters = self.parameters()?;
        let place = if is_entry { KERNEL } else { FUNCTION };
        function.directives = self.directives(place)?;
        let variables = function.results.iter().chain(&function.parameters);
        for variable in variables.filter(|variable| variable.space.text == ".reg") {
            add_register(&mut function.registers, variable)?;
        }
        if self.is('{') {
            function.body = self.body(&mut function);
        } else if !self.skip(';') {
            let names = directive::names(place).chain(["{", ";"]);
            let expected = did_you_mean(self.peek(), names, "`{`, `;` or a directive of functions");
            return self.unexpected("the head of a function", &expected);
        }
        function.span = self.since(start);
        Ok(function)
    }

    /// Parses the body; `None` if it does not end. Mistakes in statements are noted.
    fn body(&mut self, function: &mut Function<'a>) -> Option<Block<'a>> {
        let mut open: Vec<(u32, Vec<Statement>)> = vec![];
        loop {
            match self.token.kind {
                PtxTokenKind::Symbol('{') if open.len() < MAX_BLOCKS => open.push((self.take().span.start, vec![])),
                PtxTokenKind::Symbol('}') => {
                    self.take();
                    let (start, statements) = open.pop()?;
                    let span = self.since(start);
                    let block = Block { span, statements };
                    match open.last_mut() {
                        None => return Some(block),
                        Some((_, outer)) => outer.push(Statement::Block(block)),
                    }
                }
                _ if self.token.kind == PtxTokenKind::End || self.begins_function() => {
                    let start = open.last()?.0 as usize;
                    let expected = "`}` before the next function or the end of the module";
                    let error = Diagnostic::new(start..start + 1, "this brace is not closed", expected);
                    self.errors.push(error);
                    return None;
                }
                _ => {
                    let depth = self.braces;
                    if let Err(error) = self.statement(function, &mut open.last_mut()?.1) {
                        self.recover(error, depth);
                    }
                }
            }
        }
    }
}
