//! Designs over many clocks: symbolically for the solver, in random runs, and what is always so in them.

pub mod correspondence;
pub mod machine;
pub mod simulation;
pub mod trace;
