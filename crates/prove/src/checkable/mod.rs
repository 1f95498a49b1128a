//! Proofs that independent programs check: for each claim, the question whether it can fail, as an AIGER graph and as clauses, and a
//! proof in the format LRAT that it cannot.

mod checkers;
mod claim;

mod folder;
mod lrat;
mod miter;
mod run;

pub use checkers::{CheckerReport, ProofChecker};
pub use claim::ClaimProof;
pub use folder::{MANIFEST, MANIFEST_VERSION, PackedClaim, ProofManifest, ProvedClaim, SCRIPT, SCRIPT_TEXT};
pub use lrat::Lrat;
pub use miter::Miter;
pub use run::{FolderContents, problems, prove_checkably};

#[cfg(test)]
mod tests;
