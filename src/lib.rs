//! Packed-SIMD arithmetic hardware that can be trusted.
#![warn(missing_docs)]

// The code that its macros make names this crate, wherever it stands.
extern crate self as lanesmith;

pub use lanesmith_macros::{LogicState, LogicStruct, hdl_gen, hdl_module};

pub mod algebra;
#[cfg(feature = "native")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "native")]
pub mod counterexample;
pub mod files;
pub mod hdl;
#[cfg(feature = "native")]
pub mod mutate;
pub mod netlist;
pub mod prove;
pub mod ptx;
#[cfg(feature = "native")]
pub mod regress;
pub mod rtl;
pub mod sim;
pub mod text;
#[cfg(feature = "native")]
pub mod unit;
#[cfg(feature = "native")]
pub mod units;
#[cfg(feature = "native")]
pub mod vectors;
pub mod verilog;

/// Name and version of this program.
pub fn tool() -> String {
    concat!("lanesmith ", env!("CARGO_PKG_VERSION")).to_owned()
}
