//! Instructions that units execute, as data.

use crate::{Guard, Instruction, Operands, PermuteInstruction, ScalarInstruction};
use std::fmt;

/// An instruction that a unit executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PtxInstruction {
    /// A SIMD video instruction, a dot product or a packed instruction.
    Video(Instruction),
    /// A scalar video instruction.
    Scalar(ScalarInstruction),
    /// A byte permute.
    Permute(PermuteInstruction),
}

/// A family of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PtxFamily {
    /// SIMD video instructions, dot products and packed instructions.
    Video,
    /// Scalar video instructions.
    Scalar,
    /// The byte permute.
    Permute,
}

impl PtxInstruction {
    fn parts(&self) -> (&Option<Guard>, &Operands, &dyn fmt::Display) {
        match self {
            PtxInstruction::Video(one) => (&one.guard, &one.operands, one),
            PtxInstruction::Scalar(one) => (&one.guard, &one.operands, one),
            PtxInstruction::Permute(one) => (&one.guard, &one.operands, one),
        }
    }

    /// Its guard.
    pub fn guard(&self) -> Option<&Guard> {
        self.parts().0.as_ref()
    }

    /// Its operands.
    pub fn operands(&self) -> &Operands {
        self.parts().1
    }

    /// Whether the result depends on `c`.
    pub fn needs_c(&self) -> bool {
        !matches!(self, PtxInstruction::Scalar(one) if !one.needs_c())
    }

    /// The SIMD video instruction that it is, if it is one.
    pub fn video(&self) -> Option<&Instruction> {
        match self {
            PtxInstruction::Video(one) => Some(one),
            _ => None,
        }
    }
}

impl fmt::Display for PtxInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().2.fmt(f)
    }
}
