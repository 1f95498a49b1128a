//! The instructions of a run: words, operands and interruptions.

use super::PackedVector;
use crate::riscv::encoding::{
    FUNCTION_BITS, FeatureSet, Features, Function, HELD, Opcode, PackedWord, StateAccess, THIRD_OPCODES,
};
use crate::riscv::isa::{PackedRow, SYSTEM, VXSAT_ACCESSES};
use crate::riscv::rtl::core;
use crate::video::encoding::Control;
use crate::video::testbench::RandomCases;
use lanesmith_sim::testbench::Random;
use lanesmith_unit::pipelined::Case;

/// What ends an instruction before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// The core stops the offer, or kills the accepted instruction.
    Withdrawn,
    /// Core and unit are reset.
    Reset,
}

/// An instruction that the core offers to the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffloadedInstruction {
    /// The instruction word.
    pub word: u32,
    /// The value of the first source register.
    pub rs1: u32,
    /// The value of the second source register.
    pub rs2: u32,
    /// The value of the third source register, where the word has one.
    pub rs3: u32,
    /// The number of cycles for which the core offers a foreign instruction (at PCPI and for NEORV32).
    pub patience: u32,
    /// An interruption, and the number of cycles after which it comes if the instruction has not ended before.
    pub interruption: Option<(u32, Interruption)>,
    /// The expected result from a vector file; `None`: golden's.
    pub expected: Option<u32>,
}

impl OffloadedInstruction {
    /// An instruction without an interruption.
    pub fn new(word: u32, rs1: u32, rs2: u32) -> Self {
        OffloadedInstruction {
            word,
            rs1,
            rs2,
            rs3: 0,
            patience: 1,
            interruption: None,
            expected: None,
        }
    }

    /// The values of the source registers.
    pub fn registers(&self) -> [u32; 3] {
        [self.rs1, self.rs2, self.rs3]
    }
}

/// The words of all accesses to the state.
fn accesses(features: &Features) -> Vec<u32> {
    let custom = features.accesses();
    let custom = custom.map(|row| Function::access(row.access).word(features.opcode, 1, 2, 3));
    let vxsat = VXSAT_ACCESSES.iter().filter(|_| features.vxsat);
    custom.chain(vxsat.map(|row| row.word | 1 << 7)).collect()
}

/// Three instructions for each case, on a unit with all features and this opcode: the first two set the configuration and `c`. (A dot
/// product ignores the configuration.)
pub fn vector_steps(opcode: Opcode, cases: &[Case]) -> impl Iterator<Item = OffloadedInstruction> {
    cases.iter().flat_map(move |case| {
        let (control, [a, b, c]) = (Control(case.control), case.operands);
        let write = |access, value| OffloadedInstruction::new(Function::access(access).word(opcode, 0, 1, 0), value, 0);
        let function = match control.operation().family().has_lanes() {
            true => Function::held(control),
            false => Function::direct(control),
        };
        [
            write(StateAccess::SwapConfiguration, (control.0 >> HELD) as u32),
            write(StateAccess::SwapC, c),
            OffloadedInstruction {
                expected: case.expected,
                ..OffloadedInstruction::new(function.word(opcode, 3, 1, 2), a, b)
            },
        ]
    })
}

/// The word that reads `vxsat` and leaves it as it is, with rd x3: `csrrs x3, vxsat, x0`.
pub fn read_vxsat() -> OffloadedInstruction {
    OffloadedInstruction::new(VXSAT_ACCESSES[1].word | 3 << 7, 0, 0)
}

/// The instructions that execute these rows on a unit with packed instructions. If the unit has `vxsat`, an instruction before each row
/// clears it, and an instruction after each row reads it.
pub fn packed_steps(
    features: &Features,
    vectors: &[PackedVector],
) -> impl Iterator<Item = OffloadedInstruction> + use<> {
    let has_vxsat = features.vxsat;
    let vectors = vectors.to_vec();
    vectors.into_iter().flat_map(move |vector| {
        // `csrrwi x0, vxsat, 0`
        let clear = has_vxsat.then(|| OffloadedInstruction::new(VXSAT_ACCESSES[3].word, 0, 0));
        let own = OffloadedInstruction {
            rs3: vector.c,
            expected: Some(vector.d),
            ..OffloadedInstruction::new(vector.word(), vector.a, vector.b)
        };
        let read = has_vxsat.then(|| OffloadedInstruction {
            expected: Some(vector.vxsat.into()),
            ..read_vxsat()
        });
        [clear, Some(own), read].into_iter().flatten()
    })
}

