//! The Brew ISA: typed registers, instruction table, assembler and disassembler.

mod assembly;
mod disassembler;
mod instruction;
mod lexer;
mod number;
mod pattern;
mod print;
mod subset;
mod syntax;
mod table;
mod types;

pub use assembly::assemble;
pub use disassembler::{DisassembledLine, disassemble};
pub use instruction::{BrewInstruction, DecodedWords, decode, length};
pub use number::REGISTER_NAMES;
pub use pattern::{Digit, PREFIX};
pub use subset::Subset;
pub use table::{BrewOperation, ExceptionRule, INSTRUCTIONS, InstructionRow, OperandSource, Spelling, TypeRule};
pub use types::{Arithmetic, BrewType, MASK, TYPES};

/// The number of registers, `$r0` … `$r14`.
pub const REGISTERS: usize = 15;
