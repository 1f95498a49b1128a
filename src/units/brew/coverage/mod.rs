//! The register-ISA datapath: programs that aim at bins, and the bins that were hit.

mod corner;
pub(crate) mod cover;
mod walk;

pub use walk::{BrewWalk, Planned};
