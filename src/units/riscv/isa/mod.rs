//! The packed instructions of the RISC-V P extension that units execute: their words and meaning, in one table.
//!
//! Source: riscv/riscv-p-spec, `P-ext-proposal.adoc`, revision 0.21-draft, RV32. The draft is not ratified; for another draft change
//! [`PACKED`]. Golden model, decoder tests, assembler text and documentation use this table; the hardware has its own constants.

mod csr;
mod row;
mod table;
mod text;

pub use csr::{VXSAT_ACCESSES, VXSAT_CSR, VxsatAccess, VxsatWrite};
pub use row::{
    ElementResult, InstructionClass, PackedConstant, PackedMeaning, PackedRow, SecondElements, ShiftAmount, ShiftKind,
    SumBase,
};
pub use table::{DRAFT, PACKED};
pub use text::{assemble, disassemble};

/// Major opcode OP-32: two source registers.
pub const OP_32: u32 = 0x3b;
/// Major opcode OP-IMM-32: one source register and an immediate, or an operand that is the same for every element.
pub const OP_IMM_32: u32 = 0x1b;
/// Major opcode SYSTEM: accesses to control and status registers.
pub const SYSTEM: u32 = 0x73;

/// The row of an instruction word; `None` if no row matches.
pub fn packed_row(word: u32) -> Option<&'static PackedRow> {
    PACKED.iter().find(|row| row.matches(word))
}
