//! Packed-SIMD arithmetic hardware that can be trusted.
#![warn(missing_docs)]

pub mod algebra;
#[cfg(feature = "native")]
pub mod bench;
pub mod catalog;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "native")]
pub mod counterexample;
pub mod files;
pub mod golden;
pub mod hdl;
pub mod isa;
#[cfg(feature = "native")]
pub mod mutate;
pub mod netlist;
pub mod prove;
#[cfg(feature = "native")]
pub mod regress;
pub mod rtl;
pub mod sim;
#[cfg(feature = "native")]
pub mod vectors;
pub mod verilog;
