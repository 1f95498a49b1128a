//! Records on request which branches of a kernel are taken, so that a check can report branches that it did not reach.

use super::error::Result;
use super::kernel::KernelLowering;
use super::source;
use crate::ir::{BinaryOp, ExprId, UnaryOp};
use crate::kernel::{At, KernelSource};

/// An outcome of an `if`, with the place of the condition, or an arm of a `match`, with that of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchKind {
    Then(At),
    Else(At),
    Arm(At),
}

impl BranchKind {
    /// Where it stands; an `else` stands behind the condition.
    pub fn at(self) -> At {
        match self {
            BranchKind::Then(at) | BranchKind::Arm(at) => at,
            BranchKind::Else(at) => At {
                column: at.end_column,
                line: at.end_line,
                ..at
            },
        }
    }

    /// Its condition or pattern.
    pub fn text(self, source: &KernelSource) -> String {
        match self {
            BranchKind::Then(at) => format!("if {}", source::text(source, at)),
            BranchKind::Else(at) => format!("else of if {}", source::text(source, at)),
            BranchKind::Arm(at) => format!("{} => …", source::text(source, at)),
        }
    }
}

impl KernelLowering<'_> {
    /// Runs a branch; `holds` is the condition of the `if`, or of the arm.
    pub(super) fn under<T>(
        &mut self,
        holds: ExprId,
        branch: BranchKind,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let taken = !matches!(branch, BranchKind::Else(_));
        self.inside(holds, taken, |kernel| {
            kernel.reached(branch);
            run(kernel)
        })
    }

    /// Runs the arms behind one that is taken where `holds` is 1.
    pub(super) fn beside<T>(&mut self, holds: ExprId, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.inside(holds, false, run)
    }

    fn inside<T>(&mut self, holds: ExprId, taken: bool, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.branches.is_none() {
            return run(self);
        }
        let condition = match taken {
            true => holds,
            false => self.module.fold_unary(UnaryOp::Not, holds),
        };
        self.path.push(condition);
        let result = run(self);
        self.path.pop();
        result
    }

    /// Records that the present place is a branch of its own.
    pub(super) fn reached(&mut self, branch: BranchKind) {
        let Some(branches) = &mut self.branches else {
            return;
        };
        let mut holds = self.module.constant(1, 1);
        for condition in &self.path {
            holds = self.module.fold_binary(BinaryOp::And, holds, *condition);
        }
        // A loop goes through a branch several times: it is taken if any round takes it.
        let is_known = |(known, _): &&mut (BranchKind, ExprId)| *known == branch && branch.at() != At::default();
        match branches.iter_mut().find(is_known) {
            Some((_, taken)) => *taken = self.module.fold_binary(BinaryOp::Or, *taken, holds),
            None => branches.push((branch, holds)),
        }
    }
}
