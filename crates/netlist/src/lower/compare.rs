//! Comparisons whose operands have different ranges, and those of rust-hdl's own tree.
//!
//! rust-hdl's macro does not say where `.index()` stood, so operands in its tree may be `Bits` or `usize`. The two have
//! different values where arithmetic leaves the width of its operands. In a target that does not matter: `.to_bits()`
//! panics there. In a comparison it does.

use super::binary::plain;
use super::error::{Result, UNKNOWN_WIDTH};
use super::kernel::KernelLowering;
use super::value::LoweredValue;
use crate::ir::{BinaryOp, ExprId, ExprKind as NetlistKind};
use crate::kernel::{KernelExpr, KernelExprKind, Operator};
use crate::mask;

/// Levels of an expression that are looked through for a bound: enough for a cast in a sum.
const DEPTH: u32 = 4;

impl KernelLowering<'_> {
    /// An error if the operands are not the same as `Bits` and as `usize` and nothing says which they are.
    pub(super) fn check_comparison(&mut self, expr: &KernelExpr, left: &KernelExpr, right: &KernelExpr) -> Result<()> {
        let sized = self.is_sized(left)? || self.is_sized(right)?;
        match !sized && (self.may_wrap(left)? || self.may_wrap(right)?) {
            true => self.fault(expr, UNKNOWN_WIDTH),
            false => Ok(()),
        }
    }

    /// Whether a literal with a width, as in `bits::<8>(7)`, is among the operands: then they all are `Bits`.
    fn is_sized(&mut self, expr: &KernelExpr) -> Result<bool> {
        Ok(match &expr.kind {
            KernelExprKind::Not(x) => self.is_sized(x)?,
            KernelExprKind::Cast(_, x) => matches!(self.value(x)?, LoweredValue::Integer(..)),
            KernelExprKind::Binary(Operator::Shl | Operator::Shr, x, _) => self.is_sized(x)?,
            KernelExprKind::Binary(op, x, y) if !is_truth(*op) => self.is_sized(x)? || self.is_sized(y)?,
            _ => false,
        })
    }

    /// Whether arithmetic may leave the width of its operands. What is below a cast or a slice is `Bits`.
    fn may_wrap(&mut self, expr: &KernelExpr) -> Result<bool> {
        let (op, x, y) = match &expr.kind {
            KernelExprKind::Not(x) => {
                let bits = self.bits(x)?;
                return Ok(self.module.width(bits) > 1 || self.may_wrap(x)?);
            }
            KernelExprKind::Binary(op, x, y) if !is_truth(*op) => (*op, x, y),
            _ => return Ok(false),
        };
        let bits = match self.value(expr)? {
            LoweredValue::Integer(..) => return Ok(false),
            value => self.one(expr, value)?,
        };
        let largest = u128::from(mask(self.module.width(bits)));
        Ok(match op {
            Operator::Add => {
                let sum = self.largest(x)? + self.largest(y)?;
                sum > largest || self.may_wrap(x)? || self.may_wrap(y)?
            }
            Operator::Sub => self.smallest(x)? < self.largest(y)?,
            Operator::Shl => !matches!(self.value(x)?, LoweredValue::Integer(..)),
            Operator::Shr => self.may_wrap(x)?,
            _ => self.may_wrap(x)? || self.may_wrap(y)?,
        })
    }

    fn largest(&mut self, expr: &KernelExpr) -> Result<u128> {
        Ok(match self.value(expr)? {
            LoweredValue::Integer(value, _) => value.unsigned_abs(),
            value => {
                let bits = self.one(expr, value)?;
                u128::from(self.bound(bits, DEPTH))
            }
        })
    }

    fn smallest(&mut self, expr: &KernelExpr) -> Result<u128> {
        Ok(match self.value(expr)? {
            LoweredValue::Integer(value, _) => value.unsigned_abs(),
            LoweredValue::Word(parts, _) if parts.len() == 1 => self.module.known(parts[0]).map_or(0, u128::from),
            _ => 0,
        })
    }

    /// No value of the expression is larger.
    fn bound(&self, id: ExprId, depth: u32) -> u64 {
        let expr = self.module.expr_ref(id);
        match &expr.kind {
            NetlistKind::Const(value) | NetlistKind::Named(value, _) => *value,
            NetlistKind::Concat(parts) if depth > 0 => parts.iter().fold(0, |bound, part| {
                bound << self.module.width(*part) | self.bound(*part, depth - 1)
            }),
            NetlistKind::Binary(BinaryOp::Add, x, y) if depth > 0 => {
                let sum = u128::from(self.bound(*x, depth - 1)) + u128::from(self.bound(*y, depth - 1));
                u64::try_from(sum).unwrap_or(u64::MAX).min(mask(expr.width))
            }
            _ => mask(expr.width),
        }
    }

    /// In rust-hdl's own tree: whether an integer in which a loop variable stands and which the other side can't reach is
    /// compared; in Rust both are `usize`. `None` if it can be reached or if it is a literal, which is a mistake.
    pub(super) fn beyond(
        &mut self,
        op: BinaryOp,
        (left, x): (&KernelExpr, &LoweredValue),
        (right, y): (&KernelExpr, &LoweredValue),
    ) -> Option<bool> {
        let varies = match (x, y) {
            (_, LoweredValue::Integer(..)) => varies(right),
            _ => varies(left),
        };
        self.out_of_reach(op, x, y).filter(|_| self.is_stock() && varies)
    }

    /// The result of a comparison between a value and an integer beyond its range; `None` if the integer is within its range.
    pub(super) fn out_of_reach(&mut self, op: BinaryOp, x: &LoweredValue, y: &LoweredValue) -> Option<bool> {
        let largest = |value: &LoweredValue| match value {
            LoweredValue::Word(parts, false) if parts.len() == 1 => Some(i128::from(mask(self.module.width(parts[0])))),
            LoweredValue::Loose(bits) => Some(i128::from(mask(self.module.width(*bits)))),
            _ => None,
        };
        match (x, y) {
            (bits, LoweredValue::Integer(integer, _)) if *integer > largest(bits)? => {
                Some(matches!(op, BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le))
            }
            (LoweredValue::Integer(integer, _), bits) if *integer > largest(bits)? => {
                Some(matches!(op, BinaryOp::Ne | BinaryOp::Gt | BinaryOp::Ge))
            }
            _ => None,
        }
    }

    /// The value of an expression used as `usize`: an integer, or bits.
    pub fn index(&mut self, expr: &KernelExpr) -> Result<LoweredValue> {
        let value = match self.is_stock() {
            true => self.index_arithmetic(expr)?.0,
            false => self.value(expr)?,
        };
        Ok(match value {
            LoweredValue::Integer(..) => value,
            value => {
                let bits = self.one(expr, value)?;
                match self.module.known(bits) {
                    Some(value) => LoweredValue::integer(i128::from(value), None),
                    None => LoweredValue::Loose(bits),
                }
            }
        })
    }

    /// The value in rust-hdl's own tree, and whether it is certainly a `usize` in Rust. Whether arithmetic wraps at the
    /// width of its operands or is done in 64 bits is only known where Rust has no such operator on bits.
    fn index_arithmetic(&mut self, expr: &KernelExpr) -> Result<(LoweredValue, bool)> {
        let KernelExprKind::Binary(operator, left, right) = &expr.kind else {
            return Ok((self.value(expr)?, false));
        };
        let Some(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)) = plain(*operator) else {
            return Ok((self.value(expr)?, false));
        };
        let (x, certain_x) = self.index_arithmetic(left)?;
        let (y, certain_y) = self.index_arithmetic(right)?;
        if let (LoweredValue::Integer(..), LoweredValue::Integer(..)) = (&x, &y) {
            return Ok((self.value(expr)?, false));
        }
        let scaled = op == BinaryOp::Mul
            && matches!(
                (&x, &y),
                (LoweredValue::Integer(..), _) | (_, LoweredValue::Integer(..))
            );
        if !(scaled || (op == BinaryOp::Add && (certain_x || certain_y))) {
            return match self.may_wrap(expr)? {
                true => self.fault(expr, UNKNOWN_WIDTH),
                false => Ok((self.value(expr)?, false)),
            };
        }
        let x = match x {
            LoweredValue::Integer(..) => x,
            x => LoweredValue::Loose(self.one(left, x)?),
        };
        let y = match y {
            LoweredValue::Integer(..) => y,
            y => LoweredValue::Loose(self.one(right, y)?),
        };
        Ok((self.loose(expr, op, x, y)?, true))
    }
}

/// Whether a loop variable stands in an expression of rust-hdl's own tree.
fn varies(expr: &KernelExpr) -> bool {
    match &expr.kind {
        KernelExprKind::Constant(_) => true,
        KernelExprKind::Binary(_, x, y) => varies(x) || varies(y),
        _ => false,
    }
}

/// Whether the result is a truth value for all operands.
fn is_truth(op: Operator) -> bool {
    !matches!(
        op,
        Operator::Add
            | Operator::Sub
            | Operator::Mul
            | Operator::BitAnd
            | Operator::BitOr
            | Operator::BitXor
            | Operator::Shl
            | Operator::Shr
    )
}
