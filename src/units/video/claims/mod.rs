//! The claims about every clock of the SIMD video ALU. Each is about one clock, or about as many as the latency, and begins in
//! any state, so that the proof needs no invariant. A clock **advances** if `in_ready` is 1.
//!
//! A clock in which reset is asserted:
//!
//! 1. *reset empties the pipeline*: for any offers the next `latency` clocks give no result. (So all of them advance, by 3.)
//! 2. *outputs depend on the state alone*: reset does not change them in its own clock. With an asynchronous reset this is so for
//!    `out_d` and `out_tag`, and *an asynchronous reset withdraws a result at once*.
//!
//! Any other clock either advances or not:
//!
//! 3. *in_ready is out_ready or no result waiting*; *in_ready depends on out_ready and the state alone*.
//! 4. If it does not advance, *a stalled clock changes no state*. With 2, outputs are stable in stalled clocks, which can be
//!    removed from a run.
//! 5. If it advances, *why the unit advances does not matter*: its next state is that with `out_ready` at 1. So every run
//!    without its stalled clocks is a run in which `out_ready` is always 1.
//! 6. In such a run, *valid and tag of any control word* leave exactly `latency` clocks after they entered; and by the
//!    *transfer* claims so does the golden model's result. So nothing is lost, repeated or reordered.
//!
//! By 1 and 6, from the first clock after reset on each output belongs to the input `latency` advancing clocks earlier, or is
//! invalid if that clock was before the end of reset.
//!
//! Without a pipeline (latency 0) there is no state: valid, tag and ready pass through in every clock, reset or not.

mod alu;
mod core;
mod golden;

pub use self::alu::alu_claims;
pub use self::core::core_claims;
pub use golden::Claim;
