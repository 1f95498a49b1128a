//! Byte permute: PTX's `prmt.b32`, what packed kernels shuffle and pack bytes with.

mod coverage;
pub mod golden;
pub mod rtl;
mod unit;

pub use unit::{KIND, LANGUAGE, PERMUTE, Permute};
