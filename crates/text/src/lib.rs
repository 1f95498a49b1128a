//! Shared parts of all parsers: error messages with source excerpts, numbers, similar names.

pub mod diagnostic;
pub mod files;
mod instruction;
pub mod lines;
pub mod near;
pub mod number;
pub mod sources;

pub use instruction::InstructionText;

/// Name and version of the program, as reports and banners have them.
pub fn tool() -> String {
    concat!("lanesmith ", env!("CARGO_PKG_VERSION")).to_owned()
}
