//! Runs PTX kernels: on golden alone, or with the instructions of units on simulated hardware as well, all results compared.

mod argument;
mod golden;
mod hardware;
mod issue;
mod kernel;
mod step;

pub use argument::ArgumentValue;
pub use golden::unit_of;
pub use kernel::{Buffer, Kernel, KernelReport, Launch, PreparedKernel};
pub use lanesmith_execution::{Cause, NotExecuted, Support, support};
