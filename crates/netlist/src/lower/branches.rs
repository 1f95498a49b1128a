//! Records on request which branches of a kernel are taken, so that a check can report branches that it did not reach.

use super::error::Result;
use super::kernel::{KernelLowering, Taken};
use crate::ir::{BinaryOp, ExprId, UnaryOp};
use crate::kernel::At;

impl KernelLowering<'_> {
    /// Whether branches are recorded.
    pub(super) fn probes(&self) -> bool {
        self.branches.is_some()
    }

    /// Runs a branch that is taken where `holds` has the value `taken`.
    pub(super) fn under<T>(
        &mut self,
        holds: ExprId,
        taken: bool,
        at: At,
        what: impl FnOnce() -> String,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if !self.probes() {
            return run(self);
        }
        let condition = match taken {
            true => holds,
            false => self.module.fold_unary(UnaryOp::Not, holds),
        };
        self.path.push(condition);
        self.reached(at, what);
        let result = run(self);
        self.path.pop();
        result
    }

    /// Runs the arms behind one that is taken where `holds` is 1.
    pub(super) fn beside<T>(&mut self, holds: ExprId, run: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if !self.probes() {
            return run(self);
        }
        let not = self.module.fold_unary(UnaryOp::Not, holds);
        self.path.push(not);
        let result = run(self);
        self.path.pop();
        result
    }

    /// Records that the present place is a branch of its own.
    pub(super) fn reached(&mut self, at: At, what: impl FnOnce() -> String) {
        if !self.probes() {
            return;
        }
        let mut holds = self.module.constant(1, 1);
        for condition in self.path.clone() {
            holds = self.module.fold_binary(BinaryOp::And, holds, condition);
        }
        if let Some(branches) = &mut self.branches {
            // A loop goes through a branch several times: it is taken if any round takes it.
            match branches
                .iter_mut()
                .find(|branch| branch.at == at && at != At::default())
            {
                Some(branch) => {
                    let both = self.module.fold_binary(BinaryOp::Or, branch.holds, holds);
                    branch.holds = both;
                }
                None => branches.push(Taken {
                    at,
                    what: what(),
                    holds,
                }),
            }
        }
    }
}
