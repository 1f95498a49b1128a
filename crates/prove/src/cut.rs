//! Equality of two nodes as functions of a few nodes below both, a cut. If they are equal for all values of the cut, they are equal
//! for all inputs. This proves most equal nodes without a solver, because they differ only in the last few steps.

use lanesmith_algebra::GraphNode;
use std::cmp::Reverse;

/// The maximum number of nodes in a cut.
const LEAVES: usize = 10;
/// The maximum number of nodes between a cut and the compared nodes.
const INNER: usize = 100;

/// The values of a node for all values of a cut.
type Table = [u64; 1 << (LEAVES - 6)];

/// The tables of the first six leaves, in each word.
const WITHIN: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Compares nodes of one graph over cuts.
#[derive(Default)]
pub(super) struct Cuts {
    leaves: Vec<u32>,
    inner: Vec<u32>,
    tables: Vec<Table>,
    /// For each node of the cut or above it, the index of its table; 0, the index of the constant's table, for others.
    places: Vec<u32>,
}

impl Cuts {
    /// Whether a cut shows that the two literals are equal. `false` does not mean that they differ.
    pub fn show(&mut self, nodes: &[GraphNode], x: u32, y: u32) -> bool {
        self.places.resize(nodes.len(), 0);
        self.grow(nodes, x, y);
        let equal = self.compare(nodes, x, y);
        for node in self.leaves.drain(..).chain(self.inner.drain(..)) {
            self.places[node as usize] = 0;
        }
        equal
    }

    /// Finds a deep cut: replaces the latest node by its operands as long as the cut does not become too wide, and then each node whose
    /// replacement does not widen it.
    fn grow(&mut self, nodes: &[GraphNode], x: u32, y: u32) {
        for literal in [x, y] {
            self.add(literal);
        }
        while self.inner.len() < INNER {
            let room = LEAVES - self.leaves.len();
            let more = |leaf: u32| match nodes[leaf as usize] {
                GraphNode::And(x, y) => {
                    let is_new = |literal: &u32| self.places[*literal as usize / 2] == 0;
                    let new = [x, y].iter().filter(|literal| is_new(literal)).count();
                    (new <= room + 1).then_some([x, y])
                }
                GraphNode::False | GraphNode::Input(_) => None,
            };
            let candidates = self.leaves.iter().enumerate();
            let candidates = candidates.filter_map(|(i, leaf)| Some((i, *leaf, more(*leaf)?)));
            let Some((i, leaf, sides)) = candidates.min_by_key(|(_, leaf, _)| Reverse(*leaf)) else {
                break;
            };
            self.leaves.swap_remove(i);
            self.inner.push(leaf);
            sides.into_iter().for_each(|side| self.add(side));
        }
    }

    /// A node becomes one of the cut's.
    fn add(&mut self, literal: u32) {
        let node = literal / 2;
        if node != 0 && self.places[node as usize] == 0 {
            self.places[node as usize] = 1;
            self.leaves.push(node);
        }
    }

    fn compare(&mut self, nodes: &[GraphNode], x: u32, y: u32) -> bool {
        self.tables.clear();
        self.tables.push([0; _]);
        for (i, leaf) in self.leaves.iter().enumerate() {
            self.places[*leaf as usize] = self.tables.len() as u32;
            self.tables.push(std::array::from_fn(|word| match WITHIN.get(i) {
                Some(within) => *within,
                None => {
                    if word >> (i - 6) & 1 != 0 {
                        u64::MAX
                    } else {
                        0
                    }
                }
            }));
        }
        // Nodes come after their operands.
        self.inner.sort_unstable();
        for node in &self.inner {
            let GraphNode::And(x, y) = nodes[*node as usize] else {
                unreachable!("only conjunctions are replaced")
            };
            let [x, y] = [x, y].map(|literal| self.table(literal));
            self.places[*node as usize] = self.tables.len() as u32;
            self.tables.push(std::array::from_fn(|word| x[word] & y[word]));
        }
        self.table(x) == self.table(y)
    }

    fn table(&self, literal: u32) -> Table {
        let inversion = if literal & 1 != 0 { u64::MAX } else { 0 };
        self.tables[self.places[literal as usize / 2] as usize].map(|word| word ^ inversion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::Random;

    const INPUTS: u32 = 8;

    /// A graph of random conjunctions, and the values of its nodes for all inputs.
    fn random(rng: &mut Random) -> (Vec<GraphNode>, Vec<[bool; 1 << INPUTS]>) {
        let mut nodes = vec![GraphNode::False];
        let mut values = vec![[false; _]];
        for number in 0..INPUTS {
            nodes.push(GraphNode::Input(number));
            values.push(std::array::from_fn(|case| case >> number & 1 != 0));
        }
        for _ in 0..40 {
            let [x, y] = std::array::from_fn(|_| 2 + rng.below(2 * nodes.len() as u32 - 2));
            nodes.push(GraphNode::And(x, y));
            values.push(std::array::from_fn(|case| {
                value(&values, x, case) && value(&values, y, case)
            }));
        }
        (nodes, values)
    }

    fn value(values: &[[bool; 1 << INPUTS]], literal: u32, case: usize) -> bool {
        values[literal as usize / 2][case] != (literal & 1 != 0)
    }

    #[test]
    fn a_cut_shows_what_is_equal_for_all_inputs_and_nothing_else() {
        let mut cuts = Cuts::default();
        let mut shown = 0;
        for seed in 0..50 {
            let (nodes, values) = random(&mut Random::new(seed));
            let literals = 0..2 * nodes.len() as u32;
            for (x, y) in literals.clone().flat_map(|x| literals.clone().map(move |y| (x, y))) {
                let equal = (0..1 << INPUTS).all(|case| value(&values, x, case) == value(&values, y, case));
                assert_eq!(cuts.show(&nodes, x, y), equal, "{x} and {y}, seed {seed}");
                shown += u32::from(equal && x != y);
            }
        }
        assert!(shown > 1000, "{shown}");
    }

    #[test]
    fn a_cut_that_would_be_too_wide_shows_nothing() {
        // Conjunctions of 16 inputs, from either end.
        let mut nodes = vec![GraphNode::False];
        nodes.extend((0..16).map(GraphNode::Input));
        let mut chain = |inputs: &mut dyn Iterator<Item = u32>| {
            let first = 2 * inputs.next().expect("an input");
            inputs.fold(first, |all, input| {
                nodes.push(GraphNode::And(all, 2 * input));
                2 * (nodes.len() as u32 - 1)
            })
        };
        let [x, y] = [chain(&mut (1..=16)), chain(&mut (1..=16).rev())];
        assert!(!Cuts::default().show(&nodes, x, y));
    }
}
