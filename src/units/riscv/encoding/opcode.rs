//! The major opcodes that RISC-V reserves for custom instructions.

use lanesmith_algebra::Algebra;

/// Whether a word has this major opcode.
pub(super) fn has_opcode<A: Algebra>(word: &A::Int, opcode: u32) -> A::Cond {
    A::equal(&A::field(word, 0, 7), &A::int(opcode.into()))
}
