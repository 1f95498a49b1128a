//! Bits of a value, at fixed and moving positions.

use super::compare::UNKNOWN_WIDTH;
use super::expr::{Result, Value, fault, plain};
use super::kernel::Kernel;
use crate::netlist::ir::{BinaryOp, ExprId, UnaryOp};
use rust_hdl::prelude::ast::VerilogExpression;

impl Kernel<'_> {
    pub(super) fn slice(
        &mut self,
        expr: &VerilogExpression,
        x: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
    ) -> Result<Value> {
        let value = match (x, offset) {
            // A field of a struct comes as a slice at a literal position: its other fields are not meant.
            (VerilogExpression::Signal(name), VerilogExpression::Literal(_)) => {
                let bits = match self.index(offset)? {
                    Value::Integer(lo) if lo + width as u128 <= 1 << 31 => lo as u32..(lo as u32 + width as u32),
                    _ => 0..u32::MAX,
                };
                self.name(x, name, bits)?
            }
            _ => self.value(x)?,
        };
        let parts = match value {
            Value::Integer(_) => return fault(x, "the width of this integer is not known here"),
            Value::Bits(x) => vec![x],
            Value::Fields(fields) => fields,
        };
        let total: u32 = parts.iter().map(|part| self.module.width(*part)).sum();
        let offset = self.index(offset)?;
        if let Value::Integer(lo) = offset
            && lo + width as u128 <= u128::from(total)
            && width > 0
        {
            return Ok(self.extract(&parts, lo as u32, width as u32));
        }
        if !(1..=64).contains(&width) {
            return fault(expr, format!("{width} bits; values have 1 to 64"));
        }
        let width = width as u32;
        let x = self.joined(expr, &parts)?;
        Ok(Value::Bits(match offset {
            Value::Integer(lo) if lo > u128::from(total) => {
                return fault(expr, format!("offset {lo} in {total} bits"));
            }
            Value::Integer(lo) => {
                let amount = self.amount(lo);
                let shifted = self.module.fold_binary(BinaryOp::Shr, x, amount);
                self.module.fold_resize(shifted, width)
            }
            offset => self.shifted(offset, x, width),
        }))
    }

    pub(super) fn shifted(&mut self, amount: Value, x: ExprId, width: u32) -> ExprId {
        let Value::Bits(amount) = amount else {
            unreachable!("index() gives integers and bits only")
        };
        let shifted = self.module.fold_binary(BinaryOp::Shr, x, amount);
        self.module.fold_resize(shifted, width)
    }

    pub(super) fn replace_bit(
        &mut self,
        expr: &VerilogExpression,
        x: &VerilogExpression,
        index: &VerilogExpression,
        bit: &VerilogExpression,
    ) -> Result<Value> {
        let x = self.bits(x)?;
        let width = self.module.width(x);
        let bit = self.condition(bit)?;
        Ok(Value::Bits(match self.index(index)? {
            Value::Integer(i) if i < u128::from(width) => self.replaced(x, i as u32, bit),
            Value::Integer(i) => return fault(expr, format!("bit {i} of {width} bits")),
            index => {
                let Value::Bits(index) = index else {
                    unreachable!("index() gives integers and bits only")
                };
                let one = self.module.constant(width, 1);
                let place = self.module.fold_binary(BinaryOp::Shl, one, index);
                let others = self.module.fold_unary(UnaryOp::Not, place);
                let kept = self.module.fold_binary(BinaryOp::And, x, others);
                let wide = self.module.fold_resize(bit, width);
                let moved = self.module.fold_binary(BinaryOp::Shl, wide, index);
                self.module.fold_binary(BinaryOp::Or, kept, moved)
            }
        }))
    }

    /// `x` with the bits from `lo` on replaced by those of `part`.
    pub fn replaced(&mut self, x: ExprId, lo: u32, part: ExprId) -> ExprId {
        let (width, part_width) = (self.module.width(x), self.module.width(part));
        let mut parts = Vec::new();
        if lo + part_width < width {
            parts.push(self.module.fold_slice(x, lo + part_width, width - lo - part_width));
        }
        parts.push(part);
        if lo > 0 {
            parts.push(self.module.fold_slice(x, 0, lo));
        }
        self.module.fold_concat(&parts)
    }

    /// The value of an expression used as `usize`: an integer, or bits.
    ///
    /// The kernel's tree does not say where `.index()` stood, so whether arithmetic wraps at the width of its operands
    /// or is done in 64 bits is only known where Rust has no such operator on bits.
    pub fn index(&mut self, expr: &VerilogExpression) -> Result<Value> {
        Ok(match self.index_arithmetic(expr)?.0 {
            Value::Fields(fields) => Value::Bits(self.joined(expr, &fields)?),
            Value::Bits(bits) => match self.module.known(bits) {
                Some(value) => Value::Integer(u128::from(value)),
                None => Value::Bits(bits),
            },
            integer => integer,
        })
    }

    /// The value, and whether it is certainly a `usize` in Rust.
    fn index_arithmetic(&mut self, expr: &VerilogExpression) -> Result<(Value, bool)> {
        let (left, op, right) = match expr {
            VerilogExpression::Paren(inner) => return self.index_arithmetic(inner),
            VerilogExpression::Binary(left, op, right) => (left, plain(op), right),
            _ => return Ok((self.value(expr)?, false)),
        };
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl) {
            return Ok((self.value(expr)?, false));
        }
        let (x, certain_x) = self.index_arithmetic(left)?;
        let (y, certain_y) = self.index_arithmetic(right)?;
        if let (Value::Integer(x), Value::Integer(y)) = (&x, &y) {
            return Ok((self.integers(expr, op, *x, *y)?, false));
        }
        let scaled = op == BinaryOp::Mul && matches!((&x, &y), (Value::Integer(_), _) | (_, Value::Integer(_)));
        if !(scaled || (op == BinaryOp::Add && (certain_x || certain_y))) {
            return match self.may_wrap(expr)? {
                true => fault(expr, UNKNOWN_WIDTH),
                false => Ok((self.value(expr)?, false)),
            };
        }
        let mut wide = |part: &VerilogExpression, value: Value| match value {
            Value::Integer(value) => Ok(self.amount(value)),
            value => self.collapse(part, value),
        };
        let (x, y) = (wide(left, x)?, wide(right, y)?);
        let (width_x, width_y) = (self.module.width(x), self.module.width(y));
        let exact = if op == BinaryOp::Mul {
            width_x + width_y
        } else {
            width_x.max(width_y) + 1
        };
        let width = exact.min(64);
        let (x, y) = (self.module.fold_resize(x, width), self.module.fold_resize(y, width));
        Ok((Value::Bits(self.module.fold_binary(op, x, y)), true))
    }
}
