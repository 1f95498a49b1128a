//! The map from the state of a netlist to that of its design.
//!
//! Each bit of the design's state is a function of the netlist's state: a flip-flop, its inverse, a constant, or logic behind flip-flops.
//! Synthesis keeps most names, and what a net with the name of a register has as value is that function. Simulation of both sides finds
//! the others. No map needs to be right: the proof decides.

use super::build::Gates;
use lanesmith_algebra::{Bit as _, Edge, Graph, GraphNode, Random};
use lanesmith_netlist::eval::{DesignState, settle};
use lanesmith_netlist::{Flat, StateWord};
use lanesmith_prove::machine::{NamedWords, NetlistMachine, TransitionSystem};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeMap;
use std::hash::Hasher;

/// The design with as many words in each memory as its address can choose. What a design reads behind the last word is undefined in
/// Verilog; a netlist has a word there, which a write may change.
pub fn with_whole_memories(design: &lanesmith_netlist::Design) -> lanesmith_netlist::Design {
    let mut whole = design.clone();
    for memory in whole.modules.iter_mut().flat_map(|module| &mut module.memories) {
        memory.depth = memory.depth.next_power_of_two();
    }
    whole
}

/// The design of a netlist.
pub struct Design<'a> {
    /// Its netlist, with the names of the text that was synthesised.
    pub flat: &'a Flat,
    /// The reset port and its active value, if it has one.
    pub reset: Option<(&'a str, bool)>,
}

impl Design<'_> {
    /// Its state machine.
    pub fn machine(&self) -> NetlistMachine<'_> {
        NetlistMachine(self.flat)
    }

    /// The registers whose names belong to wider nets of the netlist: synthesis gave their states another code.
    pub fn re_encoded(&self, gates: &Gates) -> Vec<String> {
        let mut widths: BTreeMap<String, u32> = BTreeMap::new();
        for name in self.machine().state_names().iter().flatten() {
            if let Some((register, bit)) = name.rsplit_once('[') {
                let bit: u32 = bit.trim_end_matches(']').parse().unwrap_or(0);
                let width = widths.entry(register.to_owned()).or_default();
                *width = (*width).max(bit + 1);
            }
        }
        let is_wider = |(register, width): &(String, u32)| gates.has(&format!("{register}[{width}]"));
        widths
            .into_iter()
            .filter(is_wider)
            .map(|(register, _)| register)
            .collect()
    }

    /// For each state bit the names of the nets that have its value, and whether inverted, those of the register first. Synthesis keeps
    /// one of them.
    fn names(&self) -> Vec<Vec<(String, bool)>> {
        let graph = Graph::new();
        let state = graph.inputs(self.machine().state_bits());
        let places: FxHashMap<u32, usize> = (0..).zip(&state).map(|(place, bit)| (bit.literal(), place)).collect();
        let mut bits = state.iter().cloned();
        let held = DesignState::from_bits(self.flat, || bits.next().expect("as many bits as the machine has"));
        let input = |id| graph.inputs(self.flat.module.net_ref(id).width);
        let values = settle(self.flat, input, &held);
        let own = self.machine().state_names().into_iter();
        let mut names: Vec<Vec<(String, bool)>> = own
            .map(|names| names.into_iter().map(|name| (name, false)).collect())
            .collect();
        let mut open = vec![(String::new(), &self.flat.scope)];
        while let Some((path, scope)) = open.pop() {
            for (name, net) in &scope.nets {
                for (i, edge) in values[net.0 as usize].iter().enumerate() {
                    for inverted in [false, true] {
                        if let Some(place) = places.get(&(edge.literal() ^ u32::from(inverted))) {
                            names[*place].push((format!("{path}{name}[{i}]"), inverted));
                        }
                    }
                }
            }
            open.extend(
                scope
                    .children
                    .iter()
                    .map(|child| (format!("{path}{}.", child.name), child)),
            );
        }
        names
    }

    /// The values that the design demands of its state bits after configuration.
    pub(super) fn starts(&self) -> Vec<Option<bool>> {
        let module = &self.flat.module;
        let is_defined = |word: StateWord| match word {
            StateWord::Register(q) => module.starts.contains_key(&q),
            StateWord::Word(memory, _) => module.memories[memory].contents.is_some(),
            StateWord::Read(..) => false,
        };
        let words = self.flat.state_words();
        let defined = words
            .flat_map(|(word, width)| (0..width).map(move |_| word))
            .map(is_defined);
        let values = self.flat.power_up_bits().into_iter();
        defined
            .zip(values)
            .map(|(defined, value)| defined.then_some(value))
            .collect()
    }
}

