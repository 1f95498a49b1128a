//! The first difference between hardware and golden machine, for people.

use super::core::ObservedRetirement;
use super::program::BrewProgram;
use crate::sim::testbench::Profile;
use crate::unit::minimised;
use crate::units::brew::golden::{BrewMachine, Retire, Typed, explain};
use crate::units::brew::isa::{REGISTERS, disassemble};
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

    /// A line for each thing that retired otherwise than it should have.
    fn differences(&self, expected: &Retire, observed: &ObservedRetirement) -> Vec<String> {
        let got = &observed.retire;
        let typed = |value, code| Typed { value, code };
        let kind = |code| typed(0, code).kind().to_owned();
        let hex = |value: u32| format!("{value:#010x}");
        let words = |retire: &Retire| format!("{:04x?}", &retire.words[..usize::from(expected.length)]);
        let codes = |registers: &[Typed; REGISTERS]| registers.map(|register| register.code);
        let types: [u8; REGISTERS] = std::array::from_fn(|i| (observed.types >> (4 * i) & 15) as u8);
        let mut pairs = vec![
            ("order", expected.order.to_string(), got.order.to_string()),
            ("address", hex(expected.address), hex(got.address)),
            ("length", expected.length.to_string(), got.length.to_string()),
            ("words", words(expected), words(got)),
            ("exception", expected.exception.to_string(), got.exception.to_string()),
            ("write", expected.writes.to_string(), got.writes.to_string()),
            ("all types", format!("{:?}", codes(&self.after)), format!("{types:?}")),
        ];
        pairs.extend([
            ("register", expected.register.to_string(), got.register.to_string()),
            ("type before", kind(expected.old_type), kind(got.old_type)),
            ("type", kind(expected.new_type), kind(got.new_type)),
        ]);
        pairs.extend(expected.writes.then(|| ("value", hex(expected.value), hex(got.value))));
        let operands = [
            ("first operand", expected.a.zip(got.a)),
            ("second operand", expected.b.zip(got.b)),
        ];
        pairs.extend(operands.into_iter().filter_map(|(what, pair)| {
            let (expected, got) = pair?;
            Some((what, hex(expected), hex(got)))
        }));
        let deciding = expected.operand_type.zip(got.operand_type);
        pairs.extend(deciding.map(|(expected, got)| ("deciding type", kind(expected), kind(got))));
        let wrong = pairs.into_iter().filter(|(_, expected, got)| expected != got);
        wrong
            .map(|(what, expected, got)| format!("{what} should be {expected} and is {got}"))
            .collect()
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
