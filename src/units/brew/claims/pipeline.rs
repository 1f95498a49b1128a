//! The clocks of the datapath: offering an instruction, reading registers, flushing.

use super::effect::RegisterEdges;
use super::parts::PipelineParts;
use super::words::WindowWords;
use crate::brew::rtl::DatapathConfig;
use lanesmith_algebra::{Bit, Edge, Graph};
use lanesmith_prove::Obligation;
use lanesmith_prove::machine::{NamedWords as Ports, TransitionSystem};
use lanesmith_prove::unroll::{Unrolling, about_run};

/// The hardware that claims are about.
pub(super) struct Pipeline<'a> {
    pub config: &'a DatapathConfig,
    pub machine: &'a dyn TransitionSystem,
    pub parts: PipelineParts,
}

/// The result of flushing a state by idle clocks: its rest, of which the port shows one retirement now, one in the next clock,
/// and no more.
pub(super) struct FlushedState {
    /// Whether two idle clocks flush the state: it is ready, empty two idle clocks later, and no instruction in flight has both
    /// an exception and a result.
    pub holds: Edge,
    /// The values of the ports in this clock and the next.
    pub ports: [Ports; 2],
    /// The registers once everything has retired.
    pub registers: RegisterEdges,
    /// The state one idle clock later.
    pub next: Vec<Edge>,
}

/// What a claim says about a run from an arbitrary state.
pub(super) type RunClaim = fn(&Pipeline, &mut Obligation, &mut Unrolling);

/// The port is not in reset.
pub(super) const RUNNING: (&str, bool) = ("reset", false);

impl<'a> Pipeline<'a> {
    pub fn new(config: &'a DatapathConfig, machine: &'a dyn TransitionSystem) -> Result<Self, String> {
        Ok(Pipeline {
            config,
            machine,
            parts: PipelineParts::new(config, machine)?,
        })
    }

