//! Byte permute: PTX's `prmt.b32`, with which packed kernels shuffle and pack bytes.

mod coverage;
pub mod golden;
pub mod rtl;
mod unit;

pub use unit::{KIND, LANGUAGE, PERMUTE, PTX_UNIT, Permute};
