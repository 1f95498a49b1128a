//! What is claimed of the register-ISA datapath, by induction over its issue points.
//!
//! An **issue point** is a state in which the instruction that waits may leave for the execute stage. The **registers
//! seen** there are what the register file and the types hold once the pipeline, left without further instructions, has
//! run empty. From any issue point, whatever is in the pipeline, and whatever follows:
//!
//! - **instruction** claims, one for each row of the table and each way through the pipeline: the retire port shows what
//!   golden does with the registers seen, after exactly the cycles that the documentation says; the next issue point
//!   comes when it should, and the registers seen there are golden's;
//! - words that are no instruction raise the exception and change nothing, and a gap retires nothing and changes nothing.
//!
//! So, by induction, every run retires what golden's machine retires, hazards included: the registers seen at an issue
//! point are in part still in flight. The induction begins at reset, and needs of a state only that no instruction in
//! flight has both an exception and a result, which is claimed of every next issue point as well. Claims about the way
//! to the issue point (taking an instruction, waiting) close the gap between window and issue point.
//!
//! The value of an FP16X2 product is left out: there the next registers hold what the retire port showed.

mod claims;
mod classes;
mod clocks;
mod effect;
mod instruction;
mod parts;
mod pipeline;
mod words;

pub use claims::claims;

/// What the claims leave out, for certificates.
pub const OUTSIDE: &[&str] = &[
    "the values of FP16X2 products, which are tested with random and corner operands (docs/brew-float.md)",
    "the ports retire_a and retire_b",
];
