//! Operators of kernels and of the netlist.

use crate::ir::BinaryOp;
use crate::kernel::Operator;

/// The netlist's operator; the logical ones are bitwise ones of one bit. It has no division.
pub(super) fn plain(op: Operator) -> Option<BinaryOp> {
    Some(match op {
        Operator::Add => BinaryOp::Add,
        Operator::Sub => BinaryOp::Sub,
        Operator::Mul => BinaryOp::Mul,
        Operator::And | Operator::BitAnd => BinaryOp::And,
        Operator::Or | Operator::BitOr => BinaryOp::Or,
        Operator::BitXor => BinaryOp::Xor,
        Operator::Shl => BinaryOp::Shl,
        Operator::Shr => BinaryOp::Shr,
        Operator::Eq => BinaryOp::Eq,
        Operator::Lt => BinaryOp::Lt,
        Operator::Le => BinaryOp::Le,
        Operator::Ne => BinaryOp::Ne,
        Operator::Ge => BinaryOp::Ge,
        Operator::Gt => BinaryOp::Gt,
        Operator::Div | Operator::Rem => return None,
    })
}
