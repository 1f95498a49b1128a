//! An instruction that the core hands over, and that the unit holds in registers of its own until its result.

use super::function::{Functions, effect, kind, kind_of_word};
use super::parts::{Parts, read, register};
use crate::algebra::{Bit, Bitwise, Edge, Graph};
use crate::prove::machine::{Machine, Words};
use crate::prove::unroll::Unrolling;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::golden::State;
use crate::units::riscv::rtl::Config;
use std::collections::HashMap;

/// The wrapper's registers and their widths in bits; the last two are those of a third source register.
const REGISTERS: [(&str, u32); 12] = [
    ("held", 1),
    ("committed", 1),
    ("function_id", 10),
    ("rs1", 32),
    ("rs2", 32),
    ("id", 4),
    ("rd", 5),
    ("early", 1),
    ("early_kill", 1),
    ("early_id", 4),
    ("third", 1),
    ("rs3", 32),
];

/// Those of an instruction itself, likewise.
pub(super) const INSTRUCTION: [&str; 7] = ["function_id", "rs1", "rs2", "id", "rd", "third", "rs3"];

/// Those of what is known about commits, likewise.
const ABOUT_COMMITS: [&str; 4] = ["committed", "early", "early_kill", "early_id"];

/// The unit behind CV-X-IF.
#[derive(Clone)]
pub(super) struct Offloaded<'a> {
    pub config: &'a Config,
    machine: &'a dyn Machine,
    pub parts: Parts,
    registers: HashMap<&'static str, Vec<usize>>,
    waited: Vec<usize>,
}

/// A clock.
pub(super) struct Clock {
    /// All ports.
    pub ports: Words,
    /// The state.
    pub before: Vec<Edge>,
    /// The state after it.
    pub after: Vec<Edge>,
}

impl Clock {
    /// A port of one bit.
    pub fn is(&self, port: &str) -> Edge {
        self.ports[port][0].clone()
    }
}

/// Those of a list with two for a third source register at its end which the unit has.
pub(super) fn existing<'l, T>(config: &Config, list: &'l [T]) -> std::slice::Iter<'l, T> {
    match config.features.third {
        true => list.iter(),
        false => list[..list.len() - 2].iter(),
    }
}

/// Inputs with which nothing is offered and nothing decided.
pub(super) fn quiet() -> Words {
    let ports = ["issue_valid", "commit_valid"].into_iter();
    ports
        .map(|port| (port.to_owned(), vec![Edge::constant(false)]))
        .collect()
}

/// Whether two words are equal.
pub(super) fn same(x: &[Edge], y: &[Edge]) -> Edge {
    let bits = x.iter().zip(y);
    bits.fold(Edge::constant(true), |all, (x, y)| all.and(&x.xor(y).not()))
}

/// All of them.
pub(super) fn all(conditions: &[Edge]) -> Edge {
    let conditions = conditions.iter();
    conditions.fold(Edge::constant(true), |all, one| all.and(one))
}

impl<'a> Offloaded<'a> {
    /// Error: hardware without the registers that claims speak of.
    pub fn new(config: &'a Config, machine: &'a dyn Machine) -> Result<Self, String> {
        let find = |(name, width)| Ok((name, register(machine, &format!("{name}_q"), width)?));
        Ok(Offloaded {
            config,
            machine,
            parts: Parts::new(machine)?,
            registers: existing(config, &REGISTERS)
                .copied()
                .map(find)
                .collect::<Result<_, String>>()?,
            waited: register(machine, "executor.waited_q", 3)?,
        })
    }

    /// A claim.
    pub fn claim(&self, name: &str, build: fn(&Offloaded<'a>) -> Obligation) -> Deferred<'a> {
        let own = self.clone();
        Deferred::new(name, move || build(&own))
    }

    /// What is claimed of an operation's or an access's function: result and state are golden's.
    pub fn transfer(&self, name: String, functions: Functions, is_access: bool) -> Deferred<'a> {
        let own = self.clone();
        Deferred::new(name, move || match is_access {
            true => own.access(functions),
            false => own.operation(functions),
        })
    }

    /// A register of the wrapper.
    pub fn word(&self, state: &[Edge], name: &str) -> Vec<Edge> {
        read(state, &self.registers[name])
    }

    /// The places of the function that is held.
    fn function_places(&self) -> Vec<usize> {
        let words = ["function_id", "third"].map(|name| self.registers.get(name));
        words.into_iter().flatten().flatten().copied().collect()
    }

    /// The function that is held.
    fn function(&self, state: &[Edge]) -> Vec<Edge> {
        read(state, &self.function_places())
    }

    /// The operands that are held.
    fn operands(&self, state: &[Edge]) -> Vec<Vec<Edge>> {
        let words = ["rs1", "rs2", "rs3"].map(|name| self.registers.get(name));
        words.into_iter().flatten().map(|places| read(state, places)).collect()
    }

    /// A register of one bit.
    pub fn bit(&self, state: &[Edge], name: &str) -> Edge {
        self.word(state, name).swap_remove(0)
    }

    /// A run from any state.
    pub fn run(&self, graph: &Graph) -> Unrolling<'_> {
        Unrolling::new(self.machine, graph)
    }

