//! Equalities that many claims need. Claims about one design share most of its logic, so most of what one of them needs
//! another one has decided.

use crate::algebra::GraphNode;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::Mutex;

/// What was decided, by the logic of both sides and of the assumption.
#[derive(Debug, Default)]
pub struct Lemmas(Mutex<HashMap<[Fingerprint; 3], Lemma>>);

/// Whether two functions of a graph's inputs are equal where a third one is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lemma {
    /// They are.
    Equal,
    /// They differ for these values of the inputs, by input number.
    Different(Vec<bool>),
}

/// Half of a SHA-256 digest of the logic between a graph's inputs and a literal: two literals, of one graph or of two, with
/// the same fingerprint are the same function of inputs with the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Fingerprint([u8; 16]);

impl Lemmas {
    /// What is known. It stays true with other inputs behind these.
    pub(super) fn find(&self, key: &[Fingerprint; 3]) -> Option<Lemma> {
        self.0.lock().expect("no thread panics with it").get(key).cloned()
    }

    /// Remembers what was decided.
    pub(super) fn add(&self, key: [Fingerprint; 3], lemma: Lemma) {
        self.0.lock().expect("no thread panics with it").insert(key, lemma);
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
