//! Proves that a netlist equals its design.
//!
//! With a map f from the netlist's state to the design's, two claims show that both have equal outputs in every clock, from each state s of
//! the netlist and the state f(s) of the design on: for all s and inputs i the outputs are equal, and f(next(s, i)) = next(f(s), i).
//! The bits of f that are free stand for any value, so the claims hold for every value that they take. Where bits of s are copies of
//! others, s is any state in which they are, and the third claim is that next(s, i) is such a state.

use super::build::Gates;
use super::map::{Design, Origin, Refused, StateMap};
use super::product::{self, Guide};
use lanesmith_algebra::{Bit as _, Edge, Graph, GraphNode};
use lanesmith_prove::machine::{NamedWords, TransitionSystem};
use lanesmith_prove::{EquivalenceVerdict, Limits, equivalent};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// One bit of the comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Compared {
    Output(String),
    Next(usize),
    Copy(usize),
}

/// The verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The netlist equals the design.
    Proved,
    /// They differ.
    Refuted(Difference),
    /// Neither was shown: in the time limit, or because registers are [re-encoded](Comparison::re_encoded).
    NotProved,
}

/// Inputs and a state for which a netlist and its design differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// The outputs, and the registers' next values, that differ.
    pub differing: Vec<String>,
    /// The input ports with their values.
    pub inputs: Vec<(String, u64)>,
    /// The design's state bits that are 1.
    pub state: Vec<String>,
    /// State bits of the design without a counterpart in the netlist.
    pub free: Vec<String>,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of output bits.
    pub outputs: usize,
    /// The number of the design's state bits that were found by name.
    pub named: usize,
    /// The design's state bits that were found by simulation.
    pub simulated: Vec<String>,
    /// Those that the netlist does not have.
    pub free: Vec<String>,
    /// Registers with another code of states in the netlist, for which there is no map.
    pub re_encoded: Vec<String>,
    /// The copies in the netlist's state.
    pub copies: Copies,
}

/// Bits of the netlist's state that copy others.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// Their number.
    pub count: usize,
    /// The first clock in which they are equal.
    pub since: Since,
}

/// When copies are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Since {
    /// After configuration.
    #[default]
    Configuration,
    /// After a clock with reset, from any state.
    Reset,
    /// The netlist defines neither.
    Assumed,
}

/// Compares a netlist with its design.
pub fn compare(gates: &Gates, design: &Design, limits: Limits, seed: u64) -> Comparison {
    let mut refused = Refused::default();
    let re_encoded = design.re_encoded(gates);
    loop {
        let map = StateMap::new(gates, design, seed, &refused);
        let (compared, pairs) = pairs(gates, design, &map, seed);
        let edges: Vec<(Edge, Edge)> = pairs
            .iter()
            .filter(|(x, y)| x.literal() != y.literal())
            .cloned()
            .collect();
        let verdict = match edges.is_empty() {
            true => EquivalenceVerdict::Proved,
            false => equivalent(&map.graph, &edges, &Edge::constant(true), limits, seed).0,
        };
        let verdict = match verdict {
            EquivalenceVerdict::Proved => match started_wrong(gates, design, &map) {
                differing if differing.is_empty() => Verdict::Proved,
                differing => Verdict::Refuted(Difference {
                    differing,
                    ..Difference::default()
                }),
            },
            EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => Verdict::NotProved,
            EquivalenceVerdict::Refuted(values) => {
                let sides = |(x, y): &(Edge, Edge)| {
                    let values = map.graph.evaluate_bits(&values, &[x.clone(), y.clone()]);
                    values[0] != values[1]
                };
                let differing = compared.iter().zip(&pairs).filter(|(_, pair)| sides(pair));
                let differing: Vec<&Compared> = differing.map(|(what, _)| what).collect();
                if refused.learn(&differing, &map) {
                    continue;
                }
                match re_encoded.is_empty() {
                    true => Verdict::Refuted(difference(design, &map, &differing, &values)),
                    false => Verdict::NotProved,
                }
            }
        };
        let names = design.machine().state_names();
        let with = |wanted: Origin| {
            let bits = map
                .design
                .iter()
                .zip(&names)
                .filter(move |((_, origin), _)| *origin == wanted);
            bits.map(|(_, names)| names.first().cloned().unwrap_or_default())
        };
        return Comparison {
            verdict,
            outputs: compared
                .iter()
                .filter(|what| matches!(what, Compared::Output(_)))
                .count(),
            named: with(Origin::Name).count(),
            simulated: with(Origin::Simulation).collect(),
            free: with(Origin::Free).collect(),
            re_encoded,
            copies: Copies {
                count: map.copies.len(),
                since: since(gates, design, &map, limits, seed),
            },
        };
    }
}

