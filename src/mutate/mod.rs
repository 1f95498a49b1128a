//! Mutation: small faults planted in the netlist, to measure which layer of checking finds them.

pub use crate::netlist::fault::{Fault, FaultKind, Mutant, apply, faults};
pub use crate::unit::{Mutation, MutationPlan, ProofCache, ProofResult, Score};

use crate::netlist::Flat;
use crate::sim::testbench::Random;

/// A uniform random sample of all faults of the design, in the design's order.
pub fn draw(flat: &Flat, count: usize, seed: u64) -> Vec<Fault> {
    let mut all = faults(flat);
    let mut random = Random::new(seed);
    while all.len() > count {
        let victim = random.below(all.len() as u32) as usize;
        all.remove(victim);
    }
    all
}
