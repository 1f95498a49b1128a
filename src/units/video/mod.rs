//! The SIMD video ALU and its core.

pub mod claims;
mod core;
pub mod coverage;
pub mod encoding;
mod families;
pub mod golden;
pub(crate) mod options;
pub mod testbench;
mod unit;
pub mod vectors;
mod verilog_testbench;

pub use core::{CORE, VideoCore};
pub use families::families;
pub use lanesmith_rtl::video as rtl;
pub use options::DEFAULT_LATENCY;
pub use unit::{ALU, C_HEADER, LANGUAGE, PTX_UNIT, RESULTS, SV_PACKAGE, Video};
