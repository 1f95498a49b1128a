//! The typed netlist: modules of nets, exactly sized expressions, registers, memories and instances.
//!
//! It is the one meaning of the hardware. The emitted Verilog, the simulator and the proofs all derive from it.

mod ir;

pub use ir::{
    BinaryOp, Design, Expr, ExprId, ExprKind, Instance, Memory, MemoryRead, MemoryWrite, Module, ModuleId, Net, NetId,
    NetKind, Register, Reset, ResetStyle, UnaryOp,
};
