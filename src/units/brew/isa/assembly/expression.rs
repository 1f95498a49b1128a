//! Expressions: their grammar, and their values.

use super::symbols::Symbols;
use crate::text::diagnostic::Diagnostic;
use crate::units::brew::isa::lexer::{BrewToken, BrewTokenKind};
use crate::units::brew::isa::number::{Number, Problem};
use crate::units::brew::isa::syntax::is_keyword;
use std::ops::Range;

/// A step of an expression, operands before operators, so that the longest needs no stack of calls.
#[derive(Clone, Debug, PartialEq)]
enum ExpressionItem<'a> {
    Number(Number),
    Symbol(&'a str),
    Unary(&'static str),
    Binary(&'static str),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expression<'a> {
    /// Its place in the source.
    pub span: Range<usize>,
    /// Whether it is a plain number, with or without a sign: then messages need not show its value.
    pub is_plain: bool,
    /// The steps; each with the place of all that it is about.
    items: Vec<(ExpressionItem<'a>, Range<usize>)>,
}

/// How tightly operators bind; a higher level is tighter. The author's assembler has this order.
const BINARY: [(&[&str], u8); 3] = [
    (&["+", "-"], 1),
    (&["|", "&", "^"], 2),
    (&["*", "/", "%", "<<", ">>"], 3),
];
const UNARY: [&str; 2] = ["-", "~"];

/// The level at which only an operand fits: a number, a name, a signed operand, an expression in parentheses.
pub(super) const OPERAND: u8 = 4;
/// Every operator.
pub(super) const ANY: u8 = 1;

/// Parentheses and signs within each other.
const DEEPEST: usize = 100;

/// Why reading an expression failed: the token, and the error if there is more to say than that it does not fit.
pub(super) struct ExpressionStop {
    pub at: usize,
    pub error: Option<Diagnostic>,
}

impl<'a> Expression<'a> {
    /// Reads the longest expression of operators of `level` and above from the token `at` on; gives the token behind it.
    pub fn parse(tokens: &[BrewToken<'a>], at: usize, level: u8) -> Result<(Self, usize), ExpressionStop> {
        let mut reader = ExpressionReader {
            tokens,
            at,
            items: Vec::new(),
        };
        let span = reader.level(level, 0)?;
        let items = reader.items;
        let plain = |(item, place): &(ExpressionItem, Range<usize>)| {
            matches!(item, ExpressionItem::Number(_) | ExpressionItem::Unary("-")) && place.end == span.end
        };
        let is_plain = items.iter().all(plain);
        Ok((Expression { span, is_plain, items }, reader.at))
    }

    /// The expressions, with commas between them, that the tokens from `at` on are.
    pub fn list(tokens: &[BrewToken<'a>], mut at: usize) -> Result<Vec<Self>, Diagnostic> {
        let mut found = Vec::new();
        loop {
            let (expression, behind) = Expression::parse(tokens, at, ANY)
                .map_err(|ExpressionStop { at, error }| error.unwrap_or_else(|| misfit(tokens, at, "an expression")))?;
            found.push(expression);
            match tokens.get(behind) {
                None => return Ok(found),
                Some(comma) if comma.text == "," => at = behind + 1,
                Some(_) => return Err(misfit(tokens, behind, "an operator, `,` or the end of the line")),
            }
        }
    }

    /// Its value.
    pub fn value(&self, symbols: &Symbols) -> Result<Number, Diagnostic> {
        let mut stack: Vec<Number> = Vec::new();
        for (item, span) in &self.items {
            let mut operand = || stack.pop().unwrap_or(Number::Integer(0));
            let value = match item {
                ExpressionItem::Number(number) => Ok(*number),
                ExpressionItem::Symbol(name) => symbols.value(name),
                ExpressionItem::Unary(operator) => unary(operator, operand()),
                ExpressionItem::Binary(operator) => {
                    let right = operand();
                    binary(operator, operand(), right)
                }
            };
            stack.push(value.map_err(|problem| problem.at(span.clone()))?);
        }
        Ok(stack.pop().unwrap_or(Number::Integer(0)))
    }

    /// An error about its value, which the message shows if the source does not.
    pub fn error(&self, value: Number, mut problem: Problem) -> Diagnostic {
        if let (Number::Integer(value), false) = (value, self.is_plain) {
            problem.message = format!("this is {value}: {}", problem.message);
        }
        problem.at(self.span.clone())
    }
}

/// The error that a token, or the end of the line, is unexpected.
pub(super) fn misfit(tokens: &[BrewToken], at: usize, expected: &str) -> Diagnostic {
    match tokens.get(at) {
        Some(token) => {
            let message = format!("`{}` does not fit here", token.text);
            Diagnostic::new(token.span.clone(), message, expected)
        }
        None => {
            let end = tokens.last().map_or(0, |last| last.span.end);
            Diagnostic::new(end..end, "the line ends too early", expected)
        }
    }
}

struct ExpressionReader<'t, 'a> {
    tokens: &'t [BrewToken<'a>],
    at: usize,
    items: Vec<(ExpressionItem<'a>, Range<usize>)>,
}

impl ExpressionReader<'_, '_> {
    fn level(&mut self, level: u8, depth: usize) -> Result<Range<usize>, ExpressionStop> {
        let mut left = self.operand(depth)?;
        while let Some(token) = self.tokens.get(self.at) {
            let found = BINARY.iter().filter(|(_, its)| *its >= level);
            let mut found = found.flat_map(|(all, its)| all.iter().map(move |one| (*one, *its)));
            let Some((operator, its)) = found.find(|(operator, _)| *operator == token.text) else {
                break;
            };
            // An operator of the instruction is followed by a register: `5 + $r1`.
            let next = self.tokens.get(self.at + 1);
            if depth == 0 && next.is_some_and(|next| next.kind == BrewTokenKind::Register) {
                break;
            }
            self.at += 1;
            left.end = self.level(its + 1, depth)?.end;
            self.items.push((ExpressionItem::Binary(operator), left.clone()));
        }
        Ok(left)
    }

    fn operand(&mut self, depth: usize) -> Result<Range<usize>, ExpressionStop> {
        let at = self.at;
        let stop = || ExpressionStop { at, error: None };
        let token = self.tokens.get(at).ok_or_else(stop)?;
        let wrong = |problem: Problem| ExpressionStop {
            at,
            error: Some(problem.at(token.span.clone())),
        };
        if depth > DEEPEST {
            let expected = format!("{DEEPEST} parentheses and signs within each other at most");
            return Err(wrong(Problem::new("the expression is too deep", expected)));
        }
        self.at += 1;
        let item = match token.kind {
            BrewTokenKind::Name if !is_keyword(token.text) => ExpressionItem::Symbol(token.text),
            BrewTokenKind::Number => ExpressionItem::Number(Number::parse(token.text).map_err(wrong)?),
            BrewTokenKind::Mark if token.text == "(" => {
                self.level(ANY, depth + 1)?;
                let close = self.tokens.get(self.at).filter(|token| token.text == ")");
                let close = close.ok_or_else(|| ExpressionStop {
                    at: self.at,
                    error: Some(misfit(self.tokens, self.at, "an operator or `)`")),
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

fn unary(operator: &str, value: Number) -> Result<Number, Problem> {
    match (operator, value) {
        ("-", value) => Ok(value.negated()),
        (_, Number::Integer(value)) => Ok(Number::Integer(!value)),
        (_, Number::Float(_)) => Err(no_integer()),
    }
}

fn binary(operator: &str, left: Number, right: Number) -> Result<Number, Problem> {
    let (Number::Integer(x), Number::Integer(y)) = (left, right) else {
        return Err(no_integer());
    };
    let shift = u32::try_from(y).ok().filter(|shift| *shift < 64);
    let value = match operator {
        "/" | "%" if y == 0 => return Err(Problem::new("division by 0", "a divisor other than 0")),
        "<<" | ">>" if shift.is_none() => return Err(Problem::new("the shift is out of range", "0 to 63")),
        "+" => x.checked_add(y),
        "-" => x.checked_sub(y),
        "*" => x.checked_mul(y),
        "/" => x.checked_div(y),
        "%" => x.checked_rem(y),
        "<<" => shift.and_then(|shift| i64::try_from(i128::from(x) << shift).ok()),
        ">>" => shift.map(|shift| x >> shift),
        "|" => Some(x | y),
        "&" => Some(x & y),
        _ => Some(x ^ y),
    };
    let value = value.ok_or_else(|| Problem::new("the value does not fit 64 bits", "a smaller value"))?;
    Ok(Number::Integer(value))
}

fn no_integer() -> Problem {
    Problem::new("this operator has a floating-point operand", "integers")
}
