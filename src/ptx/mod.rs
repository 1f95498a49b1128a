//! PTX SIMD video instructions `vop2`, `vop4`, `vset2` and `vset4` (PTX ISA, section "SIMD Video Instructions"), dot products and
//! packed integer instructions, and the byte permute: tables, parser, printer.

mod foreign;
mod instructions;
mod lexer;
mod modifiers;
mod module;
mod mov;
mod other;
mod packed;
mod param;
mod parser;
mod printer;
mod prmt;
mod registers;
mod scalar;
mod single;
mod source;

pub use foreign::foreign_kind;
pub use instructions::{
    FAMILIES, Family, Guard, Instruction, MULTIPLY_ADD_SIGNS, Mode, MultiplyAddSign, OPERATIONS, Operands, Operation,
    OperationRow, PERMUTE_MODES, PermuteInstruction, PermuteMode, REGISTER_PARTS, RegisterPart, SCALAR_OPERATIONS,
    SCALES, SECONDARY_OPERATIONS, SHIFT_MODES, ScalarFamily, ScalarInstruction, ScalarOperation, ScalarRow, ScalarTail,
    SecondaryOperation, WHOLE_REGISTER, WIDTHS, Width,
};
pub use module::{Operand, PtxModule, PtxRegister, PtxStatement};
pub use mov::Mov;
pub use other::OtherPtxInstruction;
pub use packed::packed_mnemonics;
pub use registers::{RegisterType, Registers};
pub use scalar::names_scalar;
pub use single::parse;
