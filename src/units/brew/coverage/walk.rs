//! Programs that walk the bins of the cross of instructions, with random ones between.

use super::corner;
use super::cover::{self, CROSSES, DISTANCES, Hazard, SourceOperand};
use crate::brew::isa::{BrewInstruction, ExceptionRule, INSTRUCTIONS, InstructionRow, MASK, REGISTERS, TYPES};
use crate::brew::testbench::{BrewProgram, float_program, random_program};
use lanesmith_sim::testbench::{Profile, Random};

/// A stream of programs. Of each three programs two aim at bins of the crosses of instructions and of operands, in an order that
/// the seed decides; the first of these is offered without gaps. The third is random, with a reset in its traffic; every second
/// of these has only float arithmetic, because ties and signs of zeros need rare pairs of operands.
pub struct BrewWalk {
    random: Random,
    gaps: Profile,
    aims: Vec<Aim>,
    place: usize,
    left: u64,
    count: usize,
}

/// The bin that an instruction aims at.
#[derive(Clone, Copy, Debug)]
struct Aim {
    row: &'static InstructionRow,
    /// The type it works by.
    code: u8,
    /// Whether it reads a number above 15 as a type code.
    above: bool,
    hazard: Hazard,
    /// The class of a lane of `$rA` or `$rB`.
    lane: Option<(SourceOperand, usize)>,
}

impl Aim {
    /// A bin of the cross of instructions.
    fn instruction(bin: usize) -> Self {
        let bin = CROSSES.instructions.combination(bin);
        Aim {
            row: &INSTRUCTIONS[bin.of("instruction")],
            code: bin.of("type") as u8,
            above: bin.is("outcome", "type above 15"),
            hazard: Hazard::of(bin.of("dependence")),
            lane: None,
        }
    }

    /// A bin of the cross of operands.
    fn operand(bin: usize) -> Self {
        let bin = CROSSES.operands.combination(bin);
        let operand = [SourceOperand::A, SourceOperand::B][bin.of("register")];
        Aim {
            row: &INSTRUCTIONS[bin.of("instruction")],
            code: bin.of("type") as u8,
            above: false,
            hazard: Hazard::None,
            lane: Some((operand, bin.of("lane"))),
        }
    }
}

/// Instructions of a program.
const LENGTH: u64 = 300;

impl BrewWalk {
    /// Programs with `instructions` instructions in all, not counting those that set the registers at a beginning; `gaps` of those that are
    /// not offered without gaps.
    pub fn new(seed: u64, instructions: u64, gaps: Profile) -> Self {
        let mut random = Random::new(seed);
        let of_instructions = CROSSES.instructions.bins().map(Aim::instruction);
        let mut aims: Vec<Aim> = of_instructions
            .chain(CROSSES.operands.bins().map(Aim::operand))
            .collect();
        random.shuffle(&mut aims);
        BrewWalk {
            random,
            gaps,
            aims,
            place: 0,
            left: instructions,
            count: 0,
        }
    }

    fn aimed(&mut self, length: usize) -> BrewProgram {
        let mut program = random_program(&mut self.random, 0);
        let end = program.instructions.len() + length;
        while program.instructions.len() < end {
            let aim = self.aims[self.place];
            self.place = (self.place + 1) % self.aims.len();
            append(&mut self.random, &mut program, aim);
        }
        program.instructions.truncate(end);
        program
    }

    fn floats(&mut self, length: usize) -> BrewProgram {
        let mut program = float_program(&mut self.random, length);
        program.instructions.truncate(2 * REGISTERS + length);
        program
    }
}

/// A program, and the way to offer it.
pub struct Planned {
    /// The program.
    pub program: BrewProgram,
    /// The gaps between its instructions. Without gaps the pipeline must forward results.
    pub gaps: Profile,
    /// The cycle of a reset in its traffic.
    pub reset_at: Option<u64>,
}

impl Iterator for BrewWalk {
    type Item = Planned;

    fn next(&mut self) -> Option<Planned> {
        let length = self.left.min(LENGTH) as usize;
        if length == 0 {
            return None;
        }
        self.left -= length as u64;
        self.count += 1;
        let program = match self.count % 6 {
            0 => self.floats(length),
            3 => random_program(&mut self.random, length),
            _ => self.aimed(length),
        };
        let is_random = self.count.is_multiple_of(3);
        Some(Planned {
            program,
            gaps: if self.count % 3 == 1 {
                Profile::Always
            } else {
                self.gaps
            },
            reset_at: is_random.then(|| u64::from(self.random.below(2 * LENGTH as u32))),
        })
    }
}

/// Appends instructions whose last one hits the bin of `aim`, unless the configuration leaves this instruction out.
fn append(random: &mut Random, program: &mut BrewProgram, aim: Aim) {
    let Aim { row, code, hazard, .. } = aim;
    let mut free: Vec<u8> = (0..REGISTERS as u8).collect();
    random.shuffle(&mut free);
    let [d, b, a, x, y] = std::array::from_fn(|i| free[i]);
    let e = random.operand();
    let instruction = BrewInstruction { row, d, b, a, e };
    let typed = cover::type_register(&instruction);
    // Instructions that set many types have a register that is not among the fields.
    let [x, y] = [x, y].map(|register| if register == typed { d } else { register });
    for (operand, register) in [(SourceOperand::A, a), (SourceOperand::B, b)] {
        let value = value(random, &aim, operand);
        program.load(register, value);
    }
    let renews_type = matches!(hazard, Hazard::Read(SourceOperand::Type, _));
    // A type's number in a register goes another way through the hardware.
    let is_in_register = renews_type && random.flag();
    if is_in_register {
        program.load(x, code.into());
    }
    let other = (code + 1 + random.below(u32::from(MASK) - 1) as u8) % MASK;
    program.set_type(typed, if renews_type { other } else { code });
    let between = match hazard {
        Hazard::None => DISTANCES,
        Hazard::Read(operand, distance) => {
            match operand {
                SourceOperand::A => program.load(a, value(random, &aim, operand)),
                SourceOperand::B => program.load(b, value(random, &aim, operand)),
                SourceOperand::Type if is_in_register => program.set_type_from(typed, x),
                SourceOperand::Type => program.set_type(typed, code),
            }
            distance - 1
        }
    };
    for _ in 0..between {
        // `$rX <- $rY ^ $rX` and the other two: 1, 2, 3.
        let operation = 1 + random.below(3) as u16;
        let fields = [u16::from(x) << 12, operation << 8, u16::from(y) << 4, u16::from(x)];
        program.instructions.push(vec![fields.iter().sum()]);
    }
    program.instructions.push(instruction.encode());
}

/// A value of one of the two source registers.
fn value(random: &mut Random, aim: &Aim, operand: SourceOperand) -> u32 {
    let kind = TYPES[usize::from(aim.code)];
    match aim.row.exceptions {
        ExceptionRule::AboveTypes if aim.above => random.operand() | 1 << (4 + random.below(28)),
        ExceptionRule::AboveTypes => random.below(16),
        _ => {
            let aimed = random.below(kind.lanes);
            (0..kind.lanes).fold(0, |word, lane| {
                let class = match aim.lane {
                    Some((of, class)) if of == operand && lane == aimed => class,
                    _ => random.below(corner::corners(kind) as u32) as usize,
                };
                let noise = random.bits() as u32 & corner::lane_mask(kind);
                word | corner::corner_bits(kind, class, noise) << (lane * kind.lane_bits())
            })
        }
    }
}
