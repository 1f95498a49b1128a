//! Random programs on a core, one seed after the other.

use super::{Counts, RiscvProgram, Traps};
use crate::simulator::{Conditions, CoreSimulator};
use crate::variant::CoreVariant;
use lanesmith::sim::EngineError;
use lanesmith::sim::testbench::Random;

/// The conditions of a program: half of the programs meet wait states, interrupts or halts, of many frequencies.
fn conditions(variant: &CoreVariant, seed: u64, counts: &Counts) -> Conditions {
    let mut random = Random::new(seed ^ 77);
    let stalls = random.pick(&[0, 0, 64, 128, 200]);
    let interrupts = random.pick(&[0, 50, 300, 2000]);
    let halts = random.pick(&[0, 100, 1000]);
    Conditions {
        seed: seed as u32,
        stalls,
        interrupts: if variant.target.traps == Traps::None {
            0
        } else {
            interrupts
        },
        halts: if variant.halts { halts } else { 0 },
        limit: 400_000 + 1000 * counts.all,
    }
}

/// Programs of about `length` instructions on a variant of a core.
pub struct Campaign<'a> {
    /// The core with its unit.
    pub simulator: &'a CoreSimulator,
    /// The variant that it is.
    pub variant: &'a CoreVariant,
    /// The length of a program.
    pub length: u32,
}

impl Campaign<'_> {
    /// Runs the program of a seed. Returns its counts and the first difference from the model. Error: the simulator fails.
    pub fn play(&self, seed: u64) -> Result<(Counts, Option<String>), EngineError> {
        let program = RiscvProgram::random(&self.variant.target, seed, self.length);
        let conditions = conditions(self.variant, seed, &program.counts);
        let image: Vec<u8> = program.image.iter().flat_map(|word| word.to_le_bytes()).collect();
        let run = self.simulator.run(&image, &conditions, &mut std::io::sink())?;
        let Conditions {
            stalls,
            interrupts,
            halts,
            ..
        } = conditions;
        let fault = program
            .difference(&run)
            .map(|fault| format!("seed {seed}, stalls {stalls}, interrupts {interrupts}, halts {halts}: {fault}"));
        Ok((program.counts, fault))
    }
}
