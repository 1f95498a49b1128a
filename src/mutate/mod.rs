//! Mutants of the hardware: small faults put into the netlist on purpose, to measure what each layer of checking sees.

pub use crate::netlist::fault::{Fault, FaultKind, Mutant, apply, faults};
pub use crate::unit::{Mutation, MutationPlan, ProofResult, Score};

use crate::netlist::Flat;
use crate::sim::testbench::Random;

/// Faults drawn evenly from all that the design can have, in the design's order.
pub fn draw(flat: &Flat, count: usize, seed: u64) -> Vec<Fault> {
    let mut all = faults(flat);
    let mut random = Random::new(seed);
    while all.len() > count {
        let victim = random.below(all.len() as u32) as usize;
        all.remove(victim);
    }
    all
}