/// How a bit of the design's state was found in the netlist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// By its name.
    Name,
    /// By its values in simulation.
    Simulation,
    /// Not at all: the netlist equals the design for any value of the bit.
    Free,
}

/// The state of the netlist as free inputs of a graph, and the state of the design as functions of it.
pub struct StateMap {
    /// The graph.
    pub graph: Graph,
    /// The inputs of the clock cycle.
    pub inputs: NamedWords,
    /// The state of the netlist.
    pub gates: Vec<Edge>,
    /// Bits of the netlist's state that always equal others or their inverses: place, place of the other, whether inverted.
    pub copies: Vec<(usize, usize, bool)>,
    /// The state of the design, and how each bit was found.
    pub design: Vec<(Edge, Origin)>,
}

impl StateMap {
    /// The map that names and simulation propose. `refused` says which proposals of the simulation were wrong: bits of the design's
    /// state, and bits of the netlist's state as copies.
    pub fn new(gates: &Gates, design: &Design, seed: u64, refused: &Refused) -> Self {
        let found = StateMap::by_names(gates, design);
        let used = found.support();
        let is_complete = found.design.iter().all(|(_, origin)| *origin == Origin::Name);
        let unused: Vec<usize> = (0..gates.held_bits()).filter(|place| !used[*place]).collect();
        if is_complete && unused.is_empty() {
            return found;
        }
        let signatures = Signatures::new(gates, design, seed);
        found.by_simulation(&signatures, &unused, refused, gates.initial())
    }

    /// The functions of nets with the names of the design's state bits.
    fn by_names(gates: &Gates, design: &Design) -> Self {
        let graph = Graph::with_symmetric_products();
        let ports = design.machine().inputs().into_iter();
        let inputs: NamedWords = ports.map(|(name, width)| (name, graph.inputs(width))).collect();
        let held = graph.input_count()..graph.input_count() + gates.held_bits() as u32;
        let state = graph.inputs(gates.state_bits());
        let settled = gates.settle(&inputs, &state);
        let nodes = graph.nodes();
        // A net that synthesis left without a driver has no function.
        let mut reads_input = vec![false; nodes.len()];
        for (node, kind) in nodes.iter().enumerate() {
            reads_input[node] = match *kind {
                GraphNode::False => false,
                GraphNode::Input(number) => !held.contains(&number),
                GraphNode::And(x, y) => reads_input[x as usize / 2] || reads_input[y as usize / 2],
            };
        }
        let function = |names: &Vec<(String, bool)>| {
            let value = |(name, inverted): &(String, bool)| {
                let edge = settled.named(name)?;
                Some(if *inverted { edge.not() } else { edge })
            };
            let found = names.iter().filter_map(value);
            let mut found = found.filter(|edge| !reads_input[edge.literal() as usize / 2]);
            found.next().map(|edge| (edge, Origin::Name))
        };
        let names = design.names();
        let design = names.iter().map(function).collect::<Vec<_>>();
        let free = |found: Option<(Edge, Origin)>| found.unwrap_or_else(|| (graph.input(), Origin::Free));
        StateMap {
            design: design.into_iter().map(free).collect(),
            inputs,
            gates: state,
            copies: vec![],
            graph,
        }
    }

    /// For each bit of the netlist's state whether the design's state depends on it.
    fn support(&self) -> Vec<bool> {
        let edges: Vec<Edge> = self.design.iter().map(|(edge, _)| edge.clone()).collect();
        let cone = self.graph.cone(&edges);
        let read: Vec<u32> = cone
            .nodes()
            .iter()
            .filter_map(|node| match node {
                GraphNode::Input(number) => Some(*number),
                _ => None,
            })
            .collect();
        let number = |edge: &Edge| self.graph.input_number(edge);
        let mut used = vec![false; self.gates.len()];
        let places: FxHashMap<u32, usize> = (0..)
            .zip(&self.gates)
            .filter_map(|(place, edge)| Some((number(edge)?, place)))
            .collect();
        for place in read.iter().filter_map(|number| places.get(number)) {
            used[*place] = true;
        }
        used
    }

