//! The parser of modules: from text to the syntax tree, in linear time. Each file has the grammar of one part of the language.

mod declaration;
mod directive;
mod expression;
mod function;
mod operand;
mod single;

use crate::lexer::{Lexer, PtxTokenKind, Token};
use crate::resolve::{MAX_ERRORS, resolve};
use crate::tree::{Constant, Instruction, Item, Module, Span, Word};
use lanesmith_text::diagnostic::Diagnostic;
use std::collections::HashMap;

pub(crate) use expression::number;
pub use single::Registers;
pub(crate) use single::single;

/// Number of nested blocks.
const MAX_BLOCKS: usize = 1000;

/// Number of nested parentheses in a constant expression, and of nested lists in an initial value.
const MAX_NESTED: u32 = 100;

/// The result of parsing a part.
type Parse<T> = Result<T, Diagnostic>;

/// A text and a place between two of its tokens.
#[derive(Default)]
struct Parser<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
    /// The next token.
    token: Token,
    /// The token after the next.
    second: Token,
    /// The end of the last token taken.
    end: u32,
    /// Number of braces that are open.
    braces: u32,
    /// Number of parentheses and lists that are open.
    nested: u32,
    errors: Vec<Diagnostic>,
    /// The opcode of the instruction that is being parsed.
    opcode: &'a str,
    /// Whether the text is one of an instruction by itself, which may lack its semicolon.
    is_single: bool,
    /// The first instruction of such a text, without its operands.
    head: Option<Instruction<'a>>,
    /// The bytes of the elements of the arrays that are declared.
    arrays: HashMap<&'a str, u32>,
}

impl<'a> Module<'a> {
    /// Parses a module and looks up its names. Does not check whether instructions exist and operands fit.
    ///
    /// # Errors
    /// All mistakes of syntax, or, if there are none, all names that are undeclared or declared twice; at most 200.
    pub fn parse(source: &'a str) -> Result<Self, Vec<Diagnostic>> {
        let mut parser = Parser::new(source);
        let items = parser.items();
        parser.module(items, true)
    }
}

/// The error about a part of the text.
fn wrong<T>(span: Span, message: impl Into<String>, expected: &str) -> Parse<T> {
    Err(Diagnostic::new(span.range(), message, expected))
}

impl<'a> Parser<'a> {
    /// Before the first token.
    fn new(source: &'a str) -> Self {
        let mut parser = Parser::default();
        match u32::try_from(source.len()) {
            Ok(_) => (parser.source, parser.lexer) = (source, Lexer::new(source)),
            Err(_) => parser.errors = vec![Diagnostic::new(0..0, "a text of more than 4 GiB", "smaller texts")],
        }
        parser.take();
        parser.take();
        parser
    }

    /// The module, with its names looked up if `has_names`, or all errors.
    fn module(self, items: Vec<Item<'a>>, has_names: bool) -> Result<Module<'a>, Vec<Diagnostic>> {
        let (mut errors, source) = (self.errors, self.source);
        let mut module = Module { source, items };
        if errors.is_empty() && has_names {
            errors = resolve(&mut module);
        }
        errors.sort_by_key(|error| error.span.start);
        errors.truncate(MAX_ERRORS);
        if errors.is_empty() { Ok(module) } else { Err(errors) }
    }

    /// Takes the next token.
    fn take(&mut self) -> Token {
        let taken = std::mem::replace(&mut self.token, self.second);
        self.end = taken.span.end;
        match taken.kind {
            PtxTokenKind::Symbol('{') => self.braces += 1,
            PtxTokenKind::Symbol('}') => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.second = loop {
            match self.lexer.token() {
                Ok(token) => break token,
                Err(error) if self.errors.len() < MAX_ERRORS => self.errors.push(error),
                Err(_) => {}
            }
        };
        taken
    }

    /// Takes the next token as a word.
    fn word(&mut self) -> Word<'a> {
        let (text, start) = (self.peek(), self.take().span.start);
        Word { text, start }
    }

    /// The text of the next token.
    fn peek(&self) -> &'a str {
        &self.source[self.token.span.range()]
    }

