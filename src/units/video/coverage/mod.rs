//! The SIMD video ALU and its core: stimulus that walks the bins, and what was hit.

pub(crate) mod cover;
mod dot;
mod walk;

pub(crate) use walk::walk;
