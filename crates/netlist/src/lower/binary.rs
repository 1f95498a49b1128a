//! Operators with two operands.

use super::error::Result;
use super::expr::not_of_structs;
use super::kernel::KernelLowering;
use super::layout::LIMB;
use super::value::LoweredValue;
use crate::ir::{BinaryOp, ExprId};
use crate::kernel::{KernelExpr, Operator};

/// The most bits of a word that rust-hdl shifts as one number, without a limit to the result.
const SHORT: u32 = 32;
/// The most bits of the amount by which such a word is shifted to the left.
const MOST_AMOUNT_BITS: u32 = 32;

/// Rust's integers do not wrap at the width of a signal, so a sum of them would need wider hardware than it seems.
pub(super) const NO_ARITHMETIC: &str = "integers made of signals (`.index()`, `.to_u64()`) can be compared, matched and used as indices only: \
     compute with bits of the width that the result needs, as in `bit_cast::<9, _>(x) + bit_cast::<9, _>(y)`";

impl KernelLowering<'_> {
    pub(super) fn binary(
        &mut self,
        expr: &KernelExpr,
        op: Operator,
        left: &KernelExpr,
        right: &KernelExpr,
    ) -> Result<LoweredValue> {
        if let Operator::Logical(op) = op {
            let (x, y) = (self.condition(left)?, self.condition(right)?);
            return Ok(LoweredValue::bits(self.module.fold_binary(op, x, y)));
        }
        let (x, y) = (self.value(left)?, self.value(right)?);
        if let (LoweredValue::Integer(x, kind_x), LoweredValue::Integer(y, kind_y)) = (&x, &y) {
            return self.integers(expr, op, (*x, kind_x.kind), (*y, kind_y.kind));
        }
        let Operator::Plain(op) = op else {
            return self.fault(
                expr,
                "rust-hdl divides no bits: shift them, or take some of them with `get_bits`",
            );
        };
        if let (LoweredValue::Loose(_), LoweredValue::Loose(_) | LoweredValue::Integer(..))
        | (LoweredValue::Integer(..), LoweredValue::Loose(_)) = (&x, &y)
        {
            return match op.is_comparison() {
                true => self.loose_comparison(expr, op, x, y),
                false => self.fault(expr, NO_ARITHMETIC),
            };
        }
        match op {
            BinaryOp::Shl | BinaryOp::Shr => self.shift(expr, op, (left, x), (right, y)),
            BinaryOp::Mul => self.product(expr, x, y),
            _ => {
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
                let (x, y, signed) = self.same_width(expr, x, y)?;
                Ok(match op {
                    BinaryOp::Add => LoweredValue::Word(self.sum(&x, &y), signed),
                    BinaryOp::Sub => LoweredValue::Word(self.difference(&x, &y), signed),
                    op if op.is_comparison() => LoweredValue::bits(self.compared(op, &x, &y, signed)),
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
        x: LoweredValue,
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
                    let message = format!(
                        "left side of {width_x} bits, right side of {width_y}: bring one to the other's width with `bit_cast`"
                    );
                    return self.fault(expr, message);
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
            (None, None) => self.fault(expr, NO_ARITHMETIC),
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
            LoweredValue::Loose(_) => return self.fault(expr, NO_ARITHMETIC),
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
            LoweredValue::Integer(amount, _) if amount < 0 => return self.fault(right, "a shift by a negative amount"),
            LoweredValue::Integer(amount, _) => self.amount(amount),
            y => self.one(right, y)?,
        };
        let bits = self.module.width(y);
        if op == BinaryOp::Shl && self.total(&parts) <= SHORT && bits > MOST_AMOUNT_BITS {
            let message = format!(
                "an amount of {bits} bits, for which rust-hdl's simulation may need 2^{bits} bits of memory: give it at most \
                 {MOST_AMOUNT_BITS} bits, as in `bit_cast::<5, _>(…)`"
            );
            return self.fault(right, message);
        }
        Ok(match parts[..] {
            [x] => LoweredValue::bits(self.module.fold_binary(op, x, y)),
            _ => LoweredValue::Word(self.shifted_wide(op, &parts, y), false),
        })
    }

    /// The one multiplication that rust-hdl has: 16 by 16 bits give 32.
    fn product(&mut self, expr: &KernelExpr, x: LoweredValue, y: LoweredValue) -> Result<LoweredValue> {
        let (x, y, signed) = self.same_width(expr, x, y)?;
        match self.total(&x) {
            16 => {
                let [x, y] = [x, y].map(|factor| self.resized(&factor, 32, signed)[0]);
                let product = self.module.fold_binary(BinaryOp::Mul, x, y);
                Ok(LoweredValue::Word(vec![product], signed))
            }
            width => self.fault(
                expr,
                format!("factors of {width} bits; only 16 by 16 bits are multiplied, giving 32"),
            ),
        }
    }
}
