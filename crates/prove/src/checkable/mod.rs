//! Proofs that independent programs check: for each claim, the question whether it can fail, as an AIGER graph and as clauses, and a
//! proof in the format DRAT that it cannot.

mod claim;
mod folder;
mod miter;
mod run;

pub use folder::{MANIFEST, ProofManifest, ProvedClaim, SCRIPT, SCRIPT_TEXT};
pub use run::{FolderContents, prove_checkably};

#[cfg(test)]
mod tests;
