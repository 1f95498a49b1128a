//! Converts the syntax tree of rust-hdl's own macro to lanesmith's.
//!
//! rust-hdl's macro drops match guards, the `=` of `..=`, the names of functions and `.index()`; the tree does not show whether it
//! did.

use super::names::{Loops, resolve};
use crate::kernel::literal::{integer, parse_literal};
use crate::kernel::{
    Arm, At, IntegerKind, Kernel, KernelConstant, KernelExpr, KernelExprKind, KernelType, Operator, Path, PathStep,
    Pattern, Stmt, StmtKind,
};
use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLiteral, VerilogLoop,
    VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};
use rust_hdl::prelude::{TypeDescriptor, TypeKind};

/// Rounds of all loops of a kernel, those of inner ones counted in each round of the outer ones.
const MOST_ROUNDS: usize = 1 << 12;

/// Converts a tree. Constructs that lanesmith's tree cannot express become expressions or names that the lowering refuses.
pub fn convert(block: &VerilogBlock) -> Kernel {
    let mut loops = Variables::default();
    Kernel {
        body: statements(block, &mut loops),
        stock: Some(super::stock_digest::digest(block)),
        ..Kernel::default()
    }
}

/// The variables of open loops, and how many rounds there were.
#[derive(Default)]
struct Variables {
    open: Vec<(String, u128)>,
    rounds: usize,
}

fn statements(block: &VerilogBlock, loops: &mut Variables) -> Vec<Stmt> {
    let statements = block.iter().map(|statement| Stmt {
        at: At::default(),
        kind: self::statement(statement, loops),
    });
    statements.collect()
}

fn statement(statement: &VerilogStatement, loops: &mut Variables) -> StmtKind {
    match statement {
        VerilogStatement::Comment(text) => StmtKind::Comment(super::text::comment(text)),
        VerilogStatement::Macro(block) => StmtKind::Block(statements(block, loops)),
        VerilogStatement::If(conditional) => self::conditional(conditional, loops),
        VerilogStatement::Match(matching) => self::matching(matching, loops),
        VerilogStatement::Loop(repeated) => repeat(repeated, loops),
        VerilogStatement::Link(links) => StmtKind::Link(links.clone()),
        VerilogStatement::Assignment(target, value) => {
            StmtKind::Assign(path(target, &loops.open), Vec::new(), expr(value, &loops.open))
        }
        VerilogStatement::SliceAssignment {
            base,
            width,
            offset,
            replacement,
        } => StmtKind::AssignBits(
            path(base, &loops.open),
            expr(offset, &loops.open),
            *width as u32,
            expr(replacement, &loops.open),
        ),
    }
}

/// The name of a signal as one step; an array index that is not understood stays in it and names nothing.
fn path(target: &VerilogExpression, loops: Loops) -> Path {
    let name = match target {
        VerilogExpression::Signal(name) => resolve(name, loops).unwrap_or_else(|_| name.clone()),
        _ => "an expression".to_owned(),
    };
    Path {
        at: At::default(),
        steps: vec![PathStep::Field(name)],
    }
}

fn conditional(conditional: &VerilogConditional, loops: &mut Variables) -> StmtKind {
    let otherwise = match &conditional.otherwise {
        VerilogBlockOrConditional::Block(block) => statements(block, loops),
        VerilogBlockOrConditional::Conditional(inner) => vec![Stmt {
            at: At::default(),
            kind: statement(inner, loops),
        }],
        VerilogBlockOrConditional::None => Vec::new(),
    };
    StmtKind::If(
        expr(&conditional.test, &loops.open),
        statements(&conditional.then, loops),
        otherwise,
    )
}

fn matching(matching: &VerilogMatch, loops: &mut Variables) -> StmtKind {
    let arms = matching.cases.iter().map(|case| Arm {
        at: At::default(),
        pattern: match case.condition.as_str() {
            "default" => Pattern::Any,
            name => Pattern::Name(name.to_owned()),
        },
        guard: None,
        body: statements(&case.block, loops),
    });
    let arms = arms.collect();
    StmtKind::Match(vec![expr(&matching.test, &loops.open)], arms)
}

