//! Proofs that hardware equals golden for all inputs, by two methods that must agree: the built-in prover on
//! And-Inverter Graphs, and yosys with ABC on the emitted text.

pub mod agreement;
pub mod aiger;
mod certificate;
mod certificate_check;
#[cfg(feature = "checkable")]
pub mod checkable;
mod claim_input;
pub mod conditions;
mod cut;
mod decide;
mod deferred;
mod derivation;
mod equal;
pub mod external;
mod handshake;
mod incremental;
mod lemmas;
pub mod machine;
mod obligation;
mod outline;
pub mod parallel;
mod patterns;
mod process;
pub mod read_back;
pub mod reader;
mod run;
mod schedule;
mod solver;
mod source_digests;
mod state_bits;
pub mod state_index;
mod structure;
mod subject;
mod sweep;
pub mod unroll;
mod verdicts;
mod witness;

pub use certificate::{Certificate, Conclusion, FORMAT_VERSION, Method};
pub use claim_input::ClaimInput;
pub use decide::ObligationOutcome;
pub use deferred::Deferred;
pub use equal::is_equal_after_a_clock;
pub use handshake::HandshakeProtocol;
pub use incremental::Incremental;
pub use lemmas::Lemmas;
pub use obligation::Obligation;
pub use outline::{OutlineStep, Premise};
pub use run::{Proof, ProofPlan, Refutation, prove, prove_design, prove_text};
pub use schedule::Progress;
pub use solver::Stop;
pub use solver::{Answer, Solver};
pub use source_digests::SourceDigests;
pub use state_bits::StateBits;
pub use structure::{CLOCKING, DRIVING, Expected, Structure};
pub use subject::{ProofSubject, Provable};
pub use sweep::{EquivalenceVerdict, Limits, ProofStatistics, equivalent};
pub use verdicts::{ClaimVerdict, verdicts, witnesses};
pub use witness::Witness;

/// The digest of this package's sources, for certificates.
#[doc(hidden)]
pub const SOURCE_DIGEST: &str = lanesmith_macros::source_digest!("src");
