//! Equivalent expressions that read better and that linters do not object to: constants are folded, slices are taken
//! as close to nets as they go, concatenations are flat, comparisons that cannot fail or succeed are gone.

use crate::netlist::{BinaryOp, ExprId, ExprKind, Module, NetId, UnaryOp};
use std::collections::HashMap;

/// Widest shift amount that tools take.
const AMOUNT_BITS: u32 = 32;

/// A module's expressions, simplified; the forms are in the module's arena.
pub(super) struct Simplified {
    /// The form of every expression, by the index of the original.
    pub(super) forms: Vec<ExprId>,
    /// Nets that turn out constant; no form reads them.
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
            if let Some(value) = value(module, forms[expr.0 as usize]) {
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
            ExprKind::Const(value) => module.constant(expr.width, value),
            ExprKind::Net(net) => match constants.get(&net) {
                Some(value) => module.constant(expr.width, *value),
                None => module.read(net),
            },
            ExprKind::Unary(op, x) => unary(module, op, form(x)),
            ExprKind::Binary(op, x, y) => binary(module, op, form(x), form(y)),
            ExprKind::Mux(select, x, y) => mux(module, form(select), form(x), form(y)),
            ExprKind::Slice(x, lo) => slice(module, form(x), lo, expr.width),
            ExprKind::Concat(parts) => {
                let parts: Vec<ExprId> = parts.iter().map(|part| form(*part)).collect();
                concat(module, &parts)
            }
        };
        forms.push(new);
    }
    forms
}

/// The all-ones word.
pub(super) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn value(m: &Module, id: ExprId) -> Option<u64> {
    match m.expr_ref(id).kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    }
}

/// `op x`.
pub(super) fn unary(m: &mut Module, op: UnaryOp, x: ExprId) -> ExprId {
    let width = m.width(x);
    if let Some(v) = value(m, x) {
        return match op {
            UnaryOp::Not => m.constant(width, !v & ones(width)),
            UnaryOp::All => m.constant(1, u64::from(v == ones(width))),
            UnaryOp::Any => m.constant(1, u64::from(v != 0)),
            UnaryOp::Parity => m.constant(1, u64::from(v.count_ones() % 2)),
        };
    }
    match (op, m.expr_ref(x).kind.clone()) {
        (UnaryOp::Not, ExprKind::Unary(UnaryOp::Not, inner)) => inner,
        (UnaryOp::Not, _) => m.unary(op, x),
        _ if width == 1 => x,
        (_, ExprKind::Concat(parts)) => reduce_parts(m, op, parts),
        _ => m.unary(op, x),
    }
}

/// The reduction of a concatenation: constant parts decide it or do not matter.
fn reduce_parts(m: &mut Module, op: UnaryOp, mut parts: Vec<ExprId>) -> ExprId {
    let constant = |part: &ExprId| value(m, *part).map(|value| (value, ones(m.width(*part))));
    if op == UnaryOp::All && parts.iter().filter_map(constant).any(|(value, ones)| value != ones) {
        return m.constant(1, 0);
    }
    if op == UnaryOp::Any && parts.iter().filter_map(constant).any(|(value, _)| value != 0) {
        return m.constant(1, 1);
    }
    let before = parts.len();
    parts.retain(|part| constant(part).is_none_or(|(value, _)| op == UnaryOp::Parity && value != 0));
    let rest = concat(m, &parts);
    if parts.len() == before {
        m.unary(op, rest)
    } else {
        unary(m, op, rest)
    }
}

