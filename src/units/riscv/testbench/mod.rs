//! The testbench of the unit in a RISC-V core: it plays the core, one instruction after the other.

mod cv_x_if;
mod cv_x_if_ports;
mod decision_number;
mod describe;
mod holding;
mod in_flight;
mod packed_vector;
mod run;
mod session;
mod step;
mod view;

pub use packed_vector::PackedVector;
pub use run::{Observation, run};
pub use session::InstructionOutcome;
pub use step::{Interruption, OffloadedInstruction, RandomSteps, packed_steps, read_vxsat, vector_steps};
