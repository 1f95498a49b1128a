//! The claims for interfaces at which the core holds an instruction until the answer: PicoRV32, VexRiscv and NEORV32.

use super::function::{Functions, cases, effect, functions_have_claims, kind, kind_of_word, word, words_have_claims};
use super::registers::{ExecutorRegisters, UnitClock, about_clock, inputs, read};
use crate::riscv::encoding::FUNCTION_BITS;
use crate::riscv::golden::UnitState;
use crate::riscv::interfaces::{self, InterfacePorts};
use crate::riscv::rtl::state;
use crate::riscv::rtl::{Interface, RiscvConfig};
use lanesmith_algebra::{Bit, Bitwise, Edge, Graph};
use lanesmith_prove::conditions::{all, exactly_one};
use lanesmith_prove::machine::{NamedWords, TransitionSystem};
use lanesmith_prove::state_index::StateIndex;
use lanesmith_prove::unroll::{Unrolling, about_run};
use lanesmith_prove::{Deferred, Obligation};

/// The unit behind such an interface.
#[derive(Clone)]
pub(super) struct Held<'a> {
    pub config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
    pub executor: ExecutorRegisters,
    ports: InterfacePorts,
    /// If the core offers an instruction only in its first clock (NEORV32), the register that is 1 in the later clocks; else empty.
    busy: Vec<usize>,
}

impl<'a> Held<'a> {
    /// Error: the hardware lacks a register.
    pub fn new(config: &'a RiscvConfig, machine: &'a dyn TransitionSystem) -> Result<Self, String> {
        Ok(Held {
            config,
            machine,
            executor: ExecutorRegisters::new(config, machine)?,
            ports: interfaces::table(config.interface).ports,
            busy: match config.interface {
                Interface::Neorv32 => StateIndex::new(machine).register(&state::busy())?,
                _ => vec![],
            },
        })
    }

    /// A claim about this hardware.
    pub fn claim(&self, name: &str, build: fn(&Held<'a>) -> Obligation) -> Deferred<'a> {
        let held = self.clone();
        Deferred::new(name, move || build(&held))
    }

    /// The claims about answers and state that all these interfaces share.
    pub fn claims(&self) -> Vec<Deferred<'a>> {
        let transfer = |(name, functions, is_access): (String, Functions, bool)| {
            let held = self.clone();
            Deferred::new(name, move || match is_access {
                true => held.access(functions),
                false => held.operation(functions),
            })
        };
        let mut claims: Vec<Deferred> = cases(&self.config.features).into_iter().map(transfer).collect();
        claims.push(self.clock("cycles of an operation are counted", Held::counting));
        if self.executor.has_state() {
            claims.push(self.clock("the state changes only with an answer", Held::unanswered));
        }
        claims.push(self.claim("reset sets the state and the count of cycles", Held::reset));
        claims.push(self.clock("every clock is of exactly one kind", Held::partition));
        claims.push(self.claim(
            "every instruction has exactly one claim",
            |held| match held.config.interface {
                Interface::Cfu => functions_have_claims(held.config),
                _ => words_have_claims(held.config),
            },
        ));
        claims
    }

    /// A claim about one clock, reset or not, from any state that satisfies the invariant and with any inputs.
    pub fn clock(&self, name: &str, claim: fn(&Held<'a>, &mut Obligation, &UnitClock)) -> Deferred<'a> {
        let held = self.clone();
        Deferred::new(name, move || {
            about_clock(held.machine, NamedWords::new(), |obligation, clock| {
                obligation.assumption = held.executor.invariant(&clock.before);
                claim(&held, obligation, clock);
            })
        })
    }

    /// Whether the core offers an operation of the unit, and whether it offers an access.
    pub fn offered(&self, clock: &UnitClock) -> [Edge; 2] {
        let valid = self.is_valid(&clock.ports, &clock.before);
        let instruction = &clock.ports[self.ports.instruction];
        let own = match self.config.interface {
            Interface::Cfu => kind(self.config, instruction),
            _ => kind_of_word(self.config, instruction),
        };
        own.map(|own| own.and(&valid))
    }

    /// The core offers an instruction, or offered it before and the unit has not answered yet.
    fn is_valid(&self, ports: &NamedWords, before: &[Edge]) -> Edge {
        self.under_way(before)
            .iter()
            .fold(ports[self.ports.valid][0].clone(), |valid, busy| valid.or(busy))
    }

    /// The register that is 1 in the later clocks of an instruction; empty if the interface has none.
    pub fn under_way(&self, state: &[Edge]) -> Vec<Edge> {
        read(state, &self.busy)
    }

    /// The unit has to answer in this clock: an operation after the latency, an access at once.
    pub fn is_due(&self, clock: &UnitClock) -> Edge {
        let [operation, access] = self.offered(clock);
        access.or(&operation.and(&self.executor.is_complete(&clock.before)))
    }

    /// The core is ready to accept an answer.
    fn takes(&self, clock: &UnitClock) -> Edge {
        self.ports.takes.map_or(Edge::constant(true), |port| clock.is(port))
    }

    /// The kinds of clocks: reset; no instruction of the unit; an access; an operation that is being executed; an operation whose
    /// result is ready.
    fn kinds(&self, clock: &UnitClock) -> [Edge; 5] {
        let [operation, access] = self.offered(clock);
        let runs = self.executor.runs(clock);
        let nothing = operation.or(&access).not();
        let [executing, complete] = [
            self.executor.is_executing(&clock.before),
            self.executor.is_complete(&clock.before),
        ]
        .map(|cycle| operation.and(&cycle));
        let [nothing, access, executing, complete] = [nothing, access, executing, complete].map(|kind| kind.and(&runs));
        [self.executor.resets(clock), nothing, access, executing, complete]
    }

    fn partition(&self, obligation: &mut Obligation, clock: &UnitClock) {
        let one = exactly_one(self.kinds(clock));
        obligation.equal(&[Edge::constant(true)], &[one]);
    }

    /// An offer of an instruction with one of these functions: the function, the operands rs1 and rs2, and the inputs.
    fn offer(&self, graph: &Graph, functions: Functions) -> (Vec<Edge>, [Vec<Edge>; 2], NamedWords) {
        let function = functions.bits(graph, &self.config.features);
        let operands = [graph.inputs(32), graph.inputs(32)];
        let [rs1, rs2] = operands.clone();
        let mut offer = inputs([(self.ports.valid, true)]);
        if !self.busy.is_empty() {
            offer.insert(self.ports.valid.to_owned(), graph.inputs(1));
        }
        // In a word the bits that are not of the function are free.
        let instruction = match self.config.interface {
            Interface::Cfu => function[..FUNCTION_BITS as usize].to_vec(),
            _ => word(self.config, graph, &function),
        };
        offer.insert(self.ports.instruction.to_owned(), instruction);
        offer.insert(self.ports.operands[0].to_owned(), rs1);
        offer.insert(self.ports.operands[1].to_owned(), rs2);
        (function, operands, offer)
    }

    /// Runs the clocks of an operation from the first one to the one before the answer, without reset. The core's readiness for answers is
    /// arbitrary.
    fn executed(&self, run: &mut Unrolling, offer: &NamedWords) {
        let mut offer = offer.clone();
        offer.extend(inputs([self.config.reset().port(false)]));
        for _ in 0..self.config.latency {
            UnitClock::next(run, offer.clone());
            self.started(&mut offer);
        }
    }

    /// Changes the offer of the first clock of an instruction to that of the later clocks.
    fn started(&self, offer: &mut NamedWords) {
        if !self.busy.is_empty() {
            offer.remove(self.ports.valid);
        }
    }

    /// Claims about the clock of the answer to an instruction that began in `state`: the result is golden's, and the next state is golden's
    /// if the core accepts the answer.
    fn is_goldens(
        &self,
        obligation: &mut Obligation,
        clock: &UnitClock,
        (function, operands): (&[Edge], &[Vec<Edge>]),
        state: &UnitState<Bitwise<Edge>>,
    ) {
        let golden = effect(&self.config.features, function, operands, state);
        obligation.equal(&golden.rd.low(32), &clock.ports[self.ports.result]);
        let taken = self.takes(clock).and(&self.executor.runs(clock));
        self.executor.becomes(obligation, clock, &taken, &golden.state);
    }

    /// The claim about operations: from the first clock, in any state, to the answer.
    fn operation(&self, functions: Functions) -> Obligation {
        about_run(self.machine, |obligation, run| {
            self.executor.at_the_first_cycle(run);
            let (function, operands, mut offer) = self.offer(&obligation.graph, functions);
            let state = self.executor.state(&run.state);
            obligation.assumption = self.is_valid(&offer, &run.state);
            self.executed(run, &offer);
            if self.config.latency > 0 {
                self.started(&mut offer);
            }
            let last = UnitClock::next(run, offer);
            self.is_goldens(obligation, &last, (&function, &operands), &state);
        })
    }

    /// The claim about accesses, in any state.
    fn access(&self, functions: Functions) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let (function, operands, offer) = self.offer(&obligation.graph, functions);
            let clock = UnitClock::next(run, offer);
            let valid = self.is_valid(&clock.ports, &clock.before);
            obligation.assumption = self.executor.invariant(&clock.before).and(&valid);
            let state = self.executor.state(&clock.before);
            self.is_goldens(obligation, &clock, (&function, &operands), &state);
        })
    }

