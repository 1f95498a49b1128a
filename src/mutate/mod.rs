//! Mutants of the hardware: small faults put into the netlist on purpose, to measure what each layer of checking sees.

mod datapath;
mod equal;
mod fault;
mod score;

pub use datapath::{DatapathPlan, score_datapath};
pub use fault::{Fault, FaultKind, Mutant, apply, faults};
pub use score::{Plan, ProofResult, Score, draw, score};