    /// A run from an arbitrary state.
    pub fn run(&self, graph: &Graph) -> Unrolling<'a> {
        Unrolling::new(self.machine, graph)
    }

    /// A claim about a run from an arbitrary state.
    pub fn claim(&self, says: impl FnOnce(&Self, &mut Obligation, &mut Unrolling)) -> Obligation {
        about_run(self.machine, |claim, run| says(self, claim, run))
    }

    /// The window as it is offered.
    pub fn window(&self, words: &WindowWords, address: &[Edge]) -> Ports {
        let [word0, word1, word2] = words.words.clone();
        let ports = [("in_word0", word0), ("in_word1", word1), ("in_word2", word2)];
        let mut ports: Ports = ports.into_iter().map(|(name, word)| (name.to_string(), word)).collect();
        ports.insert("in_address".into(), address.to_vec());
        ports.insert("in_valid".into(), vec![Edge::constant(true)]);
        ports
    }

    /// The state of the instruction register after it took `window`.
    pub fn taken(&self, graph: &Graph, window: &Ports) -> Vec<Edge> {
        // An empty register accepts an instruction.
        let mut empty = self.run(graph);
        empty.state[self.parts.instruction_valid] = Edge::constant(false);
        empty.step(window, &[RUNNING]);
        self.instruction(&empty.state)
    }

    /// The contents of the instruction register.
    pub fn instruction(&self, state: &[Edge]) -> Vec<Edge> {
        let bits = self.parts.instruction.iter();
        bits.map(|i| state[*i].clone()).collect()
    }

    /// `state` with an instruction register that holds `bits`.
    pub fn holding(&self, state: &[Edge], bits: &[Edge]) -> Vec<Edge> {
        let mut state = self.with_valid(state, true);
        for (i, bit) in self.parts.instruction.iter().zip(bits) {
            state[*i] = bit.clone();
        }
        state
    }

    /// `state` with an empty or a full instruction register.
    pub fn with_valid(&self, state: &[Edge], valid: bool) -> Vec<Edge> {
        let mut state = state.to_vec();
        state[self.parts.instruction_valid] = Edge::constant(valid);
        state
    }

    /// Whether an instruction waits in `state`.
    pub fn waits(&self, state: &[Edge]) -> Edge {
        state[self.parts.instruction_valid].clone()
    }

    /// The state bits of a register file with synchronous reads, its words included, after a clock from `state` in which
    /// `window` waits and is offered again. In this clock the file reads the registers that `window` names.
    pub fn read(&self, state: &[Edge], window: &Ports, bits: &[Edge]) -> Vec<(usize, Edge)> {
        if self.parts.reads.is_empty() {
            return vec![];
        }
        let mut inputs = window.clone();
        inputs.insert("reset".into(), vec![Edge::constant(false)]);
        let (_, next) = self.machine.step(&inputs, &self.holding(state, bits));
        let places = self.parts.values.iter().flatten().chain(&self.parts.reads);
        places.map(|i| (*i, next[*i].clone())).collect()
    }

    /// The inputs of a clock in which nothing is offered.
    pub fn idle_inputs(&self) -> Ports {
        let low = |(name, width): (String, u32)| (name, vec![Edge::constant(false); width as usize]);
        self.machine.inputs().into_iter().map(low).collect()
    }

    /// An idle clock of `run`: no instruction waits, none is offered.
    pub fn idle(&self, run: &mut Unrolling) -> Ports {
        run.state = self.with_valid(&run.state, false);
        run.step(&self.idle_inputs(), &[])
    }

    /// Whether an instruction that waits in `state` may be issued.
    pub fn ready(&self, state: &[Edge]) -> Edge {
        let state = self.with_valid(state, true);
        self.machine.step(&self.idle_inputs(), &state).0["in_ready"][0].clone()
    }

    /// Whether nothing executes and nothing retired at the last edge.
    pub fn empty(&self, state: &[Edge]) -> Edge {
        let executes = &state[self.parts.execute_valid];
        executes.or(&state[self.parts.retired]).not()
    }

    /// The registers as the register file and the types hold them.
    pub fn registers(&self, state: &[Edge]) -> RegisterEdges {
        let words = |places: &[Vec<usize>]| {
            let word = |places: &Vec<usize>| places.iter().map(|i| state[*i].clone()).collect();
            places.iter().map(word).collect()
        };
        RegisterEdges {
            values: words(&self.parts.values),
            types: words(&self.parts.types),
        }
    }

    /// Flushes the state of `run` by two idle clocks.
    pub fn flush(&self, run: &mut Unrolling) -> FlushedState {
        let ready = self.ready(&run.state);
        let now = self.idle(run);
        let next = run.state.clone();
        let then = self.idle(run);
        let empty = self.empty(&run.state);
        FlushedState {
            holds: ready.and(&empty).and(&sound(&now)).and(&sound(&then)),
            ports: [now, then],
            registers: self.registers(&run.state),
            next,
        }
    }

    /// `state` with arbitrary don't-care bits: those of the instruction register, which is emptied; of the register before the
    /// execute stage unless an instruction `executes`; of slow units unless one `works` there; of the value of a retirement that
    /// writes none; of the words that a register file with synchronous reads has read.
    pub fn with_any_dont_cares(&self, graph: &Graph, state: &[Edge], executes: bool, works: bool) -> Vec<Edge> {
        let mut other = self.with_valid(state, false);
        for (i, matters) in self.matters(state, &Edge::constant(executes), &Edge::constant(works)) {
            other[i] = matters.mux(&state[i], &graph.input());
        }
        other
    }

    /// The bits of `state` that can be don't-care bits, each with the condition under which it matters.
    fn matters(&self, state: &[Edge], executes: &Edge, works: &Edge) -> Vec<(usize, Edge)> {
        let never = Edge::constant(false);
        let groups = [
            (self.parts.instruction.clone(), &never),
            (self.parts.reads.clone(), &never),
            (self.parts.execute.clone(), executes),
            (self.parts.slow.clone(), works),
            (self.parts.retire_value.clone(), &state[self.parts.retire_writes]),
        ];
        let each = groups.into_iter().map(|(bits, matters)| (bits, matters.clone()));
        each.flat_map(|(bits, matters): (Vec<usize>, Edge)| bits.into_iter().map(move |i| (i, matters.clone())))
            .collect()
    }

    /// Pairs of bits that are all equal if and only if two states differ at most in don't-care bits, waiting instructions
    /// left out.
    pub fn same(&self, left: &[Edge], right: &[Edge]) -> Vec<(Edge, Edge)> {
        let (left, right) = (self.with_valid(left, false), self.with_valid(right, false));
        let mut pairs: Vec<(Edge, Edge)> = left.iter().cloned().zip(right.iter().cloned()).collect();
        let works = [&left, &right].map(|state| self.ready(state).not());
        let matters = |state: &[Edge], works: &Edge| self.matters(state, &state[self.parts.execute_valid], works);
        for (i, matters) in matters(&left, &works[0]) {
            pairs[i].0 = pairs[i].0.and(&matters);
        }
        for (i, matters) in matters(&right, &works[1]) {
            pairs[i].1 = pairs[i].1.and(&matters);
        }
        // The bits that decide whether another bit matters must be equal.
        pairs.push(works.into());
        pairs
    }
}

/// That the port does not show an instruction with both an exception and a result.
pub(super) fn sound(port: &Ports) -> Edge {
    let both = port["retire_exception"][0].and(&port["retire_write"][0]);
    port["retire_valid"][0].and(&both).not()
}

/// The defined bits of the retire port; 0 for undefined ones.
pub(super) fn retirement(port: &Ports) -> Vec<Edge> {
    let valid = &port["retire_valid"][0];
    let mut names: Vec<&String> = port.keys().filter(|name| name.starts_with("retire_")).collect();
    names.sort_unstable();
    let mut said = vec![];
    for name in names {
        let says = match &name[..] {
            "retire_value" => valid.and(&port["retire_write"][0]),
            _ => valid.clone(),
        };
        said.extend(port[name].iter().map(|bit| bit.and(&says)));
    }
    said
}
