//! Expressions: every operand has exactly the width that its operator needs, and parentheses decide every precedence.

use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Symbol, bits};
use super::{Parsed, refused};
use lanesmith_netlist::{BinaryOp, ExprId, NetId, UnaryOp};
use std::ops::Range;

/// An expression with its place.
pub(super) struct Placed {
    pub id: ExprId,
    pub span: Range<usize>,
}

impl Placed {
    /// An error about it.
    pub fn refuse<T>(&self, message: impl Into<String>, expected: impl Into<String>) -> Parsed<T> {
        refused(self.span.clone(), message, expected)
    }
}

/// The maximum nesting of brackets.
const DEEPEST: u32 = 200;
/// The maximum width of a net or an expression.
const WIDEST: u32 = 64;

/// Operators of two operands.
const BINARY: [(&str, BinaryOp); 14] = [
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("*", BinaryOp::Mul),
    ("&", BinaryOp::And),
    ("|", BinaryOp::Or),
    ("^", BinaryOp::Xor),
    ("<<", BinaryOp::Shl),
    (">>", BinaryOp::Shr),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::Ne),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::Le),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::Ge),
];

/// Operators of one operand, and what joins the results of its parts.
const REDUCTIONS: [(&str, UnaryOp, BinaryOp); 3] = [
    ("&", UnaryOp::All, BinaryOp::And),
    ("|", UnaryOp::Any, BinaryOp::Or),
    ("^", UnaryOp::Parity, BinaryOp::Xor),
];

/// Whether a chain of this operator needs no parentheses.
fn chains(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor)
}

