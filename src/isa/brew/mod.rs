//! The Brew ISA: typed registers, instruction table, assembler and disassembler.

mod instruction;
mod pattern;
mod table;
mod types;

pub use instruction::{Decoded, Instruction, decode, length};
pub use pattern::PREFIX;
pub use table::{ExceptionRule, INSTRUCTIONS, Operation, Row, Source, Spelling, TypeRule};
pub use types::{Arithmetic, MASK, TYPES, Type};

/// The number of registers, `$r0` … `$r14`.
pub const REGISTERS: usize = 15;
