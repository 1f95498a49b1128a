//! Claims of equality to be decided.

use super::claim_input::ClaimInput;
use lanesmith_algebra::{Bit, Edge, Graph, GraphNode};
use std::collections::{HashMap, HashSet};

/// A claim: every pair is equal for all inputs of the graph for which the assumption holds.
pub struct Obligation {
    /// The claim's name: `transfer vadd4.sat`, `stall holds state`.
    pub name: String,
    /// The graph of all edges.
    pub graph: Graph,
    /// The pairs of edges that must be equal.
    pub pairs: Vec<(Edge, Edge)>,
    /// The inputs for which the pairs must be equal.
    pub assumption: Edge,
    /// The word and the bit in it that each input of the graph is, by number; for counterexamples.
    inputs: Vec<Option<(ClaimInput, u32)>>,
    /// Inner edges that are replaced by free inputs: a claim that holds with free inputs holds for their actual values.
    freed: Vec<Edge>,
    /// Bits of named words that the case fixes; counterexamples hold them too.
    fixed: Vec<(ClaimInput, u64)>,
    /// Bits of named words that counterexamples hold as they come out: name, bit, edge.
    watched: Vec<(ClaimInput, u32, Edge)>,
}

impl Obligation {
    /// An obligation without assumption over a graph whose inputs will be named by [`Obligation::name_inputs`].
    pub fn new(name: impl Into<String>, graph: &Graph) -> Self {
        Obligation {
            name: name.into(),
            graph: graph.clone(),
            pairs: vec![],
            assumption: Edge::constant(true),
            inputs: vec![],
            freed: vec![],
            fixed: vec![],
            watched: vec![],
        }
    }

    /// Claims that two words are equal bit by bit; a missing bit is 0.
    pub fn equal(&mut self, left: &[Edge], right: &[Edge]) {
        let bit = |word: &[Edge], i: usize| word.get(i).cloned().unwrap_or(Edge::constant(false));
        for i in 0..left.len().max(right.len()) {
            self.pairs.push((bit(left, i), bit(right, i)));
        }
    }

    /// Claims that two words are equal where `condition` holds.
    pub fn equal_where(&mut self, condition: &Edge, left: &[Edge], right: &[Edge]) {
        let masked = |word: &[Edge]| -> Vec<Edge> { word.iter().map(|bit| bit.and(condition)).collect() };
        self.equal(&masked(left), &masked(right));
    }

    /// As [`name_inputs`](Obligation::name_inputs), for a word that is in part constant.
    pub fn name_word(&mut self, name: impl Into<ClaimInput>, word: &[Edge]) {
        let name = name.into();
        let bits = word.iter().zip(0..);
        let ones = bits.filter(|(edge, _)| matches!(edge, Edge::Constant(true)));
        let value = ones.fold(0, |value, (_, bit)| value | 1 << bit);
        self.fixed.push((name.clone(), value));
        self.name_inputs(name, word);
    }

    /// Names the free inputs among `word` as bits of `name`; inputs that have a name keep it.
    pub fn name_inputs(&mut self, name: impl Into<ClaimInput>, word: &[Edge]) {
        let name = name.into();
        for (edge, bit) in word.iter().zip(0..) {
            self.name_input(&name, bit, edge);
        }
    }

    /// Names a free input as bit `bit` of `name`; an input that has a name keeps it.
    pub fn name_input(&mut self, name: &ClaimInput, bit: u32, edge: &Edge) {
        if let Some(number) = self.graph.input_number(edge) {
            let number = number as usize;
            if self.inputs.len() <= number {
                self.inputs.resize(number + 1, None);
            }
            self.inputs[number].get_or_insert_with(|| (name.clone(), bit));
        }
    }

    /// Counterexamples show bit `bit` of `name`, also if it follows from the inputs.
    pub fn watch(&mut self, name: impl Into<ClaimInput>, bit: u32, edge: &Edge) {
        self.watched.push((name.into(), bit, edge.clone()));
    }

    /// Replaces the bits of an inner word by free inputs while the claim is decided.
    pub fn free(&mut self, word: &[Edge]) {
        self.freed.extend_from_slice(word);
    }

