//! Operators on constants, and constructors that simplify what they build.

use super::ir::{BinaryOp, ExprId, ExprKind, Module, UnaryOp};

/// The largest value of `width` bits.
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl UnaryOp {
    /// The result for an operand of `width` bits.
    pub fn apply(self, width: u32, x: u64) -> u64 {
        match self {
            UnaryOp::Not => !x & mask(width),
            UnaryOp::All => u64::from(x == mask(width)),
            UnaryOp::Any => u64::from(x != 0),
            UnaryOp::Parity => u64::from(x.count_ones() & 1),
        }
    }
}

impl BinaryOp {
    /// The result for a left operand of `width` bits.
    pub fn apply(self, width: u32, x: u64, y: u64) -> u64 {
        let shift = |shifted: fn(u64, u32) -> u64| if y < u64::from(width) { shifted(x, y as u32) } else { 0 };
        let value = match self {
            BinaryOp::Add => x.wrapping_add(y),
            BinaryOp::Sub => x.wrapping_sub(y),
            BinaryOp::Mul => x.wrapping_mul(y),
            BinaryOp::And => x & y,
            BinaryOp::Or => x | y,
            BinaryOp::Xor => x ^ y,
            BinaryOp::Shl => shift(|x, n| x << n),
            BinaryOp::Shr => shift(|x, n| x >> n),
            BinaryOp::Eq => u64::from(x == y),
            BinaryOp::Ne => u64::from(x != y),
            BinaryOp::Lt => u64::from(x < y),
            BinaryOp::Le => u64::from(x <= y),
            BinaryOp::Gt => u64::from(x > y),
            BinaryOp::Ge => u64::from(x >= y),
        };
        value & mask(width)
    }
}

impl Module {
    /// The value of a constant expression.
    pub fn known(&self, id: ExprId) -> Option<u64> {
        match self.expr_ref(id).kind {
            ExprKind::Const(value) | ExprKind::Named(value, _) => Some(value),
            _ => None,
        }
    }

