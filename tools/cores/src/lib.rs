//! Programs on simulated RISC-V cores with lanesmith's unit: your own, kernels in C, and random ones.

pub mod cli;
mod compiler;
mod core;
pub mod elf;
pub mod kernels;
pub mod programs;
mod run;
mod simulator;
mod tool;
mod variant;

pub use crate::core::RiscvCore;
pub use run::{Ending, Run};
pub use simulator::{Conditions, CoreSimulator, MEMORY};
pub use variant::{CoreVariant, VARIANTS};
