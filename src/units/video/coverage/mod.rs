//! Functional coverage of the SIMD video ALU and its core: stimulus that aims at the bins, and the bins that were hit.

pub(crate) mod cover;
mod note;
mod walk;

pub(crate) use note::note;
pub(crate) use walk::walk;
