//! The design with its products in the order of additions that the netlist has.
//!
//! Synthesis makes a product of look-up tables where a device has no multiplier: full adders sum the rows of partial products, in an order
//! that depends on the tool. A proof by inner equalities needs the same order on both sides. Any order of the additions gives the product,
//! so the design's side may choose: of the rows it adds the three whose sums and carries nets of the netlist have most often, in simulation.

use lanesmith_algebra::{Bit, Edge, Graph, GraphNode, Random};
use lanesmith_netlist::Flat;
use lanesmith_netlist::NetKind;
use lanesmith_netlist::eval::{DesignState, settle, tick};
use lanesmith_prove::machine::NamedWords;
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
        if literal & 1 != 0 {
            value.map(|word| !word)
        } else {
            value
        }
    }

    fn knows(&self, value: Pattern) -> bool {
        self.known.contains(&normal(value))
    }

    /// The product of two equally wide words, as wide as they are.
    fn product(&mut self, x: &[Edge], y: &[Edge]) -> Vec<Edge> {
        self.update();
        let before = self.values.len();
        let product = Edge::product(x, y);
        self.update();
        // A multiplier of the netlist with these factors has the same nodes, unless logic before it differs in structure.
        let added = &self.values[before..];
        if added.iter().filter(|value| self.knows(**value)).count() * 10 >= added.len() * 9 {
            return product;
        }
        let [by_y, by_x] = [(x, y), (y, x)].map(|(x, y)| self.by_rows(x, y));
        if by_y.0 >= by_x.0 { by_y.1 } else { by_x.1 }
    }

    /// The sum of a row for each bit of `y`, and how often the netlist has its partial sums, in thousandths. In each step three rows become
    /// two: those whose sums and carries the netlist has most often.
    fn by_rows(&mut self, x: &[Edge], y: &[Edge]) -> (usize, Vec<Edge>) {
        let width = x.len();
        let zero = Edge::constant(false);
        let row = |(i, y): (usize, &Edge)| -> Vec<Edge> {
            let zeros = std::iter::repeat_n(zero.clone(), i);
            zeros.chain(x.iter().map(|bit| bit.and(y))).take(width).collect()
        };
        let factors = y.iter().enumerate().filter(|(_, bit)| bit.known() != Some(false));
        let mut rows: Vec<Vec<Edge>> = factors.map(row).collect();
        let mut total = (0, 0);
        while rows.len() > 2 {
            let (places, found) = self.choice(&rows);
            total = (total.0 + found, total.1 + 1);
            let [x, y, z] = places.map(|place| std::mem::take(&mut rows[place]));
            let (mut sum, mut carry) = (vec![], vec![zero.clone()]);
            for ((x, y), z) in x.iter().zip(&y).zip(&z) {
                let (bit, over) = add(x, y, z);
                sum.push(bit);
                carry.push(over);
            }
            carry.truncate(width);
            rows.retain(|row| !row.is_empty());
            rows.extend([sum, carry]);
        }
        rows.resize(2, vec![zero.clone(); width]);
        let mut carry = zero;
        let bits = rows[0].iter().zip(&rows[1]).map(|(x, y)| {
            let (bit, over) = add(x, y, &carry);
            carry = over;
            bit
        });
        (total.0 / total.1.max(1), bits.collect())
    }

    /// The places of the three rows that are added next, in ascending order, and how many of their sums and carries the netlist has, in
    /// thousandths.
    fn choice(&mut self, rows: &[Vec<Edge>]) -> ([usize; 3], usize) {
        self.update();
        let patterns = |row: &Vec<Edge>| row.iter().map(|bit| self.literal(bit.literal())).collect();
        let rows: Vec<Vec<Pattern>> = rows.iter().map(patterns).collect();
        let mut best = ([0, 1, 2], 0);
        for k in 2..rows.len() {
            for j in 1..k {
                for i in 0..j {
                    let (mut known, mut all) = (0, 1);
                    for ((x, y), z) in rows[i].iter().zip(&rows[j]).zip(&rows[k]) {
                        let [x, y, z] = [*x, *y, *z];
                        // With a zero there is no full adder.
                        if [x, y, z].contains(&[0; 4]) {
                            continue;
                        }
                        let sum = std::array::from_fn(|i| x[i] ^ y[i] ^ z[i]);
                        let carry = std::array::from_fn(|i| x[i] & y[i] | (x[i] ^ y[i]) & z[i]);
                        known += usize::from(self.knows(sum)) + usize::from(self.knows(carry));
                        all += 2;
                    }
                    let share = 1000 * known / all;
                    if share > best.1 {
                        best = ([i, j, k], share);
                    }
                }
            }
        }
        best
    }
}

/// The sum of three bits, and its carry.
fn add(x: &Edge, y: &Edge, z: &Edge) -> (Edge, Edge) {
    let differ = x.xor(y);
    (differ.xor(z), x.and(y).or(&differ.and(z)))
}

/// One of a value and its complement.
fn normal(value: Pattern) -> Pattern {
    if value[0] & 1 != 0 {
        value.map(|word| !word)
    } else {
        value
    }
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
        (0..net.width)
            .map(|i| bit(i).unwrap_or(Guided::constant(false)))
            .collect()
    };
    let plain = |word: &Vec<Guided>| -> Vec<Edge> { word.iter().map(|bit| bit.0.clone()).collect() };
    let values = settle(flat, input, &state);
    let outputs = flat.ports().filter(|(_, net)| net.kind == NetKind::Output);
    let outputs = outputs.map(|(id, net)| (net.name.clone(), plain(&values[id.0 as usize])));
    (outputs.collect(), plain(&tick(flat, &values, &state).to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_right_in_whatever_order_a_netlist_guides_the_additions() {
        let mut random = Random::new(5);
        let mut orders = FxHashSet::default();
        for seed in 0..20 {
            let graph = Graph::new();
            let [x, y] = [graph.inputs(8), graph.inputs(8)];
            // Sums of bit 7 of any three rows, some of which the guide then finds.
            for _ in 0..8 {
                let [i, j, k] = [0; 3].map(|_| random.below(8) as usize);
                let [a, b, c] = [i, j, k].map(|row| x[7 - row].and(&y[row]));
                add(&a, &b, &c);
            }
            let mut guide = Guide::new(&graph, seed);
            let products = [guide.by_rows(&x, &y).1, guide.by_rows(&y, &x).1, guide.product(&x, &y)];
            orders.insert(products[0].iter().map(Edge::literal).collect::<Vec<u32>>());
            for _ in 0..100 {
                let values: Vec<bool> = (0..16).map(|_| random.flag()).collect();
                let number = |bits: &[bool]| bits.iter().rev().fold(0u8, |number, bit| number << 1 | u8::from(*bit));
                let expected = number(&values[..8]).wrapping_mul(number(&values[8..]));
                for product in &products {
                    assert_eq!(number(&graph.evaluate_bits(&values, product)), expected, "seed {seed}");
                }
            }
        }
        assert!(orders.len() > 5, "{} orders", orders.len());
    }
}
