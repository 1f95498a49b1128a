//! State: registers, pipeline stages and memories, the blocks that kernels can't describe.
//!
//! Each leaf has a hand-written `update()` for rust-hdl's own simulation and a `LeafSpec` for the netlist. All state but that of
//! [`DFF`] and of memories with contents starts at 0 (the default of the type). Within one `update_all` pass of rust-hdl a value moves one level of the
//! hierarchy up or down, the clock like any other, so every leaf samples its inputs before any output of another
//! leaf can reach it. For that `d` must have settled before the clock rises and the clock must go down the hierarchy
//! by plain assignments.

mod flip_flop;
mod memory;
mod register;
mod stage;
mod state;

pub use flip_flop::DFF;
pub use memory::Memory;
pub use register::Register;
pub use stage::Stage;
pub use state::StateLeaf;
pub use state::{instance, of_field, of_leaf, state};
