//! A machine over several clocks, from an arbitrary state.

use super::claim_input::ClaimInput;
use super::machine::{NamedWords, TransitionSystem};
use super::obligation::Obligation;
use lanesmith_algebra::{Bit, Edge, Graph};

/// A claim without a name about a run of a machine from any state, whose words it names.
pub fn about_run(machine: &dyn TransitionSystem, says: impl FnOnce(&mut Obligation, &mut Unrolling)) -> Obligation {
    let graph = Graph::new();
    let mut run = Unrolling::new(machine, &graph);
    let mut obligation = Obligation::new("", &graph);
    says(&mut obligation, &mut run);
    run.name(&mut obligation);
    obligation
}

/// A symbolic run of a machine.
pub struct Unrolling<'a> {
    machine: &'a dyn TransitionSystem,
    graph: Graph,
    start: Vec<Edge>,
    /// The state before the next clock.
    pub state: Vec<Edge>,
    /// The state in which each run begins, and the inputs of its clocks.
    runs: Vec<(Vec<Edge>, Vec<NamedWords>)>,
    /// The replaced state bits: run, clock before which the bit is replaced, place, bit.
    replaced: Vec<(usize, usize, usize, Edge)>,
}

impl<'a> Unrolling<'a> {
    /// A run from a state of free bits.
    pub fn new(machine: &'a dyn TransitionSystem, graph: &Graph) -> Self {
        let state = graph.inputs(machine.state_bits());
        Unrolling {
            machine,
            graph: graph.clone(),
            start: state.clone(),
            state,
            runs: vec![(vec![], vec![])],
            replaced: vec![],
        }
    }

    /// Replaces bits of the state by free inputs before the next clock.
    pub fn free(&mut self, places: impl IntoIterator<Item = usize>) {
        let run = self.runs.len() - 1;
        let clock = self.runs[run].1.len();
        for place in places {
            let bit = self.graph.input();
            self.state[place] = bit.clone();
            self.replaced.push((run, clock, place, bit));
        }
    }

    /// Begins another run from `state`, and gives the state in which the last one ended.
    pub fn restart(&mut self, state: Vec<Edge>) -> Vec<Edge> {
        self.runs.push((vec![], vec![]));
        std::mem::replace(&mut self.state, state)
    }

    /// Arbitrary values for all inputs.
    pub fn fresh_inputs(&self) -> NamedWords {
        let ports = self.machine.inputs().into_iter();
        ports.map(|(name, width)| (name, self.graph.inputs(width))).collect()
    }

    /// One clock with exactly these inputs; `fixed` ones are constant. The outputs are those before the clock edge.
    pub fn step(&mut self, inputs: &NamedWords, fixed: &[(&str, bool)]) -> NamedWords {
        let mut inputs = inputs.clone();
        for (name, value) in fixed {
            inputs.insert(name.to_string(), vec![Edge::constant(*value)]);
        }
        let (outputs, next) = self.machine.step(&inputs, &self.state);
        let before = std::mem::replace(&mut self.state, next);
        let (start, clocks) = self.runs.last_mut().expect("a run");
        if clocks.is_empty() {
            *start = before;
        }
        clocks.push(inputs);
        outputs
    }

    /// One clock with the `given` inputs, the `fixed` ones, and arbitrary others.
    pub fn clock(&mut self, given: NamedWords, fixed: &[(&str, bool)]) -> NamedWords {
        let mut inputs = self.fresh_inputs();
        inputs.extend(given);
        self.step(&inputs, fixed)
    }

    /// The outputs `latency` clocks after `first` went in, with arbitrary inputs behind it: `advancing` ones are fixed in the
    /// clocks before that of the outputs, `last` ones in that.
    pub fn pipeline(
        &mut self,
        latency: u32,
        first: NamedWords,
        advancing: &[(&str, bool)],
        last: &[(&str, bool)],
    ) -> NamedWords {
        let mut given = first;
        for _ in 0..latency {
            self.clock(std::mem::take(&mut given), advancing);
        }
        self.clock(given, last)
    }

    /// Names the inputs that are still unnamed: the start state, and the inputs of clocks as `name@clock`. A counterexample then lists
    /// for each run its start state, its inputs, and the state bits replaced before a clock, as `state name@clock`. The names of
    /// later runs have a `'` for each earlier run.
    pub fn name(&self, obligation: &mut Obligation) {
        let names = self.machine.state_names();
        let bit_of = |place: usize| {
            let (word, bit) = names[place].first()?.strip_suffix(']')?.rsplit_once('[')?;
            Some((word.to_owned(), bit.parse::<u32>().ok()?))
        };
        for (place, edge) in self.start.iter().enumerate() {
            if let Some((name, bit)) = bit_of(place) {
                obligation.name_input(&ClaimInput::state(name), bit, edge);
            }
        }
        for (run, clock, place, bit) in &self.replaced {
            if let Some((name, number)) = bit_of(*place) {
                let (run, clock) = (*run, *clock);
                let replaced = ClaimInput::Replaced { name, run, clock };
                obligation.name_input(&replaced, number, bit);
                obligation.watch(replaced, number, bit);
            }
        }
        for (run, (start, clocks)) in self.runs.iter().enumerate() {
            for (place, edge) in start.iter().enumerate() {
                if let Some((name, bit)) = bit_of(place) {
                    obligation.watch(ClaimInput::State { name, run }, bit, edge);
                }
            }
            for (clock, inputs) in clocks.iter().enumerate() {
                let mut ports: Vec<_> = inputs.iter().collect();
                ports.sort_unstable_by_key(|(name, _)| *name);
                for (name, word) in ports {
                    let name = name.clone();
                    let port = ClaimInput::Port { name, run, clock };
                    obligation.name_inputs(port.clone(), word);
                    word.iter()
                        .zip(0..)
                        .for_each(|(edge, bit)| obligation.watch(port.clone(), bit, edge));
                }
            }
        }
    }
}