impl Parser<'_> {
    /// An expression of this width.
    pub(super) fn sized(&mut self, width: u32) -> Parsed<ExprId> {
        let value = self.expression()?;
        match self.module.width(value.id) {
            found if found == width => Ok(value.id),
            found => value.refuse(format!("an expression of {}", bits(found)), bits(width)),
        }
    }

    /// `simple`, or `condition ? simple : expression`.
    pub(super) fn expression(&mut self) -> Parsed<Placed> {
        let mut choices = vec![];
        let mut last = loop {
            let (value, is_operand) = self.simple()?;
            if !self.passes("?") {
                break value;
            }
            if !is_operand {
                return value.refuse("a condition without parentheses", "`(condition) ?`");
            }
            self.is_bit(&value)?;
            let then = self.simple()?.0;
            self.need(":")?;
            choices.push((value, then));
        };
        for (select, then) in choices.into_iter().rev() {
            self.same_width(&then, &last)?;
            last = Placed {
                id: self.module.mux(select.id, then.id, last.id),
                span: select.span.start..last.span.end,
            };
        }
        Ok(last)
    }

    /// `reduction primary`, or operands with one operator between them; and whether it is one operand.
    fn simple(&mut self) -> Parsed<(Placed, bool)> {
        let start = self.peek().start;
        for (sign, op, join) in REDUCTIONS {
            if self.passes(sign) {
                let parts = if self.peek().is("{") {
                    self.concatenation()?
                } else {
                    vec![self.primary()?.id]
                };
                // A concatenation may be wider than an expression, because each part is reduced by itself.
                let reduced: Vec<ExprId> = parts.into_iter().map(|part| self.module.unary(op, part)).collect();
                let reduced = reduced.into_iter().reduce(|x, y| self.module.binary(join, x, y));
                let id = reduced.expect("a concatenation has parts");
                return Ok((self.placed(start, id), false));
            }
        }
        let mut value = self.operand()?;
        let mut chain = None;
        while let Some((_, op)) = BINARY.iter().find(|(sign, _)| self.peek().is(sign)) {
            if chain.is_some_and(|known| known != *op || !chains(*op)) {
                return self.peek().refuse("an operator beside another one", "parentheses");
            }
            chain = Some(*op);
            self.advance();
            let other = self.operand()?;
            if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                self.same_width(&value, &other)?;
            }
            let id = self.module.binary(*op, value.id, other.id);
            value = self.placed(start, id);
        }
        Ok((value, chain.is_none()))
    }

    /// `primary` or `~primary`.
    fn operand(&mut self) -> Parsed<Placed> {
        let start = self.peek().start;
        if !self.passes("~") {
            return self.primary();
        }
        let inner = self.primary()?;
        let id = self.module.unary(UnaryOp::Not, inner.id);
        Ok(self.placed(start, id))
    }

    /// A net, bits of a net, a constant, a concatenation, or an expression in parentheses.
    pub(super) fn primary(&mut self) -> Parsed<Placed> {
        let token = self.peek();
        let start = token.start;
        let id = match token.kind {
            TokenKind::Word => return self.reference(),
            TokenKind::Number => {
                let (width, value) = self.literal()?;
                self.module.constant(width, value)
            }
            _ if token.is("(") => {
                self.enter()?;
                let inner = self.expression()?.id;
                self.leave(")")?;
                inner
            }
            _ if token.is("{") => {
                let parts = self.concatenation()?;
                let width: u32 = parts.iter().map(|part| self.module.width(*part)).sum();
                if width > WIDEST {
                    return refused(
                        start..self.end(),
                        format!("a concatenation of {}", bits(width)),
                        "at most 64 bits",
                    );
                }
                self.module.concat(&parts)
            }
            _ => return token.refuse("no expression", "a net, a constant, `{` or `(`"),
        };
        Ok(self.placed(start, id))
    }

    /// A net, bits of it, or a constant.
    fn reference(&mut self) -> Parsed<Placed> {
        let token = self.advance();
        let id = match self.symbol(&token)? {
            Symbol::Constant(width, value) => self.module.constant(width, value),
            Symbol::Net(net) => {
                let whole = self.module.read(net);
                match self.passes("[") {
                    true => {
                        let (lo, width) = self.selection(self.module.width(whole))?;
                        self.module.slice(whole, lo, width)
                    }
                    false => whole,
                }
            }
            Symbol::Wide => self.part(&token)?,
            Symbol::Memory(_) => {
                return token.refuse("a memory in an expression", "`assign net = memory[address];`");
            }
            Symbol::Position(_) | Symbol::Instance => {
                return token.refuse("this has no value", "a net or a constant");
            }
        };
        Ok(self.placed(token.start, id))
    }

    /// `[high:low]` of an input of more than 64 bits.
    fn part(&mut self, port: &Token) -> Parsed<ExprId> {
        self.need("[")?;
        let high = self.number(u32::MAX)?;
        self.need(":")?;
        let low = self.number(high)?;
        self.need("]")?;
        let name = format!("{}[{high}:{low}]", port.text);
        match (0..).zip(&self.module.nets).find(|(_, net)| net.name == name) {
            Some((i, _)) => Ok(self.module.read(NetId(i))),
            None => port.refuse(
                format!("`{name}` is no part of it"),
                "one of the parts that cover the port",
            ),
        }
    }

    /// `bit]`, `high:low]` or `low +: width]` of a net of `of` bits: the lowest bit, and the width.
    fn selection(&mut self, of: u32) -> Parsed<(u32, u32)> {
        let start = self.peek().start;
        let first = self.position()?;
        let (lo, width) = if self.passes(":") {
            let lo = self.position()?;
            (lo, (first + 1).saturating_sub(lo))
        } else if self.passes("+:") {
            (first, self.position()?)
        } else {
            (first, 1)
        };
        let span = start..self.end();
        self.need("]")?;
        match width > 0 && lo + width <= of {
            true => Ok((lo, width)),
            false => refused(
                span,
                format!("not bits of a net of {}", bits(of)),
                format!("bits {} to 0", of - 1),
            ),
        }
    }

    /// A decimal number or the name of a position.
    fn position(&mut self) -> Parsed<u32> {
        if self.peek().kind == TokenKind::Number {
            return self.number(WIDEST);
        }
        let token = self.advance();
        let message = match token.kind {
            TokenKind::Word => match self.symbol(&token)? {
                Symbol::Position(at) => return Ok(at),
                _ => "a variable position",
            },
            _ => "no position",
        };
        token.refuse(message, "a number, or a `localparam` without a range")
    }

    /// The parts of `{…}`, in which `{number{expression}}` repeats one.
    fn concatenation(&mut self) -> Parsed<Vec<ExprId>> {
        let start = self.peek().start;
        self.enter()?;
        let mut parts = vec![];
        if self.peek().kind == TokenKind::Number && !self.peek().text.contains('\'') {
            let times = self.number(WIDEST)?;
            self.need("{")?;
            let part = self.expression()?.id;
            self.need("}")?;
            if times == 0 {
                return refused(start..self.end(), "a repetition of nothing", "at least one part");
            }
            parts = vec![part; times as usize];
        } else {
            loop {
                parts.push(self.expression()?.id);
                if !self.passes(",") {
                    break;
                }
            }
        }
        self.leave("}")?;
        Ok(parts)
    }

    /// `width'base digits`, with a value that fits: width and value.
    pub(super) fn literal(&mut self) -> Parsed<(u32, u64)> {
        let token = self.advance();
        let expected = "a width of 1 to 64, `'b`, `'h` or `'d`, and digits whose value fits";
        let parse = || {
            let (width, rest) = token.text.split_once('\'')?;
            let width: u32 = width.parse().ok().filter(|width| (1..=WIDEST).contains(width))?;
            let radix = match rest.chars().next()? {
                'b' => 2,
                'd' => 10,
                'h' => 16,
                _ => return None,
            };
            let value = u64::from_str_radix(&rest[1..], radix).ok()?;
            (value >> (width - 1) <= 1).then_some((width, value))
        };
        parse().map_or_else(|| token.refuse(format!("`{}` is no literal", token.text), expected), Ok)
    }

    /// A decimal number up to `most`.
    pub(super) fn number(&mut self, most: u32) -> Parsed<u32> {
        let token = self.advance();
        let value = token.text.parse().ok().filter(|value| *value <= most);
        value.map_or_else(|| token.refuse("no number here", format!("a number up to {most}")), Ok)
    }

    pub(super) fn is_bit(&self, value: &Placed) -> Parsed<()> {
        match self.module.width(value.id) {
            1 => Ok(()),
            width => value.refuse(format!("a condition of {}", bits(width)), "1 bit"),
        }
    }

    fn same_width(&self, one: &Placed, other: &Placed) -> Parsed<()> {
        match (self.module.width(one.id), self.module.width(other.id)) {
            (x, y) if x == y => Ok(()),
            (x, y) => refused(
                one.span.start..other.span.end,
                format!("operands of {x} and {}", bits(y)),
                "operands of equal width",
            ),
        }
    }

    fn placed(&self, start: usize, id: ExprId) -> Placed {
        Placed {
            id,
            span: start..self.end(),
        }
    }

    /// Goes past an opening bracket.
    fn enter(&mut self) -> Parsed<()> {
        let token = self.advance();
        self.depth += 1;
        match self.depth > DEEPEST {
            true => token.refuse("nested too deeply", format!("at most {DEEPEST} brackets")),
            false => Ok(()),
        }
    }

    /// Goes past a closing bracket.
    fn leave(&mut self, sign: &str) -> Parsed<()> {
        self.depth -= 1;
        self.need(sign)
    }
}
