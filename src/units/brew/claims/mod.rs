//! The claims about the register-ISA datapath. Together they give one theorem about every clock from reset on; each is about
//! one clock or one instruction, from any state. `docs/argument.md` has the theorem and its proof. The source uses these terms:
//!
//! - An **idle clock** is one in which no instruction waits and none is offered.
//! - A state is **ready** if an instruction that waits in it is issued, **empty** if nothing executes and nothing retired at
//!   the last edge.
//! - The **rest** of a state is its future if no further instruction is issued: a list with one element for each clock, which
//!   is a retirement or none, and the registers after the last retirement. **Flushing** computes the rest: it runs idle
//!   clocks, and the retire port shows the list. The rest is the abstraction of the state.
//! - Two states are the **same** if they differ at most in don't-care bits.
//!
//! If an instruction is issued, the golden model's record of it becomes the last retirement in the list of the rest, and the golden
//! model's effect changes the registers of the rest. Each clock removes the first element of the list.

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

pub(super) use classes::is_instruction_claim;
pub use invariant::DatapathInvariant;
pub(super) use invariant::max_execute_clocks;
pub use list::claims;
pub use outline::OUTLINE;

/// The exclusions, for certificates.
pub const EXCLUSIONS: &[&str] = &["outputs of the retire port that docs/brew.md leaves undefined"];
