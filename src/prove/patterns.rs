//! What the nodes of a graph are for some patterns of its inputs, and which nodes are alike in all of them.

use crate::algebra::Node;
use crate::sim::testbench::Random;
use rustc_hash::FxHashMap;

/// The nodes of a graph under construction with their values, 64 patterns to a word.
pub(super) struct Patterns {
    nodes: Vec<Node>,
    /// `values[node][w]`.
    values: Vec<Vec<u64>>,
    /// `inputs[w][input]`.
    inputs: Vec<Vec<u64>>,
    /// The patterns of each word that count.
    care: Vec<u64>,
    /// The literal that holds in patterns that count.
    assumption: u32,
    /// Of each node the key of its values in all words, and in the first `sorted` ones.
    keys: Vec<Key>,
    sorted_keys: Vec<Key>,
    sorted: usize,
    /// Candidates by their values in the first `sorted` words.
    classes: FxHashMap<u64, Vec<u32>>,
    candidates: Vec<u32>,
    random: Random,
}

/// A hash of a node's values up to complement, and whether it is complemented; unknown without a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct Key {
    hash: u64,
    inverted: Option<bool>,
}

impl Key {
    fn add(&mut self, bits: u64, care: u64) {
        if care != 0 {
            let inverted = *self.inverted.get_or_insert(bits >> care.trailing_zeros() & 1 != 0);
            let bits = if inverted { !bits } else { bits } & care;
            self.hash = (self.hash.rotate_left(5) ^ bits).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

impl Patterns {
    const INITIAL_WORDS: usize = 32;
    /// Classes are sorted anew after so many counterexamples.
    const UNSORTED_WORDS: usize = 16;

    /// Random patterns of so many inputs, all of which count.
    pub fn new(inputs: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut word = || (0..inputs).map(|_| random.bits()).collect();
        Patterns {
            nodes: vec![],
            values: vec![],
            inputs: (0..Self::INITIAL_WORDS).map(|_| word()).collect(),
            care: vec![u64::MAX; Self::INITIAL_WORDS],
            assumption: 1,
            keys: vec![],
            sorted_keys: vec![],
            sorted: Self::INITIAL_WORDS,
            classes: FxHashMap::default(),
            candidates: vec![],
            random,
        }
    }

    /// The nodes so far.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a node; gives its number.
    pub fn push(&mut self, node: Node) -> u32 {
        let word = |w: usize| {
            let side = |literal: u32| self.values[literal as usize / 2][w] ^ inversion(literal);
            simulate(&node, side, |input| self.inputs[w][input])
        };
        let values = (0..self.inputs.len()).map(word).collect();
        self.values.push(values);
        self.nodes.push(node);
        let number = self.nodes.len() - 1;
        self.keys.push(self.key(number, self.care.len()));
        self.sorted_keys.push(self.key(number, self.sorted));
        number as u32
    }

    /// Makes `node` a candidate for later nodes to equal.
    pub fn enter(&mut self, node: u32) {
        self.candidates.push(node);
        let key = self.sorted_keys[node as usize];
        self.classes.entry(key.hash).or_default().push(node);
    }

    /// The literal of candidate number `nth` of those that `node` may equal.
    pub fn alike(&self, node: u32, nth: usize) -> Option<u32> {
        let key = self.keys[node as usize];
        let class = self.classes.get(&self.sorted_keys[node as usize].hash)?;
        let is_alike = |other: &&u32| self.keys[**other as usize].hash == key.hash;
        let other = *class.iter().filter(is_alike).nth(nth)?;
        let inverted = key.inverted != self.keys[other as usize].inverted;
        Some(2 * other + u32::from(inverted))
    }

    /// From now on only patterns count for which `literal`, no constant, holds.
    pub fn assume(&mut self, literal: u32) {
        self.assumption = literal;
        let bits = self.values[literal as usize / 2].iter();
        self.care = bits.map(|bits| bits ^ inversion(literal)).collect();
        for node in 0..self.nodes.len() {
            self.keys[node] = self.key(node, self.care.len());
        }
        self.sort();
    }

    /// Adds a word of patterns: the inputs given, and 63 neighbours of them.
    pub fn add(&mut self, inputs: &[bool]) {
        let mut pattern: Vec<u64> = inputs.iter().map(|bit| if *bit { u64::MAX } else { 0 }).collect();
        for word in &mut pattern {
            let few = (0..4).fold(u64::MAX, |few, _| few & self.random.bits());
            *word ^= few & !1;
        }
        let mut column = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let side = |literal: u32| value(&column, literal);
            column.push(simulate(node, side, |input| pattern[input]));
        }
        let care = match self.assumption {
            0 | 1 => u64::MAX,
            assumption => value(&column, assumption),
        };
        self.care.push(care);
        self.inputs.push(pattern);
        for ((values, key), bits) in self.values.iter_mut().zip(&mut self.keys).zip(column) {
            values.push(bits);
            key.add(bits, care);
        }
        if self.care.len() - self.sorted >= Self::UNSORTED_WORDS {
            self.sort();
        }
    }

    /// The key of a node's values in the first `words` words.
    fn key(&self, node: usize, words: usize) -> Key {
        let mut key = Key::default();
        for (bits, care) in self.values[node].iter().zip(&self.care).take(words) {
            key.add(*bits, *care);
        }
        key
    }

    /// Sorts the candidates by their values in all words.
    fn sort(&mut self) {
        self.sorted = self.care.len();
        self.sorted_keys.clone_from(&self.keys);
        self.classes.clear();
        for node in &self.candidates {
            let key = self.sorted_keys[*node as usize];
            self.classes.entry(key.hash).or_default().push(*node);
        }
    }
}

fn inversion(literal: u32) -> u64 {
    if literal & 1 != 0 { u64::MAX } else { 0 }
}

fn value(values: &[u64], literal: u32) -> u64 {
    values[literal as usize / 2] ^ inversion(literal)
}

fn simulate(node: &Node, side: impl Fn(u32) -> u64, input: impl Fn(usize) -> u64) -> u64 {
    match *node {
        Node::False => 0,
        Node::Input(number) => input(number as usize),
        Node::And(x, y) => side(x) & side(y),
    }
}