fn repeat(repeated: &VerilogLoop, loops: &mut Variables) -> StmtKind {
    let bound = |literal: &VerilogLiteral| parse_literal(&literal.to_string()).and_then(|(_, bits)| integer(&bits));
    let (Some(from), Some(to)) = (bound(&repeated.from), bound(&repeated.to)) else {
        return refused(format!(
            "the bounds of the loop over {} are not understood",
            repeated.index
        ));
    };
    let mut body = Vec::new();
    for value in from..to {
        loops.rounds += 1;
        if loops.rounds > MOST_ROUNDS {
            return refused(format!("loops of more than {MOST_ROUNDS} rounds"));
        }
        loops.open.push((repeated.index.clone(), value));
        body.extend(statements(&repeated.block, loops));
        loops.open.pop();
    }
    StmtKind::Loop(repeated.index.clone(), body)
}

/// A statement that the lowering refuses with these words.
fn refused(message: String) -> StmtKind {
    let test = KernelExpr::new(At::default(), KernelExprKind::Name(message));
    StmtKind::If(test, Vec::new(), Vec::new())
}

fn expr(given: &VerilogExpression, loops: Loops) -> KernelExpr {
    let inner = |x: &VerilogExpression| Box::new(expr(x, loops));
    let kind = match given {
        VerilogExpression::Paren(x) => return expr(x, loops),
        VerilogExpression::Signal(name) => match loops.iter().rev().find(|(variable, _)| variable == name) {
            Some((_, value)) => KernelExprKind::Constant(KernelConstant::Integer(*value as i128, IntegerKind::USIZE)),
            None => KernelExprKind::Name(resolve(name, loops).unwrap_or_else(|_| name.clone())),
        },
        VerilogExpression::Literal(literal) => match parse_literal(&literal.to_string()) {
            Some((1, bits)) => KernelExprKind::Constant(KernelConstant::Logic(bits_of(1), bits)),
            Some((_, bits)) => KernelExprKind::Literal(integer(&bits).unwrap_or(u128::MAX)),
            None => KernelExprKind::Literal(u128::MAX),
        },
        VerilogExpression::Cast(x, width) => KernelExprKind::Cast(Some(bits_of(*width)), inner(x)),
        VerilogExpression::Signed(x) => KernelExprKind::ToSigned(inner(x)),
        VerilogExpression::Unsigned(x) => KernelExprKind::ToUnsigned(inner(x)),
        VerilogExpression::Binary(x, op, y) => KernelExprKind::Binary(operator(op), inner(x), inner(y)),
        VerilogExpression::Unary(VerilogOpUnary::Not, x) => KernelExprKind::Not(inner(x)),
        VerilogExpression::Unary(VerilogOpUnary::Neg, x) => KernelExprKind::Negate(inner(x)),
        VerilogExpression::Unary(VerilogOpUnary::All, x) => KernelExprKind::All(inner(x)),
        VerilogExpression::Unary(VerilogOpUnary::Any, x) => KernelExprKind::Any(inner(x)),
        VerilogExpression::Unary(VerilogOpUnary::Xor, x) => KernelExprKind::Parity(inner(x)),
        VerilogExpression::Index(x, i) => KernelExprKind::GetBit(inner(x), inner(i)),
        VerilogExpression::Slice(x, width, i) => KernelExprKind::GetBits(inner(x), *width as u32, inner(i)),
        VerilogExpression::IndexReplace(x, i, bit) => KernelExprKind::ReplaceBit(inner(x), inner(i), inner(bit)),
    };
    KernelExpr::new(At::default(), kind)
}

fn bits_of(width: usize) -> KernelType {
    KernelType {
        descriptor: TypeDescriptor {
            name: format!("Bits::<{width}>"),
            kind: TypeKind::Bits(width),
        },
        width: width as u32,
    }
}

fn operator(op: &VerilogOp) -> Operator {
    match op {
        VerilogOp::Add => Operator::Add,
        VerilogOp::Sub => Operator::Sub,
        VerilogOp::Mul => Operator::Mul,
        VerilogOp::LogicalAnd => Operator::And,
        VerilogOp::LogicalOr => Operator::Or,
        VerilogOp::BitXor => Operator::BitXor,
        VerilogOp::BitAnd => Operator::BitAnd,
        VerilogOp::BitOr => Operator::BitOr,
        VerilogOp::Shl => Operator::Shl,
        VerilogOp::Shr => Operator::Shr,
        VerilogOp::Eq => Operator::Eq,
        VerilogOp::Lt => Operator::Lt,
        VerilogOp::Le => Operator::Le,
        VerilogOp::Ne => Operator::Ne,
        VerilogOp::Ge => Operator::Ge,
        VerilogOp::Gt => Operator::Gt,
    }
}
