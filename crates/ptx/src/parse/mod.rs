//! The parser of modules: from text to the syntax tree, in linear time. Each file has the grammar of one part of the language.

mod constant;
mod declaration;
mod directive;
mod expression;
mod function;
mod item;
mod operand;

use crate::lexer::{Lexer, PtxTokenKind, Token};
use crate::resolve::resolve;
use crate::tree::{Module, Operand, Span, Word};
use lanesmith_text::diagnostic::Diagnostic;
use std::mem;

/// Number of errors after which the parser stops.
pub(crate) const MAX_ERRORS: usize = 200;

/// Number of nested blocks.
const MAX_BLOCKS: usize = 1000;

/// Number of nested parentheses in a constant expression, and of nested lists in an initial value.
const MAX_NESTED: u32 = 100;

/// The result of parsing a part.
type Parse<T> = Result<T, Diagnostic>;

/// A text and a place between two of its tokens.
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
    /// Operands and modifiers of the instruction that is being parsed. Collected here, a vector is allocated once, in its size.
    operands: Vec<Operand<'a>>,
    modifiers: Vec<Word<'a>>,
}

impl<'a> Module<'a> {
    /// Parses a module and looks up its names. Does not check whether instructions exist and operands fit.
    ///
    /// # Errors
    /// All mistakes of syntax, or, if there are none, all names that are undeclared or declared twice; at most 200.
    pub fn parse(source: &'a str) -> Result<Self, Vec<Diagnostic>> {
        if u32::try_from(source.len()).is_err() {
            let message = "a text of more than 4 GiB";
            return Err(vec![Diagnostic::new(0..0, message, "several smaller modules")]);
        }
        let nothing = Token {
            kind: PtxTokenKind::End,
            start: 0,
            end: 0,
        };
        let mut parser = Parser {
            source,
            lexer: Lexer::new(source),
            token: nothing,
            second: nothing,
            end: 0,
            braces: 0,
            nested: 0,
            errors: vec![],
            operands: vec![],
            modifiers: vec![],
        };
        parser.take();
        parser.take();
        let items = parser.items();
        let mut module = Module { source, items };
        let mut errors = parser.errors;
        if errors.is_empty() {
            errors = resolve(&mut module);
        }
        errors.sort_by_key(|error| error.span.start);
        match errors.is_empty() {
            true => Ok(module),
            false => Err(errors),
        }
    }
}

impl<'a> Parser<'a> {
    /// Takes the next token.
    fn take(&mut self) -> Token {
        let taken = mem::replace(&mut self.token, self.second);
        self.end = taken.end;
        match taken.kind {
            PtxTokenKind::Symbol('{') => self.braces += 1,
            PtxTokenKind::Symbol('}') => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.second = loop {
            match self.lexer.token() {
                Ok(token) => break token,
                Err(error) => self.errors.push(error),
            }
            if self.errors.len() > MAX_ERRORS {
                self.stop();
                break self.second;
            }
        };
        taken
    }

    /// Ends the text here.
    fn stop(&mut self) {
        let end = Token {
            kind: PtxTokenKind::End,
            start: self.end,
            end: self.end,
        };
        self.lexer = Lexer::new("");
        (self.token, self.second) = (end, end);
    }

    /// Notes an error.
    fn report(&mut self, error: Diagnostic) {
        self.errors.push(error);
        if self.errors.len() >= MAX_ERRORS {
            self.stop();
        }
    }

    fn text(&self, token: Token) -> &'a str {
        &self.source[token.start as usize..token.end as usize]
    }

    /// The text of the next token.
    fn peek(&self) -> &'a str {
        self.text(self.token)
    }

    fn word(&self, token: Token) -> Word<'a> {
        Word {
            text: self.text(token),
            start: token.start,
        }
    }

    /// Whether the next token is this character.
    fn is(&self, symbol: char) -> bool {
        self.token.kind == PtxTokenKind::Symbol(symbol)
    }

    /// Whether the token after the next is this character.
    fn is_second(&self, symbol: char) -> bool {
        self.second.kind == PtxTokenKind::Symbol(symbol)
    }

    /// Whether the next token is this word or directive.
    fn is_text(&self, text: &str) -> bool {
        self.peek() == text
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

    /// The error that something else than the next token is expected; `what` is the part that is parsed.
    fn unexpected(&self, what: &str, expected: &str) -> Diagnostic {
        match self.token.kind {
            PtxTokenKind::End => {
                let end = self.end as usize;
                Diagnostic::new(end..end, format!("the text ends in {what}"), expected)
            }
            _ => {
                let message = format!("unexpected `{}` in {what}", self.peek());
                Diagnostic::new(self.token.start as usize..self.token.end as usize, message, expected)
            }
        }
    }

    /// The error that a part is missing after the last token taken.
    fn missing(&self, symbol: char, what: &str) -> Diagnostic {
        let end = self.end as usize;
        let found = match self.token.kind {
            PtxTokenKind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", self.peek()),
        };
        let message = format!("`{symbol}` is missing between {what} and {found}");
        Diagnostic::new(end..end, message, format!("`{symbol}`"))
    }

    /// Takes a character that has to follow; `what` is the part before it.
    fn expect(&mut self, symbol: char, what: &str) -> Parse<()> {
        match self.skip(symbol) {
            true => Ok(()),
            false => Err(self.missing(symbol, what)),
        }
    }

    /// Takes an identifier.
    fn name(&mut self, what: &str) -> Parse<Word<'a>> {
        match (self.token.kind, self.peek()) {
            (PtxTokenKind::Word, text) if !matches!(text, "_" | "$" | "WARP_SZ") => {
                let token = self.take();
                Ok(self.word(token))
            }
            _ => Err(self.unexpected(what, "a name")),
        }
    }

    /// Takes a number without a sign.
    fn digits(&mut self, what: &str) -> Parse<Token> {
        match self.token.kind {
            PtxTokenKind::Number => Ok(self.take()),
            _ => Err(self.unexpected(what, "a number")),
        }
    }

    /// Whether the next token is the first of its line.
    fn is_new_line(&self) -> bool {
        let between = &self.source.as_bytes()[self.end as usize..self.token.start as usize];
        between.contains(&b'\n')
    }

    /// Goes on behind a statement with an error, with `depth` open braces: behind its semicolon, or at the brace that ends its block.
    /// Where a semicolon is missing at the end of a line, goes on with the next line.
    fn recover(&mut self, error: Diagnostic, depth: u32) {
        let is_gap = error.span.is_empty() && error.expected == "`;`" && self.is_new_line();
        self.report(error);
        self.operands.clear();
        self.nested = 0;
        if is_gap {
            self.braces = depth;
            return;
        }
        loop {
            match self.token.kind {
                PtxTokenKind::End => return,
                PtxTokenKind::Symbol(';') => {
                    self.take();
                    self.braces = depth;
                    return;
                }
                PtxTokenKind::Symbol('}') if self.braces <= depth => return,
                PtxTokenKind::Dotted if self.begins_function() => {
                    self.braces = depth;
                    return;
                }
                _ => {
                    self.take();
                }
            }
        }
    }

    /// Whether the next token begins a function.
    fn begins_function(&self) -> bool {
        let is_linkage = matches!(self.peek(), ".visible" | ".extern" | ".weak");
        let text = if is_linkage {
            self.text(self.second)
        } else {
            self.peek()
        };
        matches!(text, ".entry" | ".func")
    }
}
