//! Multiplexers that compare a net with constants, which are written as `case`.

use crate::{BinaryOp, ExprId, ExprKind, Module, UnaryOp};
use std::collections::HashSet;

/// A ladder with fewer labels is written as a condition.
const FEWEST_LABELS: usize = 3;

/// A chain of multiplexers that compare one net, or bits of it, with constants.
pub(super) struct Ladder {
    /// What is compared.
    pub(super) subject: ExprId,
    /// Constants, all different, with the value for them.
    pub(super) arms: Vec<(Vec<ExprId>, ExprId)>,
    /// The value for other constants.
    pub(super) otherwise: ExprId,
}

impl Ladder {
    /// Whether there are enough labels for a `case`.
    pub(super) fn is_case(&self) -> bool {
        self.arms.iter().map(|(labels, _)| labels.len()).sum::<usize>() >= FEWEST_LABELS
    }

    /// Merges arms with the same value, and removes those with the value of `otherwise`.
    fn unite(&mut self) {
        let mut united: Vec<(Vec<ExprId>, ExprId)> = Vec::new();
        for (labels, then) in self.arms.drain(..).filter(|(_, then)| *then != self.otherwise) {
            match united.iter_mut().find(|(_, known)| *known == then) {
                Some((known, _)) => known.extend(labels),
                None => united.push((labels, then)),
            }
        }
        self.arms = united;
    }
}

/// The ladder at the top of an expression, if it has enough labels. It ends above a multiplexer that is not used
/// `once`, as others need its value.
pub(super) fn ladder(module: &mut Module, id: ExprId, once: impl Fn(ExprId) -> bool) -> Option<Ladder> {
    let (mut arms, mut end, mut labels) = chain(module, id, once);
    // The end of a chain of truth values is a comparison itself.
    let (comparison, value) = match module.expr_ref(end).kind {
        ExprKind::Unary(UnaryOp::Not, inner) => (inner, 0),
        _ => (end, 1),
    };
    if module.width(end) == 1 && !arms.is_empty() && labels.add(module, comparison) {
        arms.push((labels.take(), module.constant(1, value)));
        end = module.constant(1, 1 - value);
    }
    if labels.known.len() < FEWEST_LABELS {
        return None;
    }
    arms.retain(|(labels, _)| !labels.is_empty());
    let mut ladder = Ladder {
        subject: labels.subject?,
        arms,
        otherwise: end,
    };
    ladder.unite();
    Some(ladder)
}

/// The arms of a chain, and its end.
fn chain(module: &Module, id: ExprId, once: impl Fn(ExprId) -> bool) -> (Vec<(Vec<ExprId>, ExprId)>, ExprId, Labels) {
    let (mut labels, mut arms, mut at) = (Labels::default(), Vec::new(), id);
    while let ExprKind::Mux(select, then, otherwise) = module.expr_ref(at).kind {
        if !((at == id || once(at)) && labels.add(module, select)) {
            break;
        }
        arms.push((labels.take(), then));
        at = otherwise;
    }
    (arms, at, labels)
}

/// The constants with which one expression is compared.
#[derive(Default)]
struct Labels {
    subject: Option<ExprId>,
    known: HashSet<u64>,
    /// Those of the comparison at hand that no comparison before had.
    new: Vec<ExprId>,
}

impl Labels {
    /// Adds those of a comparison, or of several of which any may hold; `false` if it is something else.
    fn add(&mut self, module: &Module, test: ExprId) -> bool {
        let mut found = Vec::new();
        if !self.find(module, test, &mut found) {
            return false;
        }
        for (label, value) in found {
            if self.known.insert(value) {
                self.new.push(label);
            }
        }
        true
    }

    fn find(&mut self, module: &Module, test: ExprId, found: &mut Vec<(ExprId, u64)>) -> bool {
        match module.expr_ref(test).kind {
            ExprKind::Binary(BinaryOp::Or, x, y) => self.find(module, x, found) && self.find(module, y, found),
            ExprKind::Binary(BinaryOp::Eq, x, y) => {
                let is_net = match &module.expr_ref(x).kind {
                    ExprKind::Net(_) => true,
                    ExprKind::Slice(inner, _) => matches!(module.expr_ref(*inner).kind, ExprKind::Net(_)),
                    _ => false,
                };
                let Some(value) = module
                    .known(y)
                    .filter(|_| is_net && self.subject.is_none_or(|known| known == x))
                else {
                    return false;
                };
                self.subject = Some(x);
                found.push((y, value));
                true
            }
            _ => false,
        }
    }

    fn take(&mut self) -> Vec<ExprId> {
        std::mem::take(&mut self.new)
    }
}

/// The `case` that a legal expression is.
pub(super) fn written(module: &Module, id: ExprId) -> Option<Ladder> {
    let (arms, otherwise, labels) = chain(module, id, |_| true);
    let ladder = Ladder {
        subject: labels.subject?,
        arms,
        otherwise,
    };
    ladder.is_case().then_some(ladder)
}
