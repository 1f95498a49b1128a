//! The register-ISA datapath: programs that walk the bins, and what was hit.

mod corner;
pub(super) mod cover;
mod walk;

pub use walk::{Planned, Walk};
