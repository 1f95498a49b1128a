//! The golden models as meanings on columns.

use crate::columns::Meaning;
use lanesmith::algebra::{Algebra, Concrete};
use lanesmith::ptx::{Instruction, PermuteInstruction};
use lanesmith::unit::Refusal;
use lanesmith::units::brew::golden::{InstructionInputs, TypedRegister, destination, execute as brew};
use lanesmith::units::brew::isa::{BrewInstruction, BrewOperation, decode};
use lanesmith::units::permute::golden::execute as permute;
use lanesmith::units::video::golden::{Modifiers, execute as video};

/// A SIMD video instruction, dot product or packed instruction on a, b and c; guard, registers and numbers are ignored.
pub struct Video(pub Instruction);

impl Meaning for Video {
    const OPERANDS: usize = 3;
    const RESULTS: &'static [u32] = &[32];

    fn key(&self) -> String {
        let mut plain = self.0.clone();
        plain.guard = None;
        plain.operands = Default::default();
        plain.to_string()
    }

    fn results<A: Algebra>(&self, operands: &[A::Int]) -> Vec<A::Int> {
        let [a, b, c] = operands else {
            unreachable!("three operands")
        };
        vec![video::<A>(&Modifiers::of(&self.0), a, b, c)]
    }
}

/// A byte permute on a, b and the selector.
pub struct Permute(pub PermuteInstruction);

impl Meaning for Permute {
    const OPERANDS: usize = 3;
    const RESULTS: &'static [u32] = &[32];

    fn key(&self) -> String {
        format!("prmt {}", self.0.mode)
    }

    fn results<A: Algebra>(&self, operands: &[A::Int]) -> Vec<A::Int> {
        let [a, b, c] = operands else {
            unreachable!("three operands")
        };
        vec![permute::<A>(&A::int(self.0.mode as i64), [a, b, c])]
    }
}

/// The words of a Brew instruction with one destination, on registers of known types: those of FIELD_A, FIELD_B and FIELD_D.
/// Results: value, type code, and 1 for an invalid instruction.
pub struct Brew {
    words: Vec<u16>,
    instruction: Option<BrewInstruction>,
    pub types: [u8; 3],
}

impl Brew {
    /// Errors: words that are not one instruction's, an instruction without one destination.
    pub fn new(words: Vec<u16>) -> Result<Self, Refusal> {
        let instruction = match decode(&words) {
            Some(decoded) if decoded.length == words.len() => decoded.instruction,
            _ => {
                return Err(Refusal::new(format_args!(
                    "{words:04x?} are not the words of one instruction"
                )));
            }
        };
        match instruction.map(|one| one.row.operation) {
            Some(BrewOperation::SetTypesLow | BrewOperation::SetTypesHigh) => Err(Refusal::new(
                "this instruction sets the types of many registers; lanesmith.brew has those with one destination",
            )),
            _ => Ok(Brew {
                words,
                instruction,
                types: [0; 3],
            }),
        }
    }

    /// The registers of FIELD_A, FIELD_B and FIELD_D; 15 is none.
    pub fn fields(&self) -> [u8; 3] {
        let [first, second] = [0, 1].map(|i| i64::from(self.words.get(i).copied().unwrap_or_default()));
        let d = destination::<Concrete>([&first, &second]) as u8;
        self.instruction.map_or([15, 15, d], |one| [one.a, one.b, d])
    }
}

impl Meaning for Brew {
    const OPERANDS: usize = 3;
    const RESULTS: &'static [u32] = &[32, 4, 1];

    fn key(&self) -> String {
        format!("brew {:x?} {:?}", self.words, self.types)
    }

    fn results<A: Algebra>(&self, operands: &[A::Int]) -> Vec<A::Int> {
        let register = |i: usize| TypedRegister {
            value: operands[i].clone(),
            code: A::int(self.types[i].into()),
        };
        let Some(instruction) = self.instruction else {
            let TypedRegister { value, code } = register(2);
            return vec![value, code, A::int(1)];
        };
        let inputs = InstructionInputs {
            a: register(0),
            b: register(1),
            d: register(2),
            field_a: A::int(instruction.a.into()),
            field_e: A::int(instruction.e.into()),
        };
        let effect = brew::<A>(instruction.row, &inputs);
        let value = A::field(&effect.d.value, 0, 32);
        vec![value, effect.d.code, A::indicator(&effect.exception)]
    }
}
