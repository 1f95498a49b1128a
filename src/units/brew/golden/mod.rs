//! The Brew ISA: integer and float lanes, the effect of every instruction, and a machine that runs programs.

mod execute;
mod explain;
mod float;
mod lanes;
mod machine;
mod record;

pub use execute::{InstructionEffect, InstructionInputs, TypedRegister, execute, new_types};
pub use explain::explain;
pub use float::{BINARY16, BINARY32, FloatFormat};
pub use machine::{BrewMachine, Retire, Typed, type_codes};
pub use record::{deciding_type, destination, operands};
