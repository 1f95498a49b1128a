//! The texts of instructions, by their family.

use crate::{Instruction, Operands, PermuteInstruction, PtxFamily, PtxInstruction, ScalarInstruction};
use lanesmith_text::InstructionText;
use lanesmith_text::diagnostic::Diagnostic;

/// An instruction of PTX for which there is a unit.
pub trait PtxText: InstructionText {
    /// Its family.
    const FAMILY: PtxFamily;
    /// An instruction of a module, if it is of this family.
    fn of(instruction: &PtxInstruction) -> Option<&Self>;
}

macro_rules! families {
    ($($family:ident: $instruction:ty, $parse:path $(, $negation:item)?;)+) => {
        $(
            impl InstructionText for $instruction {
                fn parse(text: &str) -> Result<Self, Diagnostic> {
                    $parse(text, None)
                }

                fn sources(&self) -> [&str; 3] {
                    let Operands { a, b, c, .. } = &self.operands;
                    [a, b, c]
                }

                $($negation)?
            }

            impl PtxText for $instruction {
                const FAMILY: PtxFamily = PtxFamily::$family;

                fn of(instruction: &PtxInstruction) -> Option<&Self> {
                    match instruction {
                        PtxInstruction::$family(one) => Some(one),
                        _ => None,
                    }
                }
            }
        )+
    };
}

families! {
    Video: Instruction, crate::parse, fn is_negation(&self) -> bool { Instruction::is_negation(self) };
    Scalar: ScalarInstruction, ScalarInstruction::parse;
    Permute: PermuteInstruction, PermuteInstruction::parse;
}
