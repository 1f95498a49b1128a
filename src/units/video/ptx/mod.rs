//! PTX SIMD video instructions `vop2`, `vop4`, `vset2` and `vset4` (PTX ISA, section "SIMD Video Instructions"), dot products and
//! packed integer instructions: table, text, control word.

mod constants;
mod control;
mod foreign;
mod instruction;
mod lexer;
mod modifiers;
mod module;
mod mov;
mod other;
mod packed;
mod parser;
mod plain;
mod printer;
mod registers;
mod single;
mod source;
mod table;

pub use constants::{c_header, sv_package};
pub use control::{CODES, Code, Control, FIELDS, Field};
pub use foreign::foreign_kind;
pub use instruction::{Guard, Instruction, Mode, Operands};
pub use module::{Module, Operand, Register, Statement};
pub use mov::Mov;
pub use other::Other;
pub use packed::packed_mnemonics;
pub use registers::{RegisterType, Registers};
pub use single::parse;
pub use table::{FAMILIES, Family, OPERATIONS, Operation, OperationRow, WIDTHS, Width};
