//! The values of a graph's nodes for some patterns of its inputs, and the nodes that are equal in all of them.

use lanesmith_algebra::GraphNode;
use lanesmith_algebra::Random;
use rustc_hash::FxHashMap;

/// The number of words that lie together.
const BLOCK: usize = 16;

/// The nodes of a graph under construction with their values, 64 patterns to a word.
pub(super) struct Patterns {
    nodes: Vec<GraphNode>,
    /// Word `w` of a node is `blocks[w / BLOCK][node][w % BLOCK]`: a node's words lie together, and another word moves none.
    blocks: Vec<Vec<[u64; BLOCK]>>,
    /// `inputs[w][input]`.
    inputs: Vec<Vec<u64>>,
    /// The literal that holds in patterns that count, and the inputs that it depends on.
    assumption: u32,
    bound: Vec<usize>,
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
    fn add(&mut self, bits: u64) {
        let inverted = *self.inverted.get_or_insert(bits & 1 != 0);
        let bits = if inverted { !bits } else { bits };
        self.hash = (self.hash.rotate_left(5) ^ bits).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Patterns {
    const INITIAL_WORDS: usize = 32;
    /// The number of initial words in which differences are searched; more find few further ones.
    const REFUTING_WORDS: usize = 8;
    /// Steps of a walk through the inputs that an assumption allows, from one word to the next.
    const STEPS: u32 = 4;
    /// The number of counterexamples after which classes are computed again.
    const UNSORTED_WORDS: usize = 16;

    /// Random patterns of this many inputs, all of which count.
    pub fn new(inputs: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut word = || (0..inputs).map(|_| random.bits()).collect();
        Patterns {
            nodes: vec![],
            blocks: vec![vec![]; Self::INITIAL_WORDS.div_ceil(BLOCK)],
            inputs: (0..Self::INITIAL_WORDS).map(|_| word()).collect(),
            assumption: 1,
            bound: vec![],
            keys: vec![],
            sorted_keys: vec![],
            sorted: Self::INITIAL_WORDS,
            classes: FxHashMap::default(),
            candidates: vec![],
            random,
        }
    }

    /// The nodes so far.
    pub fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// Adds random inputs until there are this many.
    pub fn grow(&mut self, inputs: usize) {
        for word in &mut self.inputs {
            while word.len() < inputs {
                word.push(self.random.bits());
            }
        }
    }

    /// Adds a node; gives its number.
    pub fn push(&mut self, node: GraphNode) -> u32 {
        for (block, inputs) in self.blocks.iter_mut().zip(self.inputs.chunks(BLOCK)) {
            let mut words = [0; BLOCK];
            match node {
                GraphNode::False => {}
                GraphNode::Input(number) => {
                    (words.iter_mut().zip(inputs)).for_each(|(word, inputs)| *word = inputs[number as usize]);
                }
                GraphNode::And(x, y) => {
                    let (left, right) = (&block[x as usize / 2], &block[y as usize / 2]);
                    let (invert_left, invert_right) = (inversion(x), inversion(y));
                    for (word, (left, right)) in words.iter_mut().zip(left.iter().zip(right)) {
                        *word = (left ^ invert_left) & (right ^ invert_right);
                    }
                }
            }
            block.push(words);
        }
        self.nodes.push(node);
        let number = self.nodes.len() - 1;
        self.keys.push(self.key(number, self.inputs.len()));
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

    /// From now on, only patterns count for which `literal` holds, which is not constant and holds for these inputs. All nodes so far
    /// are those that it depends on.
    pub fn assume(&mut self, literal: u32, inputs: &[bool]) {
        self.assumption = literal;
        let bound = self.nodes.iter().filter_map(|node| match node {
            GraphNode::Input(number) => Some(*number as usize),
            GraphNode::False | GraphNode::And(..) => None,
        });
        self.bound = bound.collect();
        let mut walks = spread(inputs);
        for number in 0..self.inputs.len() {
            for step in 0..Self::STEPS {
                self.walk(&mut walks, 8 * step);
            }
            for input in &self.bound {
                self.inputs[number][*input] = walks[*input];
            }
            let column = column(&self.nodes, &self.inputs[number]);
            self.set_word(number, &column);
        }
        for node in 0..self.nodes.len() {
            self.keys[node] = self.key(node, self.inputs.len());
        }
        self.sort();
    }

    /// Changes a few of the inputs that the assumption is about, in each pattern in which it holds then as well.
    fn walk(&mut self, pattern: &mut [u64], turn: u32) {
        let mut changed = pattern.to_vec();
        for i in 0..self.bound.len() {
            changed[self.bound[i]] ^= self.few().rotate_left(turn);
        }
        let below = &self.nodes[..=self.assumption as usize / 2];
        let holds = value(&column(below, &changed), self.assumption);
        for input in &self.bound {
            pattern[*input] ^= (pattern[*input] ^ changed[*input]) & holds;
        }
    }

    /// In each eighth of the patterns half as many bits as in the one before, which has half of all.
    fn few(&mut self) -> u64 {
        let mut bits = u64::MAX;
        (0..8).fold(0, |few, eighth| {
            bits &= self.random.bits();
            few | bits & 0xff << (8 * eighth)
        })
    }

    /// Adds a word of patterns: the inputs given, and 63 neighbours of them.
    pub fn add(&mut self, inputs: &[bool]) {
        let given = spread(inputs);
        let mut pattern: Vec<u64> = given.iter().map(|word| word ^ self.few()).collect();
        for input in &self.bound {
            pattern[*input] = given[*input];
        }
        self.walk(&mut pattern, 0);
        for (word, given) in pattern.iter_mut().zip(given) {
            *word ^= (*word ^ given) & 1;
        }
        let column = column(&self.nodes, &pattern);
        let number = self.inputs.len();
        self.inputs.push(pattern);
        if number == BLOCK * self.blocks.len() {
            self.blocks.push(vec![[0; BLOCK]; self.nodes.len()]);
        }
        self.set_word(number, &column);
        self.keys.iter_mut().zip(&column).for_each(|(key, bits)| key.add(*bits));
        if self.inputs.len() - self.sorted >= Self::UNSORTED_WORDS {
            self.sort();
        }
    }

    /// Inputs of a graph that satisfy `assumption` and for which the sides of a pair differ, if one of the first patterns has such inputs. Most of
    /// those that do not matter are 0.
    pub fn difference(&self, nodes: &[GraphNode], assumption: u32, pairs: &[[u32; 2]]) -> Option<Vec<bool>> {
        let differing = |pattern: &[u64]| {
            let column = column(nodes, pattern);
            let differ = |[x, y]: &[u32; 2]| value(&column, *x) ^ value(&column, *y);
            pairs.iter().map(differ).fold(0, |all, bits| all | bits) & value(&column, assumption)
        };
        let patterns = self.inputs.iter().take(Self::REFUTING_WORDS);
        let mut patterns = patterns.map(|pattern| (pattern, differing(pattern)));
        let (pattern, lanes) = patterns.find(|(_, lanes)| *lanes != 0)?;
        let lane = lanes.trailing_zeros();
        let mut inputs: Vec<bool> = pattern.iter().map(|word| word >> lane & 1 != 0).collect();
        let mut size = inputs.len();
        while size > 1 {
            size = size.div_ceil(2);
            let ones: Vec<usize> = (0..inputs.len()).filter(|input| inputs[*input]).collect();
            let parts: Vec<&[usize]> = ones.chunks(size).collect();
            let mut first = 0;
            while first < parts.len() {
                let tried = &parts[first..parts.len().min(first + 64)];
                let mut pattern = spread(&inputs);
                for (lane, part) in tried.iter().enumerate() {
                    part.iter().for_each(|input| pattern[*input] &= !(1 << lane));
                }
                // In lanes behind those of the parts nothing was changed.
                let lane = differing(&pattern).trailing_zeros() as usize;
                let cleared = tried.get(lane).copied().unwrap_or_default();
                cleared.iter().for_each(|input| inputs[*input] = false);
                first += (lane + 1).min(64);
            }
        }
        Some(inputs)
    }

    /// Sets word `number` of all nodes.
    fn set_word(&mut self, number: usize, column: &[u64]) {
        let block = &mut self.blocks[number / BLOCK];
        (block.iter_mut().zip(column)).for_each(|(words, bits)| words[number % BLOCK] = *bits);
    }

    /// The key of a node's values in the first `words` words.
    fn key(&self, node: usize, words: usize) -> Key {
        let mut key = Key::default();
        self.words(node).take(words).for_each(|bits| key.add(bits));
        key
    }

    /// The words of a node, and zeros behind them.
    fn words(&self, node: usize) -> impl Iterator<Item = u64> {
        self.blocks.iter().flat_map(move |block| block[node])
    }

    /// Sorts the candidates by their values in all words.
    fn sort(&mut self) {
        self.sorted = self.inputs.len();
        self.sorted_keys.clone_from(&self.keys);
        self.classes.clear();
        for node in &self.candidates {
            let key = self.sorted_keys[*node as usize];
            self.classes.entry(key.hash).or_default().push(*node);
        }
    }
}

/// A word of patterns that are all the same.
fn spread(inputs: &[bool]) -> Vec<u64> {
    inputs.iter().map(|bit| if *bit { u64::MAX } else { 0 }).collect()
}

/// The values of nodes, which come behind those that they are made of, for a word of patterns.
fn column(nodes: &[GraphNode], pattern: &[u64]) -> Vec<u64> {
    let mut column = Vec::with_capacity(nodes.len());
    for node in nodes {
        column.push(match *node {
            GraphNode::False => 0,
            GraphNode::Input(number) => pattern[number as usize],
            GraphNode::And(x, y) => value(&column, x) & value(&column, y),
        });
    }
    column
}

fn inversion(literal: u32) -> u64 {
    if literal & 1 != 0 { u64::MAX } else { 0 }
}

fn value(values: &[u64], literal: u32) -> u64 {
    values[literal as usize / 2] ^ inversion(literal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn inputs_that_do_not_matter_to_a_difference_are_0() {
        let mut nodes = vec![GraphNode::False];
        nodes.extend((0..200).map(GraphNode::Input));
        // Input 150 under input 7 against input 7: they differ where input 7 is 1 and input 150 is 0.
        nodes.push(GraphNode::And(2 * 8, 2 * 151));
        let patterns = Patterns::new(200, 1);
        let pairs = [[2 * 201, 2 * 8]];
        let ones = |inputs: Vec<bool>| (0..200).filter(|i| inputs[*i]).collect::<Vec<usize>>();
        assert_eq!(patterns.difference(&nodes, 1, &pairs).map(ones), Some(vec![7]));
        // Under an assumption about input 90.
        assert_eq!(patterns.difference(&nodes, 2 * 91, &pairs).map(ones), Some(vec![7, 90]));
        assert_eq!(patterns.difference(&nodes, 2 * 91, &[[2 * 8, 2 * 8]]), None);
    }

    #[test]
    fn every_pattern_satisfies_a_rare_assumption_and_they_differ() {
        // Ten pairs of inputs are equal, which of a thousand patterns one has; three inputs are free.
        let mut patterns = Patterns::new(23, 1);
        patterns.push(GraphNode::False);
        let mut inputs = |pair: u32| [0, 1].map(|side| 2 * patterns.push(GraphNode::Input(2 * pair + side)));
        let pairs: Vec<[u32; 2]> = (0..10).map(&mut inputs).collect();
        let mut and = |x: u32, y: u32| 2 * patterns.push(GraphNode::And(x, y));
        let mut equal = |[x, y]: [u32; 2]| {
            let [one, other] = [and(x, y ^ 1), and(x ^ 1, y)];
            and(one ^ 1, other ^ 1)
        };
        let equal: Vec<u32> = pairs.into_iter().map(&mut equal).collect();
        let all = equal.into_iter().reduce(|x, y| 2 * patterns.push(GraphNode::And(x, y)));
        let all = all.expect("pairs");
        let mut inputs = [true; 23];
        patterns.assume(all, &inputs);
        inputs[22] = false;
        patterns.add(&inputs);
        let words = patterns.words(all as usize / 2).take(patterns.inputs.len());
        assert!(words.into_iter().all(|bits| bits == u64::MAX));
        let words = patterns.inputs.iter();
        let pattern = |bit: usize| {
            let bits = |word: &Vec<u64>| word.iter().map(|word| word >> bit & 1 != 0).collect();
            words.clone().map(bits).collect::<Vec<Vec<bool>>>()
        };
        let different: HashSet<Vec<bool>> = (0..64).flat_map(pattern).collect();
        assert!(different.len() > 100, "{}", different.len());
        assert!(different.contains(&inputs[..]));
    }
}
