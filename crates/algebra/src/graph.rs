//! Symbolic bits. [`Edge`] implements [`Bit`]: a function that is generic in its bits, called with edges, adds its formula to an
//! And-Inverter Graph (AIG). Proofs compare such formulas. The graph is hash-consed: equal conjunctions are one node.
//!
//! A **literal** is an edge as a number: `2 * node + inverted`. Example: literal 7 is the complement of node 3.

use super::{Bit, product};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// A node of a graph. Node 0 is [`GraphNode::False`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphNode {
    /// The constant false.
    False,
    /// A free input, numbered in order of creation.
    Input(u32),
    /// The conjunction of two literals, the smaller first.
    And(u32, u32),
}

#[derive(Default)]
struct Store {
    nodes: Vec<GraphNode>,
    /// The number of inputs.
    inputs: u32,
    /// The node of each conjunction, by its literals, the smaller first.
    index: FxHashMap<(u32, u32), u32>,
    symmetric_products: bool,
}

/// A graph under construction; clones share the same nodes.
#[derive(Clone, Default)]
pub struct Graph(Rc<RefCell<Store>>);

/// An edge: a possibly inverted reference to a node, or a constant that needs no graph.
#[derive(Clone)]
pub enum Edge {
    /// A constant.
    Constant(bool),
    /// A literal of a graph.
    Literal(Graph, u32),
}

impl Graph {
    /// An empty graph.
    pub fn new() -> Self {
        let graph = Graph::default();
        graph.0.borrow_mut().nodes.push(GraphNode::False);
        graph
    }

    /// An empty graph in which `x * y` and `y * x` are the same nodes, for proofs in which factors change places. The disadvantage:
    /// these products differ in structure from multipliers that are written as shifts and additions.
    pub fn with_symmetric_products() -> Self {
        let graph = Graph::new();
        graph.0.borrow_mut().symmetric_products = true;
        graph
    }

    /// A new free input.
    pub fn input(&self) -> Edge {
        let mut store = self.0.borrow_mut();
        let number = store.inputs;
        store.inputs += 1;
        store.nodes.push(GraphNode::Input(number));
        Edge::Literal(self.clone(), 2 * (store.nodes.len() as u32 - 1))
    }

    /// `count` new free inputs, least significant first.
    pub fn inputs(&self, count: u32) -> Vec<Edge> {
        (0..count).map(|_| self.input()).collect()
    }

    /// The nodes so far, in topological order.
    pub fn nodes(&self) -> Vec<GraphNode> {
        self.0.borrow().nodes.clone()
    }

    /// Appends the nodes from number `nodes.len()` on to `nodes`, which holds all nodes before them.
    pub fn append_nodes(&self, nodes: &mut Vec<GraphNode>) {
        nodes.extend_from_slice(&self.0.borrow().nodes[nodes.len()..]);
    }

    /// The edge of a literal of this graph.
    pub fn edge(&self, literal: u32) -> Edge {
        Edge::Literal(self.clone(), literal)
    }

    /// The number of conjunctions so far.
    pub fn and_count(&self) -> usize {
        self.0.borrow().index.len()
    }

    /// The number of free inputs so far.
    pub fn input_count(&self) -> u32 {
        self.0.borrow().inputs
    }

    /// The number of a free input; `None` if `edge` is anything else, such as an inverted input.
    pub fn input_number(&self, edge: &Edge) -> Option<u32> {
        let literal = edge.literal();
        match self.0.borrow().nodes.get(literal as usize / 2) {
            Some(GraphNode::Input(number)) if literal & 1 == 0 => Some(*number),
            _ => None,
        }
    }

    /// Evaluates `outputs` for 64 vectors at once: bit `k` of `inputs[i]` is input `i` in vector `k`, and so for the results.
    pub fn evaluate(&self, inputs: &[u64], outputs: &[Edge]) -> Vec<u64> {
        self.cone(outputs).evaluate(inputs)
    }

    /// Evaluates `outputs` for one vector. Inputs beyond the end of `inputs` are 0.
    pub fn evaluate_bits(&self, inputs: &[bool], outputs: &[Edge]) -> Vec<bool> {
        let mut words: Vec<u64> = inputs.iter().map(|bit| u64::from(*bit)).collect();
        words.resize(self.input_count() as usize, 0);
        let values = self.evaluate(&words, outputs).into_iter();
        values.map(|value| value & 1 != 0).collect()
    }

