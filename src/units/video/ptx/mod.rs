//! PTX SIMD video instructions `vop2` and `vop4` (PTX ISA, section "SIMD Video Instructions"): table, text, control word.

mod control;
mod instruction;
mod lexer;
mod module;
mod other;
mod parser;
mod printer;
mod registers;
mod table;

pub use control::{Control, FIELDS, Field};
pub use instruction::{Guard, Instruction, Mode, Operands};
pub use module::{Module, Register, Statement};
pub use other::Other;
pub use parser::parse;
pub use registers::{RegisterType, Registers};
pub use table::{OPERATIONS, Operation, OperationRow, WIDTHS, Width};
