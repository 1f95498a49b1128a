//! Finds constructs of a kernel from which rust-hdl's own macro may have dropped something.
//!
//! It drops match guards, the `=` of `..=`, and the names of functions that begin like casts; its tree does not show whether it
//! did. So lanesmith refuses constructs that may have had them, except in the kernels of rust-hdl's own widgets, whose sources
//! (rust-hdl-widgets 0.46.0) have none.

use super::text::render;
use super::tree::{BlockBody, BlockNode};
use crate::kernel::{Arm, Kernel, KernelExpr, KernelExprKind, Operator, Pattern, Stmt, StmtKind};

const ADVICE: &str = "use the hdl_gen of lanesmith::hdl::prelude, or netlist::lower_trusted if there is none";

/// A construct of which something may be missing.
pub struct Lost {
    /// The construct.
    pub expression: String,
    /// What may be missing.
    pub message: String,
}

/// The first construct of a kernel of which something may be missing; `None` if nothing can be.
pub fn may_have_lost(kernel: &Kernel) -> Option<Lost> {
    let digest = kernel.stock?;
    match super::widgets::KERNELS.iter().any(|(_, known)| *known == digest) {
        true => None,
        false => in_block(&kernel.body),
    }
}

/// Paths and digests of the blocks below a block that have a kernel of which something may be missing.
pub fn digests(node: &BlockNode, found: &mut Vec<(String, u64)>) {
    if let BlockBody::Kernel(kernel) = &node.code
        && let Some(digest) = kernel.stock
        && in_block(&kernel.body).is_some()
    {
        found.push((node.path.clone(), digest));
    }
    node.children.iter().for_each(|child| digests(child, found));
}

fn in_block(body: &[Stmt]) -> Option<Lost> {
    body.iter().find_map(in_statement)
}

fn in_statement(statement: &Stmt) -> Option<Lost> {
    match &statement.kind {
        StmtKind::Assign(_, _, value) => in_expr(value),
        StmtKind::AssignBits(_, offset, _, value) => in_expr(offset).or_else(|| in_expr(value)),
        StmtKind::If(test, then, otherwise) => in_expr(test).or_else(|| in_block(then)).or_else(|| in_block(otherwise)),
        StmtKind::Match(values, arms) => values.iter().find_map(in_expr).or_else(|| in_match(values, arms)),
        StmtKind::Loop(name, body) => Some(Lost {
            expression: format!("for {name} in …"),
            message: format!("rust-hdl's macro drops the `=` of `..=`: {ADVICE}"),
        })
        .filter(|_| !body.is_empty()),
        StmtKind::Block(body) => in_block(body),
        StmtKind::Let(_, value) => in_expr(value),
        StmtKind::Link(_) | StmtKind::Comment(_) | StmtKind::Endless => None,
    }
}

/// An arm can have had a guard only if another one takes what the guard leaves: the default, or one of the same pattern.
fn in_match(values: &[KernelExpr], arms: &[Arm]) -> Option<Lost> {
    let patterns: Vec<Option<&str>> = arms
        .iter()
        .map(|arm| match &arm.pattern {
            Pattern::Name(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    let is_repeated = |i: usize| patterns[..i].contains(&patterns[i]);
    if patterns.contains(&None) || (0..patterns.len()).any(is_repeated) {
        let values: Vec<String> = values.iter().map(render).collect();
        return Some(Lost {
            expression: format!("match {} {{ … }}", values.join(", ")),
            message: format!("rust-hdl's macro drops the guards of arms: {ADVICE}"),
        });
    }
    arms.iter().find_map(|arm| in_block(&arm.body))
}

fn in_expr(expr: &KernelExpr) -> Option<Lost> {
    match &expr.kind {
        KernelExprKind::Cast(..) => Some(Lost {
            expression: render(expr),
            message: format!(
                "rust-hdl's macro takes every function whose name begins with `bits`, `Bits` or `bit_cast` for a cast: {ADVICE}"
            ),
        }),
        // What is cut off at once may wrap; the width of what is shifted down or looked at as a whole is to be known.
        KernelExprKind::Binary(Operator::Shr, x, y) => wrapping(x)
            .or_else(|| wrapping(y))
            .or_else(|| in_expr(x))
            .or_else(|| in_expr(y)),
        KernelExprKind::Binary(Operator::Shl, x, y) => wrapping(y).or_else(|| in_expr(x)).or_else(|| in_expr(y)),
        KernelExprKind::Binary(_, x, y) => in_expr(x).or_else(|| in_expr(y)),
        KernelExprKind::GetBit(x, y) | KernelExprKind::GetBits(x, _, y) => {
            wrapping(x).or_else(|| in_expr(x)).or_else(|| in_expr(y))
        }
        KernelExprKind::All(x) | KernelExprKind::Any(x) | KernelExprKind::Parity(x) => {
            wrapping(x).or_else(|| in_expr(x))
        }
        KernelExprKind::ReplaceBit(x, i, bit) => in_expr(x).or_else(|| in_expr(i)).or_else(|| in_expr(bit)),
        KernelExprKind::Not(x)
        | KernelExprKind::Negate(x)
        | KernelExprKind::ToSigned(x)
        | KernelExprKind::ToUnsigned(x)
        | KernelExprKind::Field(x, _) => in_expr(x),
        _ => None,
    }
}

/// Arithmetic whose result depends on whether `.index()` stood at its operands.
fn wrapping(expr: &KernelExpr) -> Option<Lost> {
    let KernelExprKind::Binary(op, x, y) = &expr.kind else {
        return None;
    };
    match op {
        Operator::Add | Operator::Sub | Operator::Mul | Operator::Shl => Some(Lost {
            expression: render(expr),
            message: super::error::UNKNOWN_WIDTH.to_owned(),
        }),
        Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => None,
        _ => wrapping(x).or_else(|| wrapping(y)),
    }
}
