//! The typed netlist: modules of nets, exactly sized expressions, registers, memories and instances.
//!
//! The emitted Verilog, the simulator and the proofs all derive from it.

// The code of the macros names this crate so.
extern crate self as __lanesmith;

mod check;
mod clean;
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
    Branch, LowerError, SourcePlace, is_keyword, is_reserved_port, lower, lower_as, lower_documented, lower_probed,
    lower_without, module_name, raw_name, type_parts,
};
#[doc(hidden)]
pub use state::field_name;
pub use state::{InstanceHandle, StateHandle};

/// The digest of this package's sources, for certificates.
#[doc(hidden)]
pub const SOURCE_DIGEST: &str = lanesmith_macros::source_digest!("src");
