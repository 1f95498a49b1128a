//! The first difference between hardware and golden machine, for people.

use super::core::{ObservedRetirement, RETIRE};
use super::program::BrewProgram;
use crate::brew::golden::{BrewMachine, Retire, Typed, explain, type_codes};
use crate::brew::isa::{REGISTERS, TYPES, disassemble};
use lanesmith_sim::testbench::Profile;
use lanesmith_unit::minimised;
use std::fmt;

/// Hardware and golden machine disagree.
#[derive(Clone, Debug)]
pub struct LockstepMismatch {
    /// The cycle in which it was seen.
    pub cycle: u64,
    /// The instruction's number in the program.
    pub position: usize,
    /// How instructions were offered.
    pub profile: Profile,
    /// Seed of the offers.
    pub seed: u64,
    /// The cycle of a reset in the traffic (see [`Lockstep::set_reset`](super::Lockstep::set_reset)).
    pub reset_at: Option<u64>,
    /// Whether `in_ready` was the same for all offers.
    pub is_ready_steady: bool,
    /// The expected retirement; `None` if no more was expected.
    pub expected: Option<Retire>,
    /// The actual retirement; `None` if nothing retired for too long.
    pub observed: Option<ObservedRetirement>,
    /// The golden machine's registers before the instruction.
    pub before: [Typed; REGISTERS],
    /// And after.
    pub after: [Typed; REGISTERS],
    /// The program that shows it.
    pub program: BrewProgram,
}

impl LockstepMismatch {
    /// A mismatch with a program that is as short as could be found; `attempt` gives that of a program, if it has one.
    pub fn shortened(
        self: Box<Self>,
        mut attempt: impl FnMut(&BrewProgram) -> Option<Box<LockstepMismatch>>,
    ) -> Box<LockstepMismatch> {
        let mut shortest = self;
        let mut instructions = shortest.program.instructions.clone();
        instructions.truncate(shortest.position + 1);
        let instructions = minimised(instructions, |fewer| {
            let instructions = fewer.to_vec();
            match attempt(&BrewProgram { instructions }) {
                Some(mismatch) => {
                    shortest = mismatch;
                    true
                }
                None => false,
            }
        });
        shortest.program = BrewProgram { instructions };
        shortest
    }

    /// The words of the instruction.
    pub fn words(&self) -> Vec<u16> {
        let words = self.program.instructions.get(self.position);
        words.cloned().unwrap_or_default()
    }

    /// Whether golden would execute the instruction.
    fn is_left_out(&self, words: &[u16]) -> bool {
        let mut machine = BrewMachine::new(words.to_vec());
        machine.registers = self.before;
        let golden = machine.step();
        let invalid = |retire: &Retire| retire.exception;
        self.expected.as_ref().is_some_and(invalid) && !golden.as_ref().is_none_or(invalid)
    }

    /// A line for each retire port with a wrong value.
    fn differences(&self, expected: &Retire, observed: &ObservedRetirement) -> Vec<String> {
        let expected = ObservedRetirement {
            retire: *expected,
            types: type_codes(&self.after),
        };
        let ports = RETIRE.iter().zip(expected.ports()).zip(observed.ports());
        let wrong = ports.filter(|((_, (value, is_defined)), (got, _))| *is_defined && value != got);
        wrong
            .map(|((port, (value, _)), (got, _))| {
                format!("{port} should be {} and is {}", shown(port, value), shown(port, got))
            })
            .collect()
    }
}

/// The value of a retire port.
fn shown(port: &str, value: u64) -> String {
    match port {
        "retire_old_type" | "retire_type" | "retire_operand_type" => TYPES[value as usize & 15].spelling(),
        "retire_order" | "retire_register" | "retire_length" => value.to_string(),
        _ => format!("{value:#x}"),
    }
}

impl fmt::Display for LockstepMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "cycle {}, instruction {}, offers {} with seed {}{}:",
            self.cycle,
            self.position,
            self.profile,
            self.seed,
            self.reset_at
                .map_or(String::new(), |at| format!(", reset {at} cycles after the first"))
        )?;
        let words = self.words();
        // Behind the last instruction there is none to explain.
        if !words.is_empty() {
            writeln!(f, "{}", explain(&words, &self.before))?;
        }
        if self.is_left_out(&words) {
            writeln!(f, "this configuration lacks the unit: an invalid instruction")?;
        }
        if !self.is_ready_steady {
            writeln!(f, "in_ready depends on what is offered")?;
        }
        match (&self.expected, &self.observed) {
            (None, None) if !self.is_ready_steady => {}
            (None, Some(_)) => writeln!(f, "an instruction retired and nothing more should have")?,
            (_, None) => writeln!(f, "nothing retired any more")?,
            (Some(expected), Some(observed)) => {
                for difference in self.differences(expected, observed) {
                    writeln!(f, "{difference}")?;
                }
            }
        }
        writeln!(f, "the program:")?;
        for line in disassemble(&self.program.words()) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LockstepMismatch {}