impl Refused {
    /// Remembers the proposals of the simulation among what differs, if there are any.
    fn learn(&mut self, differing: &[&Compared], map: &StateMap) -> bool {
        let mut learned = false;
        for what in differing {
            match what {
                Compared::Copy(place) => {
                    self.copies.push(*place);
                    learned = true;
                }
                Compared::Next(bit) if map.design[*bit].1 == Origin::Simulation => {
                    *self.design.entry(*bit).or_default() += 1;
                    learned = true;
                }
                _ => {}
            }
        }
        learned
    }
}

/// What must be equal.
fn pairs(gates: &Gates, design: &Design, map: &StateMap, seed: u64) -> (Vec<Compared>, Vec<(Edge, Edge)>) {
    let (outputs, next) = gates.step(&map.inputs, &map.gates);
    let state: Vec<Edge> = map.design.iter().map(|(edge, _)| edge.clone()).collect();
    let (wanted, wanted_next) = product::step(design.flat, Guide::new(&map.graph, seed), &map.inputs, &state);
    let (mut compared, mut pairs) = (vec![], vec![]);
    let mut add = |what, pair| {
        compared.push(what);
        pairs.push(pair);
    };
    let wanted: BTreeMap<_, _> = wanted.into_iter().collect();
    for (name, word) in wanted {
        for (bit, (wanted, found)) in word.into_iter().zip(outputs[&name].clone()).enumerate() {
            add(Compared::Output(format!("{name}[{bit}]")), (wanted, found));
        }
    }
    let mapped = map
        .design
        .iter()
        .enumerate()
        .filter(|(_, (_, origin))| *origin != Origin::Free);
    let (mapped, functions): (Vec<usize>, Vec<Edge>) = mapped.map(|(bit, (edge, _))| (bit, edge.clone())).unzip();
    let copies: FxHashSet<usize> = map.copies.iter().map(|(place, ..)| *place).collect();
    let places = (0..next.len()).filter(|place| !copies.contains(place));
    let moves: Vec<(Edge, Edge)> = places
        .map(|place| (map.gates[place].clone(), next[place].clone()))
        .collect();
    for (bit, found) in mapped.iter().zip(substitute(&map.graph, &functions, &moves)) {
        add(Compared::Next(*bit), (wanted_next[*bit].clone(), found));
    }
    for copy in &map.copies {
        add(Compared::Copy(copy.0), copied(&next, copy));
    }
    (compared, pairs)
}

/// The value of which a bit is a copy, and its own.
fn copied(next: &[Edge], (place, other, inverted): &(usize, usize, bool)) -> (Edge, Edge) {
    let other = &next[*other];
    let other = if *inverted { other.not() } else { other.clone() };
    (other, next[*place].clone())
}

/// `edges`, with the second of each pair in place of the first, an input on which they depend.
fn substitute(graph: &Graph, edges: &[Edge], moves: &[(Edge, Edge)]) -> Vec<Edge> {
    let numbers = moves
        .iter()
        .filter_map(|(from, to)| Some((graph.input_number(from)?, to)));
    let numbers: FxHashMap<u32, &Edge> = numbers.collect();
    let cone = graph.cone(edges);
    let mut images: Vec<Edge> = vec![];
    let read = |images: &[Edge], literal: u32| match literal & 1 {
        0 => images[literal as usize / 2].clone(),
        _ => images[literal as usize / 2].not(),
    };
    for node in cone.nodes() {
        images.push(match *node {
            GraphNode::False => Edge::constant(false),
            GraphNode::Input(number) => numbers[&number].clone(),
            GraphNode::And(x, y) => read(&images, x).and(&read(&images, y)),
        });
    }
    cone.outputs().iter().map(|literal| read(&images, *literal)).collect()
}

