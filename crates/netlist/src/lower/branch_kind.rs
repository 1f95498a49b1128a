//! The branches of a kernel, by their places.

use super::source;
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
