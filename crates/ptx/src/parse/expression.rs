//! Constant expressions (PTX ISA, section "Constant Expressions").

use super::constant::{OPERATORS, binary, number, unary};
use super::{MAX_NESTED, Parse, Parser, wrong};
use crate::lexer::PtxTokenKind;
use crate::tree::Constant;

/// Number of lanes of a warp, the value of `WARP_SZ`.
const WARP_SIZE: u64 = 32;

const WHAT: &str = "a constant expression";

impl Parser<'_> {
    /// Parses a constant expression.
    pub(super) fn constant(&mut self) -> Parse<Constant> {
        self.nest(Self::conditional)
    }

    /// Parses a part that may have parts of its own kind.
    pub(super) fn nest<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nested == MAX_NESTED {
            let message = format!("more than {MAX_NESTED} nested parts");
            return wrong(self.token.span, message, "fewer parentheses, signs and braces");
        }
        self.nested += 1;
        let parsed = parse(self)?;
        self.nested -= 1;
        Ok(parsed)
    }

    /// Parses a constant expression that is an integer.
    pub(super) fn integer(&mut self) -> Parse<u64> {
        let start = self.token.span.start;
        match self.constant()? {
            Constant::Integer(value, _) => Ok(value),
            _ => wrong(self.since(start), "this is a float", "an integer"),
        }
    }

    /// The value of an expression that begins at `start`.
    fn value_of(&self, start: u32, value: Result<Constant, &'static str>) -> Parse<Constant> {
        value.or_else(|message| wrong(self.since(start), format!("{WHAT}: {message}"), "one with a value"))
    }

    fn conditional(&mut self) -> Parse<Constant> {
        let start = self.token.span.start;
        let condition = self.binary(0)?;
        if !self.skip('?') {
            return Ok(condition);
        }
        let then = self.nest(Self::conditional)?;
        self.expect(':', WHAT)?;
        let value = match (condition, then, self.nest(Self::conditional)?) {
            (Constant::Integer(condition, _), Constant::Integer(then, a), Constant::Integer(otherwise, b)) => {
                Ok(Constant::Integer(if condition != 0 { then } else { otherwise }, a || b))
            }
            _ => Err("a float is an operand of `?:`"),
        };
        self.value_of(start, value)
    }

    /// The operator that comes next, and how tightly it binds.
    fn operator(&self) -> Option<(&'static str, usize)> {
        let rest = &self.source[self.token.span.start as usize..];
        let levels = (1..).zip(OPERATORS);
        let all = levels.flat_map(|(level, texts)| texts.split(' ').map(move |text| (text, level)));
        all.filter(|(text, _)| rest.starts_with(text))
            .max_by_key(|(text, _)| text.len())
    }

    /// Operators that bind more tightly than `least`.
    fn binary(&mut self, least: usize) -> Parse<Constant> {
        let start = self.token.span.start;
        let mut left = self.prefixed()?;
        while let Some((text, level)) = self.operator().filter(|(_, level)| *level > least) {
            for _ in text.chars() {
                self.take();
            }
            let right = self.binary(level)?;
            left = self.value_of(start, binary(text, left, right))?;
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Parse<Constant> {
        let start = self.token.span.start;
        match self.token.kind {
            PtxTokenKind::Symbol(sign @ ('-' | '+' | '!' | '~')) => {
                self.take();
                let value = self.nest(Self::prefixed)?;
                self.value_of(start, unary(sign, value))
            }
            PtxTokenKind::Symbol('(') => {
                self.take();
                let cast = match self.peek() {
                    ".s64" => Some(false),
                    ".u64" => Some(true),
                    _ => None,
                };
                let Some(unsigned) = cast else {
                    let value = self.nest(Self::conditional)?;
                    return self.expect(')', WHAT).map(|()| value);
                };
                self.take();
                self.expect(')', "a cast")?;
                let value = match self.nest(Self::prefixed)? {
                    Constant::Integer(value, _) => Ok(Constant::Integer(value, unsigned)),
                    _ => Err("the cast of a float"),
                };
                self.value_of(start, value)
            }
            PtxTokenKind::Word if self.peek() == "WARP_SZ" => {
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
            return self.unexpected("an operand or a constant expression", "a number, a name, `(` or a sign");
        }
        let word = self.word();
        number(word.text).or_else(|message| wrong(word.span(), format!("`{}` {message}", word.text), "a number"))
    }
}
