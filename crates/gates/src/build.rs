//! A netlist as a state machine: the cells in an order of evaluation, and the state that they hold.

use super::Device;
use super::cell::Model;
use super::text::{Bit, Netlist, Wire};
use lanesmith_algebra::{Edge, Graph};
use lanesmith_prove::Expected;
use lanesmith_prove::machine::{NamedWords, TransitionSystem};
use lanesmith_text::diagnostic::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The reason why a netlist is no state machine that could equal the design.
#[derive(Debug)]
pub enum Problem {
    /// A place that is not in the language, or a cell without a model.
    Refused(Box<Diagnostic>),
    /// What no design with one clock has: a sentence.
    Wrong(String),
}

impl From<Box<Diagnostic>> for Problem {
    fn from(refused: Box<Diagnostic>) -> Self {
        Problem::Refused(refused)
    }
}

/// A cell, and the place of its bits in the state.
struct Placed {
    name: String,
    model: Model,
    state: Range<usize>,
}

/// A netlist as a state machine. A bit without a driver, and a constant `x`, is a bit of the state that keeps its value.
pub struct Gates {
    inputs: Vec<Wire>,
    outputs: Vec<Wire>,
    /// In an order of evaluation.
    cells: Vec<Placed>,
    /// Each net bit's driver: itself, another bit that an assignment names, or a constant.
    roots: Vec<Bit>,
    /// The place in the state of each net bit without a driver.
    undriven: FxHashMap<u32, usize>,
    initial: Vec<Option<bool>>,
    /// Every net bit, as `name[bit]`.
    names: FxHashMap<String, Bit>,
}

impl Gates {
    /// The state machine of a netlist. Errors: ports, clocks or cells other than those of the design.
    pub fn new(mut netlist: Netlist, expected: &Expected) -> Result<Self, Problem> {
        ports(&netlist, expected)?;
        let roots = roots(&netlist)?;
        // Each `x` is a net without a driver.
        let mut bits = netlist.bits;
        for bit in netlist
            .instances
            .iter_mut()
            .flat_map(|cell| cell.ports.values_mut().flatten())
        {
            if *bit == Bit::Undefined {
                *bit = Bit::Net(bits);
                bits += 1;
            }
        }
        let mut gates = Gates {
            inputs: of_direction(&netlist, true),
            outputs: of_direction(&netlist, false),
            cells: vec![],
            roots: roots.into_iter().chain((netlist.bits..bits).map(Bit::Net)).collect(),
            undriven: FxHashMap::default(),
            initial: vec![],
            names: FxHashMap::default(),
        };
        for wire in &netlist.wires {
            for (bit, number) in wire.bits.iter().zip(wire.low..) {
                gates.names.insert(format!("{}[{number}]", wire.name), *bit);
            }
        }
        gates.place(&netlist, expected.clock)?;
        gates.clocks(expected)?;
        Ok(gates)
    }

    fn root(&self, bit: Bit) -> Bit {
        match bit {
            Bit::Net(number) => self.roots[number as usize],
            constant => constant,
        }
    }

    /// Makes the models of all cells, and orders them.
    fn place(&mut self, netlist: &Netlist, clock: &str) -> Result<(), Problem> {
        let clock = self.port(clock);
        let device = Device::of(netlist);
        let mut drivers: FxHashMap<u32, usize> = FxHashMap::default();
        let inputs: FxHashSet<Bit> = self.inputs.iter().flat_map(|wire| wire.bits.clone()).collect();
        let mut cells = vec![];
        for (number, instance) in netlist.instances.iter().enumerate() {
            let model = device.model(instance)?;
            let is_clock = |bit: &Bit| clock.is_some() && Some(self.root(*bit)) == clock;
            let reads = instance.ports.values().flatten().filter(|bit| is_clock(bit)).count();
            if reads != model.clocks.iter().filter(|(bit, _)| is_clock(bit)).count() {
                return Err(Problem::Wrong(format!("{} reads the clock as data", instance.name)));
            }
            for bit in &model.outputs {
                if let Bit::Net(bit) = *bit
                    && (self.roots[bit as usize] != Bit::Net(bit)
                        || inputs.contains(&Bit::Net(bit))
                        || drivers.insert(bit, number).is_some())
                {
                    return Err(instance
                        .refuse::<()>("its output has another driver", "one driver for each net")
                        .unwrap_err()
                        .into());
                }
            }
            let start = self.initial.len();
            self.initial.extend_from_slice(&model.initial);
            cells.push(Some(Placed {
                name: instance.name.clone(),
                state: start..self.initial.len(),
                model,
            }));
        }
        for bit in (0..self.roots.len() as u32).filter(|bit| self.roots[*bit as usize] == Bit::Net(*bit)) {
            if !drivers.contains_key(&bit) && !inputs.contains(&Bit::Net(bit)) {
                self.undriven.insert(bit, self.initial.len());
                self.initial.push(None);
            }
        }
        // A depth-first search: each cell on the path with the number of its inputs that were looked at.
        let mut path: Vec<(usize, usize)> = vec![];
        let mut on_path = vec![false; cells.len()];
        for first in 0..cells.len() {
            path.push((first, 0));
            while let Some((cell, next)) = path.last_mut() {
                let cell = *cell;
                let Some(placed) = &cells[cell] else {
                    path.pop();
                    continue;
                };
                let Some(bit) = placed.model.through.get(*next) else {
                    self.cells.extend(cells[cell].take());
                    path.pop();
                    continue;
                };
                *next += 1;
                on_path[cell] = true;
                let Bit::Net(source) = self.root(*bit) else {
                    continue;
                };
                if let Some(&driver) = drivers.get(&source)
                    && let Some(driving) = &cells[driver]
                {
                    if on_path[driver] {
                        let (one, other) = (&placed.name, &driving.name);
                        return Err(Problem::Wrong(format!(
                            "a combinational loop through {one} and {other}"
                        )));
                    }
                    path.push((driver, 0));
                }
            }
        }
        Ok(())
    }

