//! Proofs that hardware equals golden for all inputs, by two ways that must agree: a built-in equivalence checker on
//! And-Inverter Graphs, and yosys with ABC on the emitted text.

pub mod aiger;
pub mod external;
pub mod machine;
mod obligation;
mod solver;
mod sweep;
pub mod video;

pub use obligation::{Obligation, Outcome};
pub use sweep::{Limits, Statistics, Verdict, equivalent};
