//! Mutants of the hardware: small faults put into the netlist on purpose, to measure what each layer of checking sees.

mod fault;
mod score;

pub use fault::{Fault, FaultKind, Mutant, apply, faults};
pub use score::{Plan, ProofResult, Score, draw, score};
