//! What rust-hdl's own macro may have dropped from a kernel.

use crate::netlist::kernel::{Arm, Expr, ExprKind, Pattern, Stmt, StmtKind};

/// A construct of which something may be missing.
pub struct Lost {
    /// The construct.
    pub expression: String,
    /// What may be missing.
    pub message: String,
}

/// The first construct of a kernel of which something may be missing; `None` if nothing can be.
pub fn may_have_lost(body: &[Stmt]) -> Option<Lost> {
    let _ = body;
    None
}
