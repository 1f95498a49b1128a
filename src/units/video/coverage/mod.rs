//! The SIMD video ALU and its core: stimulus that walks the bins, and what was hit.

mod classes;
pub(crate) mod cover;
mod dot;
mod note;
mod walk;

pub(crate) use note::{note, note_traffic};
pub(crate) use walk::walk;
