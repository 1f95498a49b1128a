//! Expressions, with Rust's widths.

use super::kernel::{Fault, Kernel};
use super::scope::Meaning;
use super::text::{integer, parse_literal, render};
use crate::netlist::ir::{BinaryOp, ExprId, UnaryOp};
use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};
use std::ops::Range;

/// What an expression evaluates to.
#[derive(Clone, Debug)]
pub enum Value {
    /// An integer without width: a literal or loop variable, or arithmetic on them.
    Integer(u128),
    /// Bits of known width.
    Bits(ExprId),
    /// A struct: its innermost fields, least significant first.
    Fields(Vec<ExprId>),
}

pub(super) type Result<T> = std::result::Result<T, Fault>;

pub(super) fn fault<T>(expr: &VerilogExpression, message: impl Into<String>) -> Result<T> {
    Err(Fault {
        expression: render(expr),
        message: message.into(),
    })
}

impl Kernel<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &VerilogExpression) -> Result<Value> {
        match expr {
            VerilogExpression::Signal(name) => self.name(expr, name, 0..u32::MAX),
            VerilogExpression::Literal(literal) => match parse_literal(&literal.to_string()) {
                Some((1, bits)) => Ok(Value::Bits(self.module.constant(1, u64::from(bits[0])))),
                Some((_, bits)) => match integer(&bits) {
                    Some(value) => Ok(Value::Integer(value)),
                    None => fault(expr, "the literal has more than 128 bits"),
                },
                None => fault(expr, "the literal is not understood"),
            },
            VerilogExpression::Paren(inner) => self.value(inner),
            VerilogExpression::Cast(inner, bits) => self.cast(expr, inner, *bits),
            VerilogExpression::Signed(_) | VerilogExpression::Unsigned(_) => {
                fault(expr, "signed types are not lowered: extend the sign by hand")
            }
            VerilogExpression::Binary(x, op, y) => self.binary(expr, x, op, y),
            VerilogExpression::Unary(op, x) => self.unary(expr, op, x),
            VerilogExpression::Index(x, index) => {
                let x = self.bits(x)?;
                let width = self.module.width(x);
                let bit = match self.index(index)? {
                    Value::Integer(i) if i < u128::from(width) => self.module.fold_slice(x, i as u32, 1),
                    Value::Integer(i) => return fault(expr, format!("bit {i} of {width} bits")),
                    index => self.shifted(index, x, 1),
                };
                Ok(Value::Bits(bit))
            }
            VerilogExpression::Slice(x, width, offset) => self.slice(expr, x, *width, offset),
            VerilogExpression::IndexReplace(x, index, bit) => self.replace_bit(expr, x, index, bit),
        }
    }

    /// The value of an expression of known width.
    pub fn bits(&mut self, expr: &VerilogExpression) -> Result<ExprId> {
        match self.value(expr)? {
            Value::Bits(bits) => Ok(bits),
            Value::Integer(_) => fault(expr, "the width of this integer is not known here"),
            Value::Fields(fields) => self.joined(expr, &fields),
        }
    }

    /// The value of a truth value.
    pub fn condition(&mut self, expr: &VerilogExpression) -> Result<ExprId> {
        let bits = self.bits(expr)?;
        match self.module.width(bits) {
            1 => Ok(bits),
            width => fault(expr, format!("a condition of {width} bits")),
        }
    }

    /// An integer at a width it must fit.
    pub fn sized(&mut self, expr: &VerilogExpression, value: u128, width: u32) -> Result<ExprId> {
        if width > 64 {
            return fault(expr, format!("{width} bits; values have 1 to 64"));
        }
        match u64::try_from(value) {
            Ok(small) if small <= u64::MAX >> (64 - width) => Ok(self.module.constant(width, small)),
            _ => fault(expr, format!("{value} does not fit the {width} bits it meets")),
        }
    }

    pub(super) fn joined(&mut self, expr: &VerilogExpression, fields: &[ExprId]) -> Result<ExprId> {
        let width: u32 = fields.iter().map(|field| self.module.width(*field)).sum();
        if width > 64 {
            return fault(
                expr,
                format!("a struct of {width} bits can only be assigned or taken apart"),
            );
        }
        let parts: Vec<ExprId> = fields.iter().rev().copied().collect();
        Ok(self.module.fold_concat(&parts))
    }

    /// The value of a name, of which the kernel means these bits.
    pub(super) fn name(&mut self, expr: &VerilogExpression, name: &str, bits: Range<u32>) -> Result<Value> {
        let parts = match self.scope.look_up(name, &self.loops) {
            Err(message) => return fault(expr, message),
            Ok(Meaning::Integer(value)) => return Ok(Value::Integer(value)),
            Ok(Meaning::Constant(parts)) => {
                let constant = |bits: &Vec<bool>| {
                    let value = integer(bits).unwrap_or_default() as u64;
                    self.module.constant(bits.len() as u32, value)
                };
                parts.iter().map(constant).collect()
            }
            Ok(Meaning::Wires(wires)) => self.read(&wires.nets, bits),
            Ok(Meaning::Field(wires, lo, width)) => {
                let parts = self.read(&wires.nets, lo.saturating_add(bits.start)..lo + width.min(bits.end));
                return Ok(self.extract(&parts, lo, width));
            }
        };
        Ok(value_of(parts))
    }

    /// Bits `lo .. lo + width` of parts given least significant first.
    pub fn extract(&mut self, parts: &[ExprId], lo: u32, width: u32) -> Value {
        let mut found = Vec::new();
        let mut base = 0;
        for part in parts {
            let part_width = self.module.width(*part);
            let (from, to) = (lo.max(base), (lo + width).min(base + part_width));
            if from < to {
                found.push(self.module.fold_slice(*part, from - base, to - from));
            }
            base += part_width;
        }
        value_of(found)
    }

    fn cast(&mut self, expr: &VerilogExpression, inner: &VerilogExpression, bits: usize) -> Result<Value> {
        if !(1..=64).contains(&bits) {
            return fault(expr, format!("{bits} bits; values have 1 to 64"));
        }
        let bits = bits as u32;
        Ok(Value::Bits(match self.value(inner)? {
            Value::Integer(value) => self.sized(expr, value, bits)?,
            Value::Bits(x) => self.module.fold_resize(x, bits),
            Value::Fields(fields) => {
                let x = self.joined(expr, &fields)?;
                self.module.fold_resize(x, bits)
            }
        }))
    }

    fn unary(&mut self, expr: &VerilogExpression, op: &VerilogOpUnary, x: &VerilogExpression) -> Result<Value> {
        let op = match op {
            VerilogOpUnary::Not => UnaryOp::Not,
            VerilogOpUnary::All => UnaryOp::All,
            VerilogOpUnary::Any => UnaryOp::Any,
            VerilogOpUnary::Xor => UnaryOp::Parity,
            VerilogOpUnary::Neg => return fault(expr, "unary minus is not lowered: subtract from 0 of a known width"),
        };
        let x = self.bits(x)?;
        Ok(Value::Bits(self.module.fold_unary(op, x)))
    }

    fn binary(
        &mut self,
        expr: &VerilogExpression,
        left: &VerilogExpression,
        op: &VerilogOp,
        right: &VerilogExpression,
    ) -> Result<Value> {
        if let VerilogOp::LogicalAnd | VerilogOp::LogicalOr = op {
            let (x, y) = (self.condition(left)?, self.condition(right)?);
            let op = if matches!(op, VerilogOp::LogicalAnd) {
                BinaryOp::And
            } else {
                BinaryOp::Or
            };
            return Ok(Value::Bits(self.module.fold_binary(op, x, y)));
        }
        let op = plain(op);
        let (x, y) = (self.value(left)?, self.value(right)?);
        if let (Value::Integer(x), Value::Integer(y)) = (&x, &y) {
            return self.integers(expr, op, *x, *y);
        }
        match op {
            BinaryOp::Shl | BinaryOp::Shr => {
                let x = match x {
                    // Rust shifts an integer as 64 bits.
                    Value::Integer(value) => self.sized(left, value, 64)?,
                    x => self.collapse(left, x)?,
                };
                let y = match y {
                    Value::Integer(amount) => self.amount(amount),
                    y => self.collapse(right, y)?,
                };
                Ok(Value::Bits(self.module.fold_binary(op, x, y)))
            }
            BinaryOp::Mul => {
                let (x, y) = self.same_width(expr, left, x, right, y)?;
                // The one multiplication that rust-hdl has: 16 by 16 bits give 32.
                match self.module.width(x) {
                    16 => {
                        let (x, y) = (self.module.fold_resize(x, 32), self.module.fold_resize(y, 32));
                        Ok(Value::Bits(self.module.fold_binary(op, x, y)))
                    }
                    width => fault(
                        expr,
                        format!("factors of {width} bits; only 16 by 16 bits are multiplied, giving 32"),
                    ),
                }
            }
            _ => {
                if op.is_comparison() {
                    self.check_comparison(expr, left, right)?;
                    if let Some(holds) = self.beyond(op, (left, &x), (right, &y)) {
                        return Ok(Value::Bits(self.module.constant(1, u64::from(holds))));
                    }
                }
                let y = match (&x, y) {
                    // The one operator whose sides differ in width: a truth value on the right is added as 0 or 1.
                    (Value::Bits(x), Value::Bits(y)) if op == BinaryOp::Add && self.module.width(y) == 1 => {
                        let width = self.module.width(*x);
                        Value::Bits(self.module.fold_resize(y, width))
                    }
                    (_, y) => y,
                };
                let (x, y) = self.same_width(expr, left, x, right, y)?;
                Ok(Value::Bits(self.module.fold_binary(op, x, y)))
            }
        }
    }

    pub(super) fn collapse(&mut self, expr: &VerilogExpression, value: Value) -> Result<ExprId> {
        match value {
            Value::Bits(bits) => Ok(bits),
            Value::Fields(fields) => self.joined(expr, &fields),
            Value::Integer(_) => fault(expr, "the width of this integer is not known here"),
        }
    }

    fn same_width(
        &mut self,
        expr: &VerilogExpression,
        left: &VerilogExpression,
        x: Value,
        right: &VerilogExpression,
        y: Value,
    ) -> Result<(ExprId, ExprId)> {
        match (x, y) {
            (Value::Integer(x), y) => {
                let y = self.collapse(right, y)?;
                Ok((self.sized(expr, x, self.module.width(y))?, y))
            }
            (x, Value::Integer(y)) => {
                let x = self.collapse(left, x)?;
                Ok((x, self.sized(expr, y, self.module.width(x))?))
            }
            (x, y) => {
                let (x, y) = (self.collapse(left, x)?, self.collapse(right, y)?);
                let (width_x, width_y) = (self.module.width(x), self.module.width(y));
                if width_x != width_y {
                    return fault(expr, format!("left side of {width_x} bits, right side of {width_y}"));
                }
                Ok((x, y))
            }
        }
    }

    pub(super) fn integers(&mut self, expr: &VerilogExpression, op: BinaryOp, x: u128, y: u128) -> Result<Value> {
        let amount = u32::try_from(y).unwrap_or(u32::MAX);
        let value = match op {
            BinaryOp::Add => x.checked_add(y),
            BinaryOp::Sub => x.checked_sub(y),
            BinaryOp::Mul => x.checked_mul(y),
            BinaryOp::And => Some(x & y),
            BinaryOp::Or => Some(x | y),
            BinaryOp::Xor => Some(x ^ y),
            BinaryOp::Shl => (amount < 64 && x >> 64 == 0).then(|| x << amount),
            BinaryOp::Shr => x.checked_shr(amount),
            comparison => {
                let holds = match comparison {
                    BinaryOp::Eq => x == y,
                    BinaryOp::Ne => x != y,
                    BinaryOp::Lt => x < y,
                    BinaryOp::Le => x <= y,
                    BinaryOp::Gt => x > y,
                    _ => x >= y,
                };
                return Ok(Value::Bits(self.module.constant(1, u64::from(holds))));
            }
        };
        match value.filter(|value| value >> 64 == 0) {
            Some(value) => Ok(Value::Integer(value)),
            None => fault(expr, "integer arithmetic leaves 0 .. 2^64"),
        }
    }

    pub(super) fn amount(&mut self, amount: u128) -> ExprId {
        let amount = u64::try_from(amount).unwrap_or(u64::MAX);
        self.module.constant(64 - amount.leading_zeros().min(63), amount)
    }
}