    /// A clock with the `given` inputs and arbitrary others; no reset unless that is given.
    pub fn clock(&self, run: &mut Unrolling, given: Words) -> Clock {
        let mut inputs = run.fresh_inputs();
        inputs.insert("reset_n".to_owned(), vec![Edge::constant(true)]);
        inputs.extend(given);
        let before = run.state.clone();
        let mut ports = run.step(&inputs, &[]);
        ports.extend(inputs);
        Clock {
            ports,
            before,
            after: run.state.clone(),
        }
    }

    /// The word that is offered is one of the unit's.
    pub fn own(&self, clock: &Clock) -> Edge {
        let [operation, access] = kind_of_word(self.config, &clock.ports["issue_req_instr"]);
        operation.or(&access)
    }

    /// An own instruction is accepted.
    pub fn accepted(&self, clock: &Clock) -> Edge {
        all(&[clock.is("issue_valid"), clock.is("issue_ready"), self.own(clock)])
    }

    /// A result is taken.
    pub fn taken(&self, clock: &Clock) -> Edge {
        clock.is("result_valid").and(&clock.is("result_ready"))
    }

    /// An instruction is held, and the core has not committed it.
    fn open(&self, clock: &Clock) -> Edge {
        let committed = self.bit(&clock.before, "committed");
        self.bit(&clock.before, "held").and(&committed.not())
    }

    /// Its number is offered anew.
    pub fn superseded(&self, clock: &Clock) -> Edge {
        let id = self.word(&clock.before, "id");
        all(&[
            self.open(clock),
            clock.is("issue_valid"),
            same(&clock.ports["issue_req_id"], &id),
        ])
    }

    /// The core decides about what is held: it may take effect, or must not.
    pub fn decided(&self, clock: &Clock) -> [Edge; 2] {
        let id = self.word(&clock.before, "id");
        let about = clock.is("commit_valid").and(&same(&clock.ports["commit_id"], &id));
        let kill = clock.is("commit_commit_kill");
        [about.and(&kill.not()), all(&[self.open(clock), about, kill])]
    }

    /// The core has decided about what it offers, in this clock or in one before; and that it is killed.
    pub fn fate(&self, clock: &Clock) -> [Edge; 2] {
        let id = &clock.ports["issue_req_id"];
        let now = clock.is("commit_valid").and(&same(&clock.ports["commit_id"], id));
        let early_id = self.word(&clock.before, "early_id");
        let early = self.bit(&clock.before, "early").and(&same(&early_id, id));
        let kill = early.mux(&self.bit(&clock.before, "early_kill"), &clock.is("commit_commit_kill"));
        [early.or(&now), kill]
    }

    /// Nothing happens to what is held.
    pub fn stays(&self, clock: &Clock) -> Edge {
        let [_, killed] = self.decided(clock);
        all(&[self.taken(clock), killed, self.superseded(clock)].map(|end| end.not()))
    }

    /// A clock in which an instruction is held and has no result yet. By *what is offered or decided leaves the instruction
    /// alone that is held* one with neither stands for all; what is known about commits may be anything behind it.
    fn waiting(&self, run: &mut Unrolling, graph: &Graph) -> Clock {
        let clock = self.clock(run, quiet());
        for place in self.about_commits() {
            run.state[*place] = graph.input();
        }
        clock
    }

    /// The places of what is known about commits.
    fn about_commits(&self) -> impl Iterator<Item = &usize> {
        ABOUT_COMMITS.iter().flat_map(|name| &self.registers[name])
    }

