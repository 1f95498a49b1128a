//! Random instructions through many copies of a unit at once.

mod results;
mod scoreboard;

use super::case::PASS;
use super::{INPUT, OUTPUT, Pipelined, RESET};
use lanesmith_netlist::Flat;
use lanesmith_sim::testbench::{BenchCopies, FaultyCopy, Summary, TrafficSettings};
use scoreboard::PipelinedCopies;

/// The copies.
pub const COPIES: usize = BenchCopies::COUNT;

/// Copies of a unit under random gaps and stalls, each with cases of its own.
pub struct RandomCopies<P> {
    unit: P,
    seed: u64,
    copies: BenchCopies,
}

impl<P: Pipelined> RandomCopies<P> {
    /// Copies of the design `flat` of `unit`. The seeds are `settings.seed` and the numbers that follow it.
    pub fn new(flat: &Flat, unit: P, settings: TrafficSettings) -> Self {
        let seed = |copy| copy_seed(settings.seed, copy);
        RandomCopies {
            unit,
            seed: settings.seed,
            copies: BenchCopies::new(flat, INPUT, OUTPUT, settings, seed),
        }
    }

    /// Runs this many cases of its seed on each copy, from a reset on. `progress` receives the number of judged cases.
    /// Returns the result of each copy; errors: a copy that goes wrong.
    pub fn run(
        &mut self,
        count: impl Fn(usize) -> u64,
        mut progress: impl FnMut(u64),
    ) -> Result<Vec<Summary>, FaultyCopy> {
        let seed = |copy| copy_seed(self.seed, copy);
        let mut scoreboard = PipelinedCopies::new(self.unit, count, seed);
        self.copies.reset(&mut scoreboard, RESET)?;
        let ran = self.copies.run(&mut scoreboard, |scoreboard| {
            let results = &mut scoreboard.results;
            if results.0.len() < PASS - COPIES {
                return Ok(());
            }
            progress(results.0.len() as u64);
            results.judge(&self.unit)
        });
        // A wrong result came before a fault that the testbench itself found.
        scoreboard.results.judge(&self.unit)?;
        ran
    }
}

/// The seed of a copy.
pub fn copy_seed(first: u64, copy: usize) -> u64 {
    first.wrapping_add(copy as u64)
}
