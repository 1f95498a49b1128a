//! Kernels, functions and their blocks (PTX ISA, section "Kernel Execution and Function Directives").

use super::directive::{self, FUNCTION, KERNEL};
use super::{MAX_BLOCKS, Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Block, Function, Span, Statement, Word};
use lanesmith_text::diagnostic::Diagnostic;

impl<'a> Parser<'a> {
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
        if self.is('{') {
            for variable in function.results.iter().chain(&function.parameters) {
                if variable.space.text == ".reg" {
                    super::statement::add_register(&mut function.registers, variable)?;
                }
            }
            function.body = self.body(&mut function);
        } else if !self.skip(';') {
            let names: Vec<_> = directive::names(place).collect();
            let expected = format!("`{{`, `;` or a directive: {}", names.join(", "));
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
                    let (start, end) = (open.last()?.0, open.last()?.0 + 1);
                    let expected = "`}` before the next function or the end of the module";
                    let place = Span { start, end }.range();
                    self.errors
                        .push(Diagnostic::new(place, "this brace is not closed", expected));
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
