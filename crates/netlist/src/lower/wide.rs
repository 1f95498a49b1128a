//! Arithmetic on words of any width, and of signed numbers: a netlist's expressions have at most 64 unsigned bits.

use super::kernel::KernelLowering;
use super::layout::LIMB;
use crate::ir::{BinaryOp, ExprId, UnaryOp};

/// Wide sums are made of pieces of this many bits, with one more for the carry.
const PIECE: u32 = 32;

impl KernelLowering<'_> {
    pub(super) fn sum(&mut self, x: &[ExprId], y: &[ExprId]) -> Vec<ExprId> {
        match (x, y) {
            ([x], [y]) => vec![self.module.fold_binary(BinaryOp::Add, *x, *y)],
            _ => {
                let carry = self.module.constant(1, 0);
                self.ripple(x, y, carry)
            }
        }
    }

    pub(super) fn difference(&mut self, x: &[ExprId], y: &[ExprId]) -> Vec<ExprId> {
        match (x, y) {
            ([x], [y]) => vec![self.module.fold_binary(BinaryOp::Sub, *x, *y)],
            _ => {
                let not: Vec<ExprId> = y.iter().map(|y| self.module.fold_unary(UnaryOp::Not, *y)).collect();
                let carry = self.module.constant(1, 1);
                self.ripple(x, &not, carry)
            }
        }
    }

    fn ripple(&mut self, x: &[ExprId], y: &[ExprId], mut carry: ExprId) -> Vec<ExprId> {
        let total = self.total(x);
        let mut pieces = Vec::new();
        for lo in (0..total).step_by(PIECE as usize) {
            let width = PIECE.min(total - lo);
            let mut piece = |parts: &[ExprId]| {
                let pieces = self.extract(parts, lo, width);
                let piece = self.together(&pieces);
                self.module.fold_resize(piece, width + 1)
            };
            let (x, y) = (piece(x), piece(y));
            let sum = self.module.fold_binary(BinaryOp::Add, x, y);
            let carried = self.module.fold_resize(carry, width + 1);
            let sum = self.module.fold_binary(BinaryOp::Add, sum, carried);
            pieces.push(self.module.fold_slice(sum, 0, width));
            carry = self.module.fold_slice(sum, width, 1);
        }
        self.limbs(&pieces)
    }

    /// A comparison of words of one width.
    pub(super) fn compared(&mut self, op: BinaryOp, x: &[ExprId], y: &[ExprId], signed: bool) -> ExprId {
        if let BinaryOp::Eq | BinaryOp::Ne = op {
            let all = if op == BinaryOp::Eq {
                BinaryOp::And
            } else {
                BinaryOp::Or
            };
            let bits = x.iter().zip(y).map(|(x, y)| self.module.fold_binary(op, *x, *y));
            let bits: Vec<ExprId> = bits.collect();
            let (first, rest) = bits.split_first().expect("a word has a part");
            return rest
                .iter()
                .fold(*first, |so_far, bit| self.module.fold_binary(all, so_far, *bit));
        }
        let (x, y) = match signed {
            true => (self.with_sign_turned(x), self.with_sign_turned(y)),
            false => (x.to_vec(), y.to_vec()),
        };
        // The most significant parts that differ decide; below them the operator decides among equal ones.
        let mut parts = x.iter().zip(&y);
        let (x, y) = parts.next().expect("a word has a part");
        let mut holds = self.module.fold_binary(op, *x, *y);
        let strict = match op {
            BinaryOp::Lt | BinaryOp::Le => BinaryOp::Lt,
            _ => BinaryOp::Gt,
        };
        for (x, y) in parts {
            let decided = self.module.fold_binary(strict, *x, *y);
            let equal = self.module.fold_binary(BinaryOp::Eq, *x, *y);
            let below = self.module.fold_binary(BinaryOp::And, equal, holds);
            holds = self.module.fold_binary(BinaryOp::Or, decided, below);
        }
        holds
    }

    /// Signed numbers are in the order of unsigned ones whose sign bit is the other one.
    fn with_sign_turned(&mut self, parts: &[ExprId]) -> Vec<ExprId> {
        let mut parts = parts.to_vec();
        if let Some(last) = parts.last_mut() {
            let width = self.module.width(*last);
            let sign = self.module.constant(width, 1 << (width - 1));
            *last = self.module.fold_binary(BinaryOp::Xor, *last, sign);
        }
        parts
    }

    /// A wide word shifted by an amount, in stages of powers of two.
    pub(super) fn shifted_wide(&mut self, op: BinaryOp, parts: &[ExprId], amount: ExprId) -> Vec<ExprId> {
        let total = self.total(parts);
        if let Some(amount) = self.module.known(amount) {
            return self.shifted_by(op, parts, u32::try_from(amount).unwrap_or(u32::MAX));
        }
        let bits = self.module.width(amount);
        let stages = (u32::BITS - (total - 1).leading_zeros()).min(bits);
        let mut parts = parts.to_vec();
        for stage in 0..stages {
            let moved = self.shifted_by(op, &parts, 1 << stage);
            let select = self.module.fold_slice(amount, stage, 1);
            parts = self.chosen(select, &moved, &parts);
        }
        if stages < bits {
            let rest = self.module.fold_slice(amount, stages, bits - stages);
            let beyond = self.module.fold_unary(UnaryOp::Any, rest);
            let zero = self.resized(&[], total, false);
            parts = self.chosen(beyond, &zero, &parts);
        }
        parts
    }

    fn shifted_by(&mut self, op: BinaryOp, parts: &[ExprId], amount: u32) -> Vec<ExprId> {
        let total = self.total(parts);
        if amount >= total {
            return self.resized(&[], total, false);
        }
        if amount == 0 {
            return parts.to_vec();
        }
        match op {
            BinaryOp::Shr => {
                let pieces = self.extract(parts, amount, total - amount);
                let parts = self.limbs(&pieces);
                self.resized(&parts, total, false)
            }
            _ => {
                let mut pieces = self.resized(&[], amount, false);
                pieces.extend(self.extract(parts, 0, total - amount));
                self.limbs(&pieces)
            }
        }
    }

    /// One of two lists of parts of the same widths.
    pub(super) fn chosen(&mut self, select: ExprId, then: &[ExprId], otherwise: &[ExprId]) -> Vec<ExprId> {
        let parts = then.iter().zip(otherwise);
        parts
            .map(|(then, otherwise)| self.module.fold_mux(select, *then, *otherwise))
            .collect()
    }

    /// Bits of a word at a moving position; beyond its end there are zeros.
    pub(super) fn moved_bits(&mut self, parts: &[ExprId], offset: ExprId, width: u32) -> Vec<ExprId> {
        let parts = match parts {
            [part] => vec![self.module.fold_binary(BinaryOp::Shr, *part, offset)],
            _ => self.shifted_wide(BinaryOp::Shr, parts, offset),
        };
        match (&parts[..], width <= LIMB) {
            ([part], true) => vec![self.module.fold_resize(*part, width)],
            _ => self.resized(&parts, width, false),
        }
    }
}