/// The first clock in which the copies are equal.
fn since(gates: &Gates, design: &Design, map: &StateMap, limits: Limits, seed: u64) -> Since {
    let initial = gates.initial();
    let is_equal = |(place, other, inverted): &(usize, usize, bool)| match (initial[*place], initial[*other]) {
        (Some(one), Some(other)) => one == (other ^ inverted),
        _ => false,
    };
    if map.copies.iter().all(is_equal) {
        return Since::Configuration;
    }
    let Some((port, active)) = design.reset else {
        return Since::Assumed;
    };
    let graph = Graph::new();
    let ports = design.machine().inputs().into_iter();
    let mut inputs: NamedWords = ports.map(|(name, width)| (name, graph.inputs(width))).collect();
    inputs.insert(port.to_owned(), vec![Edge::constant(active)]);
    let (_, next) = gates.step(&inputs, &graph.inputs(gates.state_bits()));
    let pairs: Vec<(Edge, Edge)> = map.copies.iter().map(|copy| copied(&next, copy)).collect();
    match equivalent(&graph, &pairs, &Edge::constant(true), limits, seed).0 {
        EquivalenceVerdict::Proved => Since::Reset,
        _ => Since::Assumed,
    }
}

/// The state bits to which configuration does not give the values that the design demands.
fn started_wrong(gates: &Gates, design: &Design, map: &StateMap) -> Vec<String> {
    let edges: Vec<Edge> = map.design.iter().map(|(edge, _)| edge.clone()).collect();
    // Bits that the netlist leaves undefined are 0, and once more 1.
    let sides = [false, true].map(|undefined| {
        let mut inputs = vec![undefined; map.graph.input_count() as usize];
        for (edge, initial) in map.gates.iter().zip(gates.initial()) {
            if let (Some(number), Some(value)) = (map.graph.input_number(edge), initial) {
                inputs[number as usize] = *value;
            }
        }
        map.graph.evaluate_bits(&inputs, &edges)
    });
    let names = design.machine().state_names();
    let starts = design.starts().into_iter().enumerate();
    let wrong = starts.filter(|(bit, start)| start.is_some_and(|start| sides.iter().any(|side| side[*bit] != start)));
    wrong
        .map(|(bit, _)| format!("the value after configuration of {}", names[bit][0]))
        .collect()
}

fn difference(design: &Design, map: &StateMap, differing: &[&Compared], values: &[bool]) -> Difference {
    let names = design.machine().state_names();
    let name = |bit: usize| names[bit].first().cloned().unwrap_or_default();
    let word = |word: &[Edge]| {
        let bits = map.graph.evaluate_bits(values, word);
        bits.iter().rev().fold(0, |number, bit| number << 1 | u64::from(*bit))
    };
    let mut inputs: Vec<(String, u64)> = map
        .inputs
        .iter()
        .map(|(name, bits)| (name.clone(), word(bits)))
        .collect();
    inputs.sort();
    let state: Vec<Edge> = map.design.iter().map(|(edge, _)| edge.clone()).collect();
    let state = map.graph.evaluate_bits(values, &state);
    let free = map
        .design
        .iter()
        .enumerate()
        .filter(|(_, (_, origin))| *origin == Origin::Free);
    Difference {
        differing: differing
            .iter()
            .map(|what| match what {
                Compared::Output(name) => format!("the output {name}"),
                Compared::Next(bit) => format!("the next value of {}", name(*bit)),
                Compared::Copy(place) => format!("a copy at {place}"),
            })
            .collect(),
        inputs,
        state: (0..state.len()).filter(|bit| state[*bit]).map(name).collect(),
        free: free.map(|(bit, _)| name(bit)).collect(),
    }
}
