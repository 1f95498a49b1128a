//! The typed netlist: modules of nets, exactly sized expressions, registers, memories and instances.
//!
//! The emitted Verilog, the simulator and the proofs all derive from it.

mod check;
mod clean;
mod crossing;
mod enumeration;
pub mod eval;
pub mod fault;
mod flat;
mod fold;
mod ir;
#[doc(hidden)]
pub mod kernel;
mod leaf;
mod lower;
mod share;
mod state;
mod value_names;

pub use check::{CheckError, check};
pub use crossing::{ClockCrossing, CrossingGuard, clock_crossings};
pub use enumeration::{Enumeration, ValueName};
pub use flat::{DrivenReset, Flat, FlatScope, FlatStep};
pub(crate) use fold::mask;
pub use ir::{
    BinaryOp, Cell, Design, Expr, ExprId, ExprKind, Instance, MemoryRead, MemoryWrite, Module, ModuleId, Net, NetId,
    NetKind, NetlistMemory, NetlistRegister, Reset, ResetStyle, UnaryOp,
};
pub use leaf::LeafSpec;
pub use lower::{
    Branch, LowerError, SourcePlace, is_keyword, is_reserved_port, lower, lower_documented, lower_probed,
    lower_without, module_name, raw_name, type_parts,
};
#[doc(hidden)]
pub use state::field_name;
pub use state::{InstanceHandle, StateHandle};

/// A remark in a kernel, without effect when it runs.
///
/// The lowering uses some forms, as first statements of a kernel: `comment!("module NAME: Doc.")` names
/// the kind of module and documents it, `comment!("port NAME: Meaning.")` documents a port. In place of the first,
/// `comment!("cell FAMILY NAME: Doc.")` declares a cell that devices of the family have: the kernel models the
/// cell, its ports are the cell's in capitals, and an input with `comment!("parameter NAME: Meaning.")` is a parameter.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
