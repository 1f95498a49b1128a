//! Processes: `always @*` with blocking assignments, or `always @(posedge …)` with non-blocking ones.

use super::closing;
use super::lexer::{Token, TokenKind};
use crate::netlist::is_keyword;
use crate::text::diagnostic::Diagnostic;
use std::collections::HashSet;

/// Checks the process that begins at `start`; returns where it ends.
pub(super) fn check(tokens: &[Token], start: usize, errors: &mut Vec<Diagnostic>) -> usize {
    let mut process = Process {
        tokens,
        at: start + 1,
        clocked: false,
        accesses: vec![],
    };
    let found = process.event().and_then(|()| process.statement(0));
    match found {
        Ok(()) => errors.extend(process.order(&tokens[start])),
        Err(error) => errors.push(*error),
    }
    process.at.clamp(start + 1, tokens.len())
}

type Checked = Result<(), Box<Diagnostic>>;

/// The maximum nesting of statements.
const DEEPEST: u32 = 200;

/// A register that is read or written.
struct Access<'a> {
    token: Token<'a>,
    written: bool,
}

struct Process<'a, 'b> {
    tokens: &'b [Token<'a>],
    at: usize,
    clocked: bool,
    /// Its reads and writes, in order.
    accesses: Vec<Access<'a>>,
}

