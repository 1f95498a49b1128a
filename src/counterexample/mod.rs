//! Failing cases made short, with waves and what repeats them.

mod refutation;
mod replay;
mod row;

pub use refutation::refutation;
pub use row::row;
