//! The typed netlist: modules of nets, exactly sized expressions, registers, memories and instances.
//!
//! It is the one meaning of the hardware. The emitted Verilog, the simulator and the proofs all derive from it.

mod check;
mod clean;
pub mod eval;
pub mod fault;
mod flat;
mod fold;
mod ir;
mod leaf;
mod lower;
mod share;

pub use check::{CheckError, check};
pub use flat::{Flat, FlatScope, Step};
pub(crate) use fold::mask;
pub use ir::{
    BinaryOp, Design, Expr, ExprId, ExprKind, Instance, Memory, MemoryRead, MemoryWrite, Module, ModuleId, Net, NetId,
    NetKind, Register, Reset, ResetStyle, UnaryOp,
};
pub use leaf::LeafSpec;
pub use lower::{LowerError, lower, lower_documented};

/// A remark in a kernel, without effect when it runs.
///
/// Two forms mean something to the lowering, as first statements of a kernel: `comment!("module NAME: Doc.")` names
/// the kind of module and documents it, `comment!("port NAME: Meaning.")` documents a port.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