/// An endless sequence of random operations, accesses and foreign instructions.
#[derive(Clone, Debug)]
pub struct RandomSteps {
    features: Features,
    accesses: Vec<u32>,
    packed: Vec<&'static PackedRow>,
    cases: RandomCases,
    random: Random,
}

impl RandomSteps {
    /// The sequence of this seed, for a unit with these features.
    pub fn new(features: Features, seed: u64) -> Self {
        let mut random = Random::new(seed);
        RandomSteps {
            features,
            accesses: accesses(&features),
            packed: features.packed_rows().collect(),
            cases: RandomCases::new(core(&features, 0), random.bits()),
            random,
        }
    }

    /// An operation, and operands for it.
    fn operation(&mut self) -> (Function, [u32; 2]) {
        if self.features.packed && (!self.features.custom || self.random.flag()) {
            return self.packed();
        }
        let case = self.cases.next().expect("cases never end");
        let control = Control(case.control);
        let by_lanes = control.operation().family().has_lanes();
        let third = Function::third(control).filter(|_| self.features.third && self.random.flag());
        let function = match third {
            Some(third) => third,
            None if by_lanes && self.random.flag() => Function::held(control),
            None => Function::direct(control),
        };
        (function, [case.operands[0], case.operands[1]])
    }

    /// A packed operation and its operands, with many elements that are equal or differ by one.
    fn packed(&mut self) -> (Function, [u32; 2]) {
        let random = &mut self.random;
        let row = random.pick(&self.packed);
        let word = row.word | random.bits() as u32 & !row.mask;
        let a = random.operand();
        let b = match random.below(8) {
            0 => a,
            1 => a ^ 0x0101_0101 & random.bits() as u32,
            2 => random.below(16),
            _ => random.operand(),
        };
        (Function::of(self.features.opcode, word), [a, b])
    }

    /// A word close to those of the unit, or any word. Few of them are instructions of the unit.
    fn other(&mut self) -> u32 {
        let opcode = self.features.opcode;
        let random = &mut self.random;
        let registers = random.bits() as u32;
        if self.features.packed && (!self.features.custom || random.flag()) {
            // One bit off, or any word in one of the opcodes.
            return match random.flag() {
                true => {
                    let row = random.pick(&self.packed);
                    (row.word | registers & !row.mask) ^ 1 << random.below(32)
                }
                false => registers & !0x7f | random.pick(&PackedWord::MAJORS),
            };
        }
        let word =
            |function: Function| function.word(opcode, registers & 31, registers >> 5 & 31, registers >> 10 & 31);
        match random.below(4) {
            0 => random.bits() as u32,
            1 if self.features.third => {
                let opcode = random.pick(&THIRD_OPCODES);
                registers & !0x7f | opcode
            }
            1 => {
                let wrong = 1 << random.below(7);
                self.operation().0.word(opcode, registers & 31, 1, 2) ^ wrong
            }
            _ => word(Function(random.below(1 << FUNCTION_BITS))),
        }
    }
}

impl Iterator for RandomSteps {
    type Item = OffloadedInstruction;

    fn next(&mut self) -> Option<OffloadedInstruction> {
        let opcode = self.features.opcode;
        let mut operands = [(); 2].map(|()| self.random.operand());
        let word = match self.random.below(16) {
            0..2 if !self.accesses.is_empty() => {
                let bits = self.random.bits() as u32;
                match self.random.pick(&self.accesses) {
                    // The immediate is in the field of rs1.
                    word if word & 0x7f == SYSTEM => word | (bits & 0x1f) << 15,
                    word => word,
                }
            }
            2..4 => self.other(),
            _ => {
                let (function, own) = self.operation();
                operands = own;
                function.word(opcode, 1, 2, 3)
            }
        };
        let random = &mut self.random;
        let [mut rs1, rs2] = operands;
        if Function::of(opcode, word) == Function::access(StateAccess::SwapConfiguration) {
            rs1 = random.bits() as u32;
        }
        // Cycle 0 often, because an access is answered in its first cycle.
        let cycle = if random.flag() { 0 } else { random.below(7) };
        let interruption = match random.below(64) {
            0..2 => Some((cycle, Interruption::Reset)),
            2..4 => Some((cycle, Interruption::Withdrawn)),
            _ => None,
        };
        Some(OffloadedInstruction {
            word,
            rs1,
            rs2,
            rs3: random.operand(),
            patience: 1 + random.below(16),
            interruption,
            expected: None,
        })
    }
}