    /// Every cell acts at the rising edge of the clock, which nothing else reads.
    fn clocks(&self, expected: &Expected) -> Result<(), Problem> {
        let wrong = |why: String| Err(Problem::Wrong(why));
        let clock = self.port(expected.clock);
        if self
            .outputs
            .iter()
            .flat_map(|wire| &wire.bits)
            .any(|bit| clock.is_some() && Some(self.root(*bit)) == clock)
        {
            return wrong(format!("an output is {}", expected.clock));
        }
        // An asynchronous reset is the port or its inverse.
        let graph = Graph::new();
        let words = self
            .inputs
            .iter()
            .map(|wire| (wire.name.clone(), graph.inputs(wire.bits.len() as u32)));
        let inputs: NamedWords = words.collect();
        let settled = self.settle(&inputs, &graph.inputs(self.state_bits()));
        let reset = expected.asynchronous.and_then(|(name, _)| inputs.get(name));
        let is_reset = |bit: &Bit| match settled.value(*bit) {
            Edge::Constant(_) => true,
            edge => reset.is_some_and(|word| word[0].literal() / 2 == edge.literal() / 2),
        };
        for Placed { name, model, .. } in &self.cells {
            if !model
                .clocks
                .iter()
                .all(|(bit, rising)| Some(self.root(*bit)) == clock && *rising)
            {
                return wrong(format!(
                    "{name} is not clocked by the rising edge of {}",
                    expected.clock
                ));
            }
            if !model.resets.iter().all(is_reset) {
                return wrong(format!("{name} is reset without a clock edge"));
            }
        }
        Ok(())
    }

    /// The bit of a port.
    fn port(&self, name: &str) -> Option<Bit> {
        let wire = self.inputs.iter().find(|wire| wire.name == name);
        wire.map(|wire| wire.bits[0])
    }

    /// The values of all nets.
    pub fn settle(&self, inputs: &NamedWords, state: &[Edge]) -> Settled<'_> {
        let mut values = vec![Edge::Constant(false); self.roots.len()];
        for wire in &self.inputs {
            let word = inputs.get(&wire.name);
            for (i, bit) in wire.bits.iter().enumerate() {
                if let (Bit::Net(bit), Some(value)) = (bit, word.and_then(|word| word.get(i))) {
                    values[*bit as usize] = value.clone();
                }
            }
        }
        for (bit, place) in &self.undriven {
            values[*bit as usize] = state[*place].clone();
        }
        let mut settled = Settled { gates: self, values };
        for Placed {
            model, state: place, ..
        } in &self.cells
        {
            let found = (model.function)(&|bit| settled.value(bit), &state[place.clone()]);
            for (bit, value) in model.outputs.iter().zip(found) {
                if let Bit::Net(bit) = bit {
                    settled.values[*bit as usize] = value;
                }
            }
        }
        settled
    }

    /// Whether there is a net bit `name[bit]`.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// The number of state bits in cells. They come before the bits without a driver.
    pub fn held_bits(&self) -> usize {
        self.initial.len() - self.undriven.len()
    }

    /// The state after configuration; `None` for bits that the netlist leaves undefined.
    pub fn initial(&self) -> &[Option<bool>] {
        &self.initial
    }
}

/// The values of all nets in a clock cycle.
pub struct Settled<'a> {
    gates: &'a Gates,
    values: Vec<Edge>,
}

