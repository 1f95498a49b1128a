//! The first difference between hardware and golden machine, for people.

use super::core::Observed;
use super::program::Program;
use crate::golden::brew::{Retire, Typed};
use crate::isa::brew::{REGISTERS, disassemble};
use crate::sim::testbench::Profile;
use std::fmt;

/// Hardware and golden machine disagree.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The cycle in which it was seen.
    pub cycle: u64,
    /// The instruction's number in the program.
    pub position: usize,
    /// How instructions were offered.
    pub profile: Profile,
    /// Seed of the offers.
    pub seed: u64,
    /// What should have retired; `None` where nothing more should have.
    pub expected: Option<Retire>,
    /// What retired; `None` where nothing did for too long.
    pub observed: Option<Observed>,
    /// The golden machine's registers before the instruction.
    pub before: [Typed; REGISTERS],
    /// And after.
    pub after: [Typed; REGISTERS],
    /// The program that shows it.
    pub program: Program,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "cycle {}, instruction {}, offers {} with seed {}:",
            self.cycle, self.position, self.profile, self.seed
        )?;
        let words = self
            .program
            .instructions
            .get(self.position)
            .cloned()
            .unwrap_or_default();
        for line in disassemble(&words) {
            writeln!(f, "{line}")?;
        }
        match &self.expected {
            Some(expected) => writeln!(f, "  expected {expected:x?}")?,
            None => writeln!(f, "  expected nothing more")?,
        }
        match &self.observed {
            Some(observed) => writeln!(
                f,
                "  observed {:x?}\n  types    {:015x}",
                observed.retire, observed.types
            )?,
            None => writeln!(f, "  observed nothing")?,
        }
        for (register, (before, after)) in self.before.iter().zip(&self.after).enumerate() {
            let change = if before == after {
                String::new()
            } else {
                format!(" -> {after}")
            };
            writeln!(f, "  $r{register:<2} {before}{change}")?;
        }
        writeln!(f, "the program:")?;
        for line in disassemble(&self.program.words()) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}
