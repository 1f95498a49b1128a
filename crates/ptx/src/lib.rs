//! The language PTX: SIMD video instructions (PTX ISA, section "SIMD Video Instructions"), dot products, packed integer instructions and
//! the byte permute as tables, parsers, printer; whole modules, with the plain instructions between them.

mod check;
mod data_type;
mod families;
mod family;
mod instructions;
mod lexer;
pub mod opcodes;
mod parse;
mod print;
mod read;
mod resolve;
mod single;
mod span;
pub mod special;
mod text;
pub mod tree;
mod walk;

pub use check::{Remark, check, form};
pub use data_type::{DATA_TYPES, DataType, TypeClass};
pub use family::{PtxFamily, PtxInstruction};
pub use instructions::{
    FAMILIES, Family, Guard, Instruction, MULTIPLY_ADD_SIGNS, Mode, MultiplyAddSign, OPERATIONS, Operands, Operation,
    OperationRow, PERMUTE_MODES, PermuteInstruction, PermuteMode, REGISTER_PARTS, RegisterPart, SCALAR_OPERATIONS,
    SCALES, SECONDARY_OPERATIONS, SHIFT_MODES, ScalarFamily, ScalarInstruction, ScalarOperation, ScalarRow, ScalarTail,
    SecondaryOperation, WHOLE_REGISTER, WIDTHS, Width,
};
pub use lexer::decode;
pub use opcodes::{OPCODES, Opcode, rows as opcode_rows};
pub use parse::Registers;
pub use single::{family, parse};
pub use text::PtxText;

/// The digest of the sources on which claims rest: the tables of the instructions that units execute. Claims read no text.
#[doc(hidden)]
pub const SOURCE_DIGEST: &str = lanesmith_macros::source_digest!("src/instructions");
