//! Kernels in C, run in real cores with the unit beside them, or on this computer with the unit in portable C.

mod core;
mod kernel;
mod machine;
mod tool;

pub use self::core::Core;
pub use kernel::{KERNELS, Kernel, Picture};
pub use machine::{Machine, Measured, Times, host};