/// `x op y`.
pub(super) fn binary(m: &mut Module, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
    use BinaryOp::*;
    let width = m.width(x);
    let (full, vx, vy) = (ones(width), value(m, x), value(m, y));
    if let (Some(a), Some(b)) = (vx, vy) {
        let result = match op {
            Add => a.wrapping_add(b) & full,
            Sub => a.wrapping_sub(b) & full,
            Mul => a.wrapping_mul(b) & full,
            And => a & b,
            Or => a | b,
            Xor => a ^ b,
            Shl if b < 64 => a << b & full,
            Shr if b < 64 => a >> b,
            Shl | Shr => 0,
            Eq => u64::from(a == b),
            Ne => u64::from(a != b),
            Lt => u64::from(a < b),
            Le => u64::from(a <= b),
            Gt => u64::from(a > b),
            Ge => u64::from(a >= b),
        };
        return m.constant(if op.is_comparison() { 1 } else { width }, result);
    }
    let (zero, top) = (Some(0), Some(full));
    match op {
        And | Mul if vx == zero || vy == zero => m.constant(width, 0),
        And if vx == top => y,
        And if vy == top => x,
        Or if vx == top || vy == top => m.constant(width, full),
        Add | Or | Xor if vx == zero => y,
        Add | Sub | Or | Xor | Shl | Shr if vy == zero => x,
        And | Or if x == y => x,
        Xor | Sub if x == y => m.constant(width, 0),
        Xor if vx == top => unary(m, UnaryOp::Not, y),
        Xor if vy == top => unary(m, UnaryOp::Not, x),
        Eq | Le | Ge if x == y => m.constant(1, 1),
        Ne | Lt | Gt if x == y => m.constant(1, 0),
        Lt if vy == zero || vx == top => m.constant(1, 0),
        Gt if vx == zero || vy == top => m.constant(1, 0),
        Ge if vy == zero || vx == top => m.constant(1, 1),
        Le if vx == zero || vy == top => m.constant(1, 1),
        Eq | Ne if width == 1 && (vx.is_some() || vy.is_some()) => {
            let (constant, other) = if let Some(v) = vx { (v, y) } else { (vy.unwrap_or(0), x) };
            if (constant == 1) == (op == Eq) {
                other
            } else {
                unary(m, UnaryOp::Not, other)
            }
        }
        Shl | Shr if vx == zero => m.constant(width, 0),
        Shl | Shr if vy.is_some_and(|amount| amount >= u64::from(width)) => m.constant(width, 0),
        Shl | Shr if vy.is_none() && m.width(y) > AMOUNT_BITS => {
            let high = slice(m, y, AMOUNT_BITS, m.width(y) - AMOUNT_BITS);
            let far = unary(m, UnaryOp::Any, high);
            let near = slice(m, y, 0, AMOUNT_BITS);
            let (zero, shifted) = (m.constant(width, 0), binary(m, op, x, near));
            mux(m, far, zero, shifted)
        }
        _ if op.is_comparison() && shared_zeros(m, x, y) > 0 => {
            let kept = width - shared_zeros(m, x, y);
            let (x, y) = (slice(m, x, 0, kept), slice(m, y, 0, kept));
            binary(m, op, x, y)
        }
        // A zero-extended operand cannot reach a larger constant.
        _ if op.is_comparison() && leading_zeros(m, x) > 0 && vy.is_some() => {
            m.constant(1, u64::from(matches!(op, Ne | Lt | Le)))
        }
        _ if op.is_comparison() && leading_zeros(m, y) > 0 && vx.is_some() => {
            m.constant(1, u64::from(matches!(op, Ne | Gt | Ge)))
        }
        _ => m.binary(op, x, y),
    }
}

/// Leading bits that are 0 in both operands, of which at least one bit is kept.
fn shared_zeros(m: &Module, x: ExprId, y: ExprId) -> u32 {
    let zeros = leading_zeros(m, x).min(leading_zeros(m, y));
    zeros.min(m.width(x) - 1)
}

/// Leading bits that are known to be 0.
fn leading_zeros(m: &Module, x: ExprId) -> u32 {
    match &m.expr_ref(x).kind {
        ExprKind::Const(value) => value.leading_zeros() + m.width(x) - 64,
        ExprKind::Concat(parts) => leading_zeros(m, parts[0]),
        _ => 0,
    }
}

fn mux(m: &mut Module, select: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
    if then == otherwise {
        return then;
    }
    match (value(m, select), value(m, then), value(m, otherwise)) {
        (Some(0), ..) => otherwise,
        (Some(_), ..) => then,
        (_, Some(1), Some(0)) if m.width(then) == 1 => select,
        (_, Some(0), Some(1)) if m.width(then) == 1 => unary(m, UnaryOp::Not, select),
        _ => m.mux(select, then, otherwise),
    }
}

/// Bits `lo .. lo + width` of `x`.
pub(super) fn slice(m: &mut Module, x: ExprId, lo: u32, width: u32) -> ExprId {
    match m.expr_ref(x).kind.clone() {
        _ if width == m.width(x) => x,
        ExprKind::Const(value) => m.constant(width, value >> lo & ones(width)),
        ExprKind::Slice(inner, offset) => slice(m, inner, offset + lo, width),
        ExprKind::Concat(parts) => {
            let mut taken = Vec::new();
            let mut end = m.width(x);
            for part in parts {
                let start = end - m.width(part);
                let (from, to) = (start.max(lo), end.min(lo + width));
                if from < to {
                    taken.push(slice(m, part, from - start, to - from));
                }
                end = start;
            }
            concat(m, &taken)
        }
        _ => m.slice(x, lo, width),
    }
}

/// Parts side by side, the first one most significant.
pub(super) fn concat(m: &mut Module, parts: &[ExprId]) -> ExprId {
    let mut flat: Vec<ExprId> = Vec::new();
    for part in parts {
        let inner = match &m.expr_ref(*part).kind {
            ExprKind::Concat(inner) => inner.clone(),
            _ => vec![*part],
        };
        for part in inner {
            let joined = flat.last().and_then(|last| join(m, *last, part));
            match joined {
                Some(joined) => *flat.last_mut().expect("there is a last part") = joined,
                None => flat.push(part),
            }
        }
    }
    m.concat(&flat)
}

/// One expression for two neighbours: constants, or adjacent slices of one operand.
fn join(m: &mut Module, high: ExprId, low: ExprId) -> Option<ExprId> {
    let (high_width, low_width) = (m.width(high), m.width(low));
    let width = high_width + low_width;
    match (&m.expr_ref(high).kind, &m.expr_ref(low).kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => {
            let value = a << low_width | b;
            Some(m.constant(width, value))
        }
        (ExprKind::Slice(x, from), ExprKind::Slice(y, lo)) if x == y && *from == lo + low_width => {
            let (x, lo) = (*x, *lo);
            Some(slice(m, x, lo, width))
        }
        _ => None,
    }
}
