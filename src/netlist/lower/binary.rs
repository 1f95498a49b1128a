//! Operators with two operands.

use super::error::Result;
use super::expr::not_of_structs;
use super::kernel::KernelLowering;
use super::layout::LIMB;
use super::value::LoweredValue;
use crate::netlist::ir::{BinaryOp, ExprId};
use crate::netlist::kernel::{IntegerKind, KernelExpr, Operator};

impl KernelLowering<'_> {
    pub(super) fn binary(
        &mut self,
        expr: &KernelExpr,
        op: Operator,
        left: &KernelExpr,
        right: &KernelExpr,
    ) -> Result<LoweredValue> {
        if let Operator::And | Operator::Or = op {
            let (x, y) = (self.condition(left)?, self.condition(right)?);
            let op = if op == Operator::And {
                BinaryOp::And
            } else {
                BinaryOp::Or
            };
            return Ok(LoweredValue::bits(self.module.fold_binary(op, x, y)));
        }
        let (x, y) = (self.value(left)?, self.value(right)?);
        if let (LoweredValue::Integer(x, kind_x), LoweredValue::Integer(y, kind_y)) = (&x, &y) {
            return self.integers(expr, op, (*x, kind_x.kind), (*y, kind_y.kind));
        }
        let Some(op) = plain(op) else {
            return self.divided(expr, op, left, x, y);
        };
        if let (LoweredValue::Loose(_), LoweredValue::Loose(_) | LoweredValue::Integer(..))
        | (LoweredValue::Integer(..), LoweredValue::Loose(_)) = (&x, &y)
        {
            return self.loose(expr, op, x, y);
        }
        match op {
            BinaryOp::Shl | BinaryOp::Shr => self.shift(expr, op, (left, x), (right, y)),
            BinaryOp::Mul => self.product(expr, left, x, right, y),
            _ => {
                let comparison = op.is_comparison();
                if comparison {
                    if self.is_stock() {
                        self.check_comparison(expr, left, right)?;
                    }
                    if let Some(holds) = self.beyond(op, (left, &x), (right, &y)) {
                        return Ok(LoweredValue::bits(self.module.constant(1, u64::from(holds))));
                    }
                }
                if let (LoweredValue::Struct(_, kind), _) | (_, LoweredValue::Struct(_, kind)) = (&x, &y)
                    && !matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                {
                    return self.fault(expr, not_of_structs(&kind.name));
                }
                let y = match (&x, y) {
                    // The one operator whose sides differ in width: a truth value on the right is added as 0 or 1.
                    (LoweredValue::Word(x, false), LoweredValue::Word(y, false))
                        if op == BinaryOp::Add && self.total(&y) == 1 =>
                    {
                        let width = self.total(x);
                        LoweredValue::Word(self.resized(&y, width, false), false)
                    }
                    (_, y) => y,
                };
                let (x, y, signed) = self.same_width(expr, left, x, right, y)?;
                Ok(match op {
                    BinaryOp::Add => LoweredValue::Word(self.sum(&x, &y), signed),
                    BinaryOp::Sub => LoweredValue::Word(self.difference(&x, &y), signed),
                    op if comparison => LoweredValue::bits(self.compared(op, &x, &y, signed)),
                    op => {
                        let parts = x.iter().zip(&y);
                        let parts = parts.map(|(x, y)| self.module.fold_binary(op, *x, *y));
                        LoweredValue::Word(parts.collect(), signed)
                    }
                })
            }
        }
    }

    /// Both sides at one width, and whether they are signed.
    fn same_width(
        &mut self,
        expr: &KernelExpr,
        left: &KernelExpr,
        x: LoweredValue,
        right: &KernelExpr,
        y: LoweredValue,
    ) -> Result<(Vec<ExprId>, Vec<ExprId>, bool)> {
        let known = |value: &LoweredValue| match value {
            LoweredValue::Word(parts, signed) => Some((parts.clone(), *signed)),
            LoweredValue::Struct(parts, _) => Some((parts.clone(), false)),
            _ => None,
        };
        match (known(&x), known(&y)) {
            (Some((x, signed)), Some((y, _))) => {
                let (width_x, width_y) = (self.total(&x), self.total(&y));
                if width_x != width_y {
                    return self.fault(
                        expr,
                        format!("left side of {width_x} bits, right side of {width_y}: bring one to the other's width with `bit_cast`"),
                    );
                }
                Ok((x, y, signed))
            }
            (Some((parts, signed)), None) => {
                let width = self.total(&parts);
                let y = self.at_width(expr, y, width, signed)?;
                Ok((parts, y, signed))
            }
            (None, Some((parts, signed))) => {
                let width = self.total(&parts);
                let x = self.at_width(expr, x, width, signed)?;
                Ok((x, parts, signed))
            }
            (None, None) => {
                let (x, y) = (self.one(left, x)?, self.one(right, y)?);
                Ok((vec![x], vec![y], false))
            }
        }
    }

    fn shift(
        &mut self,
        expr: &KernelExpr,
        op: BinaryOp,
        (left, x): (&KernelExpr, LoweredValue),
        (right, y): (&KernelExpr, LoweredValue),
    ) -> Result<LoweredValue> {
        let parts = match x {
            // Rust shifts an integer as 64 bits.
            LoweredValue::Integer(value, _) => self.digits(left, value, LIMB, false)?,
            LoweredValue::Loose(bits) => vec![self.module.fold_resize(bits, LIMB)],
            LoweredValue::Word(_, true) => {
                return self.fault(
                    expr,
                    "rust-hdl shifts no signed values: shift the bits, `unsigned_cast(x)`, and give them the sign's by hand",
                );
            }
            LoweredValue::Struct(_, kind) => return self.fault(expr, not_of_structs(&kind.name)),
            LoweredValue::Word(parts, _) => parts,
        };
        let y = match y {
            LoweredValue::Integer(amount, _) => self.amount(amount),
            y => self.one(right, y)?,
        };
        Ok(match parts[..] {
            [x] => LoweredValue::bits(self.module.fold_binary(op, x, y)),
            _ => LoweredValue::Word(self.shifted_wide(op, &parts, y), false),
        })
    }

    /// The one multiplication that rust-hdl has: 16 by 16 bits give 32.
    fn product(
        &mut self,
        expr: &KernelExpr,
        left: &KernelExpr,
        x: LoweredValue,
        right: &KernelExpr,
        y: LoweredValue,
    ) -> Result<LoweredValue> {
        let (x, y, signed) = self.same_width(expr, left, x, right, y)?;
        match self.total(&x) {
            16 => {
                let (x, y) = (self.resized(&x, 32, signed), self.resized(&y, 32, signed));
                Ok(LoweredValue::Word(
                    vec![self.module.fold_binary(BinaryOp::Mul, x[0], y[0])],
                    signed,
                ))
            }
            width => self.fault(
                expr,
                format!("factors of {width} bits; only 16 by 16 bits are multiplied, giving 32"),
            ),
        }
    }

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
        if let (BinaryOp::Shl | BinaryOp::Shr, LoweredValue::Loose(x), LoweredValue::Integer(amount, _)) = (op, &x, &y)
        {
            let amount = u32::try_from(*amount).unwrap_or(LIMB).min(LIMB);
            let width = self.module.width(*x);
            let x = match op {
                BinaryOp::Shl => self.module.fold_resize(*x, (width + amount).min(LIMB)),
                _ => *x,
            };
            let amount = self.amount(i128::from(amount));
            return Ok(LoweredValue::Loose(self.module.fold_binary(op, x, amount)));
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
            BinaryOp::Sub | BinaryOp::Shl => LIMB,
            BinaryOp::Shr => return Ok(LoweredValue::Loose(self.module.fold_binary(op, x, y))),
            _ => wider,
        };
        let width = width.min(LIMB);
        let x = self.module.fold_resize(x, width);
        let y = match op {
            BinaryOp::Shl => y,
            _ => self.module.fold_resize(y, width),
        };
        let result = self.module.fold_binary(op, x, y);
        Ok(match op.is_comparison() {
            true => LoweredValue::bits(result),
            false => LoweredValue::Loose(result),
        })
    }

    /// `/` and `%` of a `usize` by a power of two.
    fn divided(
        &mut self,
        expr: &KernelExpr,
        op: Operator,
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
        Ok(match (op, places < width) {
            (Operator::Div, true) => LoweredValue::Loose(self.module.fold_slice(x, places, width - places)),
            (Operator::Rem, true) if places > 0 => LoweredValue::Loose(self.module.fold_slice(x, 0, places)),
            (Operator::Rem, false) => LoweredValue::Loose(x),
            _ => LoweredValue::integer(0, IntegerKind::USIZE),
        })
    }

    /// Arithmetic on what the compiler knows.
    fn integers(
        &mut self,
        expr: &KernelExpr,
        op: Operator,
        (x, kind_x): (i128, Option<IntegerKind>),
        (y, kind_y): (i128, Option<IntegerKind>),
    ) -> Result<LoweredValue> {
        let amount = u32::try_from(y).unwrap_or(u32::MAX);
        let value = match op {
            Operator::Add => x.checked_add(y),
            Operator::Sub => x.checked_sub(y),
            Operator::Mul => x.checked_mul(y),
            Operator::Div => x.checked_div(y),
            Operator::Rem => x.checked_rem(y),
            Operator::BitAnd | Operator::And => Some(x & y),
            Operator::BitOr | Operator::Or => Some(x | y),
            Operator::BitXor => Some(x ^ y),
            Operator::Shl => (amount < LIMB && (0..1 << LIMB).contains(&x)).then(|| x << amount),
            Operator::Shr => x.checked_shr(amount),
            comparison => {
                let holds = match comparison {
                    Operator::Eq => x == y,
                    Operator::Ne => x != y,
                    Operator::Lt => x < y,
                    Operator::Le => x <= y,
                    Operator::Gt => x > y,
                    _ => x >= y,
                };
                return Ok(LoweredValue::bits(self.module.constant(1, u64::from(holds))));
            }
        };
        let kind = match op {
            Operator::Shl | Operator::Shr => kind_x,
            _ => kind_x.or(kind_y),
        };
        self.ranged(expr, value, kind)
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
            None if self.is_stock() => (0..1 << LIMB).contains(&value),
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

/// The netlist's operator; the logical ones are bitwise ones of one bit. It has no division.
pub(super) fn plain(op: Operator) -> Option<BinaryOp> {
    Some(match op {
        Operator::Add => BinaryOp::Add,
        Operator::Sub => BinaryOp::Sub,
        Operator::Mul => BinaryOp::Mul,
        Operator::And | Operator::BitAnd => BinaryOp::And,
        Operator::Or | Operator::BitOr => BinaryOp::Or,
        Operator::BitXor => BinaryOp::Xor,
        Operator::Shl => BinaryOp::Shl,
        Operator::Shr => BinaryOp::Shr,
        Operator::Eq => BinaryOp::Eq,
        Operator::Lt => BinaryOp::Lt,
        Operator::Le => BinaryOp::Le,
        Operator::Ne => BinaryOp::Ne,
        Operator::Ge => BinaryOp::Ge,
        Operator::Gt => BinaryOp::Gt,
        Operator::Div | Operator::Rem => return None,
    })
}
