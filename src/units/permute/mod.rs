//! Byte permute: PTX's `prmt.b32`, with which packed kernels shuffle and pack bytes.

mod coverage;
pub mod golden;
mod unit;

pub use lanesmith_rtl::permute as rtl;
pub use unit::{KIND, LANGUAGE, PERMUTE, PTX_UNIT, Permute};
