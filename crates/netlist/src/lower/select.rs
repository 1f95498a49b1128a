//! Bits of a value, at fixed and moving positions, and one of several values.

use super::branches::BranchKind;
use super::convert::UNSIZED;
use super::error::Result;
use super::kernel::KernelLowering;
use super::value::LoweredValue;
use crate::ValueName;
use crate::ir::{BinaryOp, ExprId, ExprKind, UnaryOp};
use crate::kernel::{KernelExpr, ValueArm};

impl KernelLowering<'_> {
    /// The parts of a value of known width.
    fn parts_of(&mut self, x: &KernelExpr, value: LoweredValue) -> Result<Vec<ExprId>> {
        match value {
            LoweredValue::Word(parts, _) | LoweredValue::Struct(parts, _) => Ok(parts),
            value => Ok(vec![self.one(x, value)?]),
        }
    }

    /// Gives a position in a net the name of the constant by which a kernel selects bits there.
    fn name_position(&mut self, pieces: &[ExprId], lo: u32, name: Option<[&str; 2]>) {
        if let ([piece], Some([group, item])) = (pieces, name)
            && let ExprKind::Slice(x, at) = self.module.expr_ref(*piece).kind
            && at == lo
            && let ExprKind::Net(net) = self.module.expr_ref(x).kind
        {
            let (group, item) = (group.to_owned(), item.to_owned());
            self.module.name_position(net, lo, ValueName { group, item });
        }
    }

    pub(super) fn get_bit(&mut self, expr: &KernelExpr, x: &KernelExpr, index: &KernelExpr) -> Result<LoweredValue> {
        let value = self.value(x)?;
        let parts = self.parts_of(x, value)?;
        let width = self.total(&parts);
        Ok(match self.index(index)? {
            LoweredValue::Integer(i, origin) if (0..i128::from(width)).contains(&i) => {
                let pieces = self.extract(&parts, i as u32, 1);
                self.name_position(&pieces, i as u32, origin.name);
                LoweredValue::Word(pieces, false)
            }
            LoweredValue::Integer(i, _) => return self.fault(expr, format!("bit {i} of {width} bits")),
            value => {
                let offset = self.one(index, value)?;
                LoweredValue::Word(self.moved_bits(&parts, offset, 1), false)
            }
        })
    }

    pub(super) fn slice(
        &mut self,
        expr: &KernelExpr,
        x: &KernelExpr,
        width: u32,
        offset: &KernelExpr,
    ) -> Result<LoweredValue> {
        let value = self.value(x)?;
        let signed = matches!(value, LoweredValue::Word(_, true));
        let parts = self.parts_of(x, value)?;
        let total = self.total(&parts);
        let offset_value = self.index(offset)?;
        if let LoweredValue::Integer(lo, origin) = &offset_value
            && let lo = *lo
            && lo >= 0
            && lo + i128::from(width) <= i128::from(total)
            && width > 0
        {
            let pieces = self.extract(&parts, lo as u32, width);
            self.name_position(&pieces, lo as u32, origin.name);
            return Ok(LoweredValue::Word(self.limbs(&pieces), signed));
        }
        self.check_width(expr, width)?;
        let amount = match offset_value {
            LoweredValue::Integer(lo, _) if lo > i128::from(total) || lo < 0 => {
                return self.fault(expr, format!("offset {lo} in {total} bits"));
            }
            LoweredValue::Integer(lo, _) => self.amount(lo),
            value => self.one(offset, value)?,
        };
        Ok(LoweredValue::Word(self.moved_bits(&parts, amount, width), signed))
    }

    pub(super) fn replace_bit(
        &mut self,
        expr: &KernelExpr,
        x: &KernelExpr,
        index: &KernelExpr,
        bit: &KernelExpr,
    ) -> Result<LoweredValue> {
        let value = self.value(x)?;
        let signed = matches!(value, LoweredValue::Word(_, true));
        let parts = self.parts_of(x, value)?;
        let width = self.total(&parts);
        let bit = self.condition(bit)?;
        Ok(match self.index(index)? {
            LoweredValue::Integer(i, _) if (0..i128::from(width)).contains(&i) => {
                let i = i as u32;
                let mut pieces = self.extract(&parts, 0, i);
                pieces.push(bit);
                pieces.extend(self.extract(&parts, i + 1, width - i - 1));
                LoweredValue::Word(self.limbs(&pieces), signed)
            }
            LoweredValue::Integer(i, _) => return self.fault(expr, format!("bit {i} of {width} bits")),
            value => {
                let index = self.one(index, value)?;
                let one = self.module.constant(1, 1);
                let place = self.placed(one, index, width);
                let moved = self.placed(bit, index, width);
                let parts = parts.into_iter().zip(place).zip(moved);
                let parts = parts.map(|((x, place), moved)| {
                    let others = self.module.fold_unary(UnaryOp::Not, place);
                    let kept = self.module.fold_binary(BinaryOp::And, x, others);
                    self.module.fold_binary(BinaryOp::Or, kept, moved)
                });
                LoweredValue::Word(parts.collect(), signed)
            }
        })
    }

    /// A bit at a moving position of a word.
    fn placed(&mut self, bit: ExprId, index: ExprId, width: u32) -> Vec<ExprId> {
        let parts = self.resized(&[bit], width, false);
        match parts[..] {
            [part] => vec![self.module.fold_binary(BinaryOp::Shl, part, index)],
            _ => self.shifted_wide(BinaryOp::Shl, &parts, index),
        }
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

    /// `if test { x } else { y }`.
    pub(super) fn either(
        &mut self,
        expr: &KernelExpr,
        test: &KernelExpr,
        x: &KernelExpr,
        y: &KernelExpr,
    ) -> Result<LoweredValue> {
        let holds = self.condition(test)?;
        if let Some(value) = self.module.known(holds) {
            return self.value(if value != 0 { x } else { y });
        }
        let then = self.under(holds, BranchKind::Then(test.at), |kernel| kernel.value(x))?;
        let otherwise = self.under(holds, BranchKind::Else(test.at), |kernel| kernel.value(y))?;
        self.merged(expr, holds, then, otherwise)
    }

    /// `match values { … }` with a value for each arm.
    pub(super) fn select(
        &mut self,
        expr: &KernelExpr,
        values: &[KernelExpr],
        arms: &[ValueArm],
    ) -> Result<LoweredValue> {
        let holds = self.arms(values, arms.iter().map(|arm| &arm.arm))?;
        let arms: Vec<(Option<ExprId>, &ValueArm)> = holds.into_iter().map(|(holds, i)| (holds, &arms[i])).collect();
        self.selected(expr, &arms)
    }

    fn selected(&mut self, expr: &KernelExpr, arms: &[(Option<ExprId>, &ValueArm)]) -> Result<LoweredValue> {
        let Some(((holds, arm), rest)) = arms.split_first() else {
            return self.fault(expr, "a `match` without an arm");
        };
        let branch = BranchKind::Arm(arm.arm.at);
        let known = holds.map(|holds| (holds, self.module.known(holds)));
        match known {
            Some((_, Some(0))) => self.selected(expr, rest),
            Some((holds, None)) => {
                let then = self.under(holds, branch, |kernel| kernel.value(&arm.value))?;
                let otherwise = self.beside(holds, |kernel| kernel.selected(expr, rest))?;
                self.merged(expr, holds, then, otherwise)
            }
            None | Some((_, Some(_))) => {
                self.reached(branch);
                self.value(&arm.value)
            }
        }
    }

    /// One of two values of one type.
    pub(super) fn merged(
        &mut self,
        expr: &KernelExpr,
        select: ExprId,
        x: LoweredValue,
        y: LoweredValue,
    ) -> Result<LoweredValue> {
        let known = |value: &LoweredValue| match value {
            LoweredValue::Word(parts, signed) => Some((self.total(parts), *signed)),
            _ => None,
        };
        match (x, y) {
            (LoweredValue::Integer(x, kind), LoweredValue::Integer(y, _)) if x == y => {
                Ok(LoweredValue::Integer(x, kind))
            }
            (LoweredValue::Struct(x, kind), LoweredValue::Struct(y, _)) => {
                Ok(LoweredValue::Struct(self.chosen(select, &x, &y), kind))
            }
            (x, y) => match known(&x).or(known(&y)) {
                Some((width, signed)) => {
                    let x = self.at_width(expr, x, width, signed)?;
                    let y = self.at_width(expr, y, width, signed)?;
                    let (width_x, width_y) = (self.total(&x), self.total(&y));
                    if width_x != width_y {
                        return self.fault(expr, format!("one value of {width_x} bits, another of {width_y}"));
                    }
                    Ok(LoweredValue::Word(self.chosen(select, &x, &y), signed))
                }
                None => {
                    let mut id = |value: LoweredValue| match value {
                        LoweredValue::Integer(value, _) if value < 0 => self.fault(expr, UNSIZED),
                        LoweredValue::Integer(value, _) => Ok(self.amount(value)),
                        value => self.one(expr, value),
                    };
                    let (x, y) = (id(x)?, id(y)?);
                    let width = self.module.width(x).max(self.module.width(y));
                    let (x, y) = (self.module.fold_resize(x, width), self.module.fold_resize(y, width));
                    Ok(LoweredValue::Loose(self.module.fold_mux(select, x, y)))
                }
            },
        }
    }
}
