//! Witnesses: inputs with which the assumption of a claim holds, which show that the claim is not vacuous.

use super::claim_input::ClaimInput;
use super::obligation::Obligation;
use super::solver::{Answer, Solver, Stop};
use super::sweep::Limits;

use lanesmith_algebra::Random;
use std::time::Instant;

/// The verdict on an assumption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// It holds for these values of the named inputs.
    Found(Vec<(ClaimInput, u64)>),
    /// It never holds.
    Unsatisfiable,
    /// Neither shown within the limit.
    Unknown,
}

/// Rounds of 64 random patterns before the solver is asked.
const ROUNDS: usize = 48;

impl Obligation {
    /// Inputs that satisfy the assumption: random ones, else inputs from the SAT solver.
    pub fn witness(&self, limits: Limits, seed: u64) -> Witness {
        self.witness_unless(limits, seed, &Stop::default())
    }

    /// The same, but cancelled when `stop` is raised.
    pub(super) fn witness_unless(&self, limits: Limits, seed: u64, stop: &Stop) -> Witness {
        match self.satisfying(limits, seed, stop) {
            Answer::Satisfiable(inputs) => Witness::Found(self.words(&inputs)),
            Answer::Unsatisfiable => Witness::Unsatisfiable,
            Answer::Unknown => Witness::Unknown,
        }
    }

    /// The same, as values of the graph's inputs.
    pub(super) fn satisfying(&self, limits: Limits, seed: u64, stop: &Stop) -> Answer<Vec<bool>> {
        let deadline = limits.deadline();
        let literal = self.assumption.literal();
        if literal == 0 {
            return Answer::Unsatisfiable;
        }
        let mut random = Random::new(seed);
        let cone = self.graph.cone(std::slice::from_ref(&self.assumption));
        for round in 0..ROUNDS {
            // Mostly ones and mostly zeros in turn, for assumptions about wide words.
            let mut bits = || match round % 3 {
                0 => random.bits(),
                1 => random.bits() | random.bits() | random.bits(),
                _ => random.bits() & random.bits() & random.bits(),
            };
            let patterns: Vec<u64> = (0..self.graph.input_count()).map(|_| bits()).collect();
            let holds = cone.evaluate(&patterns)[0];
            if holds != 0 {
                let pattern = holds.trailing_zeros();
                return Answer::Satisfiable(patterns.iter().map(|word| word >> pattern & 1 != 0).collect());
            }
            if Instant::now() >= deadline || stop.is_raised() {
                return Answer::Unknown;
            }
        }
        let nodes = self.graph.nodes();
        let mut solver = Solver::new(deadline, stop);
        match solver.require(&nodes, literal) {
            Answer::Satisfiable(()) => {}
            Answer::Unsatisfiable => return Answer::Unsatisfiable,
            Answer::Unknown => return Answer::Unknown,
        }
        let inputs = solver.inputs(&nodes);
        let holds = self
            .graph
            .evaluate_bits(&inputs, std::slice::from_ref(&self.assumption))[0];
        match holds {
            true => Answer::Satisfiable(inputs),
            false => Answer::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EquivalenceVerdict;
    use lanesmith_algebra::{Bit, Edge, Graph};
    use std::time::Duration;

    /// A claim whose assumption is that a word of 40 bits is `value`, which random patterns do not hit.
    fn rare(value: u64) -> Obligation {
        let graph = Graph::new();
        let word = graph.inputs(40);
        let mut claim = Obligation::new("rare", &graph);
        let is = |bit: (usize, &Edge)| {
            if value >> bit.0 & 1 != 0 {
                bit.1.clone()
            } else {
                bit.1.not()
            }
        };
        claim.assumption = word
            .iter()
            .enumerate()
            .map(is)
            .fold(Edge::constant(true), |all, bit| all.and(&bit));
        claim.name_inputs("word", &word);
        claim
    }

    #[test]
    fn a_witness_is_found_for_what_random_patterns_miss_and_none_without_time() {
        let claim = rare(0x12_3456_789a);
        let found = claim.witness(Limits::default(), 1);
        assert_eq!(found, Witness::Found(vec![("word".into(), 0x12_3456_789a)]));
        let none = Limits {
            time: Duration::ZERO,
            ..Limits::default()
        };
        assert_eq!(claim.witness(none, 1), Witness::Unknown);
    }

    #[test]
    fn a_claim_that_holds_with_bits_freed_is_vacuous_where_the_bits_as_they_are_contradict_its_assumption() {
        let graph = Graph::new();
        let [x, y] = std::array::from_fn(|_| graph.input());
        let both = x.and(&y);
        let mut claim = Obligation::new("", &graph);
        claim.assumption = both.and(&x.xor(&y));
        claim.equal(std::slice::from_ref(&x), std::slice::from_ref(&x));
        claim.free(&[both]);
        let general = claim.generalised().expect("freed bits").decide(Limits::default(), 1);
        assert_eq!(general.verdict, EquivalenceVerdict::Proved);
        assert_eq!(claim.decide(Limits::default(), 1).verdict, EquivalenceVerdict::Vacuous);
    }

    #[test]
    fn a_contradiction_has_no_witness() {
        let mut claim = rare(5);
        let graph = claim.graph.clone();
        let [x, y, z] = std::array::from_fn(|_| graph.input());
        let chain = x.xor(&y).and(&y.xor(&z)).and(&z.xor(&x));
        claim.assumption = chain;
        assert_eq!(claim.witness(Limits::default(), 1), Witness::Unsatisfiable);
        claim.assumption = Edge::constant(false);
        assert_eq!(claim.witness(Limits::default(), 1), Witness::Unsatisfiable);
    }
}
