//! The claims for both revisions of CV-X-IF, at which the unit holds an accepted instruction until the core takes the result.

use super::function::{Functions, effect, function_of, kind, kind_of_word, reads_third};
use super::registers::{ExecutorRegisters, UnitClock, about_clock, inputs, read};
use crate::riscv::encoding::Opcode;
use crate::riscv::rtl::state::{OffloadedRegisters, offloaded};
use crate::riscv::rtl::{Interface, RiscvConfig};
use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Int};
use lanesmith_prove::conditions::{all, same};
use lanesmith_prove::machine::{NamedWords, TransitionSystem};
use lanesmith_prove::state_index::StateIndex;
use lanesmith_prove::unroll::{Unrolling, about_run};
use lanesmith_prove::{Deferred, Obligation};

/// The unit behind CV-X-IF. Expected values follow from inputs and from registers whose next values are claimed, never from outputs: a
/// fault could change an output together with the condition of the claim about it.
#[derive(Clone)]
pub(super) struct Offloaded<'a> {
    pub config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
    pub executor: ExecutorRegisters,
    /// The registers of the wrapper around the executor: the indices of their state bits.
    pub registers: OffloadedRegisters,
}

/// Whether the interface is CV-X-IF 1.0.
pub(super) fn is_1(config: &RiscvConfig) -> bool {
    matches!(config.interface, Interface::CvXIf1 { .. })
}

/// The value of a register of one bit.
pub(super) fn bit(state: &[Edge], register: &[usize]) -> Edge {
    state[register[0]].clone()
}

/// Whether `number` is `first` or 1 to 7 above it, modulo 16.
fn from(number: &[Edge], first: &[Edge]) -> Edge {
    let [number, first] = [number, first].map(|bits| Int::unsigned(bits.iter().cloned()));
    let distance = Bitwise::<Edge>::sub(&number, &first);
    distance.low(4)[3].not()
}

impl<'a> Offloaded<'a> {
    /// Error: the hardware lacks a register.
    pub fn new(config: &'a RiscvConfig, machine: &'a dyn TransitionSystem) -> Result<Self, String> {
        let index = StateIndex::new(machine);
        Ok(Offloaded {
            config,
            machine,
            executor: ExecutorRegisters::new(config, machine)?,
            registers: offloaded(config, &|register| index.register(&register))?,
        })
    }

