//! What is claimed of the SIMD video ALU, of every clock, by claims about one clock or a pipeline's length that begin in any
//! state whatever: there is no invariant, and no claim that begins at reset alone. A clock **advances** if `in_ready` is 1.
//!
//! A clock in which reset is asserted:
//!
//! 1. *reset empties the pipeline*: whatever is offered in it and after it, the next `latency` clocks offer no result. (So all
//!    of them advance, by 3.)
//! 2. *outputs depend on the state alone*: reset does not reach them in its own clock. With an asynchronous reset that is so of
//!    `out_d` and `out_tag`, and *an asynchronous reset withdraws a result at once*.
//!
//! Any other clock either advances or not:
//!
//! 3. *in_ready is out_ready or no result waiting*; *in_ready depends on out_ready and the state alone*.
//! 4. If it does not advance, *a stalled clock changes no state*. With 2, outputs are stable while stalled, and a stalled clock
//!    is as if it had not been.
//! 5. If it advances, *why the unit advances does not matter*: its next state is that with `out_ready` at 1. So every run,
//!    stalled clocks left out, is a run in which `out_ready` always held.
//! 6. In such a run, *valid and tag of any control word* leave exactly `latency` clocks after they entered, an idle clock's
//!    among them, whatever words stand beside; and by the *transfer* claims so does golden's result of every control
//!    word. That is progress, and nothing is lost, doubled or reordered.
//!
//! By 1 and 6, from the first clock after reset on each output is that of the clock `latency` advancing clocks before, or
//! invalid where that was before reset's end.
//!
//! Without a pipeline (latency 0) there is no state: valid, tag and ready pass through in every clock, reset or not.

mod alu;
mod core;
mod golden;

pub use self::alu::{alu_claims, alu_obligations};
pub use self::core::{core_claims, core_obligations};
pub use golden::Claim;

/// The exclusions, for certificates.
pub const EXCLUSIONS: &[&str] = &[];
