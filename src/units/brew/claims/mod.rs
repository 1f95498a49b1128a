//! The claims about the register-ISA datapath. Together they give one theorem about every clock from reset on; each is about
//! one clock or one instruction, from any state. `docs/argument.md` has the theorem and its proof. The source uses these terms:
//!
//! - An **idle clock** is one in which no instruction waits and none is offered.
//! - A state is **ready** if an instruction that waits in it is issued, **empty** if nothing executes and nothing retired at
//!   the last edge.
//! - The **rest** of a state is the retirements still to come if no further instruction is issued, and the registers after
//!   them. **Flushing** computes the rest: a run of idle clocks whose retire port shows these retirements. The rest is the
//!   abstraction of the state.
//! - Two states are the **same** if they differ at most in don't-care bits.
//!
//! An issued instruction appends the golden model's record to the rest, and applies the golden model's effect to its registers.
//! Each clock removes the first element of the rest.

mod classes;
mod clocks;
mod effect;
mod instruction;
mod invariant;
mod list;
mod outline;
mod parts;
mod pipeline;
mod words;

pub(super) use classes::is_of_a_row;
pub use invariant::DatapathInvariant;
pub(super) use invariant::longest;
pub use list::claims;
pub use outline::OUTLINE;

/// The exclusions, for certificates.
pub const EXCLUSIONS: &[&str] = &["outputs of the retire port that docs/brew.md leaves undefined"];