    /// The count grows by one in each clock in which an operation is offered and not answered; any other clock sets it to 0.
    fn counting(&self, obligation: &mut Obligation, clock: &UnitClock) {
        let [operation, _] = self.offered(clock);
        let ends = self.is_due(clock).and(&self.takes(clock));
        let goes_on = all(&[operation, ends.not(), self.executor.runs(clock)]);
        let next: Vec<Edge> = self
            .executor
            .one_more(&clock.before)
            .iter()
            .map(|bit| bit.and(&goes_on))
            .collect();
        obligation.equal(&next, &self.executor.waited(&clock.after));
    }

    fn unanswered(&self, obligation: &mut Obligation, clock: &UnitClock) {
        let ends = self.is_due(clock).and(&self.takes(clock));
        let condition = ends.not().and(&self.executor.runs(clock));
        self.executor.stays(obligation, clock, &condition);
    }

    /// Also from states that violate the invariant, because a run begins with the reset.
    fn reset(&self) -> Obligation {
        let reset = inputs([self.config.reset().port(true)]);
        about_clock(self.machine, reset, |obligation, clock| {
            self.executor.is_reset(obligation, clock, &self.config.features);
            obligation.equal(&[], &self.under_way(&clock.after));
        })
    }

    /// A clock in which the core does not accept the answer to an operation changes no state, so the next clock shows the same answer. Clocks
    /// of accesses need no such claim, because the claim about accesses holds for each of their clocks.
    pub fn waits(&self) -> Obligation {
        about_run(self.machine, |obligation, run| {
            self.executor.at_the_first_cycle(run);
            let (function, _, mut offer) = self.offer(&obligation.graph, Functions::ALL);
            let [operation, _] = kind(self.config, &function);
            obligation.assumption = operation;
            self.executed(run, &offer);
            offer.extend(inputs([self.config.reset().port(false)]));
            offer.extend(inputs(self.ports.takes.map(|port| (port, false))));
            let clock = UnitClock::next(run, offer);
            obligation.equal(&clock.before, &clock.after);
        })
    }
}
