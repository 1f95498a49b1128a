//! The register-ISA datapath on an engine, in lock-step with the golden machine.

mod attempt;
mod copies;
mod core;
mod execution;
mod lockstep;
mod mismatch;
mod program;
mod view;

pub use attempt::{Statistics, step};
pub use copies::LockstepCopies;
pub use core::{Core, Observed};
pub use execution::{Executed, Execution, Stuck};
pub use lockstep::Lockstep;
pub use mismatch::Mismatch;
pub use program::{Program, float_program, random_program, random_program_of};
