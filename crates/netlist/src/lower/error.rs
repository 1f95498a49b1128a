//! Errors in a kernel, without their block.

use crate::kernel::At;

/// What could not be lowered, without its module.
#[derive(Clone, Debug)]
pub struct KernelError {
    /// Where it stands; all 0 if nobody knows.
    pub at: At,
    /// The offending piece of the kernel.
    pub expression: String,
    /// What is wrong with it.
    pub message: String,
}

/// Why arithmetic is refused.
pub(super) const UNKNOWN_WIDTH: &str = "whether this wraps depends on the position of .index(), which rust-hdl's macro does not record: \
     use the hdl_gen of lanesmith::hdl::prelude, or assign it to a signal first";

/// The result of lowering a part of a kernel.
pub type Result<T> = std::result::Result<T, KernelError>;