    /// Whether the next token is this character.
    fn is(&self, symbol: char) -> bool {
        self.token.kind == PtxTokenKind::Symbol(symbol)
    }

    /// Whether the token after the next is this character.
    fn is_second(&self, symbol: char) -> bool {
        self.second.kind == PtxTokenKind::Symbol(symbol)
    }

    /// Takes the next token if it is this character.
    fn skip(&mut self, symbol: char) -> bool {
        let is = self.is(symbol);
        if is {
            self.take();
        }
        is
    }

    /// From a first byte to the end of the last token taken.
    fn since(&self, start: u32) -> Span {
        Span { start, end: self.end }
    }

    /// All from a first byte to the last token taken, as one word.
    fn slice(&self, start: u32) -> Word<'a> {
        let text = &self.source[self.since(start).range()];
        Word { text, start }
    }

    /// The error that something else than the next token is expected in `what`.
    fn unexpected<T>(&self, what: &str, expected: &str) -> Parse<T> {
        match self.token.kind {
            PtxTokenKind::End => wrong(self.since(self.end), format!("the text ends in {what}"), expected),
            _ => {
                let message = format!("unexpected `{}` in {what}", self.peek());
                wrong(self.token.span, message, expected)
            }
        }
    }

    /// Takes a character that has to follow; `what` is the part before it.
    fn expect(&mut self, symbol: char, what: &str) -> Parse<()> {
        if self.skip(symbol) {
            return Ok(());
        }
        let message = format!("`{symbol}` is missing after {what}");
        wrong(self.since(self.end), message, &format!("`{symbol}`"))
    }

    /// Takes the next token as a word if it is right.
    fn word_if(&mut self, is_right: bool, what: &str, expected: &str) -> Parse<Word<'a>> {
        match is_right {
            true => Ok(self.word()),
            false => self.unexpected(what, expected),
        }
    }

    /// Takes the character that has to follow a list of parts.
    fn expect_end(&mut self, symbol: char, what: &str) -> Parse<()> {
        let expected = || format!("`{symbol}`, or `,` and another part");
        self.expect(symbol, what).map_err(|error| Diagnostic {
            expected: expected(),
            ..error
        })
    }

    /// Takes an identifier.
    fn name(&mut self, what: &str) -> Parse<Word<'a>> {
        let is_name = self.token.kind == PtxTokenKind::Word && !matches!(self.peek(), "_" | "$");
        self.word_if(is_name, what, "a name")
    }

    /// Takes an integer without a sign, as it is written.
    fn digits(&mut self, what: &str) -> Parse<Word<'a>> {
        let is_integer = matches!(expression::number(self.peek()), Ok(Constant::Integer(..)));
        self.word_if(is_integer, what, "an integer")
    }

    /// Parts with commas between them, and the character after them.
    fn list<T>(&mut self, end: char, what: &str, mut part: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        if self.skip(end) {
            return Ok(vec![]);
        }
        let mut list = vec![part(self)?];
        while self.skip(',') {
            list.push(part(self)?);
        }
        self.expect_end(end, what)?;
        Ok(list)
    }

    /// Notes an error and goes on behind the statement, with `depth` open braces: behind its semicolon, or at the brace that ends its
    /// block. Where a semicolon is missing at the end of a line, goes on with the next line.
    fn recover(&mut self, error: Diagnostic, depth: u32) {
        let between = &self.source[self.end as usize..self.token.span.start.max(self.end) as usize];
        let mut is_end = error.message.starts_with("`;` is missing") && between.contains('\n');
        self.errors.push(error);
        self.nested = 0;
        if self.errors.len() >= MAX_ERRORS {
            self.token.kind = PtxTokenKind::End;
        }
        while !is_end {
            is_end = match self.token.kind {
                PtxTokenKind::End => true,
                PtxTokenKind::Symbol('}') => self.braces <= depth,
                _ => self.begins_function(),
            } || self.skip(';');
            if !is_end {
                self.take();
            }
        }
        self.braces = depth;
    }

    /// Whether the next token begins a function.
    fn begins_function(&self) -> bool {
        matches!(self.peek(), ".entry" | ".func" | ".visible" | ".extern" | ".weak")
    }
}

#[cfg(test)]
mod tests;
