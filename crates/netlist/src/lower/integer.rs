//! Arithmetic on Rust's integers: those that the compiler knows, and those made of signals.

use super::error::Result;
use super::kernel::KernelLowering;
use super::layout::LIMB;
use super::value::{LoweredValue, Origin};
use crate::ir::{BinaryOp, ExprId};
use crate::kernel::{IntegerKind, KernelExpr, Operator};
use crate::mask;

/// The bits of the amount by which Rust shifts an integer of 64 bits.
const AMOUNT_BITS: u32 = 6;

impl KernelLowering<'_> {
    /// Arithmetic on `usize`: what leaves 64 bits panics in Rust, so that any result serves there.
    pub(super) fn loose(
        &mut self,
        expr: &KernelExpr,
        op: BinaryOp,
        x: LoweredValue,
        y: LoweredValue,
    ) -> Result<LoweredValue> {
        if op.is_comparison()
            && let (LoweredValue::Integer(value, _), _) | (_, LoweredValue::Integer(value, _)) = (&x, &y)
            && *value < 0
        {
            return self.fault(expr, "a negative integer is compared with one that can't be");
        }
        if op.is_comparison()
            && let Some(holds) = self.out_of_reach(op, &x, &y)
        {
            return Ok(LoweredValue::bits(self.module.constant(1, u64::from(holds))));
        }
        if let BinaryOp::Shl | BinaryOp::Shr = op {
            return self.loose_shift(expr, op, x, y);
        }
        if op.is_comparison()
            && let (LoweredValue::Loose(x), LoweredValue::Integer(y, origin)) = (&x, &y)
        {
            let y = self.sized(expr, (*y, *origin), self.module.width(*x), false)?;
            return Ok(LoweredValue::bits(self.module.fold_binary(op, *x, y[0])));
        }
        let mut id = |value: LoweredValue| match value {
            LoweredValue::Integer(value, _) => self.amount(value),
            LoweredValue::Loose(bits) => bits,
            _ => unreachable!("loose() is called with these"),
        };
        let (x, y) = (id(x), id(y));
        let (width_x, width_y) = (self.module.width(x), self.module.width(y));
        let wider = width_x.max(width_y);
        let width = match op {
            BinaryOp::Add => wider + 1,
            BinaryOp::Mul => width_x + width_y,
            BinaryOp::Sub => LIMB,
            _ => wider,
        };
        let width = width.min(LIMB);
        let (x, y) = (self.module.fold_resize(x, width), self.module.fold_resize(y, width));
        let result = self.module.fold_binary(op, x, y);
        Ok(match op.is_comparison() {
            true => LoweredValue::bits(result),
            false => LoweredValue::Loose(result),
        })
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

    /// A shift of a `usize` or by one. Release builds of Rust take the amount modulo 64; other builds panic from 64 on, so that any
    /// result serves there.
    fn loose_shift(
        &mut self,
        expr: &KernelExpr,
        op: BinaryOp,
        x: LoweredValue,
        y: LoweredValue,
    ) -> Result<LoweredValue> {
        let x = match x {
            LoweredValue::Integer(_, Origin { kind: Some(kind), .. }) if kind != IntegerKind::USIZE => {
                return self.fault(
                    expr,
                    "only integers of the types `usize` and `u64` are shifted by a signal",
                );
            }
            LoweredValue::Integer(x, _) => self.digits(expr, x, LIMB, false)?[0],
            x => self.one(expr, x)?,
        };
        let width = self.module.width(x);
        let (y, result) = match y {
            LoweredValue::Integer(amount @ 0..64, _) => (self.amount(amount), (width + amount as u32).min(LIMB)),
            LoweredValue::Integer(amount, _) => {
                return self.fault(expr, format!("a shift of an integer of {LIMB} bits by {amount}"));
            }
            y => {
                let y = self.one(expr, y)?;
                (self.module.fold_resize(y, AMOUNT_BITS.min(self.module.width(y))), LIMB)
            }
        };
        let x = match op {
            BinaryOp::Shl => self.module.fold_resize(x, result),
            _ => x,
        };
        Ok(LoweredValue::Loose(self.module.fold_binary(op, x, y)))
    }

    /// `/` and `%` of a `usize` by a power of two.
    pub(super) fn divided(
        &mut self,
        expr: &KernelExpr,
        is_quotient: bool,
        left: &KernelExpr,
        x: LoweredValue,
        y: LoweredValue,
    ) -> Result<LoweredValue> {
        let (LoweredValue::Loose(_), LoweredValue::Integer(divisor, _)) = (&x, &y) else {
            return self.fault(expr, "rust-hdl divides no bits; an index is divided by a power of two");
        };
        if *divisor <= 0 || divisor.count_ones() != 1 {
            return self.fault(expr, format!("a division by {divisor}, which is no power of two"));
        }
        let (x, places) = (self.one(left, x)?, divisor.trailing_zeros());
        let width = self.module.width(x);
        Ok(match (is_quotient, places < width) {
            (true, true) => LoweredValue::Loose(self.module.fold_slice(x, places, width - places)),
            (false, true) if places > 0 => LoweredValue::Loose(self.module.fold_slice(x, 0, places)),
            (false, false) => LoweredValue::Loose(x),
            _ => LoweredValue::integer(0, IntegerKind::USIZE),
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
