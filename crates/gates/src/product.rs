//! The design with its products in the order of additions that the netlist has.
//!
//! Synthesis makes a product of look-up tables where a device has no multiplier: full adders sum the bits of each column, in an order that
//! depends on the tool. A proof by inner equalities needs the same order on both sides. Any order of the additions gives the product, so
//! the design's side may choose: of the bits of a column it adds three whose sum or carry some net of the netlist has, in simulation.

use lanesmith_algebra::{Bit, Edge, Graph, GraphNode, Random};
use lanesmith_netlist::Flat;
use lanesmith_netlist::eval::{DesignState, settle, tick};
use lanesmith_netlist::NetKind;
use lanesmith_prove::machine::{NamedWords};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;

/// Values of a node for some random inputs.
type Pattern = [u64; 4];

/// The nodes of a netlist, by their values in simulation.
pub struct Guide {
    graph: Graph,
    nodes: Vec<GraphNode>,
    values: Vec<Pattern>,
    known: FxHashSet<Pattern>,
    random: Random,
}

impl Guide {
    /// The nodes of a graph so far.
    pub fn new(graph: &Graph, seed: u64) -> Self {
        let mut guide = Guide {
            graph: graph.clone(),
            nodes: vec![],
            values: vec![],
            known: FxHashSet::default(),
            random: Random::new(seed),
        };
        guide.update();
        guide.known = guide.values.iter().map(|value| normal(*value)).collect();
        guide
    }

    fn update(&mut self) {
        self.graph.append_nodes(&mut self.nodes);
        for node in self.values.len()..self.nodes.len() {
            let value = match self.nodes[node] {
                GraphNode::False => [0; 4],
                GraphNode::Input(_) => std::array::from_fn(|_| self.random.bits()),
                GraphNode::And(x, y) => {
                    let [x, y] = [x, y].map(|literal| self.literal(literal));
                    std::array::from_fn(|i| x[i] & y[i])
                }
            };
            self.values.push(value);
        }
    }

    fn literal(&self, literal: u32) -> Pattern {
        let value = self.values[literal as usize / 2];
        if literal & 1 != 0 { value.map(|word| !word) } else { value }
    }

    fn knows(&self, value: Pattern) -> bool {
        self.known.contains(&normal(value))
    }

    /// The product of two equally wide words, as wide as they are.
    fn product(&mut self, x: &[Edge], y: &[Edge]) -> Vec<Edge> {
        let width = x.len();
        let mut columns: Vec<Vec<Edge>> = vec![vec![]; width];
        for (i, y) in y.iter().enumerate() {
            for (j, x) in x.iter().enumerate().take(width - i) {
                enter(&mut columns, i + j, x.and(y));
            }
        }
        for place in 0..width {
            while columns[place].len() > 1 {
                self.update();
                let bits: Vec<Pattern> = columns[place].iter().map(|bit| self.literal(bit.literal())).collect();
                let mut chosen: Vec<Edge> = vec![];
                for i in self.choice(&bits).into_iter().rev() {
                    chosen.push(columns[place].remove(i));
                }
                chosen.resize(3, Edge::constant(false));
                let [x, y, z] = [0, 1, 2].map(|i| chosen[2 - i].clone());
                let differ = x.xor(&y);
                enter(&mut columns, place, differ.xor(&z));
                enter(&mut columns, place + 1, x.and(&y).or(&differ.and(&z)));
            }
        }
        let zero = || Edge::constant(false);
        columns.into_iter().map(|mut column| column.pop().unwrap_or_else(zero)).collect()
    }

