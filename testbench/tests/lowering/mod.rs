//! rust-hdl kernels lowered to the netlist: the same values as the kernel itself, clear errors for what has no meaning.

mod cells;
mod errors;
mod hierarchy;
pub mod model;
pub mod pair;
pub mod random;
