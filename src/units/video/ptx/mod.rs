//! PTX SIMD video instructions `vop2`, `vop4`, `vset2` and `vset4` (PTX ISA, section "SIMD Video Instructions"): table, text, control word.

mod control;
mod foreign;
mod instruction;
mod lexer;
mod modifiers;
mod module;
mod other;
mod parser;
mod printer;
mod registers;
mod source;
mod table;

pub use control::{CODES, Code, Control, FIELDS, Field};
pub use foreign::foreign_kind;
pub use instruction::{Guard, Instruction, Mode, Operands};
pub use module::{Module, Operand, Register, Statement};
pub use other::Other;
pub use parser::parse;
pub use registers::{RegisterType, Registers};
pub use table::{FAMILIES, Family, OPERATIONS, Operation, OperationRow, WIDTHS, Width};