    /// Like [`Module::expr`], simplified.
    pub fn fold(&mut self, width: u32, kind: ExprKind) -> ExprId {
        match kind {
            ExprKind::Unary(op, x) => self.fold_unary(op, x),
            ExprKind::Binary(op, x, y) => self.fold_binary(op, x, y),
            ExprKind::Mux(select, x, y) => self.fold_mux(select, x, y),
            ExprKind::Slice(x, lo) => self.fold_slice(x, lo, width),
            ExprKind::Concat(parts) => self.fold_concat(&parts),
            ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) => self.expr(width, kind),
        }
    }

    /// Like [`Module::unary`], simplified.
    pub fn fold_unary(&mut self, op: UnaryOp, x: ExprId) -> ExprId {
        let width = self.width(x);
        if let Some(value) = self.known(x) {
            return self.constant(if op == UnaryOp::Not { width } else { 1 }, op.apply(width, value));
        }
        match (op, &self.expr_ref(x).kind) {
            (UnaryOp::Not, ExprKind::Unary(UnaryOp::Not, inner)) => *inner,
            (UnaryOp::All | UnaryOp::Any | UnaryOp::Parity, _) if width == 1 => x,
            _ => self.unary(op, x),
        }
    }

    /// Like [`Module::binary`], simplified.
    pub fn fold_binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
        use BinaryOp::*;
        let width = self.width(x);
        let (known_x, known_y) = (self.known(x), self.known(y));
        let result_width = if op.is_comparison() { 1 } else { width };
        if let (Some(value_x), Some(value_y)) = (known_x, known_y) {
            return self.constant(result_width, op.apply(width, value_x, value_y));
        }
        if x == y && !matches!(op, Add | Mul | Shl | Shr) {
            return match op {
                And | Or => x,
                Eq | Le | Ge => self.constant(1, 1),
                _ => self.constant(result_width, 0),
            };
        }
        if let (Some(amount), Shl | Shr) = (known_y, op) {
            return self.shift(op, x, amount);
        }
        let commutes = matches!(op, Add | Mul | And | Or | Xor | Eq | Ne);
        let operands = match (known_x, known_y) {
            (Some(value), None) if commutes => Some((y, value)),
            (None, Some(value)) => Some((x, value)),
            _ => None,
        };
        if let Some((other, value)) = operands {
            let all = mask(width);
            match op {
                Add | Sub | Or | Xor if value == 0 => return other,
                And if value == all => return other,
                Mul if value == 1 => return other,
                And | Mul if value == 0 => return self.constant(width, 0),
                Or if value == all => return self.constant(width, all),
                Xor if value == all => return self.fold_unary(UnaryOp::Not, other),
                Lt if value == 0 => return self.constant(1, 0),
                Ge if value == 0 => return self.constant(1, 1),
                Gt if value == all => return self.constant(1, 0),
                Le if value == all => return self.constant(1, 1),
                Eq | Ne if width == 1 && (value == 1) == (op == Eq) => return other,
                Eq | Ne if width == 1 => return self.fold_unary(UnaryOp::Not, other),
                _ => {}
            }
        }
        if known_x == Some(0) && matches!(op, Shl | Shr) {
            return x;
        }
        if matches!(op, Or | Xor | And)
            && let Some(parts) = self.disjoint(op, x, y)
        {
            return self.fold_concat(&parts);
        }
        self.binary(op, x, y)
    }

    fn shift(&mut self, op: BinaryOp, x: ExprId, amount: u64) -> ExprId {
        let width = self.width(x);
        if amount == 0 {
            return x;
        }
        if amount >= u64::from(width) {
            return self.constant(width, 0);
        }
        let amount = amount as u32;
        let zeros = self.constant(amount, 0);
        if op == BinaryOp::Shl {
            let kept = self.fold_slice(x, 0, width - amount);
            self.fold_concat(&[kept, zeros])
        } else {
            let kept = self.fold_slice(x, amount, width - amount);
            self.fold_concat(&[zeros, kept])
        }
    }

    /// The parts, most significant first, of a bitwise operation on concatenations whose parts face constants, as in
    /// `{a, 4'd0} | {4'd0, b}`.
    fn disjoint(&mut self, op: BinaryOp, x: ExprId, y: ExprId) -> Option<Vec<ExprId>> {
        let concat = |id: ExprId| matches!(self.expr_ref(id).kind, ExprKind::Concat(_));
        if !concat(x) || !(concat(y) || self.known(y).is_some()) {
            return None;
        }
        let mut cuts: Vec<u32> = [x, y].iter().flat_map(|id| self.cuts(*id)).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut parts = Vec::new();
        for pair in cuts.windows(2) {
            let part_x = self.fold_slice(x, pair[0], pair[1] - pair[0]);
            let part_y = self.fold_slice(y, pair[0], pair[1] - pair[0]);
            let part = self.fold_binary(op, part_x, part_y);
            if matches!(self.expr_ref(part).kind, ExprKind::Binary(..) | ExprKind::Unary(..))
                && part != part_x
                && part != part_y
            {
                return None;
            }
            parts.push(part);
        }
        parts.reverse();
        Some(parts)
    }

    /// Bit positions where a part of the expression begins or ends.
    fn cuts(&self, id: ExprId) -> Vec<u32> {
        let mut cuts = vec![0];
        if let ExprKind::Concat(parts) = &self.expr_ref(id).kind {
            for part in parts.iter().rev() {
                cuts.push(cuts[cuts.len() - 1] + self.width(*part));
            }
        } else {
            cuts.push(self.width(id));
        }
        cuts
    }

    /// Like [`Module::mux`], simplified.
    pub fn fold_mux(&mut self, select: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        if let Some(value) = self.known(select) {
            return if value != 0 { then } else { otherwise };
        }
        if let ExprKind::Unary(UnaryOp::Not, inner) = self.expr_ref(select).kind {
            return self.fold_mux(inner, otherwise, then);
        }
        let then = match self.expr_ref(then).kind {
            ExprKind::Mux(same, inner, _) if same == select => inner,
            _ => then,
        };
        let otherwise = match self.expr_ref(otherwise).kind {
            ExprKind::Mux(same, _, inner) if same == select => inner,
            _ => otherwise,
        };
        if let (true, Some(value)) = (
            then != otherwise,
            self.known(then).filter(|value| self.known(otherwise) == Some(*value)),
        ) {
            return self.common(then, otherwise, value);
        }
        if then == otherwise {
            return then;
        }
        if self.width(then) == 1 {
            match (self.known(then), self.known(otherwise)) {
                (Some(1), Some(0)) => return select,
                (Some(0), Some(1)) => return self.fold_unary(UnaryOp::Not, select),
                _ => {}
            }
        }
        self.mux(select, then, otherwise)
    }

    /// One constant for two of the same value: named as the one that has a name, if the other has none.
    fn common(&mut self, x: ExprId, y: ExprId, value: u64) -> ExprId {
        let is_plain = |id: ExprId| matches!(self.expr_ref(id).kind, ExprKind::Const(_));
        match (is_plain(x), is_plain(y)) {
            (true, _) => y,
            (_, true) => x,
            _ => self.constant(self.width(x), value),
        }
    }

    /// Like [`Module::slice`], simplified.
    pub fn fold_slice(&mut self, x: ExprId, lo: u32, width: u32) -> ExprId {
        if lo == 0 && width == self.width(x) {
            return x;
        }
        match self.expr_ref(x).kind.clone() {
            ExprKind::Const(value) | ExprKind::Named(value, _) => self.constant(width, value >> lo & mask(width)),
            ExprKind::Slice(inner, inner_lo) => self.fold_slice(inner, inner_lo + lo, width),
            ExprKind::Concat(parts) => {
                let mut picked = Vec::new();
                let mut base = 0;
                for part in parts.iter().rev() {
                    let part_width = self.width(*part);
                    let from = lo.max(base);
                    let to = (lo + width).min(base + part_width);
                    if from < to {
                        picked.push(self.fold_slice(*part, from - base, to - from));
                    }
                    base += part_width;
                }
                picked.reverse();
                self.fold_concat(&picked)
            }
            _ => self.slice(x, lo, width),
        }
    }

    /// Like [`Module::concat`], simplified: nested concatenations, neighbouring constants and neighbouring slices of
    /// one expression are united.
    pub fn fold_concat(&mut self, parts: &[ExprId]) -> ExprId {
        let mut united: Vec<ExprId> = Vec::new();
        for part in parts {
            let inner = match &self.expr_ref(*part).kind {
                ExprKind::Concat(inner) => inner.clone(),
                _ => vec![*part],
            };
            for part in inner {
                match united.last().and_then(|last| self.unite(*last, part)) {
                    Some(both) => {
                        united.pop();
                        united.push(both);
                    }
                    None => united.push(part),
                }
            }
        }
        self.concat(&united)
    }

    fn unite(&mut self, high: ExprId, low: ExprId) -> Option<ExprId> {
        let (high_width, low_width) = (self.width(high), self.width(low));
        match (&self.expr_ref(high).kind, &self.expr_ref(low).kind) {
            (ExprKind::Const(x) | ExprKind::Named(x, _), ExprKind::Const(y) | ExprKind::Named(y, _)) => {
                let value = x << low_width | y;
                Some(self.constant(high_width + low_width, value))
            }
            (ExprKind::Slice(x, x_lo), ExprKind::Slice(y, y_lo)) if x == y && *x_lo == y_lo + low_width => {
                let (x, lo) = (*x, *y_lo);
                Some(self.fold_slice(x, lo, high_width + low_width))
            }
            _ => None,
        }
    }

    /// Like [`Module::resize`], simplified.
    pub fn fold_resize(&mut self, x: ExprId, width: u32) -> ExprId {
        let from = self.width(x);
        if from >= width {
            return self.fold_slice(x, 0, width);
        }
        let zeros = self.constant(width - from, 0);
        self.fold_concat(&[zeros, x])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NetKind;

    #[test]
    fn halves_joined_by_shift_and_or_become_a_concatenation() {
        let mut module = Module::new("m", "");
        let nets = ["a", "b"].map(|name| module.net(name, 8, NetKind::Input, ""));
        let [a, b] = nets.map(|net| module.read(net));
        let high = module.fold_resize(a, 16);
        let eight = module.constant(4, 8);
        let high = module.fold_binary(BinaryOp::Shl, high, eight);
        let low = module.fold_resize(b, 16);
        let joined = module.fold_binary(BinaryOp::Or, high, low);
        assert_eq!(module.expr_ref(joined).kind, ExprKind::Concat(vec![a, b]));
        assert_eq!(module.fold_slice(joined, 8, 8), a);
        let byte = module.fold_slice(a, 4, 4);
        let rest = module.fold_slice(a, 0, 4);
        assert_eq!(module.fold_concat(&[byte, rest]), a);
    }

    #[test]
    fn operators_on_constants_wrap_at_their_width() {
        assert_eq!(BinaryOp::Add.apply(8, 0xff, 2), 1);
        assert_eq!(BinaryOp::Sub.apply(3, 1, 2), 7);
        assert_eq!(BinaryOp::Shl.apply(64, 1, 64), 0);
        assert_eq!(BinaryOp::Shl.apply(8, 3, 7), 0x80);
        assert_eq!(UnaryOp::Not.apply(64, 0), u64::MAX);
        assert_eq!(UnaryOp::All.apply(5, 31), 1);
    }
}
