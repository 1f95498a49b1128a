//! The register-ISA datapath on an engine, in lock-step with the golden machine.

mod attempt;
mod copies;
mod core;
mod lockstep;
mod mismatch;
mod program;
mod view;

pub use attempt::{RunStatistics, step};
pub use copies::LockstepCopies;
pub use core::{DatapathHarness, ObservedRetirement};
pub use lockstep::Lockstep;
pub use mismatch::LockstepMismatch;
pub use program::{BrewProgram, float_program, random_program, random_program_of};
