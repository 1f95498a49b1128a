//! `match`: which arm is taken.

use super::branches::BranchKind;
use super::error::Result;
use super::kernel::KernelLowering;
use super::value::LoweredValue;
use crate::ir::{BinaryOp, ExprId};
use crate::kernel::{Arm, At, KernelConstant, KernelExpr, Pattern};
use std::collections::HashSet;

/// Enumerations and truth values: the code, and how many codes their type has.
type Variant = (u64, usize);

impl KernelLowering<'_> {
    /// The arms that can be taken, each with its condition and its number. None of the arms before it is taken; the last
    /// one, without a condition, takes what the others leave.
    pub(super) fn arms<'b>(
        &mut self,
        values: &[KernelExpr],
        arms: impl Iterator<Item = &'b Arm>,
    ) -> Result<Vec<(Option<ExprId>, usize)>> {
        let arms: Vec<&Arm> = arms.collect();
        let tests: Vec<LoweredValue> = values.iter().map(|value| self.value(value)).collect::<Result<_>>()?;
        let mut taken = Vec::new();
        let mut variants = HashSet::new();
        let mut count = None;
        for (i, arm) in arms.into_iter().enumerate() {
            let mut holds = match &arm.pattern {
                Pattern::Any => None,
                pattern => Some(self.matches(arm.at, values, &tests, pattern)?),
            };
            match &arm.guard {
                Some(guard) => {
                    let guard = self.condition(guard)?;
                    holds = Some(match holds {
                        Some(holds) => self.module.fold_binary(BinaryOp::And, holds, guard),
                        None => guard,
                    });
                }
                None => {
                    for (code, codes) in self.codes(&arm.pattern) {
                        variants.insert(code);
                        count = Some(codes);
                    }
                }
            }
            taken.push((holds, i));
            if holds.is_none() {
                break;
            }
        }
        // Behind arms for all codes there is nothing left for a default. Where some code is no variant it stays: it says what
        // hardware does there.
        if count == Some(variants.len()) && tests.len() == 1 && variants.len().is_power_of_two() {
            taken.retain(|(holds, _)| holds.is_some());
        }
        // Rust has checked that the arms leave nothing out, so the last one takes all remaining values.
        if let Some(last) = taken.last_mut() {
            last.0 = None;
        }
        Ok(taken)
    }

    /// The variants that a pattern names.
    fn codes(&self, pattern: &Pattern) -> Vec<Variant> {
        match pattern {
            Pattern::Or(patterns) => patterns.iter().flat_map(|pattern| self.codes(pattern)).collect(),
            Pattern::Value(KernelConstant::Named(_, constant)) => self.codes(&Pattern::Value((**constant).clone())),
            Pattern::Value(KernelConstant::Logic(kind, bits)) => {
                let codes = match &kind.descriptor.kind {
                    rust_hdl_core::prelude::TypeKind::Enum(variants) => variants.len(),
                    rust_hdl_core::prelude::TypeKind::Bits(1) => 2,
                    _ => return Vec::new(),
                };
                let code = bits.iter().rev().fold(0, |code, bit| code << 1 | u64::from(*bit));
                vec![(code, codes)]
            }
            _ => Vec::new(),
        }
    }

    /// Whether values match a pattern.
    fn matches(&mut self, at: At, exprs: &[KernelExpr], values: &[LoweredValue], pattern: &Pattern) -> Result<ExprId> {
        match pattern {
            Pattern::Any => Ok(self.module.constant(1, 1)),
            Pattern::Or(patterns) => {
                let mut any = self.module.constant(1, 0);
                for pattern in patterns {
                    let holds = self.matches(at, exprs, values, pattern)?;
                    any = self.module.fold_binary(BinaryOp::Or, any, holds);
                }
                Ok(any)
            }
            Pattern::Tuple(patterns) => {
                let mut all = self.module.constant(1, 1);
                for (i, pattern) in patterns.iter().enumerate() {
                    let (Some(expr), Some(value)) = (exprs.get(i), values.get(i)) else {
                        return self.fault_at(at, "a tuple pattern for a value that is no tuple");
                    };
                    let (expr, value) = (std::slice::from_ref(expr), std::slice::from_ref(value));
                    let holds = self.matches(at, expr, value, pattern)?;
                    all = self.module.fold_binary(BinaryOp::And, all, holds);
                }
                Ok(all)
            }
            Pattern::Value(constant) => {
                let value = self.constant(constant);
                self.compares(at, &exprs[0], &values[0], BinaryOp::Eq, value)
            }
            Pattern::Range(from, to, inclusive) => {
                let mut all = self.module.constant(1, 1);
                if let Some(from) = from {
                    let from = self.constant(from);
                    all = self.compares(at, &exprs[0], &values[0], BinaryOp::Ge, from)?;
                }
                if let Some(to) = to {
                    let op = if *inclusive { BinaryOp::Le } else { BinaryOp::Lt };
                    let to = self.constant(to);
                    let below = self.compares(at, &exprs[0], &values[0], op, to)?;
                    all = self.module.fold_binary(BinaryOp::And, all, below);
                }
                Ok(all)
            }
        }
    }

    /// A comparison with a constant.
    fn compares(
        &mut self,
        at: At,
        expr: &KernelExpr,
        value: &LoweredValue,
        op: BinaryOp,
        constant: LoweredValue,
    ) -> Result<ExprId> {
        match (value, &constant) {
            (LoweredValue::Integer(test, _), LoweredValue::Integer(constant, _)) => {
                Ok(self.known_comparison(op, *test, *constant))
            }
            (LoweredValue::Struct(..), _) | (_, LoweredValue::Struct(..)) => {
                self.fault(expr, "a struct can't be matched: match its fields")
            }
            (value, constant) => {
                if let Some(holds) = self.out_of_reach(op, value, constant) {
                    return Ok(self.module.constant(1, u64::from(holds)));
                }
                let (parts, signed) = match value {
                    LoweredValue::Word(parts, signed) => (parts.clone(), *signed),
                    value => (vec![self.one(expr, value.clone())?], false),
                };
                let width = self.total(&parts);
                let constant = self.at_width(expr, constant.clone(), width, signed)?;
                let given = self.total(&constant);
                if given != width {
                    let message = format!("a pattern of {given} bits for a value of {width}");
                    return self.fault_at(at, message);
                }
                Ok(self.compared(op, &parts, &constant, signed))
            }
        }
    }

    /// The statements of the arms.
    pub(super) fn match_arms(&mut self, arms: &[(Option<ExprId>, &Arm)]) -> Result<()> {
        let Some(((holds, arm), rest)) = arms.split_first() else {
            return Ok(());
        };
        match holds {
            None => {
                self.reached(BranchKind::Arm(arm.at));
                self.run(&arm.body)
            }
            Some(holds) => self.branch(
                *holds,
                |kernel| kernel.under(*holds, BranchKind::Arm(arm.at), |kernel| kernel.run(&arm.body)),
                |kernel| kernel.beside(*holds, |kernel| kernel.match_arms(rest)),
            ),
        }
    }
}
