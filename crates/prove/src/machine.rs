//! Hardware as a symbolic state machine, wherever it comes from: the netlist, or the emitted text read back by yosys.

use super::aiger::Aiger;
use super::structure::Expected;
use lanesmith_algebra::Edge;
use lanesmith_netlist::eval::{DesignState, settle, tick};
use lanesmith_netlist::{Flat, FlatScope, Net, NetId, NetKind, StateWord};
use std::collections::HashMap;

/// Named words of edges, least significant bit first.
pub type NamedWords = HashMap<String, Vec<Edge>>;

/// One clock cycle as a function.
pub trait TransitionSystem: Sync {
    /// Input ports with their widths; the clock is not among them.
    fn inputs(&self) -> Vec<(String, u32)>;
    /// The number of state bits.
    fn state_bits(&self) -> u32;
    /// The names of each state bit as `path.register[bit]` or `path.memory[word][bit]`; also of one-bit registers. A bit
    /// has several names where registers are joined to nets or merged.
    fn state_names(&self) -> Vec<Vec<String>>;
    /// Settles and clocks once: output words and next state for the given inputs and state. Inputs not given are 0.
    fn step(&self, inputs: &NamedWords, state: &[Edge]) -> (NamedWords, Vec<Edge>);
}

/// A machine read back from emitted text.
pub struct TextMachine {
    aiger: Aiger,
    /// For each input of the file the port that it is a bit of, if it is one. The others are values that the text leaves
    /// undefined: state bits behind the latches, which may start with any value and keep it.
    ports: Vec<Option<(String, usize)>>,
    clock: &'static str,
}

impl TextMachine {
    /// The machine of an AIGER file whose symbols are `name` or `name[bit]`, with the ports that are expected.
    pub fn new(mut aiger: Aiger, expected: &Expected) -> Self {
        for (symbol, _) in &mut aiger.outputs {
            let (name, bit) = bit_of(symbol);
            let (name, bit) = expected.port_bit(name, bit);
            *symbol = format!("{name}[{bit}]");
        }
        let port = |symbol: &String| {
            let (name, bit) = bit_of(symbol);
            let (name, bit) = expected.port_bit(name, bit);
            let known = |(port, input, width): &(String, bool, u32)| port == name && *input && (bit as u32) < *width;
            expected.ports.iter().any(known).then(|| (name.to_string(), bit))
        };
        TextMachine {
            ports: aiger.inputs.iter().map(port).collect(),
            clock: expected.clock,
            aiger,
        }
    }

    /// The number of state bits that are values that the text leaves undefined.
    fn undefined_bits(&self) -> u32 {
        self.ports.iter().filter(|port| port.is_none()).count() as u32
    }
}

/// `name[bit]` taken apart; a plain name is bit 0.
fn bit_of(symbol: &str) -> (&str, usize) {
    let parts = symbol.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
    let bit = parts.and_then(|(name, digits)| Some((name, digits.parse().ok()?)));
    bit.unwrap_or((symbol, 0))
}

impl TransitionSystem for TextMachine {
    fn inputs(&self) -> Vec<(String, u32)> {
        let mut widths: Vec<(String, u32)> = vec![];
        for (name, bit) in self.ports.iter().flatten().filter(|(name, _)| name != self.clock) {
            let width = *bit as u32 + 1;
            match widths.iter_mut().find(|(other, _)| other == name) {
                Some((_, known)) => *known = width.max(*known),
                None => widths.push((name.clone(), width)),
            }
        }
        widths
    }

    fn state_bits(&self) -> u32 {
        self.aiger.latches.len() as u32 + self.undefined_bits()
    }

    fn state_names(&self) -> Vec<Vec<String>> {
        let bit = |name: &str| match name.ends_with(']') {
            true => name.to_string(),
            false => format!("{name}[0]"),
        };
        let names = self.aiger.latch_names.iter();
        let named = names.map(|names| names.split(' ').map(bit).collect());
        let undefined = (0..self.undefined_bits()).map(|_| vec![]);
        named.chain(undefined).collect()
    }

