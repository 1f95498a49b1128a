//! Shared parts of all parsers: error messages with source excerpts, numbers, similar names.

pub mod diagnostic;
pub mod near;
pub mod number;
pub mod sources;
