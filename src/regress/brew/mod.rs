//! The register-ISA datapath: programs that walk the bins, and what was hit.

pub(super) mod cover;
mod subset;
mod walk;

pub(super) use subset::Subset;
pub(super) use walk::Walk;
