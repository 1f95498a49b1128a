//! The SIMD video ALU as instructions of RISC-V cores.

pub mod claims;
mod counterexample;
mod coverage;
pub mod emulation;
pub mod encoding;
pub mod golden;
pub mod inspection;
pub mod interfaces;
pub mod isa;
mod mutate;
mod options;
pub mod testbench;
mod unit;
pub mod vectors;
pub mod wiring;
mod work;

pub use lanesmith_rtl::riscv as rtl;
pub use rtl::RiscvConfig;
pub use unit::{C_HEADER, CFU, CV_X_IF, NEORV32, P_EMULATION, PCPI, PROGRAM_INSPECTION, Riscv};
