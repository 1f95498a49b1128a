//! Simplification of expressions for readers and linters, beyond that of the netlist: removes constant nets, and comparisons and
//! reductions that constant bits decide.

use crate::{BinaryOp, ExprId, ExprKind, Module, NetId, UnaryOp, mask};
use std::collections::HashMap;

/// Widest shift amount that tools take.
const AMOUNT_BITS: u32 = 32;

/// A module's expressions, simplified; the forms are in the module's arena.
pub(super) struct Simplified {
    /// The form of every expression, by the index of the original.
    pub(super) forms: Vec<ExprId>,
    /// Nets found to be constant; no form reads them.
    pub(super) constants: HashMap<NetId, u64>,
}

/// Simplifies all expressions of the module.
pub(super) fn simplify(module: &mut Module) -> Simplified {
    let originals = module.exprs().len();
    let mut constants = HashMap::new();
    loop {
        let forms = forms(module, originals, &constants);
        let known = constants.len();
        for (net, expr) in &module.assigns {
            if let Some(value) = module.known(forms[expr.0 as usize]) {
                constants.insert(*net, value);
            }
        }
        if constants.len() == known {
            return Simplified { forms, constants };
        }
    }
}

fn forms(module: &mut Module, originals: usize, constants: &HashMap<NetId, u64>) -> Vec<ExprId> {
    let mut forms: Vec<ExprId> = Vec::with_capacity(originals);
    for index in 0..originals {
        let expr = module.exprs()[index].clone();
        let form = |id: ExprId| forms[id.0 as usize];
        let new = match expr.kind {
            ExprKind::Net(net) => match constants.get(&net) {
                Some(value) => module.constant(expr.width, *value),
                None => module.read(net),
            },
            ExprKind::Unary(op, x) => unary(module, op, form(x)),
            ExprKind::Binary(op, x, y) => binary(module, op, form(x), form(y)),
            kind => module.fold(expr.width, kind.map(form)),
        };
        forms.push(new);
    }
    forms
}

fn unary(m: &mut Module, op: UnaryOp, x: ExprId) -> ExprId {
    match m.expr_ref(x).kind.clone() {
        ExprKind::Concat(parts) if op != UnaryOp::Not => reduce_parts(m, op, parts),
        _ => m.fold_unary(op, x),
    }
}

/// The reduction of a concatenation: constant parts decide it or are neutral.
fn reduce_parts(m: &mut Module, op: UnaryOp, mut parts: Vec<ExprId>) -> ExprId {
    let constant = |part: &ExprId| m.known(*part).map(|value| (value, mask(m.width(*part))));
    if op == UnaryOp::All && parts.iter().filter_map(constant).any(|(value, ones)| value != ones) {
        return m.constant(1, 0);
    }
    if op == UnaryOp::Any && parts.iter().filter_map(constant).any(|(value, _)| value != 0) {
        return m.constant(1, 1);
    }
    parts.retain(|part| constant(part).is_none_or(|(value, _)| op == UnaryOp::Parity && value != 0));
    let rest = m.fold_concat(&parts);
    m.fold_unary(op, rest)
}

fn binary(m: &mut Module, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
    match op {
        BinaryOp::Shl | BinaryOp::Shr if m.known(y).is_none() && m.width(y) > AMOUNT_BITS => far_shift(m, op, x, y),
        _ if op.is_comparison() && m.known(x).is_some() => comparison(m, mirrored(op), y, x),
        _ if op.is_comparison() => comparison(m, op, x, y),
        _ => m.fold_binary(op, x, y),
    }
}

/// A shift by an amount that is wider than tools take.
fn far_shift(m: &mut Module, op: BinaryOp, x: ExprId, amount: ExprId) -> ExprId {
    let high = m.fold_slice(amount, AMOUNT_BITS, m.width(amount) - AMOUNT_BITS);
    let far = unary(m, UnaryOp::Any, high);
    let near = m.fold_slice(amount, 0, AMOUNT_BITS);
    let zero = m.constant(m.width(x), 0);
    let shifted = m.fold_binary(op, x, near);
    m.fold_mux(far, zero, shifted)
}

/// A comparison without the leading zeros of both sides; a constant is moved to the right.
fn comparison(m: &mut Module, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
    let width = m.width(x);
    let zeros = leading_zeros(m, x).min(leading_zeros(m, y)).min(width - 1);
    let (x, y) = (m.fold_slice(x, 0, width - zeros), m.fold_slice(y, 0, width - zeros));
    if leading_zeros(m, x) > 0 && m.known(x).is_none() && m.known(y).is_some() {
        // A zero-extended operand cannot reach a constant that has more bits.
        return m.constant(1, u64::from(matches!(op, BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le)));
    }
    m.fold_binary(op, x, y)
}

/// The equivalent comparison of swapped operands.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// Leading bits that are known to be 0.
fn leading_zeros(m: &Module, x: ExprId) -> u32 {
    match &m.expr_ref(x).kind {
        ExprKind::Const(value) | ExprKind::Named(value, _) => value.leading_zeros() + m.width(x) - 64,
        ExprKind::Concat(parts) => leading_zeros(m, parts[0]),
        _ => 0,
    }
}
