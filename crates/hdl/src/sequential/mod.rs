//! Designs over many clocks: symbolically for the solver, in random runs, and invariants of both.

pub mod correspondence;
pub mod machine;
pub mod reachable;
pub mod simulation;
pub mod trace;
