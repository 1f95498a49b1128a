//! Errors in a kernel, without their block.

use crate::kernel::At;

/// What could not be lowered, without its module.
#[derive(Clone, Debug)]
pub struct KernelError {
    /// Where it stands; all 0 if nobody knows.
    pub at: At,
    /// The signal concerned, if the source text at the place does not say it.
    pub signal: String,
    /// What is wrong with it.
    pub message: String,
}

/// The result of lowering a part of a kernel.
pub type Result<T> = std::result::Result<T, KernelError>;
