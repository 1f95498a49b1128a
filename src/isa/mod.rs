//! The instruction sets: tables, texts and encodings. They know nothing of golden and nothing of hardware.

pub mod brew;
pub mod diagnostic;
pub mod near;
pub mod number;
pub mod ptx;