    /// The nodes that `outputs` depend on, for repeated evaluation.
    pub fn cone(&self, outputs: &[Edge]) -> GraphCone {
        let nodes = &self.0.borrow().nodes;
        // The numbers of nodes in the cone. Until they are known, `Some(0)` marks a node of the cone.
        let mut numbers: Vec<Option<u32>> = vec![None; nodes.len()];
        for edge in outputs {
            numbers[edge.literal() as usize / 2] = Some(0);
        }
        for (node, kind) in nodes.iter().enumerate().rev() {
            if let (Some(_), GraphNode::And(x, y)) = (numbers[node], kind) {
                numbers[*x as usize / 2] = Some(0);
                numbers[*y as usize / 2] = Some(0);
            }
        }
        let mut cone = GraphCone::default();
        let renumber = |numbers: &[Option<u32>], literal: u32| {
            let number = numbers[literal as usize / 2].expect("a node of the cone");
            2 * number + literal % 2
        };
        for (node, kind) in nodes.iter().enumerate() {
            if numbers[node].is_some() {
                numbers[node] = Some(cone.nodes.len() as u32);
                cone.nodes.push(match *kind {
                    GraphNode::And(x, y) => GraphNode::And(renumber(&numbers, x), renumber(&numbers, y)),
                    other => other,
                });
            }
        }
        cone.outputs = outputs.iter().map(|edge| renumber(&numbers, edge.literal())).collect();
        cone
    }

    fn and(&self, x: u32, y: u32) -> Edge {
        let (x, y) = (x.min(y), x.max(y));
        if x == y {
            return Edge::Literal(self.clone(), x);
        }
        if x ^ 1 == y {
            return Edge::Constant(false);
        }
        let mut store = self.0.borrow_mut();
        let next = store.nodes.len() as u32;
        let node = *store.index.entry((x, y)).or_insert(next);
        if node == next {
            store.nodes.push(GraphNode::And(x, y));
        }
        drop(store);
        Edge::Literal(self.clone(), 2 * node)
    }
}

/// The nodes of a graph that some output edges depend on, with new numbers from 0 on. Nodes and outputs have literals of the new
/// numbers; inputs keep their numbers.
#[derive(Clone, Debug, Default)]
pub struct GraphCone {
    nodes: Vec<GraphNode>,
    outputs: Vec<u32>,
}

impl GraphCone {
    /// The nodes, in topological order.
    pub fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// The literals of the output edges.
    pub fn outputs(&self) -> &[u32] {
        &self.outputs
    }

    /// The values of the output edges for 64 vectors at once: bit `k` of `inputs[i]` is input `i` of the graph in vector `k`.
    pub fn evaluate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut values = Vec::<u64>::with_capacity(self.nodes.len());
        let value_of =
            |values: &[u64], literal: u32| values[literal as usize / 2] ^ if literal & 1 != 0 { u64::MAX } else { 0 };
        for node in &self.nodes {
            values.push(match *node {
                GraphNode::False => 0,
                GraphNode::Input(number) => inputs[number as usize],
                GraphNode::And(x, y) => value_of(&values, x) & value_of(&values, y),
            });
        }
        self.outputs.iter().map(|output| value_of(&values, *output)).collect()
    }
}

impl Edge {
    /// The literal; constants are literals of node 0.
    pub fn literal(&self) -> u32 {
        match self {
            Edge::Constant(value) => u32::from(*value),
            Edge::Literal(_, literal) => *literal,
        }
    }
}

impl Bit for Edge {
    fn constant(value: bool) -> Self {
        Edge::Constant(value)
    }
    fn known(&self) -> Option<bool> {
        match self {
            Edge::Constant(value) => Some(*value),
            Edge::Literal(..) => None,
        }
    }
    fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Edge::Constant(false), _) | (_, Edge::Constant(false)) => Edge::Constant(false),
            (Edge::Constant(true), edge) | (edge, Edge::Constant(true)) => edge.clone(),
            (Edge::Literal(graph, x), Edge::Literal(_, y)) => graph.and(*x, *y),
        }
    }
    fn xor(&self, other: &Self) -> Self {
        match (self, other) {
            (Edge::Constant(false), edge) | (edge, Edge::Constant(false)) => edge.clone(),
            (Edge::Constant(true), edge) | (edge, Edge::Constant(true)) => edge.not(),
            // Two literals.
            _ => self.and(&other.not()).or(&self.not().and(other)),
        }
    }
    fn not(&self) -> Self {
        match self {
            Edge::Constant(value) => Edge::Constant(!value),
            Edge::Literal(graph, literal) => Edge::Literal(graph.clone(), literal ^ 1),
        }
    }
    fn product(x: &[Self], y: &[Self]) -> Vec<Self> {
        let is_in_symmetric_graph = |bit: &Edge| match bit {
            Edge::Constant(_) => false,
            Edge::Literal(graph, _) => graph.0.borrow().symmetric_products,
        };
        match (x.iter().any(is_in_symmetric_graph), y.iter().any(is_in_symmetric_graph)) {
            (true, true) => product::by_columns(x, y),
            // A constant is always the second factor, so `x * y` and `y * x` are the same nodes here too. Each of its bits selects
            // a row: a row for a 0 needs no nodes.
            (false, true) => product::by_rows(y, x),
            // A constant as second factor, two constants, or a graph without symmetric products.
            _ => product::by_rows(x, y),
        }
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edge::Constant(value) => write!(f, "{value}"),
            Edge::Literal(_, literal) => write!(f, "{}{}", if literal & 1 != 0 { "!" } else { "" }, literal / 2),
        }
    }
}