impl Settled<'_> {
    fn value(&self, bit: Bit) -> Edge {
        match self.gates.root(bit) {
            Bit::Constant(value) => Edge::Constant(value),
            Bit::Net(bit) => self.values[bit as usize].clone(),
            Bit::Undefined => unreachable!("each undefined bit is a net"),
        }
    }

    /// The value of the net bit `name[bit]`.
    pub fn named(&self, name: &str) -> Option<Edge> {
        self.gates.names.get(name).map(|bit| self.value(*bit))
    }

    /// The words of the output ports.
    pub fn outputs(&self) -> NamedWords {
        let word = |wire: &Wire| wire.bits.iter().map(|bit| self.value(*bit)).collect();
        let outputs = self.gates.outputs.iter();
        outputs.map(|wire| (wire.name.clone(), word(wire))).collect()
    }

    /// The state after a clock edge.
    pub fn next(&self, state: &[Edge]) -> Vec<Edge> {
        let mut next = state.to_vec();
        for Placed {
            model, state: place, ..
        } in &self.gates.cells
        {
            let found = (model.next)(&|bit| self.value(bit), &state[place.clone()]);
            next[place.clone()].clone_from_slice(&found);
        }
        next
    }
}

impl TransitionSystem for Gates {
    fn inputs(&self) -> Vec<(String, u32)> {
        let inputs = self.inputs.iter();
        inputs.map(|wire| (wire.name.clone(), wire.bits.len() as u32)).collect()
    }

    fn state_bits(&self) -> u32 {
        self.initial.len() as u32
    }

    /// `cell` or `cell[bit]`; bits that keep an undefined value have no name.
    fn state_names(&self) -> Vec<Vec<String>> {
        let mut names = vec![vec![]; self.initial.len()];
        for Placed { name, state, .. } in &self.cells {
            for place in state.clone() {
                names[place].push(match state.len() {
                    1 => name.clone(),
                    _ => format!("{name}[{}]", place - state.start),
                });
            }
        }
        names
    }

    fn step(&self, inputs: &NamedWords, state: &[Edge]) -> (NamedWords, Vec<Edge>) {
        let settled = self.settle(inputs, state);
        (settled.outputs(), settled.next(state))
    }
}

fn of_direction(netlist: &Netlist, input: bool) -> Vec<Wire> {
    let wires = netlist.wires.iter().filter(|wire| wire.input == Some(input));
    wires.cloned().collect()
}

/// An error if the ports are not those of the design.
fn ports(netlist: &Netlist, expected: &Expected) -> Result<(), Problem> {
    let found = netlist.wires.iter().filter(|wire| wire.input.is_some());
    let found: Vec<(String, bool, u32)> = found
        .map(|wire| (wire.name.clone(), wire.input == Some(true), wire.bits.len() as u32))
        .collect();
    let describe = |(name, input, width): &(String, bool, u32)| {
        let direction = if *input { "input" } else { "output" };
        format!("{direction} {name} of {width} bits")
    };
    if let Some(missing) = expected.ports.iter().find(|port| !found.contains(port)) {
        return Err(Problem::Wrong(format!("the netlist has no {}", describe(missing))));
    }
    match found.iter().find(|port| !expected.ports.contains(port)) {
        Some(other) => Err(Problem::Wrong(format!("the design has no {}", describe(other)))),
        None => Ok(()),
    }
}

/// Each net bit's driver behind all assignments.
fn roots(netlist: &Netlist) -> Result<Vec<Bit>, Problem> {
    let mut assigned: FxHashMap<u32, (Bit, &Range<usize>)> = FxHashMap::default();
    let refuse = |span: &Range<usize>, message: &str| {
        let error = Diagnostic::new(span.clone(), message, "one driver for each net");
        Err(Problem::Refused(Box::new(error)))
    };
    for (bit, value, span) in &netlist.assigns {
        let value = match value {
            Bit::Undefined => Bit::Net(*bit),
            value => *value,
        };
        if assigned.insert(*bit, (value, span)).is_some() {
            return refuse(span, "a net that is assigned before");
        }
    }
    let mut roots = vec![];
    for first in 0..netlist.bits {
        let mut bit = first;
        let mut steps = 0;
        roots.push(loop {
            match assigned.get(&bit) {
                Some((Bit::Net(next), span)) if *next != bit => {
                    bit = *next;
                    steps += 1;
                    if steps > assigned.len() {
                        return refuse(span, "a net that is assigned to itself");
                    }
                }
                Some((Bit::Constant(value), _)) => break Bit::Constant(*value),
                _ => break Bit::Net(bit),
            }
        });
    }
    Ok(roots)
}
