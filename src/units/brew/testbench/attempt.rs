//! A program in lock-step with the golden machine, cycle by cycle. The caller runs the hardware.

use super::core::{ObservedRetirement, PATIENCE, Window};
use super::program::BrewProgram;
use crate::brew::golden::{BrewMachine, Retire, Typed};
use crate::brew::isa::{REGISTERS, Subset};
use crate::brew::rtl::DatapathConfig;
use lanesmith_sim::testbench::{Gate, Profile, Random};

/// The statistics of a run without a mismatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunStatistics {
    /// Instructions retired.
    pub instructions: u64,
    /// Of these the number with an exception.
    pub exceptions: u64,
    /// Cycles from the first offer to the last retirement.
    pub cycles: u64,
}

/// Cycles after a program's end, in which nothing may retire, or after a mismatch, so that the waves do not end right at it.
pub(super) const AFTERMATH: u32 = 4;

/// A program that is being run.
pub(super) struct Attempt {
    config: DatapathConfig,
    machine: BrewMachine,
    gate: Gate,
    /// The place of the next word that is offered.
    place: usize,
    is_offered: bool,
    waiting: u32,
    /// Cycles after the program's end.
    after: u32,
    pub statistics: RunStatistics,
}

/// A mismatch of a retirement.
pub(super) struct Mismatch {
    /// The expected retirement, if there is one.
    pub expected: Option<Retire>,
    /// The registers before it.
    pub before: [Typed; REGISTERS],
}

impl Attempt {
    pub fn new(config: DatapathConfig, program: &BrewProgram, profile: Profile, seed: u64) -> Self {
        Attempt {
            config,
            machine: BrewMachine::new(program.words()),
            gate: Gate::new(profile, Random::new(seed)),
            place: 0,
            is_offered: false,
            waiting: 0,
            after: 0,
            statistics: RunStatistics::default(),
        }
    }

    /// Whether instructions have yet to retire.
    pub fn is_running(&self) -> bool {
        (self.machine.address as usize / 2) < self.machine.program().len()
    }

    /// Whether everything has retired, and nothing else did in the cycles after it.
    pub fn is_over(&self) -> bool {
        !self.is_running() && self.after == AFTERMATH
    }

    /// The golden machine's registers.
    pub fn registers(&self) -> [Typed; REGISTERS] {
        self.machine.registers
    }

    /// The offer of the next cycle.
    pub fn window(&mut self) -> Option<Window> {
        let words = self.machine.program();
        self.is_offered = self.is_running() && self.place < words.len() && self.gate.next_cycle();
        self.is_offered.then(|| Window::at(words, self.place))
    }

    /// The expected retirement, and whether the actual one equals it.
    pub fn expects(&self, retired: Option<&ObservedRetirement>) -> Option<(Retire, bool)> {
        let retired = retired?;
        let mut machine = self.machine.clone();
        let expected = step(&self.config, &mut machine)?;
        let is_right = agree(&machine, Some(&expected), Some(retired));
        Some((expected, is_right))
    }

    /// Ends a cycle in which this many words were accepted.
    pub fn judge(
        &mut self,
        taken: usize,
        retired: Option<&ObservedRetirement>,
        is_steady: bool,
    ) -> Result<(), Box<Mismatch>> {
        let before = self.machine.registers;
        if !self.is_running() {
            self.after += 1;
            return match retired {
                Some(_) => Err(Box::new(Mismatch { expected: None, before })),
                None => Ok(()),
            };
        }
        self.place += taken;
        self.statistics.cycles += 1;
        // A cycle without an offer neither counts nor clears: waiting must add up over bursts that are shorter than `PATIENCE`.
        if taken != 0 || retired.is_some() {
            self.waiting = 0;
        } else if self.is_offered || self.place >= self.machine.program().len() {
            self.waiting += 1;
        }
        if retired.is_none() && self.waiting < PATIENCE && is_steady {
            return Ok(());
        }
        let expected = match retired.is_some() || is_steady {
            true => step(&self.config, &mut self.machine),
            false => None,
        };
        if !is_steady || !agree(&self.machine, expected.as_ref(), retired) {
            return Err(Box::new(Mismatch { expected, before }));
        }
        self.statistics.instructions += 1;
        self.statistics.exceptions += u64::from(expected.is_some_and(|expected| expected.exception));
        Ok(())
    }

    /// There was a reset in the cycle that ended: the program goes on from the first instruction that had not retired.
    pub fn reset(&mut self) {
        self.machine.reset();
        self.place = self.machine.address as usize / 2;
        self.waiting = 0;
    }
}

/// Steps the golden machine; an instruction whose unit the configuration leaves out is invalid.
pub fn step(config: &DatapathConfig, machine: &mut BrewMachine) -> Option<Retire> {
    machine.step_within(Subset::from(config))
}

/// The expected retirement with the types of `machine`, which has executed the instruction.
pub(super) fn expected_of(machine: &BrewMachine, expected: Retire) -> ObservedRetirement {
    ObservedRetirement {
        retire: expected,
        types: machine.types(),
    }
}

/// Whether the retirement is the expected one; `machine` is the golden machine after the instruction.
fn agree(machine: &BrewMachine, expected: Option<&Retire>, observed: Option<&ObservedRetirement>) -> bool {
    let (Some(expected), Some(observed)) = (expected, observed) else {
        return false;
    };
    let expected = expected_of(machine, *expected).ports();
    let mut ports = expected.iter().zip(observed.ports());
    ports.all(|((value, is_defined), (shown, _))| !is_defined || *value == shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brew::testbench::core::RETIRE;

    /// The retire ports at which a wrong value is no mismatch when the first instruction of `program` retires.
    fn ignored(program: &[u16]) -> Vec<&'static str> {
        let mut machine = BrewMachine::new(program.to_vec());
        let expected = step(&DatapathConfig::full(), &mut machine).expect("an instruction");
        let right = expected_of(&machine, expected).ports().map(|(value, _)| value);
        assert!(agree(&machine, Some(&expected), Some(&ObservedRetirement::new(right))));
        let is_ignored = |port: &usize| {
            let mut wrong = right;
            wrong[*port] ^= 1;
            agree(&machine, Some(&expected), Some(&ObservedRetirement::new(wrong)))
        };
        (0..RETIRE.len()).filter(is_ignored).map(|port| RETIRE[port]).collect()
    }

    #[test]
    fn a_wrong_value_at_a_retire_port_is_a_mismatch_unless_golden_tells_none() {
        let (words, operands) = (
            ["retire_word1", "retire_word2"],
            ["retire_a", "retire_b", "retire_operand_type"],
        );
        // $r1 <- $r2 + $r3
        assert_eq!(ignored(&[0x1532]), words);
        // $r1 <- 0x89abcdef
        assert_eq!(ignored(&[0x100f, 0xcdef, 0x89ab]), ["retire_b", "retire_operand_type"]);
        // No instruction.
        assert_eq!(ignored(&[0x0000]), [&words[..], &["retire_value"], &operands].concat());
    }
}
