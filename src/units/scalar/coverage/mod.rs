//! Functional coverage of the scalar video unit, and random cases.

mod cases;
mod crosses;
mod notes;

pub(super) use cases::{aim, draw, is_multiply_add};
pub(super) use crosses::{CROSSES, Hits};
pub(super) use notes::note;
