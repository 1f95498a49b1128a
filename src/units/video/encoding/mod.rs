//! The control word of the video ALU: its fields and codes, in Rust, C and SystemVerilog.

pub mod control;
mod header;

pub use control::{CODES, Control, FIELDS, OperationCode};
pub use header::{c_header, sv_package};