    /// A claim about this hardware.
    pub fn claim(&self, name: &str, build: fn(&Offloaded<'a>) -> Obligation) -> Deferred<'a> {
        let own = self.clone();
        Deferred::new(name, move || build(&own))
    }

    /// The claim that operations, or accesses, with these functions have golden's result and leave golden's state.
    pub fn transfer(&self, name: String, functions: Functions, is_access: bool) -> Deferred<'a> {
        let own = self.clone();
        Deferred::new(name, move || match is_access {
            true => own.access(functions),
            false => own.operation(functions),
        })
    }

    /// A claim about one clock, reset or not, from any state that satisfies the invariant and with any inputs.
    pub fn clock(&self, name: &str, claim: fn(&Offloaded<'a>, &mut Obligation, &UnitClock)) -> Deferred<'a> {
        let own = self.clone();
        Deferred::new(name, move || {
            about_clock(own.machine, NamedWords::new(), |obligation, clock| {
                obligation.assumption = own.invariant(&clock.before);
                claim(&own, obligation, clock);
            })
        })
    }

    /// A claim about a clock with reset, also from states that violate the invariant.
    pub fn clock_in_reset(&self, claim: impl FnOnce(&mut Obligation, &UnitClock)) -> Obligation {
        about_clock(self.machine, inputs([self.config.reset().port(true)]), claim)
    }

    /// Claims about a register that it loads `bits` if `loads`, and keeps its value if `keeps`. No claim if the unit lacks the register.
    pub fn loaded_where(
        &self,
        obligation: &mut Obligation,
        clock: &UnitClock,
        register: Option<&Vec<usize>>,
        (loads, bits): (&Edge, &[Edge]),
        keeps: &Edge,
    ) {
        if let Some(register) = register {
            let [before, after] = [&clock.before, &clock.after].map(|state| read(state, register));
            obligation.equal_where(loads, bits, &after);
            obligation.equal_where(keeps, &before, &after);
        }
    }

    /// The state bits with the function of the held instruction; `None` for a bit that is always 0.
    fn function_places(&self) -> Vec<Option<usize>> {
        let own = &self.registers;
        let fields = [
            (Some(&own.function_id), 10),
            (own.third.as_ref(), 1),
            (own.major.as_ref(), 2),
            (own.immediate.as_ref(), 10),
        ];
        let places = fields.map(|(register, width)| match register {
            Some(bits) => bits.iter().copied().map(Some).collect(),
            None => vec![None; width],
        });
        places.concat()
    }

    /// The function of the held instruction.
    fn function(&self, state: &[Edge]) -> Vec<Edge> {
        let bit = |place: Option<usize>| place.map_or(Edge::constant(false), |place| state[place].clone());
        self.function_places().into_iter().map(bit).collect()
    }

    /// The operands of the held instruction.
    fn operands(&self, state: &[Edge]) -> Vec<Vec<Edge>> {
        let words = self.registers.operands.iter().flatten();
        words.map(|places| read(state, places)).collect()
    }

    /// Whether the unit holds an operation, and whether it holds an access.
    pub fn held(&self, clock: &UnitClock) -> [Edge; 2] {
        let held = bit(&clock.before, &self.registers.held);
        kind(self.config, &self.function(&clock.before)).map(|kind| kind.and(&held))
    }

    /// The offered word is one of the unit's instructions.
    pub fn own(&self, clock: &UnitClock) -> Edge {
        let [operation, access] = kind_of_word(self.config, &clock.ports["issue_req_instr"]);
        operation.or(&access)
    }

    /// The unit has the source operands of the held instruction. Always true if they come with the offer.
    pub fn is_loaded(&self, state: &[Edge]) -> Edge {
        let loaded = self.registers.loaded.as_ref();
        loaded.map_or(Edge::constant(true), |loaded| bit(state, loaded))
    }

    /// The core hands over the source operands of the held instruction for the first time.
    pub fn is_delivered(&self, clock: &UnitClock) -> Edge {
        let is_its = same(&clock.ports["register_id"], &read(&clock.before, &self.registers.id));
        let missing = self.is_loaded(&clock.before).not();
        all(&[
            bit(&clock.before, &self.registers.held),
            missing,
            clock.is("register_valid"),
            is_its,
        ])
    }

    /// The unit has to offer the result: of an operation after the latency and the commit, of an access after the commit.
    pub fn is_due(&self, clock: &UnitClock) -> Edge {
        let [operation, access] = self.held(clock);
        let complete = access.or(&operation.and(&self.executor.is_complete(&clock.before)));
        all(&[
            complete,
            self.is_loaded(&clock.before),
            bit(&clock.before, &self.registers.committed),
        ])
    }

    /// The unit has to offer the result, and the core takes it.
    pub fn taken(&self, clock: &UnitClock) -> Edge {
        self.is_due(clock).and(&clock.is("result_ready"))
    }

    /// The unit holds an instruction that the core has not committed.
    fn open(&self, clock: &UnitClock) -> Edge {
        let committed = bit(&clock.before, &self.registers.committed);
        bit(&clock.before, &self.registers.held).and(&committed.not())
    }

    /// The core offers an instruction with the number of the held instruction, which is not committed: the new one replaces the held one.
    /// Never with CV-X-IF 1.0.
    fn superseded(&self, clock: &UnitClock) -> Edge {
        if is_1(self.config) {
            return Edge::constant(false);
        }
        let id = read(&clock.before, &self.registers.id);
        let offered = same(&clock.ports["issue_req_id"], &id);
        all(&[self.open(clock), clock.is("issue_valid"), offered])
    }

    /// In this clock the core commits the held instruction; it kills it.
    pub fn decided(&self, clock: &UnitClock) -> [Edge; 2] {
        let [commit, kill] = self.reached(clock, &read(&clock.before, &self.registers.id));
        [commit, kill.and(&self.open(clock))]
    }

    /// In this clock the core commits the instruction with the number `id`; it kills it. With CV-X-IF 1.0 a commit also commits older
    /// instructions, and a kill also kills newer ones.
    fn reached(&self, clock: &UnitClock, id: &[Edge]) -> [Edge; 2] {
        let number = &clock.ports["commit_id"];
        let [committed, killed] = match is_1(self.config) {
            true => [from(number, id), from(id, number)],
            false => [same(number, id), same(number, id)],
        };
        let (valid, kill) = (clock.is("commit_valid"), clock.is("commit_commit_kill"));
        [
            all(&[valid.clone(), kill.not(), committed]),
            all(&[valid, kill, killed]),
        ]
    }

    /// The core decides about the offered instruction in this clock, or has decided before; the decision is a kill.
    pub fn fate(&self, clock: &UnitClock) -> [Edge; 2] {
        let id = &clock.ports["issue_req_id"];
        let [commits, kills] = self.reached(clock, id);
        let now = commits.or(&kills);
        let early_id = read(&clock.before, &self.registers.early_id);
        let early = bit(&clock.before, &self.registers.early).and(&same(&early_id, id));
        let kill = early.mux(
            &bit(&clock.before, &self.registers.early_kill),
            &clock.is("commit_commit_kill"),
        );
        [early.or(&now), kill]
    }

    /// The unit has to accept or refuse the offer in this clock: it refuses a foreign instruction at once, and accepts one of its own as
    /// soon as the operands are valid and the unit is free.
    pub fn is_ready(&self, clock: &UnitClock) -> Edge {
        let held = bit(&clock.before, &self.registers.held);
        let free = held.not().or(&self.taken(clock)).or(&self.superseded(clock));
        self.own(clock).not().or(&self.has_operands(clock).and(&free))
    }

    /// The offered word, if it is one of the unit's instructions, has a third source register.
    pub fn needs_third(&self, clock: &UnitClock) -> Edge {
        let function = function_of(Opcode::Custom0, &clock.ports["issue_req_instr"]);
        reads_third(&self.config.features, &function)
    }

    /// The source operands of the offered instruction that the unit needs for the acceptance are valid.
    fn has_operands(&self, clock: &UnitClock) -> Edge {
        let of = |port: &str| [0, 1, 2].map(|i| clock.ports[port][i].clone());
        let ([first, second, third], valid) = match self.config.interface {
            Interface::CvXIf1 { split: true } => return Edge::constant(true),
            Interface::CvXIf1 { split: false } => (of("register_rs_valid"), clock.is("register_valid")),
            _ => (of("issue_req_rs_valid"), Edge::constant(true)),
        };
        all(&[valid, first, second, third.or(&self.needs_third(clock).not())])
    }

    /// The unit accepts an instruction in this clock.
    pub fn accepted(&self, clock: &UnitClock) -> Edge {
        all(&[clock.is("issue_valid"), self.own(clock), self.is_ready(clock)])
    }

    /// The held instruction stays in the unit after this clock.
    pub fn stays(&self, clock: &UnitClock) -> Edge {
        let [_, killed] = self.decided(clock);
        let ends = [
            self.taken(clock),
            killed,
            self.superseded(clock),
            self.executor.resets(clock),
        ];
        let held = bit(&clock.before, &self.registers.held);
        ends.iter().fold(held, |stays, end| stays.and(&end.not()))
    }

    /// The kinds of clocks: reset; no held instruction; a held instruction without its source operands; an operation that is being executed;
    /// a complete instruction that waits for the commit; a result that is offered.
    pub fn kinds(&self, clock: &UnitClock) -> [Edge; 6] {
        let runs = self.executor.runs(clock);
        let [operation, _] = self.held(clock);
        let held = bit(&clock.before, &self.registers.held);
        let loaded = self.is_loaded(&clock.before);
        let loading = held.and(&loaded.not());
        let executing = all(&[operation, loaded.clone(), self.executor.is_executing(&clock.before)]);
        let due = self.is_due(clock);
        let waiting = all(&[self.open(clock), loaded, executing.not()]);
        let [nothing, loading, executing, waiting, due] =
            [held.not(), loading, executing, waiting, due].map(|kind| kind.and(&runs));
        [self.executor.resets(clock), nothing, loading, executing, waiting, due]
    }

    /// The invariant: the count of cycles is at most the latency, and the held instruction is one of the unit's.
    pub fn invariant(&self, state: &[Edge]) -> Edge {
        let [operation, access] = kind(self.config, &self.function(state));
        let own = bit(state, &self.registers.held).not().or(&operation).or(&access);
        self.executor.invariant(state).and(&own)
    }

    /// The state bits that record commits.
    fn about_commits(&self) -> impl Iterator<Item = &usize> {
        let own = &self.registers;
        [&own.committed, &own.early, &own.early_kill, &own.early_id]
            .into_iter()
            .flatten()
    }

    /// Two states of the hardware are equal, except for the record of commits.
    fn equal_but_for_commits(&self, obligation: &mut Obligation, x: &[Edge], y: &[Edge]) {
        let ignored: Vec<&usize> = self.about_commits().collect();
        for (i, (x, y)) in x.iter().zip(y).enumerate() {
            if !ignored.contains(&&i) {
                obligation.equal(std::slice::from_ref(x), std::slice::from_ref(y));
            }
        }
    }

    /// Inputs without offer, source operands, decision, acceptance of a result and reset.
    fn quiet(&self) -> NamedWords {
        let of_all = [
            ("issue_valid", false),
            ("commit_valid", false),
            ("result_ready", false),
            self.config.reset().port(false),
        ];
        let registers = is_1(self.config).then_some(("register_valid", false));
        inputs(of_all.into_iter().chain(registers))
    }

    /// Restricts the state of a run: the unit holds an instruction with one of these functions, and has its source operands.
    fn holding(&self, run: &mut Unrolling, functions: Functions) {
        let function = functions.among(&self.function(&run.state));
        for (place, bit) in self.function_places().into_iter().zip(function) {
            if let Some(place) = place {
                run.state[place] = bit;
            }
        }
        for place in [Some(&self.registers.held), self.registers.loaded.as_ref()]
            .into_iter()
            .flatten()
            .flatten()
        {
            run.state[*place] = Edge::constant(true);
        }
    }

    /// A run through the latency, from any state with an accepted operation and count 0, as after each acceptance. In these clocks nothing
    /// is offered, committed or killed; the claim *other traffic leaves a held instruction alone* covers other clocks. The record of commits
    /// is arbitrary after each clock. Returns the first state of the run.
    fn executed(&self, run: &mut Unrolling, functions: Functions) -> Vec<Edge> {
        self.executor.at_the_first_cycle(run);
        self.holding(run, functions);
        let start = run.state.clone();
        for _ in 0..self.config.latency {
            UnitClock::next(run, self.quiet());
            run.free(self.about_commits().copied());
        }
        start
    }

    /// Claims about the clock of the result of an instruction that began in `state`: the result is golden's, and the next state is golden's
    /// if the core takes the result.
    fn is_goldens(&self, obligation: &mut Obligation, clock: &UnitClock, state: &[Edge]) {
        let (function, operands) = (self.function(state), self.operands(state));
        let golden = effect(&self.config.features, &function, &operands, &self.executor.state(state));
        let due = bit(&clock.before, &self.registers.committed);
        obligation.equal_where(&due, &golden.rd.low(32), &clock.ports["result_data"]);
        let taken = all(&[due, clock.is("result_ready"), self.executor.runs(clock)]);
        self.executor.becomes(obligation, clock, &taken, &golden.state);
    }

    /// The claim about a held operation after the latency, whether or not the core takes the result at once.
    fn operation(&self, functions: Functions) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let start = self.executed(run, functions);
            let last = UnitClock::next(run, NamedWords::new());
            self.is_goldens(obligation, &last, &start);
        })
    }

