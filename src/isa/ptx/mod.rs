//! PTX SIMD video instructions `vop2` and `vop4` (PTX ISA, section "SIMD Video Instructions").

mod control;
mod instruction;
mod table;

pub use control::{Control, FIELDS, Field};
pub use instruction::{Guard, Instruction, Mode, Operands};
pub use table::{OPERATIONS, Operation, OperationRow, WIDTHS, Width};
