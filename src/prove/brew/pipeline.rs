//! The datapath over several clocks.

use super::effect::Registers;
use super::parts::Parts;
use super::words::Words;
use crate::algebra::{Bit, Edge, Graph};
use crate::prove::machine::{Machine, Words as Ports};
use crate::prove::unroll::Unrolling;
use crate::rtl::brew::Config;

/// The hardware that claims are about.
pub(super) struct Pipeline<'a> {
    pub config: &'a Config,
    pub machine: &'a dyn Machine,
    pub parts: Parts,
}

/// A run that begins at an issue point.
pub(super) struct Issue<'a> {
    pub run: Unrolling<'a>,
    /// What the ports show in the clock of the issue, if it comes from there.
    pub inputs: Ports,
    /// Where the state is one that an instruction in this place can meet.
    pub assumption: Edge,
    /// The instruction's address.
    pub address: Vec<Edge>,
}

/// The end of a run without further instructions.
pub(super) struct Drained {
    pub registers: Registers,
    /// That no instruction in flight has both an exception and a result.
    pub sound: Edge,
}

/// The port is not in reset.
pub(super) const RUNNING: (&str, bool) = ("reset", false);

impl<'a> Pipeline<'a> {
    pub fn new(config: &'a Config, machine: &'a dyn Machine) -> Result<Self, String> {
        Ok(Pipeline {
            config,
            machine,
            parts: Parts::new(config, machine)?,
        })
    }

    /// The window as it is offered.
    pub fn window(&self, words: &Words, address: &[Edge]) -> Ports {
        let [word0, word1, word2] = words.words.clone();
        let ports = [("in_word0", word0), ("in_word1", word1), ("in_word2", word2)];
        let mut ports: Ports = ports.into_iter().map(|(name, word)| (name.to_string(), word)).collect();
        ports.insert("in_address".into(), address.to_vec());
        ports.insert("in_valid".into(), vec![Edge::constant(true)]);
        ports
    }

    /// The state of the instruction register after it took `window`.
    pub fn taken(&self, graph: &Graph, window: &Ports) -> Vec<Edge> {
        let Some(register) = &self.parts.instruction else {
            return vec![];
        };
        // An empty register takes what comes.
        let mut idle = Unrolling::new(self.machine, graph);
        idle.state[register.valid] = Edge::constant(false);
        idle.step(window, &[RUNNING]);
        register.bits.iter().map(|i| idle.state[*i].clone()).collect()
    }

    /// An arbitrary state whose instruction register, if there is one, holds `bits`.
    fn holding(&self, graph: &Graph, bits: &[Edge]) -> Unrolling<'a> {
        let mut run = Unrolling::new(self.machine, graph);
        if let Some(register) = &self.parts.instruction {
            run.state[register.valid] = Edge::constant(true);
            for (i, bit) in register.bits.iter().zip(bits) {
                run.state[*i] = bit.clone();
            }
        }
        run
    }

    /// An arbitrary state in which these words are about to be issued.
    pub fn issue(&self, graph: &Graph, words: &Words) -> Issue<'a> {
        let address = graph.inputs(32);
        let window = self.window(words, &address);
        let bits = self.taken(graph, &window);
        let mut run = self.holding(graph, &bits);
        let mut assumption = words.assumption.clone();
        if !self.parts.file.is_empty() {
            // A register file with synchronous reads holds what was read a clock before, by an instruction that waited.
            let mut before = self.holding(graph, &bits);
            let out = before.clock(Ports::new(), &[RUNNING]);
            assumption = assumption.and(&out["in_ready"][0].not());
            for i in &self.parts.file {
                run.state[*i] = before.state[*i].clone();
            }
        }
        Issue {
            run,
            inputs: match self.parts.instruction {
                Some(_) => Ports::new(),
                None => window,
            },
            assumption,
            address,
        }
    }

    /// `state`, whose instruction register, if there is one, is emptied or filled.
    pub fn with_valid(&self, state: &[Edge], valid: bool) -> Vec<Edge> {
        let mut state = state.to_vec();
        if let Some(register) = &self.parts.instruction {
            state[register.valid] = Edge::constant(valid);
        }
        state
    }

    /// What becomes of `state`, an issue point, if no further instruction is issued.
    pub fn drained(&self, state: &[Edge]) -> Drained {
        let mut state = self.with_valid(state, false);
        let idle = Ports::from([("reset".to_string(), vec![Edge::constant(false)])]);
        // One clock from the execute stage to retirement, one from there to the register file.
        (_, state) = self.machine.step(&idle, &state);
        let (out, state) = self.machine.step(&idle, &state);
        let both = out["retire_exception"][0].and(&out["retire_write"][0]);
        let words = |places: &[Vec<usize>]| {
            let word = |places: &Vec<usize>| places.iter().map(|i| state[*i].clone()).collect();
            places.iter().map(word).collect()
        };
        Drained {
            registers: Registers {
                values: words(&self.parts.values),
                types: words(&self.parts.types),
            },
            sound: out["retire_valid"][0].and(&both).not(),
        }
    }

    /// Whether `state` is an issue point.
    pub fn issues(&self, state: &[Edge]) -> Edge {
        let idle = Ports::from([("reset".to_string(), vec![Edge::constant(false)])]);
        let (out, _) = self.machine.step(&idle, &self.with_valid(state, true));
        out["in_ready"][0].clone()
    }
}
