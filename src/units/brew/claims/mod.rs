//! What is claimed of the register-ISA datapath: one theorem about every clock from reset on, made of claims about one
//! clock, or one instruction, from any state. `docs/proofs.md` has the theorem and how it follows; here is what its words
//! are called.
//!
//! - An **idle clock** is one in which no instruction waits and none is offered.
//! - A state is **ready** if an instruction that waits in it is issued, **empty** if nothing executes and nothing retired at
//!   the last edge.
//! - The **rest** of a state is what is left to come if nothing further is issued: what the retire
//!   port shows in idle clocks, and the registers in the end. The abstraction of a state is its rest.
//! - Two states are the **same** if they differ at most in bits that do not matter.
//!
//! An instruction adds golden's record to the end of the rest, and golden's effect to its registers; any other clock takes
//! away its head and leaves the registers alone.

mod classes;
mod clocks;
mod effect;
mod instruction;
mod invariant;
mod list;
mod parts;
mod pipeline;
mod words;

pub use invariant::DatapathInvariant;
pub use list::claims;

/// The exclusions, for certificates.
pub const EXCLUSIONS: &[&str] = &["outputs of the retire port that docs/brew-datapath.md leaves undefined"];