    fn step(&self, inputs: &NamedWords, state: &[Edge]) -> (NamedWords, Vec<Edge>) {
        let (state, undefined) = state.split_at(self.aiger.latches.len());
        let mut kept = undefined.iter().cloned();
        let input = |port: &Option<(String, usize)>| match port {
            Some((name, bit)) => {
                let word = inputs.get(name).and_then(|word| word.get(*bit));
                word.cloned().unwrap_or(Edge::Constant(false))
            }
            None => kept.next().unwrap_or(Edge::Constant(false)),
        };
        let edges: Vec<Edge> = self.ports.iter().map(input).collect();
        let (values, mut next) = self.aiger.step(&edges, state);
        next.extend_from_slice(undefined);
        let mut outputs = NamedWords::new();
        for ((symbol, _), value) in self.aiger.outputs.iter().zip(values) {
            let (name, bit) = bit_of(symbol);
            let word = outputs.entry(name.to_string()).or_default();
            if word.len() <= bit {
                word.resize(bit + 1, Edge::Constant(false));
            }
            word[bit] = value;
        }
        (outputs, next)
    }
}

/// A flat netlist as a machine.
pub struct NetlistMachine<'a>(pub &'a Flat);

impl TransitionSystem for NetlistMachine<'_> {
    fn inputs(&self) -> Vec<(String, u32)> {
        let is_data = |id: NetId, net: &Net| net.kind == NetKind::Input && Some(id) != self.0.clock;
        let ports = self.0.ports().filter(|(id, net)| is_data(*id, net));
        ports.map(|(_, net)| (net.name.clone(), net.width)).collect()
    }

    fn state_bits(&self) -> u32 {
        DesignState::<Edge>::bits(self.0)
    }

    fn state_names(&self) -> Vec<Vec<String>> {
        let mut names = Names::default();
        names.collect(&self.0.scope, "");
        let memory = |i: &usize| names.memories.get(i).map_or("", |name| name);
        let word = |word: StateWord| match word {
            // A net that is in no scope, as of an edited design, has the name of the flat one.
            StateWord::Register(q) => match names.nets.get(&q) {
                Some(names) => names.clone(),
                None => vec![self.0.module.net_ref(q).name.clone()],
            },
            StateWord::Word(i, address) => vec![format!("{}[{address}]", memory(&i))],
            StateWord::Read(i, port) => vec![format!("{} read {port}", memory(&i))],
        };
        let words = self.0.state_words().map(|(one, width)| (word(one), width));
        let bit = |names: &[String], i: u32| names.iter().map(|name| format!("{name}[{i}]")).collect();
        words
            .flat_map(|(names, width)| (0..width).map(|i| bit(&names, i)).collect::<Vec<_>>())
            .collect()
    }

    fn step(&self, inputs: &NamedWords, state: &[Edge]) -> (NamedWords, Vec<Edge>) {
        let state = self.state(state);
        let values = settle(self.0, |id| self.input(inputs, id), &state);
        let outputs = self.0.ports().filter(|(_, net)| net.kind == NetKind::Output);
        let outputs = outputs.map(|(id, net)| (net.name.clone(), values[id.0 as usize].clone()));
        (outputs.collect(), tick(self.0, &values, &state).to_bits())
    }
}

impl NetlistMachine<'_> {
    fn state(&self, bits: &[Edge]) -> DesignState<Edge> {
        let mut bits = bits.iter().cloned();
        DesignState::from_bits(self.0, || bits.next().expect("as many state bits as the machine has"))
    }

    /// The word of an input port.
    fn input(&self, inputs: &NamedWords, id: NetId) -> Vec<Edge> {
        let net = self.0.module.net_ref(id);
        let given = inputs.get(&net.name);
        let bit = |i: u32| given.and_then(|word| word.get(i as usize)).cloned();
        (0..net.width)
            .map(|i| bit(i).unwrap_or(Edge::Constant(false)))
            .collect()
    }
}

/// Hierarchical names of registers and memories.
#[derive(Default)]
struct Names {
    nets: HashMap<NetId, Vec<String>>,
    memories: HashMap<usize, String>,
}

impl Names {
    fn collect(&mut self, scope: &FlatScope, path: &str) {
        for (name, net) in &scope.nets {
            self.nets.entry(*net).or_default().push(format!("{path}{name}"));
        }
        for (name, memory) in &scope.memories {
            self.memories.insert(*memory, format!("{path}{name}"));
        }
        for child in &scope.children {
            self.collect(child, &format!("{path}{}.", child.name));
        }
    }
}
