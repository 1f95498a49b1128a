//! The instructions as data, and the tables that parser, printer, control words, documentation and wave filters read.

mod mode;
mod operation;
mod permute;
mod scalar;
mod video;

pub use mode::Mode;
pub use operation::{FAMILIES, Family, OPERATIONS, Operation, OperationRow, WIDTHS, Width};
pub(super) use permute::PERMUTE_NAME;
pub use permute::{PERMUTE_MODES, PermuteInstruction, PermuteMode};
pub use scalar::{
    MULTIPLY_ADD_SIGNS, MultiplyAddSign, REGISTER_PARTS, RegisterPart, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS,
    SHIFT_MODES, ScalarFamily, ScalarInstruction, ScalarOperation, ScalarRow, ScalarTail, SecondaryOperation,
    WHOLE_REGISTER,
};
pub use video::{Guard, Instruction, Operands};
