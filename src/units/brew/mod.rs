//! The register-ISA datapath.

mod bench;
pub mod claims;
pub mod counterexample;
pub mod coverage;
mod formal;
pub mod golden;
pub mod isa;
mod mutate;
mod options;
pub(crate) mod programs;
pub mod testbench;
mod unit;
pub mod vectors;
mod verilog_testbench;
mod work;

pub use lanesmith_rtl::brew as rtl;
pub use unit::{DATAPATH, Datapath, LANGUAGE};
