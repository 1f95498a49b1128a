//! The claims that interfaces share whose cores hold an instruction until its answer.

use super::function::{Functions, cases, effect};
use super::parts::Parts;
use crate::algebra::{Bit, Bitwise, Edge, Graph};
use crate::prove::machine::{Machine, Words};
use crate::prove::unroll::{Unrolling, one_clock};
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::golden::State;
use crate::units::riscv::rtl::Config;

/// The ports of an interface.
pub(super) struct Ports {
    /// The input with which something is offered.
    pub valid: &'static str,
    /// The input with the instruction.
    pub instruction: &'static str,
    /// The inputs with the operands.
    pub operands: [&'static str; 2],
    /// The output that says that the instruction ends with this clock.
    pub ends: &'static str,
    /// The output with what goes to `rd`.
    pub result: &'static str,
    /// The input with which the core takes an answer, if it can wait.
    pub takes: Option<&'static str>,
    /// An instruction of free bits with this function.
    pub offer: fn(&Graph, &[Edge]) -> Vec<Edge>,
    /// Whether an instruction is one that the unit has: an operation, an access.
    pub own: fn(&Config, &[Edge]) -> [Edge; 2],
}

/// The unit behind such an interface.
pub(super) struct Held<'a> {
    pub config: &'a Config,
    pub machine: &'a dyn Machine,
    pub parts: Parts,
    pub ports: &'static Ports,
}

impl Clone for Held<'_> {
    fn clone(&self) -> Self {
        Held {
            parts: self.parts.clone(),
            ..*self
        }
    }
}

impl<'a> Held<'a> {
    /// Error: hardware without the registers that claims speak of.
    pub fn new(config: &'a Config, machine: &'a dyn Machine, ports: &'static Ports) -> Result<Self, String> {
        Ok(Held {
            config,
            machine,
            parts: Parts::new(machine)?,
            ports,
        })
    }