fn value_of(mut parts: Vec<ExprId>) -> Value {
    if parts.len() == 1 {
        Value::Bits(parts.swap_remove(0))
    } else {
        Value::Fields(parts)
    }
}

/// The netlist's operator; the logical ones are bitwise ones of one bit.
pub(super) fn plain(op: &VerilogOp) -> BinaryOp {
    match op {
        VerilogOp::Add => BinaryOp::Add,
        VerilogOp::Sub => BinaryOp::Sub,
        VerilogOp::Mul => BinaryOp::Mul,
        VerilogOp::LogicalAnd | VerilogOp::BitAnd => BinaryOp::And,
        VerilogOp::LogicalOr | VerilogOp::BitOr => BinaryOp::Or,
        VerilogOp::BitXor => BinaryOp::Xor,
        VerilogOp::Shl => BinaryOp::Shl,
        VerilogOp::Shr => BinaryOp::Shr,
        VerilogOp::Eq => BinaryOp::Eq,
        VerilogOp::Lt => BinaryOp::Lt,
        VerilogOp::Le => BinaryOp::Le,
        VerilogOp::Ne => BinaryOp::Ne,
        VerilogOp::Ge => BinaryOp::Ge,
        VerilogOp::Gt => BinaryOp::Gt,
    }
}
