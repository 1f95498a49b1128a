//! Modules of the kinds that users write: which of them have a netlist, and that it and the emitted text do what rust-hdl's own
//! simulation does.

mod buses;
mod corners;
pub mod harness;
pub mod icarus;
mod memories;
mod names;
mod no_verilog;
mod other_values;
mod sensitivity;
pub mod state;
mod structure;
pub mod table;
