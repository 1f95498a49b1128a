//! Programs for the testbench, each after a reset, with the golden machine's record of each instruction.

use crate::brew::coverage::cover::{CROSSES, Hits, RetirementCoverage};
use crate::brew::golden::{BrewMachine, Retire, Typed};
use crate::brew::isa::{REGISTERS, Subset, TYPES};
use crate::brew::rtl::DatapathConfig;
use crate::brew::testbench::{BrewProgram, float_program, random_program, step};
use lanesmith_sim::cover::{BinSet, CrossHits};
use lanesmith_sim::testbench::Random;
use lanesmith_unit::Goals;

/// The number of programs, and the most instructions of a program after its registers are set.
const PROGRAMS: usize = 16;
const LENGTH: usize = 260;
/// Random groups of instructions, from which a program takes the useful ones.
const DRAWN: usize = 1_500;
/// Axes whose classes are combined.
const STRENGTH: u32 = 2;
/// Instructions after the one that the reset follows.
const TAIL: usize = 10;

/// An instruction with the fields of a vector.
#[derive(Clone, Debug)]
pub struct ScriptedInstruction {
    pub retire: Retire,
    /// All types afterwards, four bits each.
    pub types: u64,
    /// Its words and the words after it.
    pub window: [u16; 3],
    /// Cycles without an offer before it.
    pub gap: u64,
    /// Cycles from its acceptance to a reset; 0 for none.
    pub reset: u64,
    /// It is the first one after a reset.
    pub is_first: bool,
}

/// The instructions of all programs.
pub fn script(config: &DatapathConfig) -> Vec<ScriptedInstruction> {
    let mut random = Random::new(28);
    let mut goals = Goals::new(CROSSES.all, STRENGTH);
    let program = |number| {
        let program = ScriptDraft::new(config, number, &mut random, &mut goals);
        program.scripted(number, &mut random)
    };
    (0..PROGRAMS).flat_map(program).collect()
}

/// A program under construction, and the registers after it.
#[derive(Clone)]
struct ScriptDraft {
    config: DatapathConfig,
    gapless: bool,
    registers: [Typed; REGISTERS],
    covered: RetirementCoverage,
    instructions: Vec<(Retire, u64)>,
}

impl ScriptDraft {
    /// Takes groups that hit new bins. Every fourth program has random float arithmetic, whose rare cases are in no cross.
    fn new(config: &DatapathConfig, number: usize, random: &mut Random, goals: &mut Goals) -> Self {
        let gapless = number.is_multiple_of(2);
        let mut program = ScriptDraft {
            config: *config,
            gapless,
            registers: Default::default(),
            covered: RetirementCoverage::new(gapless),
            instructions: vec![],
        };
        if number % 4 == 3 {
            let floats = float_program(random, LENGTH / 2);
            floats
                .instructions
                .iter()
                .for_each(|words| drop(program.execute(words)));
            return program;
        }
        let mut prologue = BrewProgram::default();
        for register in 0..REGISTERS as u8 {
            prologue.load(register, random.operand());
            // The registers that random instructions prefer have other types in each program.
            let code = (usize::from(register) + 4 * number) % (TYPES.len() - 1);
            prologue.set_type(register, code as u8);
        }
        for words in &prologue.instructions {
            goals.reach(&program.execute(words));
        }
        for _ in 0..DRAWN {
            let count = 1 + random.below(3) as usize;
            let group = random_program(random, count).instructions;
            let mut after = program.clone();
            let mut is_wanted = false;
            for words in &group[group.len() - count..] {
                is_wanted |= goals.reach(&after.execute(words));
            }
            if is_wanted {
                program = after;
            }
            if program.instructions.len() >= LENGTH {
                break;
            }
        }
        for words in random_program(random, TAIL).instructions.iter().rev().take(TAIL) {
            program.execute(words);
        }
        program
    }

    /// Appends an instruction; the bins that it hits.
    fn execute(&mut self, words: &[u16]) -> Vec<BinSet> {
        let mut machine = BrewMachine::new(words.to_vec());
        machine.registers = self.registers;
        let retire = step(&self.config, &mut machine).expect("a complete instruction");
        self.registers = machine.registers;
        let types = machine.types();
        let mut hits = Hits::default();
        self.covered.note(&mut hits, Subset::from(&self.config), &retire, types);
        self.instructions.push((retire, types));
        hits.bins()
    }

    /// The instructions with gaps, and a reset among the last.
    fn scripted(self, number: usize, random: &mut Random) -> Vec<ScriptedInstruction> {
        let words = |(retire, _): &(Retire, u64)| retire.words[..usize::from(retire.length)].to_vec();
        let all: Vec<u16> = self.instructions.iter().flat_map(words).collect();
        let last = self.instructions.len() - TAIL;
        let is_last_program = number + 1 == PROGRAMS;
        let mut place = 0;
        let scripted = self.instructions.iter().enumerate().map(|(i, (retire, types))| {
            let window = std::array::from_fn(|word| all.get(place + word).copied().unwrap_or(0));
            place += usize::from(retire.length);
            ScriptedInstruction {
                retire: *retire,
                types: *types,
                window,
                gap: if self.gapless || !random.one_in(3) {
                    0
                } else {
                    1 + u64::from(random.below(6))
                },
                reset: if i == last && !is_last_program {
                    1 + u64::from(random.below(7))
                } else {
                    0
                },
                is_first: i == 0,
            }
        });
        scripted.collect()
    }
}
