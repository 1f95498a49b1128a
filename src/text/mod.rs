//! What the readers of every text share: pictures of errors, numbers.

pub mod diagnostic;
pub mod near;
pub mod number;
pub mod sources;