    /// The claim about a held access, in any clock until it ends.
    fn access(&self, functions: Functions) -> Obligation {
        about_run(self.machine, |obligation, run| {
            self.holding(run, functions);
            let clock = UnitClock::next(run, NamedWords::new());
            obligation.assumption = self.executor.invariant(&clock.before);
            self.is_goldens(obligation, &clock, &clock.before);
        })
    }

    /// While a complete operation stays in the unit, a clock changes only the record of commits, so the next clock shows the same result.
    pub fn waits(&self) -> Obligation {
        about_run(self.machine, |obligation, run| {
            self.executed(run, Functions::ALL);
            let last = UnitClock::next(run, NamedWords::new());
            let [operation, _] = self.held(&last);
            obligation.assumption = operation.and(&self.stays(&last));
            self.equal_but_for_commits(obligation, &last.before, &last.after);
        })
    }

    /// Two clocks from the same state with a held instruction that has its source operands and stays: the first with any inputs, the
    /// second without offer, commit, kill and acceptance of a result. Both lead to the same state, except for the record of commits.
    pub fn aside(&self) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let before = run.state.clone();
            let any = UnitClock::next(run, NamedWords::new());
            run.restart(before);
            let alone = UnitClock::next(run, self.quiet());
            let loaded = self.is_loaded(&any.before);
            obligation.assumption = all(&[self.invariant(&any.before), loaded, self.stays(&any)]);
            self.equal_but_for_commits(obligation, &any.after, &alone.after);
        })
    }
}
