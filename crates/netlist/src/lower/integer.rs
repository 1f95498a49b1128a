//! Rust's integers: arithmetic on those that the compiler knows, comparisons of those made of signals.

use super::error::Result;
use super::kernel::KernelLowering;
use super::layout::LIMB;
use super::value::LoweredValue;
use crate::ir::{BinaryOp, ExprId};
use crate::kernel::{IntegerKind, KernelExpr, Operator};
use crate::mask;

impl KernelLowering<'_> {
    /// A comparison of integers made of signals with each other or with integers that the compiler knows.
    pub(super) fn loose_comparison(
        &mut self,
        expr: &KernelExpr,
        op: BinaryOp,
        x: LoweredValue,
        y: LoweredValue,
    ) -> Result<LoweredValue> {
        if let (LoweredValue::Integer(value, _), _) | (_, LoweredValue::Integer(value, _)) = (&x, &y)
            && *value < 0
        {
            return self.fault(expr, "a negative integer is compared with one that can't be");
        }
        if let Some(holds) = self.out_of_reach(op, &x, &y) {
            return Ok(LoweredValue::bits(self.module.constant(1, u64::from(holds))));
        }
        if let (LoweredValue::Loose(x), LoweredValue::Integer(y, origin)) = (&x, &y) {
            let y = self.sized(expr, (*y, *origin), self.module.width(*x), false)?;
            return Ok(LoweredValue::bits(self.module.fold_binary(op, *x, y[0])));
        }
        let mut id = |value: LoweredValue| match value {
            LoweredValue::Integer(value, _) => Ok(self.amount(value)),
            value => self.one(expr, value),
        };
        let (x, y) = (id(x)?, id(y)?);
        let width = self.module.width(x).max(self.module.width(y));
        let (x, y) = (self.module.fold_resize(x, width), self.module.fold_resize(y, width));
        Ok(LoweredValue::bits(self.module.fold_binary(op, x, y)))
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
        self.counted(expr, None)
    }

    /// The same; constant bits become an integer of this type.
    pub(super) fn counted(&mut self, expr: &KernelExpr, kind: Option<IntegerKind>) -> Result<LoweredValue> {
        Ok(match self.value(expr)? {
            value @ LoweredValue::Integer(..) => value,
            value => {
                let bits = self.one(expr, value)?;
                match self.module.known(bits) {
                    Some(value) => LoweredValue::integer(i128::from(value), kind),
                    None => LoweredValue::Loose(bits),
                }
            }
        })
    }

    /// Arithmetic on what the compiler knows.
    pub(super) fn integers(
        &mut self,
        expr: &KernelExpr,
        op: Operator,
        (x, kind_x): (i128, Option<IntegerKind>),
        (y, kind_y): (i128, Option<IntegerKind>),
    ) -> Result<LoweredValue> {
        let amount = u32::try_from(y).unwrap_or(u32::MAX);
        let bits = kind_x.map_or(LIMB, |kind| kind.bits).min(LIMB);
        let plain = match op {
            Operator::Plain(op) | Operator::Logical(op) => Some(op),
            Operator::Quotient | Operator::Remainder => None,
        };
        let value = match plain {
            None if op == Operator::Quotient => x.checked_div(y),
            None => x.checked_rem(y),
            Some(BinaryOp::Add) => x.checked_add(y),
            Some(BinaryOp::Sub) => x.checked_sub(y),
            Some(BinaryOp::Mul) => x.checked_mul(y),
            Some(BinaryOp::And) => Some(x & y),
            Some(BinaryOp::Or) => Some(x | y),
            Some(BinaryOp::Xor) => Some(x ^ y),
            Some(BinaryOp::Shl) => (amount < bits && (0..1 << LIMB).contains(&x)).then(|| x << amount),
            Some(BinaryOp::Shr) => (amount < bits).then(|| x >> amount),
            Some(comparison) => return Ok(LoweredValue::bits(self.known_comparison(comparison, x, y))),
        };
        let kind = match plain {
            Some(BinaryOp::Shl | BinaryOp::Shr) => kind_x,
            _ => kind_x.or(kind_y),
        };
        self.ranged(expr, value, kind)
    }

    /// The result of a comparison of integers.
    pub(super) fn known_comparison(&mut self, op: BinaryOp, x: i128, y: i128) -> ExprId {
        let holds = match op {
            BinaryOp::Eq => x == y,
            BinaryOp::Ne => x != y,
            BinaryOp::Lt => x < y,
            BinaryOp::Le => x <= y,
            BinaryOp::Gt => x > y,
            _ => x >= y,
        };
        self.module.constant(1, u64::from(holds))
    }

    /// The result of integer arithmetic, in the range of its type.
    pub(super) fn ranged(
        &mut self,
        expr: &KernelExpr,
        value: Option<i128>,
        kind: Option<IntegerKind>,
    ) -> Result<LoweredValue> {
        let holds = |value: i128| match kind {
            Some(kind) => kind.holds(value),
            None => (-(1 << LIMB)..1 << LIMB).contains(&value),
        };
        match (value.filter(|value| holds(*value)), kind) {
            (Some(value), kind) => Ok(LoweredValue::integer(value, kind)),
            (None, Some(IntegerKind { bits, signed: false })) => {
                self.fault(expr, format!("integer arithmetic leaves 0 .. 2^{bits}"))
            }
            (None, Some(_)) => self.fault(expr, "integer arithmetic leaves the range of its type"),
            (None, None) => self.fault(expr, "integer arithmetic leaves 0 .. 2^64"),
        }
    }

    pub(super) fn amount(&mut self, amount: i128) -> ExprId {
        let amount = u64::try_from(amount).unwrap_or(u64::MAX);
        self.module
            .constant(LIMB - amount.leading_zeros().min(LIMB - 1), amount)
    }
}