    /// The claim with fresh inputs in place of the freed bits: if it holds, so does this one.
    pub fn generalised(&self) -> Option<Obligation> {
        if self.freed.is_empty() {
            return None;
        }
        let graph = Graph::new();
        let inputs = graph.inputs(self.graph.input_count());
        let nodes = self.graph.nodes();
        let mut images: Vec<Option<Edge>> = vec![None; nodes.len()];
        for node in self.freed_nodes() {
            images[node] = Some(graph.input());
        }
        let read = |images: &[Option<Edge>], literal: u32| {
            let image = images[literal as usize / 2].clone();
            let image = image.unwrap_or(Edge::constant(false));
            if literal & 1 != 0 { image.not() } else { image }
        };
        let mut needed = vec![false; nodes.len()];
        let sides = self.pairs.iter().flat_map(|(x, y)| [x, y]);
        for edge in sides.chain([&self.assumption]) {
            needed[edge.literal() as usize / 2] = true;
        }
        for (i, node) in nodes.iter().enumerate().rev() {
            if let (true, None, GraphNode::And(x, y)) = (needed[i], &images[i], node) {
                needed[*x as usize / 2] = true;
                needed[*y as usize / 2] = true;
            }
        }
        for (i, node) in nodes.iter().enumerate() {
            if needed[i] && images[i].is_none() {
                images[i] = Some(match *node {
                    GraphNode::False => Edge::constant(false),
                    GraphNode::Input(number) => inputs[number as usize].clone(),
                    GraphNode::And(x, y) => read(&images, x).and(&read(&images, y)),
                });
            }
        }
        let image = |edge: &Edge| read(&images, edge.literal());
        Some(Obligation {
            pairs: self.pairs.iter().map(|(x, y)| (image(x), image(y))).collect(),
            assumption: image(&self.assumption),
            inputs: self.inputs.clone(),
            fixed: self.fixed.clone(),
            ..Obligation::new(&self.name[..], &graph)
        })
    }

    /// The nodes of the freed bits in the order of the inputs in their place.
    fn freed_nodes(&self) -> Vec<usize> {
        let mut nodes = vec![];
        for node in self.freed.iter().map(|edge| edge.literal() as usize / 2) {
            if node > 0 && !nodes.contains(&node) {
                nodes.push(node);
            }
        }
        nodes
    }

    /// Values of the inputs of the claim with freed bits, if there are any, that these values of the graph's inputs lead to.
    #[cfg(feature = "checkable")]
    pub(super) fn general_inputs(&self, inputs: &[bool]) -> Vec<bool> {
        let freed = self.freed_nodes().into_iter();
        let freed: Vec<Edge> = freed.map(|node| self.graph.edge(2 * node as u32)).collect();
        [inputs, &self.graph.evaluate_bits(inputs, &freed)].concat()
    }

    /// The named words of an assignment of the graph's inputs, in order of their first bits.
    pub(crate) fn words(&self, inputs: &[bool]) -> Vec<(ClaimInput, u64)> {
        let mut words = self.fixed.clone();
        for (symbol, value) in self.inputs.iter().zip(inputs) {
            let Some((name, bit)) = symbol else {
                continue;
            };
            let add = u64::from(*value) << bit;
            match words.iter_mut().find(|(other, _)| other == name) {
                Some((_, word)) => *word |= add,
                None => words.push((name.clone(), add)),
            }
        }
        let edges: Vec<Edge> = self.watched.iter().map(|(.., edge)| edge.clone()).collect();
        let mut seen: HashMap<&ClaimInput, u64> = HashMap::new();
        for ((name, bit, _), value) in self.watched.iter().zip(self.graph.evaluate_bits(inputs, &edges)) {
            *seen.entry(name).or_default() |= u64::from(value) << bit;
        }
        words.retain(|(name, _)| !seen.contains_key(name));
        let mut listed = HashSet::new();
        let names = self.watched.iter().map(|(name, ..)| name);
        let names = names.filter(|name| listed.insert(*name));
        words.extend(names.map(|name| (name.clone(), seen[name])));
        words
    }
}
