//! The major opcodes that RISC-V reserves for custom instructions.

use crate::algebra::Algebra;

/// A major opcode for custom instructions (The RISC-V Instruction Set Manual, volume I, "RV32/64G Instruction Set Listings").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opcode {
    /// 0x0b. VexRiscv offers the unit only instructions in this opcode. PicoRV32 with interrupts has its own instructions here.
    Custom0,
    /// 0x2b, which PicoRV32 never uses for its own instructions.
    Custom1,
    /// 0x5b, which PicoRV32 never uses for its own instructions.
    Custom2,
    /// 0x7b, which PicoRV32 never uses for its own instructions.
    Custom3,
}

impl Opcode {
    /// All of them, by number.
    pub const ALL: [Opcode; 4] = [Opcode::Custom0, Opcode::Custom1, Opcode::Custom2, Opcode::Custom3];

    /// Bits 6:0 of an instruction word.
    pub const fn bits(self) -> u32 {
        match self {
            Opcode::Custom0 => 0x0b,
            Opcode::Custom1 => 0x2b,
            Opcode::Custom2 => 0x5b,
            Opcode::Custom3 => 0x7b,
        }
    }

    /// The N of `custom-N`, 0 to 3; the version word has it in two bits.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The opcode of the scalar instructions of a unit whose other custom instructions have this opcode. Instructions with a third
    /// source register never use it.
    pub const fn scalar(self) -> Opcode {
        match self {
            Opcode::Custom3 => Opcode::Custom2,
            _ => Opcode::Custom3,
        }
    }

    /// The name in the RISC-V manual and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Opcode::Custom0 => "custom-0",
            Opcode::Custom1 => "custom-1",
            Opcode::Custom2 => "custom-2",
            Opcode::Custom3 => "custom-3",
        }
    }
}

/// Whether a word has this major opcode.
pub(super) fn has_opcode<A: Algebra>(word: &A::Int, opcode: u32) -> A::Cond {
    A::equal(&A::field(word, 0, 7), &A::int(opcode.into()))
}
