//! Equalities that several claims need. Claims about one design share most of its logic, so that another claim has often decided
//! them already.

use super::solver::Answer;
use lanesmith_algebra::GraphNode;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Mutex;

/// The inputs for which two literals differ.
pub(super) type Difference = Answer<Vec<bool>>;

/// Answers by the fingerprints of two functions and of their condition: nothing, or the inputs for which they differ, 64 in a word.
type Answers = HashMap<[Fingerprint; 3], Option<Box<[u64]>>>;

/// Whether two functions of a graph's inputs are equal where a third one is 1.
#[derive(Debug, Default)]
pub struct Lemmas(Mutex<Answers>);

/// The maximum number of lemmas, twice as many as the datapath's claims need. When it is reached, all are discarded, because there may
/// be many variants of a design.
const MOST: usize = 1 << 18;

/// Half of a SHA-256 digest of the logic between a graph's inputs and a literal: two literals, of one graph or of two, with
/// the same fingerprint are the same function of inputs with the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fingerprint([u8; 16]);

impl Lemmas {
    /// The known answer to a question; inputs behind the last one do not matter.
    pub(super) fn find(&self, key: &[Fingerprint; 3]) -> Option<Difference> {
        let known = self.0.lock().expect("no thread panics with it");
        let bits = |word: &u64| {
            let word = *word;
            (0..64).map(move |bit| word >> bit & 1 != 0)
        };
        Some(match known.get(key)? {
            None => Answer::Unsatisfiable,
            Some(words) => Answer::Satisfiable(words.iter().flat_map(bits).collect()),
        })
    }

    /// Stores an answer, if it is one.
    pub(super) fn add(&self, key: [Fingerprint; 3], answer: &Difference) {
        let word = |bits: &[bool]| bits.iter().rev().fold(0, |word, bit| word << 1 | u64::from(*bit));
        let decided = match answer {
            Answer::Unsatisfiable => None,
            Answer::Satisfiable(inputs) => Some(inputs.chunks(64).map(word).collect()),
            Answer::Unknown => return,
        };
        let mut known = self.0.lock().expect("no thread panics with it");
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(key, decided);
    }
}

/// The fingerprints of the nodes of a growing graph.
#[derive(Default)]
pub(super) struct Fingerprints(Vec<Fingerprint>);

impl Fingerprints {
    /// That of a literal of the graph with these nodes, to which some were added since the last call.
    pub fn of(&mut self, nodes: &[GraphNode], literal: u32) -> Fingerprint {
        for node in nodes.iter().take(literal as usize / 2 + 1).skip(self.0.len()) {
            let next = self.node(node);
            self.0.push(next);
        }
        self.literal(literal)
    }

    fn node(&self, node: &GraphNode) -> Fingerprint {
        let mut hash = Sha256::new();
        match *node {
            GraphNode::False => hash.update([0]),
            GraphNode::Input(number) => {
                hash.update([1]);
                hash.update(number.to_le_bytes());
            }
            GraphNode::And(x, y) => {
                // The order of the sides depends on the order in which the graph was made.
                let mut sides = [self.literal(x), self.literal(y)];
                sides.sort_unstable();
                hash.update([2]);
                sides.iter().for_each(|side| hash.update(side.0));
            }
        }
        let digest: [u8; 32] = hash.finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        // The lowest bit is that of a literal.
        half[0] &= !1;
        Fingerprint(half)
    }

    fn literal(&self, literal: u32) -> Fingerprint {
        let mut half = self.0[literal as usize / 2].0;
        half[0] ^= literal as u8 & 1;
        Fingerprint(half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EquivalenceVerdict, Limits, Obligation, ObligationOutcome, Stop};
    use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Graph, Int};
    use std::sync::Arc;

    type Symbolic = Bitwise<Edge>;

    /// That the sum of three words of 8 bits does not depend on the order, with `extra` inputs that play no part.
    fn sums(extra: u32, assumption: impl Fn(&Int<Edge>, &Int<Edge>) -> Edge) -> Obligation {
        let graph = Graph::new();
        let [x, y, z] = std::array::from_fn(|_| Int::unsigned(graph.inputs(8)));
        graph.inputs(extra);
        let mut claim = Obligation::new("sums", &graph);
        let left = Symbolic::add(&Symbolic::add(&x, &y), &z);
        let right = Symbolic::add(&x, &Symbolic::add(&z, &y));
        claim.equal(&left.low(10), &right.low(10));
        claim.assumption = assumption(&x, &y);
        claim
    }

    /// That two words of 32 bits are equal, where they are or where they have these values.
    fn same(values: Option<[i64; 2]>) -> Obligation {
        let graph = Graph::new();
        let words = [(); 2].map(|()| Int::unsigned(graph.inputs(32)));
        let mut claim = Obligation::new("same", &graph);
        let [left, right] = words.each_ref().map(|word| Symbolic::add(word, &Symbolic::int(3)));
        claim.equal(&left.low(33), &right.low(33));
        let is = |word: usize, value: i64| Symbolic::equal(&words[word], &Symbolic::int(value)).bit();
        claim.assumption = Symbolic::equal(&words[0], &words[1]).bit();
        if let Some([x, y]) = values {
            claim.assumption = claim.assumption.or(&is(0, x).and(&is(1, y)));
        }
        claim
    }

