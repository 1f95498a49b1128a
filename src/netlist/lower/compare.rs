//! Comparisons. The kernel's tree does not say where `.index()` stood, so their operands may be `Bits` or `usize`.
//!
//! The two have different values where arithmetic leaves the width of its operands. In a target that does not matter:
//! `.to_bits()` panics there. In a comparison it does.

use super::expr::{Result, Value, fault};
use super::kernel::Kernel;
use crate::netlist::ir::{BinaryOp, ExprId, ExprKind};
use crate::netlist::mask;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// Why arithmetic is refused.
pub(super) const UNKNOWN_WIDTH: &str =
    "whether this wraps depends on where .index() stands, which is not known: assign it to a signal first";

/// Levels of an expression that are looked through for a bound: enough for a cast in a sum.
const DEPTH: u32 = 4;

impl Kernel<'_> {
    /// An error if the operands are not the same as `Bits` and as `usize` and nothing says which they are.
    pub(super) fn check_comparison(
        &mut self,
        expr: &VerilogExpression,
        left: &VerilogExpression,
        right: &VerilogExpression,
    ) -> Result<()> {
        let sized = self.is_sized(left)? || self.is_sized(right)?;
        match !sized && (self.may_wrap(left)? || self.may_wrap(right)?) {
            true => fault(expr, UNKNOWN_WIDTH),
            false => Ok(()),
        }
    }

    /// Whether a literal with a width, as in `bits::<8>(7)`, is among the operands: then they all are `Bits`.
    fn is_sized(&mut self, expr: &VerilogExpression) -> Result<bool> {
        Ok(match expr {
            VerilogExpression::Paren(x) | VerilogExpression::Unary(VerilogOpUnary::Not, x) => self.is_sized(x)?,
            VerilogExpression::Cast(x, _) => matches!(self.value(x)?, Value::Integer(_)),
            VerilogExpression::Binary(x, VerilogOp::Shl | VerilogOp::Shr, _) => self.is_sized(x)?,
            VerilogExpression::Binary(x, op, y) if !is_truth(op) => self.is_sized(x)? || self.is_sized(y)?,
            _ => false,
        })
    }

    /// Whether arithmetic may leave the width of its operands. What is below a cast or a slice is `Bits`.
    pub(super) fn may_wrap(&mut self, expr: &VerilogExpression) -> Result<bool> {
        let (x, op, y) = match expr {
            VerilogExpression::Paren(x) => return self.may_wrap(x),
            VerilogExpression::Unary(VerilogOpUnary::Not, x) => {
                let bits = self.bits(x)?;
                return Ok(self.module.width(bits) > 1 || self.may_wrap(x)?);
            }
            VerilogExpression::Binary(x, op, y) if !is_truth(op) => (x, op, y),
            _ => return Ok(false),
        };
        let bits = match self.value(expr)? {
            Value::Integer(_) => return Ok(false),
            value => self.collapse(expr, value)?,
        };
        let largest = u128::from(mask(self.module.width(bits)));
        Ok(match op {
            VerilogOp::Add => {
                let sum = self.largest(x)? + self.largest(y)?;
                sum > largest || self.may_wrap(x)? || self.may_wrap(y)?
            }
            VerilogOp::Sub => self.smallest(x)? < self.largest(y)?,
            VerilogOp::Shl => !matches!(self.value(x)?, Value::Integer(_)),
            VerilogOp::Shr => self.may_wrap(x)?,
            _ => self.may_wrap(x)? || self.may_wrap(y)?,
        })
    }

    fn largest(&mut self, expr: &VerilogExpression) -> Result<u128> {
        Ok(match self.value(expr)? {
            Value::Integer(value) => value,
            value => {
                let bits = self.collapse(expr, value)?;
                u128::from(self.bound(bits, DEPTH))
            }
        })
    }

    fn smallest(&mut self, expr: &VerilogExpression) -> Result<u128> {
        Ok(match self.value(expr)? {
            Value::Integer(value) => value,
            Value::Bits(bits) => self.module.known(bits).map_or(0, u128::from),
            Value::Fields(_) => 0,
        })
    }

    /// No value of the expression is larger.
    fn bound(&self, id: ExprId, depth: u32) -> u64 {
        let expr = self.module.expr_ref(id);
        match &expr.kind {
            ExprKind::Const(value) => *value,
            ExprKind::Concat(parts) if depth > 0 => parts.iter().fold(0, |bound, part| {
                bound << self.module.width(*part) | self.bound(*part, depth - 1)
            }),
            ExprKind::Binary(BinaryOp::Add, x, y) if depth > 0 => {
                let sum = u128::from(self.bound(*x, depth - 1)) + u128::from(self.bound(*y, depth - 1));
                u64::try_from(sum).unwrap_or(u64::MAX).min(mask(expr.width))
            }
            _ => mask(expr.width),
        }
    }

    /// Whether an integer in which a loop variable stands and which the other side can't reach is compared; in Rust both
    /// are `usize`. `None` if it can be reached or if it is a literal, which is a mistake.
    pub(super) fn beyond(
        &mut self,
        op: BinaryOp,
        (left, x): (&VerilogExpression, &Value),
        (right, y): (&VerilogExpression, &Value),
    ) -> Option<bool> {
        let reaches = |integer: u128, bits: ExprId| integer <= u128::from(mask(self.module.width(bits)));
        match (x, y) {
            (Value::Bits(bits), Value::Integer(integer)) if !reaches(*integer, *bits) && self.varies(right) => {
                Some(matches!(op, BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le))
            }
            (Value::Integer(integer), Value::Bits(bits)) if !reaches(*integer, *bits) && self.varies(left) => {
                Some(matches!(op, BinaryOp::Ne | BinaryOp::Gt | BinaryOp::Ge))
            }
            _ => None,
        }
    }

    fn varies(&self, expr: &VerilogExpression) -> bool {
        match expr {
            VerilogExpression::Signal(name) => self.loops.iter().any(|(variable, _)| variable == name),
            VerilogExpression::Paren(x) => self.varies(x),
            VerilogExpression::Binary(x, _, y) => self.varies(x) || self.varies(y),
            _ => false,
        }
    }
}

/// Whether the result is a truth value, whatever the operands.
fn is_truth(op: &VerilogOp) -> bool {
    !matches!(
        op,
        VerilogOp::Add
            | VerilogOp::Sub
            | VerilogOp::Mul
            | VerilogOp::BitAnd
            | VerilogOp::BitOr
            | VerilogOp::BitXor
            | VerilogOp::Shl
            | VerilogOp::Shr
    )
}
