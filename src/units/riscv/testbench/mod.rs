//! The testbench of the unit in a RISC-V core: it plays the core, one instruction after the other.

mod cfu;
mod cv_x_if;
mod describe;
mod flight;
mod pcpi;
mod run;
mod session;
mod step;

pub use run::{Job, Observation, Verdict, run};
pub use step::{Interruption, RandomSteps, Step, vector_steps};
