//! Counterexamples: minimised failing cases, with waves and a command that repeats them.

mod refutation;
mod replay;
mod row;

pub use refutation::refutation;
pub use row::row;
