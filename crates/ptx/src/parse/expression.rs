//! Constant expressions (PTX ISA, section "Constant Expressions").

use super::constant::{OPERATORS, Operator, number, unary};
use super::{MAX_NESTED, Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Constant, Span};
use lanesmith_text::diagnostic::Diagnostic;

/// Number of lanes of a warp, the value of `WARP_SZ`.
const WARP_SIZE: u64 = 32;

const WHAT: &str = "a constant expression";

fn mistake(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(
        span.range(),
        format!("constant expression: {message}"),
        "an expression with a value",
    )
}

impl Parser<'_> {
    /// Parses a constant expression.
    pub(super) fn constant(&mut self) -> Parse<Constant> {
        // Most are a number.
        if self.token.kind == PtxTokenKind::Number
            && matches!(self.second.kind, PtxTokenKind::Symbol(',' | ';' | '}' | ']'))
        {
            return self.number();
        }
        self.nest(Self::conditional)
    }

    /// Parses a part that may have parts of its own kind.
    pub(super) fn nest<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nested == MAX_NESTED {
            let span = self.token.start as usize..self.token.end as usize;
            let message = format!("more than {MAX_NESTED} nested parts");
            return Err(Diagnostic::new(span, message, format!("at most {MAX_NESTED}")));
        }
        self.nested += 1;
        let parsed = parse(self)?;
        self.nested -= 1;
        Ok(parsed)
    }

    /// Parses a constant expression that is an integer.
    pub(super) fn integer(&mut self) -> Parse<u64> {
        let start = self.token.start;
        match self.constant()? {
            Constant::Integer(value, _) => Ok(value),
            _ => Err(mistake(self.since(start), "a float where an integer has to be")),
        }
    }

    fn conditional(&mut self) -> Parse<Constant> {
        let start = self.token.start;
        let condition = self.binary(0)?;
        if !self.skip('?') {
            return Ok(condition);
        }
        let then = self.nest(Self::conditional)?;
        self.expect(':', WHAT)?;
        let otherwise = self.nest(Self::conditional)?;
        let (Constant::Integer(condition, _), Constant::Integer(then, a), Constant::Integer(otherwise, b)) =
            (condition, then, otherwise)
        else {
            return Err(mistake(self.since(start), "a float is an operand of `?:`"));
        };
        Ok(Constant::Integer(if condition != 0 { then } else { otherwise }, a || b))
    }

    /// The operator that comes next, and how tightly it binds.
    fn operator(&self) -> Option<(&'static str, u8, Operator)> {
        let PtxTokenKind::Symbol(_) = self.token.kind else {
            return None;
        };
        let rest = &self.source[self.token.start as usize..];
        let found = OPERATORS.iter().filter(|(text, ..)| rest.starts_with(text));
        found.max_by_key(|(text, ..)| text.len()).copied()
    }

    /// Operators that bind more tightly than `least`.
    fn binary(&mut self, least: u8) -> Parse<Constant> {
        let start = self.token.start;
        let mut left = self.prefixed()?;
        while let Some((text, strength, operator)) = self.operator() {
            if strength <= least {
                break;
            }
            for _ in 0..text.len() {
                self.take();
            }
            let right = self.binary(strength)?;
            left = operator
                .apply(left, right)
                .map_err(|message| mistake(self.since(start), message))?;
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Parse<Constant> {
        let start = self.token.start;
        match self.token.kind {
            PtxTokenKind::Symbol(sign @ ('-' | '+' | '!' | '~')) => {
                self.take();
                let value = self.nest(Self::prefixed)?;
                unary(sign, value).map_err(|message| mistake(self.since(start), message))
            }
            PtxTokenKind::Symbol('(') if self.second.kind == PtxTokenKind::Dotted => {
                self.take();
                let unsigned = match self.peek() {
                    ".u64" => true,
                    ".s64" => false,
                    _ => return Err(self.unexpected("a cast", "`.s64` or `.u64`")),
                };
                self.take();
                self.expect(')', "a cast")?;
                match self.nest(Self::prefixed)? {
                    Constant::Integer(value, _) => Ok(Constant::Integer(value, unsigned)),
                    _ => Err(mistake(self.since(start), "the cast of a float")),
                }
            }
            PtxTokenKind::Symbol('(') => {
                self.take();
                let value = self.nest(Self::conditional)?;
                self.expect(')', WHAT)?;
                Ok(value)
            }
            PtxTokenKind::Word if self.is_text("WARP_SZ") => {
                self.take();
                Ok(Constant::Integer(WARP_SIZE, false))
            }
            _ => self.number(),
        }
    }

    /// Parses a number without a sign.
    pub(super) fn number(&mut self) -> Parse<Constant> {
        let is_fraction = self.token.kind == PtxTokenKind::Dotted && self.peek().as_bytes()[1].is_ascii_digit();
        if !is_fraction && self.token.kind != PtxTokenKind::Number {
            return Err(self.unexpected("an operand or a constant expression", "a number, a name, `(` or a sign"));
        }
        let token = self.take();
        let text = self.text(token);
        number(text).map_err(|message| {
            let place = token.start as usize..token.end as usize;
            Diagnostic::new(place, format!("`{text}` {message}"), "a number of at most 64 bits")
        })
    }
}