    /// A claim.
    pub fn claim(&self, name: &str, build: fn(&Held<'a>) -> Obligation) -> Deferred<'a> {
        let held = self.clone();
        Deferred::new(name, move || build(&held))
    }

    /// The claims about answers and states, whatever the interface calls its ports.
    pub fn claims(&self) -> Vec<Deferred<'a>> {
        let transfer = |(name, functions, is_access): (String, Functions, bool)| {
            let held = self.clone();
            Deferred::new(name, move || held.transfer(functions, is_access))
        };
        let mut claims: Vec<Deferred> = cases(&self.config.features).into_iter().map(transfer).collect();
        claims.push(self.claim("an own instruction is answered after its cycles", Held::timing));
        claims.push(self.claim("only an answer changes the state", Held::unanswered));
        claims.push(self.claim("reset gives the state its first values", Held::reset));
        claims
    }

    /// The reset port at a level.
    fn reset_at(&self, asserted: bool) -> (&'static str, bool) {
        let low = self.config.reset().active_low;
        (if low { "reset_n" } else { "reset" }, asserted != low)
    }

    /// Nothing resets.
    pub fn running(&self) -> (&'static str, bool) {
        self.reset_at(false)
    }

    /// Whether what is offered is one of the unit's.
    pub fn own(&self, inputs: &Words) -> Edge {
        let [operation, access] = (self.ports.own)(self.config, &inputs[self.ports.instruction]);
        operation.or(&access).and(&inputs[self.ports.valid][0])
    }

    /// A run from any state whose first clock was a boundary, and the condition for that.
    pub fn behind_a_boundary(&self, graph: &Graph) -> (Unrolling<'_>, Edge) {
        let mut run = Unrolling::new(self.machine, graph);
        let inputs = run.fresh_inputs();
        let outputs = run.step(&inputs, &[]);
        let (reset, running) = self.running();
        let reset = if running {
            inputs[reset][0].not()
        } else {
            inputs[reset][0].clone()
        };
        let boundary = reset.or(&self.own(&inputs).not()).or(&outputs[self.ports.ends][0]);
        (run, boundary)
    }

    /// An instruction, its operands, and the inputs that offer it.
    pub fn offer(&self, graph: &Graph, functions: Functions) -> (Vec<Edge>, [Vec<Edge>; 2], Words) {
        let function = functions.bits(graph);
        let operands = [graph.inputs(32), graph.inputs(32)];
        let [rs1, rs2] = operands.clone();
        let instruction = (self.ports.offer)(graph, &function);
        let inputs = Words::from([
            (self.ports.instruction.to_string(), instruction),
            (self.ports.operands[0].to_string(), rs1),
            (self.ports.operands[1].to_string(), rs2),
        ]);
        (function, operands, inputs)
    }

    /// A clock in which an instruction is offered; whether the core takes an answer, or does as it likes.
    pub fn offered(&self, run: &mut Unrolling, inputs: &Words, takes: Option<bool>) -> Words {
        let mut fixed = vec![(self.ports.valid, true), self.running()];
        fixed.extend(self.ports.takes.zip(takes));
        run.clock(inputs.clone(), &fixed)
    }

    /// From a boundary on, the answer and the state after it are golden's.
    fn transfer(&self, functions: Functions, is_access: bool) -> Obligation {
        let graph = Graph::new();
        let (mut run, boundary) = self.behind_a_boundary(&graph);
        let mut obligation = Obligation::new("", &graph);
        obligation.assumption = boundary;
        let (function, operands, inputs) = self.offer(&graph, functions);
        // Otherwise, without latency, it is whatever the hardware computed in the clock before.
        for word in self.parts.words(&run.state) {
            obligation.free(&word);
        }
        let before = self.parts.state(&run.state);
        let waits = if is_access { 0 } else { self.config.latency };
        for _ in 0..waits {
            self.offered(&mut run, &inputs, None);
        }
        let outputs = self.offered(&mut run, &inputs, Some(true));
        let golden = effect(&self.config.features, &function, &operands, &before);
        let [configuration, c] = self.parts.words(&run.state);
        obligation.equal(&golden.rd.low(32), &outputs[self.ports.result]);
        obligation.equal(
            &golden.state.configuration.low(configuration.len() as u32),
            &configuration,
        );
        obligation.equal(&golden.state.c.low(32), &c);
        run.name(&mut obligation);
        obligation
    }

    /// From a boundary on, an operation that is taken as soon as it can be ends after the latency, an access at once.
    fn timing(&self) -> Obligation {
        let graph = Graph::new();
        let (mut run, boundary) = self.behind_a_boundary(&graph);
        let mut obligation = Obligation::new("", &graph);
        obligation.assumption = boundary;
        let (_, _, inputs) = self.offer(&graph, Functions::ALL);
        let [operation, access] = (self.ports.own)(self.config, &inputs[self.ports.instruction]);
        for clock in 0..=self.config.latency {
            let outputs = self.offered(&mut run, &inputs, Some(true));
            let last = [Edge::constant(clock == self.config.latency)];
            obligation.equal_where(&operation, &last, &outputs[self.ports.ends]);
            if clock == 0 {
                obligation.equal_where(&access, &[Edge::constant(true)], &outputs[self.ports.ends]);
            }
        }
        run.name(&mut obligation);
        obligation
    }

    /// A claim about one clock with any inputs but `fixed`, from any state.
    pub fn clock(
        &self,
        fixed: &[(&str, bool)],
        claim: impl FnOnce(&mut Obligation, &Words, &[Edge], &[Edge]),
    ) -> Obligation {
        one_clock(self.machine, fixed, claim)
    }

    fn unanswered(&self) -> Obligation {
        self.clock(&[self.running()], |obligation, ports, before, after| {
            obligation.assumption = ports[self.ports.ends][0].not();
            for (before, after) in self.parts.words(before).iter().zip(self.parts.words(after)) {
                obligation.equal(before, &after);
            }
        })
    }

    fn reset(&self) -> Obligation {
        self.clock(&[self.reset_at(true)], |obligation, _, _, after| {
            let first = State::<Bitwise<Edge>>::reset(&self.config.features);
            let [configuration, c] = self.parts.words(after);
            obligation.equal(&first.configuration.low(configuration.len() as u32), &configuration);
            obligation.equal(&first.c.low(32), &c);
        })
    }
}
