//! Modules of the kinds that users write: which of them have a netlist, and that it and the emitted text do what rust-hdl's own
//! simulation does. What random kernels (`kernels`) contain in their expressions and statements is not repeated here.

mod buses;
pub mod clocks;
mod corners;
mod filters;
pub mod harness;
pub mod icarus;
mod memories;
mod names;
mod sensitivity;
pub mod state;
mod structure;
pub mod table;
mod wide;