    /// A run from any state as it is behind an acceptance: an instruction with this function is held, and nothing of it has
    /// been executed.
    fn behind_acceptance(&self, graph: &Graph, functions: Functions) -> Unrolling<'_> {
        let mut run = self.holding(graph, functions);
        for (places, value) in [(&self.registers["held"], true), (&self.waited, false)] {
            for place in places {
                run.state[*place] = Edge::constant(value);
            }
        }
        run
    }

    /// A run from any state in which the held instruction, if there is one, has this function.
    fn holding(&self, graph: &Graph, functions: Functions) -> Unrolling<'_> {
        let mut run = self.run(graph);
        let function = functions.among(&self.function(&run.state));
        for (place, bit) in self.function_places().into_iter().zip(function) {
            run.state[place] = bit;
        }
        run
    }

    /// The cycles of the instruction that is held are counted from 0 after a clock.
    pub fn counts_from_0(&self, obligation: &mut Obligation, clock: &Clock) {
        obligation.equal(&[], &read(&clock.after, &self.waited));
    }

    /// An operation that is held for the latency and then taken.
    fn operation(&self, functions: Functions) -> Obligation {
        let graph = Graph::new();
        let mut run = self.behind_acceptance(&graph, functions);
        let mut obligation = Obligation::new("", &graph);
        let (function, operands) = (self.function(&run.state), self.operands(&run.state));
        let state = self.parts.state(&run.state);
        for _ in 0..self.config.latency {
            self.waiting(&mut run, &graph);
        }
        let last = self.clock(&mut run, Words::new());
        obligation.assumption = obligation.assumption.and(&self.taken(&last));
        let golden = effect(&self.config.features, &function, &operands, &state);
        obligation.equal(&golden.rd.low(32), &last.ports["result_data"]);
        self.becomes(&mut obligation, &golden.state, &last);
        run.name(&mut obligation);
        obligation
    }

    /// An access whose result is taken, however long it has been held.
    fn access(&self, functions: Functions) -> Obligation {
        let graph = Graph::new();
        let mut run = self.holding(&graph, functions);
        let mut obligation = Obligation::new("", &graph);
        let clock = self.clock(&mut run, Words::new());
        obligation.assumption = self.taken(&clock);
        let (function, operands) = (self.function(&clock.before), self.operands(&clock.before));
        let state = self.parts.state(&clock.before);
        let golden = effect(&self.config.features, &function, &operands, &state);
        obligation.equal(&golden.rd.low(32), &clock.ports["result_data"]);
        self.becomes(&mut obligation, &golden.state, &clock);
        run.name(&mut obligation);
        obligation
    }

    /// Two states of the hardware are equal but for what is known about commits.
    pub fn equal_but_for_commits(&self, obligation: &mut Obligation, x: &[Edge], y: &[Edge]) {
        let aside: Vec<&usize> = self.about_commits().collect();
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            if !aside.contains(&&i) {
                obligation.equal(std::slice::from_ref(x), std::slice::from_ref(y));
            }
        }
    }

    /// After a clock the state is this one.
    pub fn becomes(&self, obligation: &mut Obligation, state: &State<Bitwise<Edge>>, clock: &Clock) {
        let [configuration, c] = self.parts.words(&clock.after);
        obligation.equal(&state.configuration.low(configuration.len() as u32), &configuration);
        obligation.equal(&state.c.low(32), &c);
    }

    /// An operation's result is there after its cycles and its commit, an access's after its commit.
    pub fn timing(&self) -> Obligation {
        let graph = Graph::new();
        let mut run = self.behind_acceptance(&graph, Functions::ALL);
        let mut obligation = Obligation::new("", &graph);
        let function = self.function(&run.state);
        let [operation, access] = kind(self.config, &function);
        for cycle in 0..=self.config.latency {
            let clock = self.waiting(&mut run, &graph);
            let committed = self.bit(&clock.before, "committed");
            let last = Edge::constant(cycle == self.config.latency);
            obligation.equal_where(&operation, &[committed.and(&last)], &clock.ports["result_valid"]);
            if cycle == 0 {
                obligation.equal_where(&access, &[committed], &clock.ports["result_valid"]);
            }
        }
        run.name(&mut obligation);
        obligation
    }

    /// Once an operation is as far as its result, a clock in which nobody takes it changes only what is known about commits.
    pub fn waits(&self) -> Obligation {
        let graph = Graph::new();
        let mut run = self.behind_acceptance(&graph, Functions::ALL);
        let mut obligation = Obligation::new("", &graph);
        let function = self.function(&run.state);
        let [operation, _] = kind(self.config, &function);
        obligation.assumption = operation;
        for _ in 0..self.config.latency {
            self.waiting(&mut run, &graph);
        }
        let last = self.clock(&mut run, Words::new());
        obligation.assumption = obligation.assumption.and(&self.stays(&last));
        self.equal_but_for_commits(&mut obligation, &last.before, &last.after);
        run.name(&mut obligation);
        obligation
    }
}
