//! Expressions: the operators of the GNU assembler with its precedences.

use crate::text::diagnostic::Diagnostic;
use crate::units::brew::isa::lexer::{BrewToken, BrewTokenKind};
use crate::units::brew::isa::number::{Number, Problem};
use crate::units::brew::isa::syntax::is_keyword;
use std::ops::Range;

/// A step of an expression, operands before operators, so that the longest needs no stack of calls.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExpressionItem {
    /// A number.
    Number(Number),
    /// What [`Symbols::bind`](super::symbols::Symbols::bind) has found already: a byte of a section.
    Address(usize, i64),
    /// A symbol, `.`, or a local label such as `1f`.
    Symbol(String),
    Unary(&'static str),
    Binary(&'static str),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expression {
    /// Its place in the statement.
    pub span: Range<usize>,
    /// Whether it is a plain number, with or without a sign: then messages need not show its value.
    pub is_plain: bool,
    /// The steps; each with the place of all that it is about.
    pub items: Vec<(ExpressionItem, Range<usize>)>,
}

/// How tightly operators bind; a higher level is tighter.
const BINARY: [(&[&str], u8); 5] = [
    (&["||"], 1),
    (&["&&"], 2),
    (&["+", "-", "==", "!=", "<>", "<", ">", "<=", ">="], 3),
    (&["|", "&", "^", "!"], 4),
    (&["*", "/", "%", "<<", ">>"], 5),
];
const UNARY: [&str; 4] = ["-", "~", "!", "+"];

/// The level at which only an operand fits: a number, a name, a signed operand, an expression in parentheses.
pub(super) const OPERAND: u8 = 6;
/// Every operator.
pub(super) const ANY: u8 = 1;

/// Parentheses and signs within each other.
const DEEPEST: usize = 100;

/// Why reading an expression failed: the token, and the problem if there is more to say than that it does not fit.
pub(super) struct ExpressionStop {
    pub at: usize,
    pub problem: Option<(Range<usize>, Problem)>,
}

impl Expression {
    /// Reads the longest expression of operators of `level` and above from the token `at` on; gives the token behind it.
    pub fn parse(tokens: &[BrewToken], at: usize, level: u8) -> Result<(Self, usize), ExpressionStop> {
        let mut reader = ExpressionReader {
            tokens,
            at,
            items: Vec::new(),
        };
        let span = reader.level(level, 0)?;
        let items = reader.items;
        let plain = |(item, place): &(ExpressionItem, Range<usize>)| {
            matches!(item, ExpressionItem::Number(_) | ExpressionItem::Unary("-" | "+")) && place.end == span.end
        };
        let is_plain = items.iter().all(plain);
        Ok((Expression { span, is_plain, items }, reader.at))
    }

    /// The same if all `tokens` must be one expression.
    pub fn whole(tokens: &[BrewToken], end: usize) -> Result<Self, Diagnostic> {
        const EXPECTED: &str = "a number, a symbol or an expression";
        match Expression::parse(tokens, 0, ANY) {
            Ok((expression, at)) if at == tokens.len() => Ok(expression),
            Ok((_, at)) => Err(misfit(tokens, at, end, "an operator or the end of the line")),
            Err(ExpressionStop { at, problem: None }) => Err(misfit(tokens, at, end, EXPECTED)),
            Err(ExpressionStop {
                problem: Some((span, problem)),
                ..
            }) => Err(Diagnostic::new(span, problem.message, problem.expected)),
        }
    }

    /// Its value for a field of 32 bits: a computed value wraps, as differences of addresses do.
    pub fn wrapped(&self, number: Number) -> Number {
        match number {
            Number::Integer(value @ -0xffff_ffff..0) if !self.is_plain => Number::Integer(value & 0xffff_ffff),
            number => number,
        }
    }
}

/// The error that a token, or the end of the line, is unexpected.
pub(super) fn misfit(tokens: &[BrewToken], at: usize, end: usize, expected: &str) -> Diagnostic {
    match tokens.get(at) {
        Some(token) => {
            let message = format!("`{}` does not fit here", token.text);
            Diagnostic::new(token.span.clone(), message, expected)
        }
        None => Diagnostic::new(end..end, "the line ends too early", expected),
    }
}

struct ExpressionReader<'a> {
    tokens: &'a [BrewToken<'a>],
    at: usize,
    items: Vec<(ExpressionItem, Range<usize>)>,
}

impl ExpressionReader<'_> {
    fn level(&mut self, level: u8, depth: usize) -> Result<Range<usize>, ExpressionStop> {
        let mut left = self.operand(depth)?;
        while let Some(token) = self
            .tokens
            .get(self.at)
            .filter(|token| token.kind == BrewTokenKind::Mark)
        {
            let found = BINARY.iter().filter(|(_, its)| *its >= level);
            let found = found.flat_map(|(all, its)| all.iter().map(move |one| (*one, *its)));
            let Some((operator, its)) = found.into_iter().find(|(operator, _)| *operator == token.text) else {
                break;
            };
            // An operator of the instruction is followed by a register: `5 + $r1`.
            let (at, count) = (self.at, self.items.len());
            self.at += 1;
            match self.level(its + 1, depth) {
                Ok(right) => {
                    left = left.start..right.end;
                    self.items.push((ExpressionItem::Binary(operator), left.clone()));
                }
                Err(ExpressionStop { problem: None, .. }) if self.tokens.get(at + 1).is_some() => {
                    self.at = at;
                    self.items.truncate(count);
                    break;
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(left)
    }

    fn operand(&mut self, depth: usize) -> Result<Range<usize>, ExpressionStop> {
        let at = self.at;
        let stop = || ExpressionStop { at, problem: None };
        let token = self.tokens.get(at).ok_or_else(stop)?;
        let wrong = |problem| ExpressionStop {
            at,
            problem: Some((token.span.clone(), problem)),
        };
        if depth > DEEPEST {
            let expected = format!("{DEEPEST} parentheses and signs within each other at most");
            return Err(wrong(Problem::new("the expression is too deep", expected)));
        }
        self.at += 1;
        let item = match token.kind {
            BrewTokenKind::Name if !is_keyword(token.text) => ExpressionItem::Symbol(token.text.to_owned()),
            BrewTokenKind::Number if is_local(token.text) => ExpressionItem::Symbol(token.text.to_owned()),
            BrewTokenKind::Number => ExpressionItem::Number(Number::parse(token.text).map_err(wrong)?),
            BrewTokenKind::Character => ExpressionItem::Number(Number::character(token.text).map_err(wrong)?),
            BrewTokenKind::Mark if token.text == "(" => {
                self.level(ANY, depth + 1)?;
                let close = self.tokens.get(self.at).filter(|token| token.text == ")");
                let close = close.ok_or(ExpressionStop {
                    at: self.at,
                    problem: None,
                })?;
                self.at += 1;
                return Ok(token.span.start..close.span.end);
            }
            BrewTokenKind::Mark => {
                let operator = UNARY.iter().find(|one| **one == token.text).ok_or_else(stop)?;
                let span = token.span.start..self.operand(depth + 1)?.end;
                self.items.push((ExpressionItem::Unary(operator), span.clone()));
                return Ok(span);
            }
            _ => return Err(stop()),
        };
        self.items.push((item, token.span.clone()));
        Ok(token.span.clone())
    }
}

/// Whether the number names a local label: `1f`, `1b`.
pub(super) fn is_local(text: &str) -> bool {
    text.strip_suffix(['f', 'b'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()))
}