    /// Adds what has the same values in simulation.
    fn by_simulation(
        mut self,
        signatures: &Signatures,
        unused: &[usize],
        refused: &Refused,
        initial: &[Option<bool>],
    ) -> Self {
        let mut places: FxHashMap<u64, Vec<(usize, bool)>> = FxHashMap::default();
        let is_unused = |place: usize| unused.binary_search(&place).is_ok();
        for (place, keys) in signatures.gates.iter().enumerate() {
            for (inverted, key) in [false, true].into_iter().zip(keys) {
                let known = places.entry(*key).or_default();
                // The first of each class is one that the design's state depends on, if there is one.
                match is_unused(place) {
                    true => known.push((place, inverted)),
                    false => known.insert(0, (place, inverted)),
                }
            }
        }
        for (bit, (edge, origin)) in self
            .design
            .iter_mut()
            .enumerate()
            .filter(|(_, (_, origin))| *origin == Origin::Free)
        {
            let alike = places.get(&signatures.design[bit]).map_or(&[][..], Vec::as_slice);
            let tried = refused.design.get(&bit).copied().unwrap_or(0);
            if let Some((place, inverted)) = alike.get(tried) {
                let found = &self.gates[*place];
                *edge = if *inverted { found.not() } else { found.clone() };
                *origin = Origin::Simulation;
            }
        }
        let used = self.support();
        for place in unused
            .iter()
            .filter(|place| !used[**place] && !refused.copies.contains(place))
        {
            let alike = places[&signatures.gates[*place][0]].iter();
            // Bits that differ after configuration are no copies of each other.
            let starts_equal = |other: usize, inverted: bool| match (initial[*place], initial[other]) {
                (Some(one), Some(other)) => one == (other ^ inverted),
                _ => true,
            };
            let is_before = |other: usize| used[other] || (is_unused(other) && other < *place);
            let mut others = alike.filter(|(other, inverted)| is_before(*other) && starts_equal(*other, *inverted));
            if let Some((other, inverted)) = others.next() {
                self.copies.push((*place, *other, *inverted));
            }
        }
        for (place, other, inverted) in &self.copies {
            let other = self.gates[*other].clone();
            self.gates[*place] = if *inverted { other.not() } else { other };
        }
        self
    }
}

/// Proposals of a simulation that a proof refused.
#[derive(Default)]
pub struct Refused {
    /// For each bit of the design's state, the number of refused proposals.
    pub design: FxHashMap<usize, usize>,
    /// Bits of the netlist's state that are no copies.
    pub copies: Vec<usize>,
}

/// What each state bit's values in a simulation are, as a number.
struct Signatures {
    /// Of the netlist's state, and of its inverse.
    gates: Vec<[u64; 2]>,
    design: Vec<u64>,
}

impl Signatures {
    /// Clocks with reset, before values count, and with values that count.
    const CLOCKS: [usize; 3] = [4, 60, 256];

    /// Simulates both sides with the same random inputs.
    fn new(gates: &Gates, design: &Design, seed: u64) -> Self {
        let graph = Graph::new();
        let ports = design.machine().inputs();
        let inputs: NamedWords = ports
            .iter()
            .map(|(name, width)| (name.clone(), graph.inputs(*width)))
            .collect();
        let of_gates = graph.inputs(gates.state_bits());
        let of_design = graph.inputs(design.machine().state_bits());
        let (_, mut next) = gates.step(&inputs, &of_gates);
        next.extend(design.machine().step(&inputs, &of_design).1);
        let cone = graph.cone(&next);
        let mut random = Random::new(seed);
        let mut state = vec![0u64; next.len()];
        for (word, bit) in state.iter_mut().zip(gates.initial()) {
            *word = if *bit == Some(true) { u64::MAX } else { 0 };
        }
        let mut hashes = vec![[FxHasher::default(), FxHasher::default()]; next.len()];
        let [reset, before, counted] = Self::CLOCKS;
        for clock in 0..reset + before + counted {
            let mut values = vec![];
            for (name, width) in &ports {
                match design.reset.filter(|(port, _)| port == name) {
                    // In one of 64 runs there is a reset now and then.
                    Some((_, active)) => {
                        let asserted = if clock < reset {
                            u64::MAX
                        } else {
                            random.bits() & random.bits() & 1
                        };
                        values.push(if active { asserted } else { !asserted });
                    }
                    None => values.extend((0..*width).map(|_| random.bits())),
                }
            }
            values.extend_from_slice(&state);
            state = cone.evaluate(&values);
            if clock >= reset + before {
                for (hash, word) in hashes.iter_mut().zip(&state) {
                    hash[0].write_u64(*word);
                    hash[1].write_u64(!word);
                }
            }
        }
        let keys = hashes.iter().map(|hash| [hash[0].finish(), hash[1].finish()]);
        let mut keys: Vec<[u64; 2]> = keys.collect();
        let design = keys.split_off(of_gates.len());
        Signatures {
            gates: keys,
            design: design.into_iter().map(|keys| keys[0]).collect(),
        }
    }
}