impl<'a> Process<'a, '_> {
    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.get(self.at)
    }

    fn next_is(&self, sign: &str) -> bool {
        self.peek().is_some_and(|token| token.is(sign))
    }

    fn next_is_word(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| token.is_word(word))
    }

    /// Goes past a sign or word, if it comes next.
    fn pass(&mut self, text: &str) -> bool {
        let passes = self.peek().is_some_and(|token| token.is(text) || token.is_word(text));
        self.at += usize::from(passes);
        passes
    }

    fn need(&mut self, text: &str) -> Checked {
        match self.pass(text) {
            true => Ok(()),
            false => self.fail("a process that tools interpret differently", format!("`{text}`")),
        }
    }

    fn fail(&self, message: impl Into<String>, expected: impl Into<String>) -> Checked {
        let last = self.tokens.len() - 1;
        let token = self.tokens[self.at.min(last)];
        Err(Box::new(Diagnostic::new(token.span(), message, expected)))
    }

    /// `@*`, or a list of edges.
    fn event(&mut self) -> Checked {
        self.need("@")?;
        if self.pass("*") {
            return Ok(());
        }
        self.need("(")?;
        if self.pass("*") {
            return self.need(")");
        }
        self.clocked = true;
        loop {
            if !(self.pass("posedge") || self.pass("negedge")) {
                let message = "a level-sensitive list, which simulators and synthesis interpret differently";
                return self.fail(message, "`@*`, or `posedge` or `negedge`");
            }
            match self.peek() {
                Some(token) if token.kind == TokenKind::Word && !is_keyword(token.text) => self.at += 1,
                _ => return self.fail("an edge without a net", "a name"),
            }
            if !(self.pass("or") || self.pass(",")) {
                return self.need(")");
            }
        }
    }

    fn statement(&mut self, depth: u32) -> Checked {
        if depth > DEEPEST {
            return self.fail("too deep", "fewer nested statements");
        }
        if self.pass(";") {
            return Ok(());
        }
        if self.pass("begin") {
            if self.pass(":") {
                self.at += 1;
            }
            while !self.next_is_word("end") {
                self.statement(depth + 1)?;
            }
            return self.need("end");
        }
        if self.pass("if") {
            self.condition()?;
            self.statement(depth + 1)?;
            return match self.pass("else") {
                true => self.statement(depth + 1),
                false => Ok(()),
            };
        }
        if self.pass("case") {
            return self.case(depth);
        }
        self.assignment()
    }

    fn case(&mut self, depth: u32) -> Checked {
        self.condition()?;
        while !self.pass("endcase") {
            if self.pass("default") {
                self.pass(":");
            } else {
                self.expression(&[":"])?;
                self.need(":")?;
            }
            self.statement(depth + 1)?;
        }
        Ok(())
    }

    /// An expression in parentheses.
    fn condition(&mut self) -> Checked {
        if !self.next_is("(") {
            return self.need("(");
        }
        let end = closing(self.tokens, self.at);
        self.at += 1;
        while self.at < end {
            self.read();
        }
        self.need(")")
    }

    /// One piece of an expression.
    fn read(&mut self) {
        if let Some(token) = self.peek().copied() {
            self.access(token, false);
        }
        self.at += 1;
    }

    fn access(&mut self, token: Token<'a>, written: bool) {
        if token.kind == TokenKind::Word && !is_keyword(token.text) {
            self.accesses.push(Access { token, written });
        }
    }

    /// Everything before one of `ends` outside of brackets; `?` takes a `:` of its own.
    fn expression(&mut self, ends: &[&str]) -> Checked {
        let (mut depth, mut choices) = (0, 0);
        let start = self.at;
        while let Some(token) = self.peek() {
            let ending = token.kind == TokenKind::Sign && depth == 0 && ends.contains(&token.text);
            match token.text {
                ":" if ending && choices > 0 => choices -= 1,
                _ if ending => break,
                _ if token.kind == TokenKind::Word && is_keyword(token.text) => {
                    return self.fail(
                        format!("`{}` in an expression", token.text),
                        "names, numbers and operators",
                    );
                }
                _ if token.kind != TokenKind::Sign => {}
                "?" => choices += 1,
                ":" if depth == 0 && choices > 0 => choices -= 1,
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                ";" => return self.fail("a statement without end", ends.join(" or ")),
                _ => {}
            }
            self.read();
        }
        match self.at == start {
            true => self.fail(
                "a statement that tools interpret differently",
                "an assignment, `begin`, `if` or `case`",
            ),
            false => Ok(()),
        }
    }

    fn assignment(&mut self) -> Checked {
        let target = self.at;
        let known = self.accesses.len();
        self.expression(&["=", "<=", ";"])?;
        let end = self.at;
        let Some(sign) = self.peek().copied() else {
            return self.fail("a statement without end", "`;`");
        };
        match (sign.text, self.clocked) {
            ("=", false) | ("<=", true) => {}
            ("=", true) => return self.fail("a race: other readers on this edge see either value", "`<=`"),
            ("<=", false) => return self.fail("simulators assign it later than they read it", "`=`"),
            _ => return self.fail("a statement that tools interpret differently", "an assignment"),
        }
        self.at += 1;
        self.expression(&[";"])?;
        self.need(";")?;
        // The targets are written last; names in their brackets were read.
        self.accesses.drain(known..).for_each(drop);
        let (mut index, mut targets) = (0, vec![]);
        for token in &self.tokens[target..end] {
            match token.text {
                "[" => index += 1,
                "]" => index -= 1,
                _ => targets.push((*token, index == 0)),
            }
        }
        for token in &self.tokens[end..self.at] {
            self.access(*token, false);
        }
        targets
            .iter()
            .filter(|(_, written)| !written)
            .for_each(|(token, _)| self.access(*token, false));
        targets
            .iter()
            .filter(|(_, written)| *written)
            .for_each(|(token, _)| self.access(*token, true));
        Ok(())
    }

    /// The error in the order of statements of a process without clock, which simulators run from top to bottom when something that it
    /// reads changes.
    fn order(&self, always: &Token) -> Option<Diagnostic> {
        if self.clocked {
            return None;
        }
        let error =
            |token: &Token, message: &str, expected: &str| Some(Diagnostic::new(token.span(), message, expected));
        let written = self.accesses.iter().filter(|access| access.written);
        let written: HashSet<&str> = written.map(|access| access.token.text).collect();
        if self.accesses.iter().all(|access| written.contains(access.token.text)) {
            let message = "reads no signal, so that simulators never run it";
            return error(always, message, "`assign`");
        }
        let mut done = HashSet::new();
        for Access { token, written: writes } in &self.accesses {
            if *writes {
                done.insert(token.text);
            } else if written.contains(token.text) && !done.contains(token.text) {
                let message = format!("`{}` is read before this process assigns it", token.text);
                return error(token, &message, "an assignment before");
            }
        }
        None
    }
}
