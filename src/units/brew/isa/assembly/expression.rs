//! Expressions of the assembler, such as `(end - start) >> 2`: their grammar, and their values.
//!
//! Operators by level; a higher level binds tighter, and operators of one level group from left to right:
//!
//! | level | |
//! | --- | --- |
//! | 1 | `+` `-` |
//! | 2 | `\|` `&` `^` |
//! | 3 | `*` `/` `%` `<<` `>>` |
//! | 4 | an operand: a number, a name, `(...)`, or `-` or `~` and an operand |
//!
//! So `1 + 2 | 4` is `1 + (2 | 4)`, unlike in C: the assembler of brew's author has this order.

use super::symbols::Symbols;
use crate::brew::isa::lexer::{BrewToken, BrewTokenKind};
use crate::brew::isa::number::{Number, Problem};
use crate::brew::isa::syntax::is_keyword;
use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;

/// An item of an expression in postfix order: operands before their operator. Evaluation is then a loop, not a recursion, which a
/// long expression could take too deep.
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
    /// The bytes of the source that it is.
    pub span: Range<usize>,
    /// Whether it is a number, with `-` or without, and not in parentheses. The source then shows the value, and messages need not.
    pub is_plain: bool,
    /// In postfix order, each with its bytes of the source; those of an operator include its operands.
    items: Vec<(ExpressionItem<'a>, Range<usize>)>,
}

/// The binary operators with their levels.
const BINARY: [(&[&str], u8); 3] = [
    (&["+", "-"], 1),
    (&["|", "&", "^"], 2),
    (&["*", "/", "%", "<<", ">>"], 3),
];
const UNARY: [&str; 2] = ["-", "~"];

/// The level for [`Expression::parse`] that takes an operand without binary operators outside of parentheses.
pub(super) const OPERAND: u8 = 4;
/// The level for [`Expression::parse`] that takes all binary operators.
pub(super) const ANY: u8 = 1;

/// The most parentheses and unary operators within each other. The reader recurses at each, and its stack is limited.
const DEEPEST: usize = 100;

/// Why reading an expression failed.
pub(super) struct ExpressionStop {
    /// The index of the token at which reading stopped.
    pub at: usize,
    /// `None` if the token is merely unexpected: the caller knows what it expects there.
    pub error: Option<Diagnostic>,
}

impl<'a> Expression<'a> {
    /// Reads the longest expression from token index `at` on with binary operators of `level` and above. The result has the index of
    /// the token after it.
    pub fn parse(tokens: &[BrewToken<'a>], at: usize, level: u8) -> Result<(Self, usize), ExpressionStop> {
        let mut reader = ExpressionReader {
            tokens,
            at,
            items: Vec::new(),
        };
        let span = reader.level(level, 0)?;
        let items = reader.items;
        // The end of a number or sign in parentheses is before that of the expression.
        let is_plain_item = |(item, place): &(ExpressionItem, Range<usize>)| {
            matches!(item, ExpressionItem::Number(_) | ExpressionItem::Unary("-")) && place.end == span.end
        };
        let is_plain = items.iter().all(is_plain_item);
        Ok((Expression { span, is_plain, items }, reader.at))
    }

    /// Reads expressions with commas between them, from token index `at` to the end of the line.
    pub fn list(tokens: &[BrewToken<'a>], mut at: usize) -> Result<Vec<Self>, Diagnostic> {
        let mut found = Vec::new();
        loop {
            let (expression, after) = Expression::parse(tokens, at, ANY)
                .map_err(|ExpressionStop { at, error }| error.unwrap_or_else(|| misfit(tokens, at, "an expression")))?;
            found.push(expression);
            match tokens.get(after) {
                None => return Ok(found),
                Some(comma) if comma.text == "," => at = after + 1,
                Some(_) => return Err(misfit(tokens, after, "an operator, `,` or the end of the line")),
            }
        }
    }

    /// The value of the expression.
    pub fn value(&self, symbols: &Symbols) -> Result<Number, Diagnostic> {
        let mut stack: Vec<Number> = Vec::new();
        for (item, span) in &self.items {
            // The parser puts each operator after its operands, so the stack has them.
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

    /// An error about the expression's value; the message shows the value if the source does not.
    pub fn error(&self, value: Number, mut problem: Problem) -> Diagnostic {
        if let (Number::Integer(value), false) = (value, self.is_plain) {
            problem.message = format!("this is {value}: {}", problem.message);
        }
        problem.at(self.span.clone())
    }
}

/// The error that the token with index `at`, or the end of the line, is unexpected.
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

/// The state of [`Expression::parse`].
struct ExpressionReader<'t, 'a> {
    tokens: &'t [BrewToken<'a>],
    /// The index of the next token.
    at: usize,
    /// Those read so far, in postfix order.
    items: Vec<(ExpressionItem<'a>, Range<usize>)>,
}

impl ExpressionReader<'_, '_> {
    /// Reads an operand, and binary operators of `level` and above with their right operands. `depth` counts the parentheses and unary
    /// operators around it. Gives the bytes of the source.
    fn level(&mut self, level: u8, depth: usize) -> Result<Range<usize>, ExpressionStop> {
        let mut left = self.operand(depth)?;
        while let Some(token) = self.tokens.get(self.at) {
            let rows = BINARY.iter().filter(|(_, row_level)| *row_level >= level);
            let mut all = rows.flat_map(|(marks, row_level)| marks.iter().map(move |mark| (*mark, *row_level)));
            let Some((operator, operator_level)) = all.find(|(operator, _)| *operator == token.text) else {
                break;
            };
            // In `5 + $r1`, the `+` belongs to the instruction, as expressions have no registers: it ends the expression.
            let next = self.tokens.get(self.at + 1);
            if depth == 0 && next.is_some_and(|next| next.kind == BrewTokenKind::Register) {
                break;
            }
            self.at += 1;
            // Only tighter operators may follow on the right, so that operators of one level group from left to right.
            left.end = self.level(operator_level + 1, depth)?.end;
            self.items.push((ExpressionItem::Binary(operator), left.clone()));
        }
        Ok(left)
    }

    /// Reads an operand: level 4 of the table. Gives the bytes of the source.
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
                let operator = UNARY.iter().find(|mark| **mark == token.text).ok_or_else(stop)?;
                let span = token.span.start..self.operand(depth + 1)?.end;
                self.items.push((ExpressionItem::Unary(operator), span.clone()));
                return Ok(span);
            }
            // A keyword, or a register.
            BrewTokenKind::Name | BrewTokenKind::Register => return Err(stop()),
        };
        self.items.push((item, token.span.clone()));
        Ok(token.span.clone())
    }
}

/// Applies a unary operator, one of `UNARY`.
fn unary(operator: &str, value: Number) -> Result<Number, Problem> {
    match (operator, value) {
        ("-", value) => Ok(value.negated()),
        // `~`
        (_, Number::Integer(value)) => Ok(Number::Integer(!value)),
        (_, Number::Float(_)) => Err(no_integer()),
    }
}

/// Applies a binary operator, one of `BINARY`. Errors: an operand is no integer, or the result does not fit 64 bits with sign.
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
        // `^`
        _ => Some(x ^ y),
    };
    let value = value.ok_or_else(|| Problem::new("the value does not fit 64 bits", "a smaller value"))?;
    Ok(Number::Integer(value))
}

fn no_integer() -> Problem {
    Problem::new("this operator has a floating-point operand", "integers")
}
