//! Proofs that variants of a design share.

use lanesmith_algebra::GraphNode;
use lanesmith_prove::{EquivalenceVerdict, Lemmas, Limits, Obligation, ObligationOutcome, ProofStatistics, Stop};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Remembers which graphs were proved. Variants of a design that differ in one place agree in the logic of most claims, so most
/// claims about a second variant need no proof; the others share [`Lemmas`].
#[derive(Default)]
pub struct ProofCache {
    proved: Mutex<HashSet<[u8; 32]>>,
    lemmas: Arc<Lemmas>,
}

impl ProofCache {
    /// Like [`Obligation::decide`]; the effort of a remembered proof is 0.
    pub fn decide(&self, claim: &Obligation, limits: Limits, seed: u64) -> ObligationOutcome {
        let start = Instant::now();
        let digest = digest(claim);
        if self.proved.lock().expect("no thread panics with it").contains(&digest) {
            return ObligationOutcome {
                name: claim.name.clone(),
                verdict: EquivalenceVerdict::Proved,
                counterexample: vec![],
                statistics: ProofStatistics::default(),
                time: start.elapsed(),
            };
        }
        let outcome = claim.decide_with(&self.lemmas, limits, seed, &Stop::default());
        if outcome.verdict == EquivalenceVerdict::Proved {
            self.proved.lock().expect("no thread panics with it").insert(digest);
        }
        outcome
    }
}

/// The hash of the logic between a claim's inputs and its pairs and assumption. Nodes and inputs are numbered in the order of a
/// depth-first search: two claims with one hash are equal but for the names of their inputs.
fn digest(claim: &Obligation) -> [u8; 32] {
    let nodes = claim.graph.nodes();
    let mut numbers = vec![None; nodes.len()];
    let mut count = 0u32;
    let mut hash = Sha256::new();
    let pairs = claim.pairs.iter().flat_map(|(x, y)| [x, y]);
    for root in [&claim.assumption].into_iter().chain(pairs) {
        let literal = root.literal();
        let mut open = vec![(literal / 2) as usize];
        while let Some(node) = open.last().copied() {
            if numbers[node].is_some() {
                open.pop();
                continue;
            }
            let mut words = [0, u32::MAX, u32::MAX];
            if let GraphNode::And(x, y) = nodes[node] {
                let [first, second] =
                    [x, y].map(|side| numbers[side as usize / 2].map(|number: u32| 2 * number + side % 2));
                let (Some(first), Some(second)) = (first, second) else {
                    // The sides come first, `x` before `y`.
                    let sides = [(second, y), (first, x)]
                        .into_iter()
                        .filter(|(number, _)| number.is_none());
                    open.extend(sides.map(|(_, side)| side as usize / 2));
                    continue;
                };
                words = [2, first, second];
            } else if let GraphNode::Input(_) = nodes[node] {
                words[0] = 1;
            }
            words.iter().for_each(|word| hash.update(word.to_le_bytes()));
            numbers[node] = Some(count);
            count += 1;
            open.pop();
        }
        let number = numbers[(literal / 2) as usize].expect("the search ended with it");
        hash.update([3, 0, 0, 0]);
        hash.update((2 * number + literal % 2).to_le_bytes());
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::{Bit, Edge, Graph};

    fn claim(sides: impl Fn([Edge; 3]) -> [Edge; 2], skipped: u32) -> Obligation {
        let graph = Graph::new();
        graph.inputs(skipped);
        let [left, right] = sides([graph.input(), graph.input(), graph.input()]);
        let mut claim = Obligation::new("a claim", &graph);
        claim.equal(&[left], &[right]);
        claim
    }

    #[test]
    fn claims_that_differ_in_numbers_of_inputs_alone_have_one_digest_and_others_do_not() {
        let distributive = |[x, y, z]: [Edge; 3]| [x.and(&y.or(&z)), x.and(&y).or(&x.and(&z))];
        let one = digest(&claim(distributive, 0));
        assert_eq!(one, digest(&claim(distributive, 5)));
        let wrong = [
            digest(&claim(|[x, y, z]| [x.and(&y.or(&z)), x.and(&y).or(&x.and(&y))], 0)),
            digest(&claim(
                |[x, y, z]| [x.and(&y.or(&z)), x.and(&y).or(&x.and(&z)).not()],
                0,
            )),
            digest(&claim(
                |[x, y, z]| [x.and(&y.or(&z)), x.and(&y.not()).or(&x.and(&z))],
                0,
            )),
            digest(&claim(|[x, y, z]| [x.and(&y.or(&z)), z.and(&y).or(&x.and(&z))], 0)),
        ];
        assert!(wrong.iter().all(|other| *other != one));
        let mut assumed = claim(distributive, 0);
        assumed.assumption = assumed.pairs[0].0.clone();
        assert_ne!(digest(&assumed), one);
    }

    #[test]
    fn a_proved_claim_is_not_proved_again_and_a_refuted_one_is_refuted_again() {
        let cache = ProofCache::default();
        let decide = |claim: &Obligation| cache.decide(claim, Limits::default(), 1);
        let right = claim(|[x, y, z]| [x.and(&y.or(&z)), x.and(&y).or(&x.and(&z))], 0);
        let wrong = claim(|[x, y, z]| [x.and(&y.or(&z)), x.and(&y).or(&z)], 0);
        let [first, second] = [decide(&right), decide(&right)];
        assert_eq!([&first.verdict, &second.verdict], [&EquivalenceVerdict::Proved; 2]);
        assert!(first.statistics.ands > 0 && second.statistics.ands == 0);
        for _ in 0..2 {
            assert!(matches!(decide(&wrong).verdict, EquivalenceVerdict::Refuted(_)));
        }
    }
}