    /// The places of the two or three bits that are added next, in ascending order.
    fn choice(&self, bits: &[Pattern]) -> Vec<usize> {
        let score = |x: Pattern, y: Pattern, z: Pattern| {
            let sum = std::array::from_fn(|i| x[i] ^ y[i] ^ z[i]);
            let carry = std::array::from_fn(|i| x[i] & y[i] | (x[i] ^ y[i]) & z[i]);
            2 * u32::from(self.knows(carry)) + u32::from(self.knows(sum))
        };
        let mut best: (u32, Vec<usize>) = (0, (0..bits.len().min(3)).collect());
        for k in 2..bits.len() {
            for j in 1..k {
                for i in 0..j {
                    let found = score(bits[i], bits[j], bits[k]);
                    if found > best.0 {
                        best = (found, vec![i, j, k]);
                    }
                }
            }
        }
        if best.0 == 0 {
            let mut pairs = (1..bits.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            if let Some((i, j)) = pairs.find(|(i, j)| score(bits[*i], bits[*j], [0; 4]) == 3) {
                return vec![i, j];
            }
        }
        if std::env::var("DBG").is_ok() { println!("n={} score={} {:?}", bits.len(), best.0, best.1); }
        best.1
    }
}

/// Adds a bit to a column; two equal ones are one of the next column.
fn enter(columns: &mut [Vec<Edge>], place: usize, bit: Edge) {
    if place >= columns.len() || bit.known() == Some(false) {
        return;
    }
    match columns[place].iter().position(|other| other.literal() == bit.literal()) {
        Some(other) => {
            columns[place].remove(other);
            enter(columns, place + 1, bit);
        }
        None => columns[place].push(bit),
    }
}

/// One of a value and its complement.
fn normal(value: Pattern) -> Pattern {
    if value[0] & 1 != 0 { value.map(|word| !word) } else { value }
}

/// A bit whose products a guide makes.
#[derive(Clone)]
struct Guided(Edge, Option<Rc<RefCell<Guide>>>);

impl std::fmt::Debug for Guided {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Guided {
    fn with(&self, edge: Edge, other: &Guided) -> Guided {
        Guided(edge, self.1.clone().or_else(|| other.1.clone()))
    }
}

impl Bit for Guided {
    fn constant(value: bool) -> Self {
        Guided(Edge::constant(value), None)
    }
    fn known(&self) -> Option<bool> {
        self.0.known()
    }
    fn and(&self, other: &Self) -> Self {
        self.with(self.0.and(&other.0), other)
    }
    fn xor(&self, other: &Self) -> Self {
        self.with(self.0.xor(&other.0), other)
    }
    fn not(&self) -> Self {
        Guided(self.0.not(), self.1.clone())
    }
    fn product(x: &[Self], y: &[Self]) -> Vec<Self> {
        let guide = x.iter().chain(y).find_map(|bit| bit.1.clone());
        let [x, y] = [x, y].map(|word| word.iter().map(|bit| bit.0.clone()).collect::<Vec<Edge>>());
        let product = match &guide {
            Some(guide) => guide.borrow_mut().product(&x, &y),
            None => Edge::product(&x, &y),
        };
        product.into_iter().map(|edge| Guided(edge, guide.clone())).collect()
    }
}

/// One clock cycle of a design, as `NetlistMachine` gives it, with products in the order of a guide.
pub fn step(flat: &Flat, guide: Guide, inputs: &NamedWords, state: &[Edge]) -> (NamedWords, Vec<Edge>) {
    let guide = Some(Rc::new(RefCell::new(guide)));
    let guided = |edge: &Edge| Guided(edge.clone(), guide.clone());
    let mut bits = state.iter().map(guided);
    let state = DesignState::from_bits(flat, || bits.next().expect("as many state bits as the machine has"));
    let input = |id| {
        let net = flat.module.net_ref(id);
        let given = inputs.get(&net.name);
        let bit = |i: u32| given.and_then(|word| word.get(i as usize)).map(guided);
        (0..net.width).map(|i| bit(i).unwrap_or(Guided::constant(false))).collect()
    };
    let plain = |word: &Vec<Guided>| -> Vec<Edge> { word.iter().map(|bit| bit.0.clone()).collect() };
    let values = settle(flat, input, &state);
    let outputs = flat.ports().filter(|(_, net)| net.kind == NetKind::Output);
    let outputs = outputs.map(|(id, net)| (net.name.clone(), plain(&values[id.0 as usize])));
    (outputs.collect(), plain(&tick(flat, &values, &state).to_bits()))
}
