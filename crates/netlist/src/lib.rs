//! The typed netlist: modules of nets, exactly sized expressions, registers, memories and instances.
//!
//! The emitted Verilog, the simulator and the proofs all derive from it.

// The code of the macros names this crate so.
extern crate self as __lanesmith;

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
pub mod prelude;
pub mod rtl;
mod share;
mod state;
mod value_names;
pub mod verilog;

pub use check::{CheckError, check};
pub use crossing::{ClockCrossing, CrossingGuard, clock_crossings};
pub use enumeration::{Enumeration, ValueName};
pub use flat::{DrivenReset, Flat, FlatScope, FlatStep, StateWord};
pub use fold::mask;
pub use ir::{
    BinaryOp, Cell, Design, Expr, ExprId, ExprKind, Instance, MemoryRead, MemoryWrite, Module, ModuleId, Net, NetId,
    NetKind, NetlistMemory, NetlistRegister, Reset, ResetStyle, UnaryOp,
};
pub use lanesmith_macros::{LogicState, LogicStruct, hdl_gen, hdl_module};
pub use leaf::LeafSpec;
pub use lower::{
    Branch, LowerError, SourcePlace, is_keyword, is_reserved_port, lower, lower_documented, lower_probed,
    lower_without, module_name, raw_name, type_parts,
};
#[doc(hidden)]
pub use state::field_name;
pub use state::{InstanceHandle, StateHandle};

/// The digest of this package's sources, for certificates.
#[doc(hidden)]
pub const SOURCE_DIGEST: &str = lanesmith_macros::source_digest!("src");

/// A remark in a kernel, without effect when it runs.
///
/// The lowering uses some forms, as first statements of a kernel: `comment!("module NAME: Doc.")` names
/// the kind of module and documents it, `comment!("port NAME: Meaning.")` documents a port.
#[macro_export]
macro_rules! comment {
    ($text:literal) => {};
}
