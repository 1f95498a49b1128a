//! Conversions between values, and of values to bits.

use super::error::{KernelError, Result};
use super::kernel::KernelLowering;
use super::layout::{LIMB, MOST_BITS, Part, parts};
use super::value::{LoweredValue, Origin};
use crate::enumeration::{Enumeration, ValueName, enumerations};
use crate::ir::{self, ExprId, ExprKind};
use crate::kernel::{At, KernelConstant, KernelExpr};
use rust_hdl_core::prelude::{TypeDescriptor, TypeKind};
use std::sync::Arc;

pub(super) const UNSIZED: &str = "the width of this integer is not known here: give it one, as in `bits::<8>(…)`";

impl KernelLowering<'_> {
    pub(super) fn fault<T>(&self, expr: &KernelExpr, message: impl Into<String>) -> Result<T> {
        self.fault_at(expr.at, message)
    }

    pub(super) fn fault_at<T>(&self, at: At, message: impl Into<String>) -> Result<T> {
        Err(KernelError {
            at,
            signal: String::new(),
            message: message.into(),
        })
    }

    /// Bits of a type as a value of it.
    pub(super) fn typed(&mut self, parts: Vec<ExprId>, descriptor: &TypeDescriptor) -> LoweredValue {
        match &descriptor.kind {
            TypeKind::Composite(_) => LoweredValue::Struct(parts, descriptor.clone()),
            kind => LoweredValue::Word(self.limbs(&parts), matches!(kind, TypeKind::Signed(_))),
        }
    }

    /// The same bits in parts of 64.
    pub(super) fn limbs(&mut self, parts: &[ExprId]) -> Vec<ExprId> {
        let total: u32 = parts.iter().map(|part| self.module.width(*part)).sum();
        let limbs = (0..total.max(1)).step_by(LIMB as usize);
        limbs
            .map(|lo| {
                let pieces = self.extract(parts, lo, LIMB.min(total.saturating_sub(lo)));
                self.together(&pieces)
            })
            .collect()
    }

    /// Parts as one expression, which must not have more than 64 bits.
    pub(super) fn together(&mut self, parts: &[ExprId]) -> ExprId {
        match parts {
            [part] => *part,
            parts => {
                let parts: Vec<ExprId> = parts.iter().rev().copied().collect();
                self.module.fold_concat(&parts)
            }
        }
    }

    /// Bits `lo .. lo + width` of parts given least significant first, in pieces.
    pub fn extract(&mut self, parts: &[ExprId], lo: u32, width: u32) -> Vec<ExprId> {
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
        found
    }

    pub(super) fn total(&self, parts: &[ExprId]) -> u32 {
        parts.iter().map(|part| self.module.width(*part)).sum()
    }

    /// A Rust value.
    pub(super) fn constant(&mut self, constant: &KernelConstant) -> LoweredValue {
        match constant {
            KernelConstant::Named(name, constant) => match self.constant(constant) {
                LoweredValue::Integer(value, Origin { kind, .. }) => {
                    let name = Some(*name);
                    LoweredValue::Integer(value, Origin { kind, name })
                }
                LoweredValue::Word(parts, signed) => LoweredValue::Word(self.with_name(parts, *name), signed),
                value => value,
            },
            KernelConstant::Integer(value, kind) => LoweredValue::integer(*value, *kind),
            KernelConstant::Logic(kind, bits) => {
                let parts = match parts(&kind.descriptor) {
                    Ok(parts) => parts,
                    // A type without bits: its one value is 0.
                    Err(_) => return LoweredValue::integer(0, None),
                };
                let constant = |(part, names): (&Part, Option<Enumeration>)| {
                    let value = part.of(bits);
                    match names.and_then(|names| names.value_name(value)) {
                        Some(name) => self.module.named(part.width, value, name),
                        None => self.module.constant(part.width, value),
                    }
                };
                let typed = parts.iter().zip(enumerations(&kind.descriptor));
                let parts = typed.map(constant).collect();
                self.typed(parts, &kind.descriptor)
            }
        }
    }

    /// A constant of one part with this name, unless it is a variant, which has one.
    fn with_name(&mut self, parts: Vec<ExprId>, [group, item]: [&str; 2]) -> Vec<ExprId> {
        let [part] = parts[..] else { return parts };
        let ir::Expr {
            width,
            kind: ExprKind::Const(value),
        } = *self.module.expr_ref(part)
        else {
            return parts;
        };
        let name = ValueName {
            group: group.to_owned(),
            item: item.to_owned(),
        };
        vec![self.module.named(width, value, Arc::new(name))]
    }

    /// The value as one expression of known width.
    pub(super) fn one(&mut self, expr: &KernelExpr, value: LoweredValue) -> Result<ExprId> {
        match value {
            LoweredValue::Loose(bits) => Ok(bits),
            LoweredValue::Word(parts, _) if parts.len() == 1 => Ok(parts[0]),
            LoweredValue::Word(parts, _) => {
                let width = self.total(&parts);
                let message = format!("a value of {width} bits, where at most {LIMB} are possible");
                self.fault(expr, message)
            }
            LoweredValue::Struct(parts, _) => {
                let width = self.total(&parts);
                if width > LIMB {
                    let message = format!("a struct of {width} bits can only be assigned, compared or taken apart");
                    return self.fault(expr, message);
                }
                Ok(self.together(&parts))
            }
            LoweredValue::Integer(..) => self.fault(expr, UNSIZED),
        }
    }

    /// An error for a word without bits, or of more than there may be.
    pub(super) fn check_width(&self, expr: &KernelExpr, width: u32) -> Result<()> {
        match (1..=MOST_BITS).contains(&width) {
            true => Ok(()),
            false => self.fault(expr, format!("{width} bits; words have 1 to {MOST_BITS}")),
        }
    }

    /// An integer at a width it must fit, with its name.
    pub(super) fn sized(
        &mut self,
        expr: &KernelExpr,
        (value, origin): (i128, Origin),
        width: u32,
        signed: bool,
    ) -> Result<Vec<ExprId>> {
        let parts = self.digits(expr, value, width, signed)?;
        Ok(match origin.name {
            Some(name) => self.with_name(parts, name),
            None => parts,
        })
    }

    /// The bits of an integer.
    pub(super) fn digits(&mut self, expr: &KernelExpr, value: i128, width: u32, signed: bool) -> Result<Vec<ExprId>> {
        let bits = width.min(127);
        let (least, most) = match signed {
            true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            false => (0, if bits == 127 { i128::MAX } else { (1_i128 << bits) - 1 }),
        };
        if !(least..=most).contains(&value) {
            return self.fault(expr, format!("{value} does not fit the {width} bits it meets"));
        }
        Ok((0..width)
            .step_by(LIMB as usize)
            .map(|lo| {
                let part = (value >> lo.min(127)) as u64;
                let width = LIMB.min(width - lo);
                self.module.constant(width, part & crate::mask(width))
            })
            .collect())
    }

    /// Parts cut off or extended: with zeros, or with the sign.
    pub(super) fn resized(&mut self, parts: &[ExprId], width: u32, signed: bool) -> Vec<ExprId> {
        let total = self.total(parts);
        if width <= total {
            let pieces = self.extract(parts, 0, width);
            return self.limbs(&pieces);
        }
        if let ([part], false, true) = (parts, signed, width <= LIMB) {
            return vec![self.module.fold_resize(*part, width)];
        }
        let mut pieces = parts.to_vec();
        let sign = match (signed, parts.last()) {
            (true, Some(last)) => {
                let top = self.module.width(*last) - 1;
                self.module.fold_slice(*last, top, 1)
            }
            _ => self.module.constant(1, 0),
        };
        let mut missing = width - total;
        while missing > 0 {
            let count = missing.min(LIMB);
            let copies = vec![sign; count as usize];
            pieces.push(match signed {
                true => self.module.fold_concat(&copies),
                false => self.module.constant(count, 0),
            });
            missing -= count;
        }
        self.limbs(&pieces)
    }

    /// A value at a width: integers must fit it, what is loose takes it, bits must have it.
    pub(super) fn at_width(
        &mut self,
        expr: &KernelExpr,
        value: LoweredValue,
        width: u32,
        signed: bool,
    ) -> Result<Vec<ExprId>> {
        match value {
            LoweredValue::Integer(value, origin) => self.sized(expr, (value, origin), width, signed),
            LoweredValue::Loose(bits) => Ok(self.resized(&[bits], width, false)),
            LoweredValue::Word(parts, _) | LoweredValue::Struct(parts, _) => Ok(parts),
        }
    }
}
