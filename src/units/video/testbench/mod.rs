//! Runs the SIMD video ALU and its core: cases, random cases, the core's testbench, and the signals of waves.

mod case;
mod core;
mod random_cases;
mod view;

pub(super) use case::ignored_bits;
pub use case::{VideoCase, executes, ignored, remedies};
pub(super) use core::record_core;
pub use random_cases::RandomCases;
pub use view::SIGNALS;
pub(crate) use view::selected;
