//! The register-ISA datapath: programs that walk the bins, and what was hit.

mod corner;
pub(crate) mod cover;
mod walk;

pub use walk::{Planned, Walk};
