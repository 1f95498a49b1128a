//! The SIMD video ALU and its core.

pub mod claims;
mod core;
pub mod coverage;
pub mod encoding;
pub mod golden;
pub(in crate::units) mod options;
pub mod rtl;
pub mod testbench;
mod unit;
pub mod vectors;
mod verilog_testbench;

pub use core::{CORE, VideoCore};
pub use options::DEFAULT_LATENCY;
pub use unit::{ALU, C_HEADER, LANGUAGE, PTX_UNIT, RESULTS, SV_PACKAGE, Video};