    fn decide(lemmas: &Arc<Lemmas>, claim: &Obligation) -> ObligationOutcome {
        claim.decide_with(lemmas, Limits::default(), 1, &Stop::default())
    }

    #[test]
    fn a_second_claim_about_the_same_logic_asks_the_solver_nothing() {
        let lemmas = Arc::default();
        let always = |_: &Int<Edge>, _: &Int<Edge>| Edge::constant(true);
        let [first, second] = [0, 5].map(|extra| decide(&lemmas, &sums(extra, always)));
        assert_eq!([&first.verdict, &second.verdict], [&EquivalenceVerdict::Proved; 2]);
        assert!(first.statistics.sat_calls > 0, "{:?}", first.statistics);
        assert_eq!(second.statistics.sat_calls, 0, "{:?}", second.statistics);
        assert!(second.statistics.lemmas > 0, "{:?}", second.statistics);
    }

    #[test]
    fn what_holds_under_an_assumption_is_not_taken_to_hold_without_it_or_under_another_one() {
        let lemmas = Arc::default();
        assert_eq!(decide(&lemmas, &same(None)).verdict, EquivalenceVerdict::Proved);
        // Twice, so that what is remembered of the refuted claim is asked, too.
        for values in [[7, 9], [0x1234_5678, 0x1234_5679], [7, 9], [1 << 31, 0]] {
            let claim = same(Some(values));
            let EquivalenceVerdict::Refuted(inputs) = decide(&lemmas, &claim).verdict else {
                panic!("not refuted")
            };
            let number = |bits: &[bool]| bits.iter().rev().fold(0, |n, bit| 2 * n + i64::from(*bit));
            assert_eq!([number(&inputs[..32]), number(&inputs[32..])], values);
        }
        assert_eq!(decide(&lemmas, &same(None)).verdict, EquivalenceVerdict::Proved);
    }

    #[test]
    fn inputs_come_back_with_others_behind_them_and_the_lemmas_are_not_without_number() {
        let lemmas = Lemmas::default();
        let one = |number: u32| {
            let input = Fingerprints::default().of(&[GraphNode::Input(number)], 0);
            [input, input, input]
        };
        let inputs: Vec<bool> = (0..70).map(|i| i % 3 == 0).collect();
        lemmas.add(one(0), &Answer::Satisfiable(inputs.clone()));
        let Some(Answer::Satisfiable(found)) = lemmas.find(&one(0)) else {
            panic!("it is forgotten")
        };
        assert_eq!(found[..70], inputs);
        assert!(lemmas.find(&one(1)).is_none());
        for number in 1..=MOST as u32 {
            lemmas.add(one(number), &Answer::Unsatisfiable);
        }
        assert!(lemmas.find(&one(0)).is_none());
        assert!(matches!(lemmas.find(&one(MOST as u32)), Some(Answer::Unsatisfiable)));
        assert!(lemmas.0.lock().unwrap().len() < MOST);
    }

    #[test]
    fn fingerprints_are_those_of_functions_of_inputs_in_whatever_order_their_nodes_were_made() {
        use GraphNode::{And, False, Input};
        let of = |nodes: &[GraphNode], literal| Fingerprints::default().of(nodes, literal);
        // Inputs 0, 1 and 2 are nodes 1, 2 and 3 of one graph, and 3, 1 and 2 of the other.
        let one = [False, Input(0), Input(1), Input(2), And(2, 5), And(6, 8)];
        let other = [False, Input(1), Input(2), Input(0), And(3, 6), And(4, 8)];
        assert_eq!(of(&one, 10), of(&other, 10));
        assert_eq!(of(&one, 11), of(&other, 11));
        let different = [
            of(&one, 11),
            of(&one, 8),
            of(&[False, Input(0), Input(1), Input(2), And(2, 4), And(6, 8)], 10),
            of(&[False, Input(0), Input(1), Input(3), And(2, 5), And(6, 8)], 10),
            of(&[False, Input(0), Input(1), Input(2), And(2, 5), And(7, 8)], 10),
            of(&[False, Input(0), Input(1), Input(2), And(2, 5), And(6, 9)], 10),
            of(&one, 0),
            of(&one, 1),
        ];
        for (i, fingerprint) in different.iter().enumerate() {
            assert_ne!(*fingerprint, of(&one, 10), "{i}");
        }
        assert_ne!(of(&one, 0), of(&one, 1));
        // Nodes that are added later change nothing.
        let mut growing = Fingerprints::default();
        assert_eq!(growing.of(&one[..3], 4), of(&one, 4));
        assert_eq!(growing.of(&one, 10), of(&one, 10));
    }
}
