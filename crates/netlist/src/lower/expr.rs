//! Expressions, with Rust's types and widths.

use super::binary::NO_ARITHMETIC;
use super::error::Result;
use super::kernel::KernelLowering;
use super::layout::{inner_field, width_of};
use super::value::{LoweredValue, Origin};
use crate::ir::{ExprId, UnaryOp};
use crate::kernel::{IntegerKind, KernelConstant, KernelExpr, KernelExprKind, KernelType};

impl KernelLowering<'_> {
    /// The value of an expression.
    pub fn value(&mut self, expr: &KernelExpr) -> Result<LoweredValue> {
        match &expr.kind {
            KernelExprKind::Signal(path) => self.signal(path, None),
            KernelExprKind::Foreign(name) => {
                let message = format!(
                    "this `{name}` is not that of lanesmith_hdl::prelude, and other functions have no meaning in hardware: write out \
                     what it computes"
                );
                self.fault(expr, message)
            }
            KernelExprKind::Field(..) => self.field(expr),
            KernelExprKind::Literal(value) => match i128::try_from(*value) {
                Ok(value) => Ok(LoweredValue::integer(value, None)),
                Err(_) => self.fault(expr, "the literal has more than 127 bits"),
            },
            KernelExprKind::Constant(constant) => Ok(self.constant(constant)),
            KernelExprKind::Element(values, index) => self.element(expr, values, index),
            KernelExprKind::Variable(name) => match self.variables.iter().rev().find(|(known, _)| known == name) {
                Some((_, value)) => Ok(value.clone()),
                None => self.fault(expr, "a variable without a value"),
            },
            KernelExprKind::Binary(op, x, y) => self.binary(expr, *op, x, y),
            KernelExprKind::Not(x) => self.not(x),
            KernelExprKind::Negate(x) => self.negated(expr, x),
            KernelExprKind::Reduce(op, x) => self.reduced(*op, x),
            KernelExprKind::Cast(kind, x) => self.cast(expr, kind.as_ref(), x),
            KernelExprKind::Signed(is_signed, x) => Ok(LoweredValue::Word(self.word(x)?, *is_signed)),
            KernelExprKind::Integer(x) => self.counted(x, Some(IntegerKind::USIZE)),
            KernelExprKind::Convert(kind, x) => self.convert(expr, kind.as_ref(), x),
            KernelExprKind::As(kind, x) => self.as_integer(expr, *kind, x),
            KernelExprKind::GetBit(x, index) => self.get_bit(expr, x, index),
            KernelExprKind::GetBits(x, width, offset) => self.slice(expr, x, *width, offset),
            KernelExprKind::ReplaceBit(x, index, bit) => self.replace_bit(expr, x, index, bit),
            KernelExprKind::If(test, x, y) => self.either(expr, test, x, y),
            KernelExprKind::Match(values, arms) => self.select(expr, values, arms),
            KernelExprKind::Block(body, x) => {
                let count = self.variables.len();
                let value = self.statements(body).and_then(|()| self.value(x));
                self.variables.truncate(count);
                value
            }
        }
    }

    /// The value of an expression of known width, at most 64 bits.
    pub fn bits(&mut self, expr: &KernelExpr) -> Result<ExprId> {
        let value = self.value(expr)?;
        self.one(expr, value)
    }

    /// The parts of a word.
    fn word(&mut self, expr: &KernelExpr) -> Result<Vec<ExprId>> {
        match self.value(expr)? {
            LoweredValue::Word(parts, _) => Ok(parts),
            value => Ok(vec![self.one(expr, value)?]),
        }
    }

    /// The value of a truth value.
    pub fn condition(&mut self, expr: &KernelExpr) -> Result<ExprId> {
        let bits = self.bits(expr)?;
        match self.module.width(bits) {
            1 => Ok(bits),
            width => self.fault(expr, format!("a condition of {width} bits")),
        }
    }

    /// A field, or a field of a field, of a signal or another struct.
    fn field(&mut self, expr: &KernelExpr) -> Result<LoweredValue> {
        let mut names = Vec::new();
        let mut base = expr;
        while let KernelExprKind::Field(inner, name) = &base.kind {
            names.push(name.as_str());
            base = inner;
        }
        names.reverse();
        if let KernelExprKind::Signal(path) = &base.kind {
            return self.signal(path, Some((expr, &names)));
        }
        let value = self.value(base)?;
        let LoweredValue::Struct(parts, descriptor) = value else {
            return self.fault(base, "this value has no fields");
        };
        let (lo, kind) = inner_field(&descriptor, &names).or_else(|message| self.fault(expr, message))?;
        let pieces = self.extract(&parts, lo, width_of(kind));
        Ok(self.typed(pieces, kind))
    }

    /// An element of an array of Rust values; behind its end, which Rust does not survive, the last one.
    fn element(&mut self, expr: &KernelExpr, values: &[KernelConstant], index: &KernelExpr) -> Result<LoweredValue> {
        let chosen = match self.index(index)? {
            LoweredValue::Integer(i, _) => {
                let value = usize::try_from(i).ok().and_then(|i| values.get(i));
                return match value {
                    Some(value) => Ok(self.constant(value)),
                    None => self.fault(expr, format!("element {i} of {} elements", values.len())),
                };
            }
            index_value => self.one(index, index_value)?,
        };
        let all: Vec<LoweredValue> = values.iter().map(|value| self.constant(value)).collect();
        let Some(last) = all.last().cloned() else {
            return self.fault(expr, "an array without elements");
        };
        let width = self.module.width(chosen);
        let mut result = last;
        for (i, value) in all.into_iter().enumerate().rev().skip(1) {
            if i as u64 > crate::mask(width) {
                continue;
            }
            let number = self.module.constant(width, i as u64);
            let holds = self.module.fold_binary(crate::BinaryOp::Eq, chosen, number);
            result = self.merged(expr, holds, value, result)?;
        }
        Ok(result)
    }

    fn cast(&mut self, expr: &KernelExpr, kind: Option<&KernelType>, x: &KernelExpr) -> Result<LoweredValue> {
        let value = self.value(x)?;
        let Some(kind) = kind else {
            return Ok(match value {
                LoweredValue::Word(parts, false) if parts.len() == 1 => LoweredValue::Loose(parts[0]),
                LoweredValue::Word(..) => {
                    return self.fault(expr, "a cast to which width? Write `bit_cast::<WIDTH, _>(…)`");
                }
                value => value,
            });
        };
        self.check_width(expr, kind.width)?;
        let signed = kind.is_signed();
        let parts = match value {
            value @ (LoweredValue::Integer(..) | LoweredValue::Loose(_)) => {
                self.at_width(x, value, kind.width, signed)?
            }
            LoweredValue::Word(parts, from) => self.resized(&parts, kind.width, from && signed),
            LoweredValue::Struct(parts, _) => {
                let parts = self.limbs(&parts);
                self.resized(&parts, kind.width, false)
            }
        };
        Ok(LoweredValue::Word(parts, signed))
    }

    /// `.to_bits()`, `.into()`, `bits()`: of one bit to or from a truth value, of an integer to bits.
    fn convert(&mut self, expr: &KernelExpr, kind: Option<&KernelType>, x: &KernelExpr) -> Result<LoweredValue> {
        let value = self.value(x)?;
        let Some(kind) = kind else {
            return Ok(match value {
                // The target is a type: that of an integer or the same again.
                LoweredValue::Integer(value, origin) => LoweredValue::Integer(value, Origin { kind: None, ..origin }),
                LoweredValue::Word(parts, false) if parts.len() == 1 && self.module.width(parts[0]) > 1 => {
                    LoweredValue::Loose(parts[0])
                }
                LoweredValue::Struct(parts, _) => LoweredValue::Word(self.limbs(&parts), false),
                value => value,
            });
        };
        match value {
            value @ (LoweredValue::Integer(..) | LoweredValue::Loose(_)) => {
                let parts = self.at_width(x, value, kind.width, kind.is_signed())?;
                Ok(self.typed(parts, &kind.descriptor))
            }
            LoweredValue::Struct(parts, from) if from.name != kind.descriptor.name => {
                let parts = self.limbs(&parts);
                self.same_total(expr, parts, kind)
            }
            LoweredValue::Word(parts, _) => self.same_total(expr, parts, kind),
            value => Ok(value),
        }
    }

    fn same_total(&mut self, expr: &KernelExpr, parts: Vec<ExprId>, kind: &KernelType) -> Result<LoweredValue> {
        let width = self.total(&parts);
        if width != kind.width {
            let own = kind.width;
            let message = format!("a value of {width} bits for a type of {own}: cut it or extend it with `bit_cast`");
            return self.fault(expr, message);
        }
        Ok(self.typed(parts, &kind.descriptor))
    }

    fn as_integer(&mut self, expr: &KernelExpr, kind: IntegerKind, x: &KernelExpr) -> Result<LoweredValue> {
        let value = self.value(x)?;
        match value {
            LoweredValue::Integer(value, origin) => {
                let wrapped = kind.wrapped(value);
                let name = origin.name.filter(|_| wrapped == value);
                Ok(LoweredValue::Integer(wrapped, Origin { kind: Some(kind), name }))
            }
            _ if kind != IntegerKind::USIZE => self.fault(
                expr,
                "signals are counted in `usize` and `u64` only, which they do not leave; bits are cut off by `bit_cast`",
            ),
            value => Ok(LoweredValue::Loose(self.one(x, value)?)),
        }
    }

    fn not(&mut self, x: &KernelExpr) -> Result<LoweredValue> {
        let value = self.value(x)?;
        match value {
            LoweredValue::Word(parts, signed) => {
                let parts = parts.into_iter().map(|part| self.module.fold_unary(UnaryOp::Not, part));
                Ok(LoweredValue::Word(parts.collect(), signed))
            }
            LoweredValue::Loose(_) => self.fault(x, NO_ARITHMETIC),
            LoweredValue::Integer(value, Origin { kind: Some(kind), .. }) => {
                Ok(LoweredValue::integer(kind.wrapped(!value), kind))
            }
            LoweredValue::Struct(_, descriptor) => self.fault(x, not_of_structs(&descriptor.name)),
            value => Ok(LoweredValue::bits(self.one(x, value)?)),
        }
    }

    fn negated(&mut self, expr: &KernelExpr, x: &KernelExpr) -> Result<LoweredValue> {
        let value = self.value(x)?;
        match value {
            LoweredValue::Integer(value, origin) => self.ranged(expr, value.checked_neg(), origin.kind),
            LoweredValue::Word(parts, true) => {
                let width = self.total(&parts);
                let zero = self.digits(expr, 0, width, false)?;
                Ok(LoweredValue::Word(self.difference(&zero, &parts), true))
            }
            _ => self.fault(expr, "unary minus is not lowered: subtract from 0 of a known width"),
        }
    }

    fn reduced(&mut self, op: UnaryOp, x: &KernelExpr) -> Result<LoweredValue> {
        let parts = self.word(x)?.into_iter();
        let bits: Vec<ExprId> = parts.map(|part| self.module.fold_unary(op, part)).collect();
        // The parts' bits are reduced in the same way; the reduction of one bit is the bit.
        let bits = self.together(&bits);
        Ok(LoweredValue::bits(self.module.fold_unary(op, bits)))
    }
}

pub(super) fn not_of_structs(name: &str) -> String {
    format!("operators of the struct {name} are Rust code that is not lowered: write out what they do with its fields")
}
