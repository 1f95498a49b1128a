//! Packed-SIMD arithmetic hardware that can be trusted.
#![warn(missing_docs)]

pub mod algebra;
pub mod bench;
pub mod catalog;
pub mod cli;
pub mod counterexample;
pub mod files;
pub mod golden;
pub mod isa;
pub mod mutate;
pub mod netlist;
pub mod prove;
pub mod regress;
pub mod rtl;
pub mod sim;
pub mod vectors;
pub mod verilog;
