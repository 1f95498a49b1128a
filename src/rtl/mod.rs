//! The hardware's building blocks, described with rust-hdl. They know nothing of golden.

mod codes;
pub mod device;
mod handshake;

pub(crate) use codes::codes;
pub(crate) use handshake::handshake;
pub use lanesmith_netlist::rtl::*;
