//! Proofs that independent programs check: for each claim, the question whether it can fail, as an AIGER graph and as clauses, and a
//! proof in the format LRAT that it cannot.

#[cfg(feature = "native")]
mod checkers;
#[cfg(feature = "native")]
mod claim;
#[cfg(feature = "native")]
mod derive;
#[cfg(feature = "native")]
mod folder;
mod lrat;
mod miter;
#[cfg(feature = "native")]
mod run;

#[cfg(feature = "native")]
pub use checkers::{CheckerReport, ProofChecker};
#[cfg(feature = "native")]
pub use claim::ClaimProof;
#[cfg(feature = "native")]
pub use folder::{MANIFEST, MANIFEST_VERSION, PackedClaim, ProofManifest, ProvedClaim, SCRIPT, SCRIPT_TEXT};
pub use lrat::Lrat;
pub use miter::Miter;
#[cfg(feature = "native")]
pub use run::{FolderContents, problems, prove_checkably};

#[cfg(test)]
mod tests;
