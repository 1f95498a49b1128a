//! The SIMD video ALU and its core.

pub mod bench;
pub mod claims;
pub mod counterexample;
pub mod coverage;
pub mod golden;
mod mutate;
pub(in crate::units) mod options;
pub mod ptx;
pub mod rtl;
pub mod testbench;
mod unit;
pub mod vectors;
mod words;
mod work;

pub use unit::{ALU, CORE, DEFAULT_LATENCY, Video};
