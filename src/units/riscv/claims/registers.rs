//! The executor's registers in the claims, and clock cycles of the unit.

use crate::riscv::encoding::Features;
use crate::riscv::golden::UnitState;
use crate::riscv::rtl::RiscvConfig;
use crate::riscv::rtl::state::{self, Executor};
use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Int};
use lanesmith_netlist::StateHandle;
use lanesmith_prove::Obligation;
use lanesmith_prove::conditions::{any, is};
use lanesmith_prove::machine::{NamedWords, TransitionSystem};
use lanesmith_prove::state_index::StateIndex;
use lanesmith_prove::unroll::{Unrolling, about_run};

/// The bits of a state at these indices.
pub(super) fn read(state: &[Edge], bits: &[usize]) -> Vec<Edge> {
    bits.iter().map(|bit| state[*bit].clone()).collect()
}

/// A clock cycle of the unit.
pub(super) struct UnitClock {
    /// The values of all ports.
    pub ports: NamedWords,
    /// The state before the clock edge.
    pub before: Vec<Edge>,
    /// The state after the clock edge.
    pub after: Vec<Edge>,
}

impl UnitClock {
    /// The next clock of a run, with the `given` inputs and arbitrary values at the other inputs.
    pub fn next(run: &mut Unrolling, given: NamedWords) -> Self {
        let mut inputs = run.fresh_inputs();
        inputs.extend(given);
        let before = run.state.clone();
        let mut ports = run.step(&inputs, &[]);
        ports.extend(inputs);
        UnitClock {
            ports,
            before,
            after: run.state.clone(),
        }
    }

    /// A port of one bit.
    pub fn is(&self, port: &str) -> Edge {
        self.ports[port][0].clone()
    }
}

/// A claim about one clock with the `given` inputs, from any state.
pub(super) fn about_clock(
    machine: &dyn TransitionSystem,
    given: NamedWords,
    claim: impl FnOnce(&mut Obligation, &UnitClock),
) -> Obligation {
    about_run(machine, |obligation, run| {
        claim(obligation, &UnitClock::next(run, given));
    })
}

/// Inputs of one bit with these values.
pub(super) fn inputs<'p>(ports: impl IntoIterator<Item = (&'p str, bool)>) -> NamedWords {
    let ports = ports.into_iter();
    ports
        .map(|(name, value)| (name.to_owned(), vec![Edge::constant(value)]))
        .collect()
}

/// The registers of the executor, which every interface has, as indices of state bits.
#[derive(Clone)]
pub(super) struct ExecutorRegisters {
    /// The configuration of a unit with custom instructions.
    configuration: Option<Vec<usize>>,
    /// The third operand of a unit with custom instructions.
    c: Option<Vec<usize>>,
    /// The control and status register `vxsat` of a unit that has it.
    vxsat: Option<Vec<usize>>,
    /// The number of cycles for which the current operation has been executed.
    waited: Vec<usize>,
    latency: u32,
    /// The reset port, and its level when the reset is asserted.
    reset: (&'static str, bool),
}

impl ExecutorRegisters {
    /// Error: the machine lacks a register.
    pub fn new(config: &RiscvConfig, machine: &dyn TransitionSystem) -> Result<Self, String> {
        let index = StateIndex::new(machine);
        let features = &config.features;
        let find = |is_there: bool, register: StateHandle| match is_there {
            true => index.register(&state::executing(config.interface, register)).map(Some),
            false => Ok(None),
        };
        Ok(ExecutorRegisters {
            configuration: find(features.custom, Executor::configuration())?,
            c: find(features.custom, Executor::c())?,
            vxsat: find(features.vxsat, Executor::vxsat())?,
            waited: index.register(&state::executing(config.interface, Executor::waited()))?,
            latency: config.latency,
            reset: config.reset().port(true),
        })
    }

    /// The registers that instructions change, without those that the unit lacks: configuration, `c`, `vxsat`.
    fn state_registers(&self) -> impl Iterator<Item = &Vec<usize>> {
        let registers = [&self.configuration, &self.c, &self.vxsat].into_iter();
        registers.flatten()
    }

    /// Whether the unit has state that instructions change. Without custom instructions and `vxsat` it has none.
    pub fn has_state(&self) -> bool {
        self.state_registers().next().is_some()
    }

    /// The values of [`Self::state_registers`] in a state of the machine.
    pub fn words(&self, state: &[Edge]) -> Vec<Vec<Edge>> {
        self.state_registers().map(|bits| read(state, bits)).collect()
    }

    /// The values of the same registers in golden's state.
    pub fn expected(&self, state: &UnitState<Bitwise<Edge>>) -> Vec<Vec<Edge>> {
        let words = [
            (&state.configuration, &self.configuration),
            (&state.c, &self.c),
            (&state.vxsat, &self.vxsat),
        ];
        let words = words
            .into_iter()
            .filter_map(|(word, bits)| Some((word, bits.as_ref()?)));
        words.map(|(word, bits)| word.low(bits.len() as u32)).collect()
    }

    /// Golden's state that corresponds to a state of the machine.
    pub fn state(&self, state: &[Edge]) -> UnitState<Bitwise<Edge>> {
        let word = |bits: &Option<Vec<usize>>| {
            let zero = Bitwise::<Edge>::int(0);
            bits.as_ref().map_or(zero, |bits| Int::unsigned(read(state, bits)))
        };
        UnitState {
            configuration: word(&self.configuration),
            c: word(&self.c),
            vxsat: word(&self.vxsat),
        }
    }

    /// Claims that the state is golden's `state` after a clock in which `condition` holds.
    pub fn becomes(
        &self,
        obligation: &mut Obligation,
        clock: &UnitClock,
        condition: &Edge,
        state: &UnitState<Bitwise<Edge>>,
    ) {
        for (expected, word) in self.expected(state).into_iter().zip(self.words(&clock.after)) {
            obligation.equal_where(condition, &expected, &word);
        }
    }

    /// Claims that a clock in which `condition` holds leaves the state as it is.
    pub fn stays(&self, obligation: &mut Obligation, clock: &UnitClock, condition: &Edge) {
        for (before, after) in self.words(&clock.before).iter().zip(&self.words(&clock.after)) {
            obligation.equal_where(condition, before, after);
        }
    }

    /// Claims about a clock of reset: the state is golden's first one, and no cycles are counted.
    pub fn is_reset(&self, obligation: &mut Obligation, clock: &UnitClock, features: &Features) {
        let first = UnitState::<Bitwise<Edge>>::reset(features);
        for (expected, word) in self.expected(&first).into_iter().zip(self.words(&clock.after)) {
            obligation.equal(&expected, &word);
        }
        obligation.equal(&[], &self.waited(&clock.after));
    }

    /// The number of cycles for which the current operation has been executed.
    pub fn waited(&self, state: &[Edge]) -> Vec<Edge> {
        read(state, &self.waited)
    }

    /// An operation has been executed for its latency.
    pub fn is_complete(&self, state: &[Edge]) -> Edge {
        is(&self.waited(state), self.latency)
    }

    /// An operation has not yet been executed for its latency.
    pub fn is_executing(&self, state: &[Edge]) -> Edge {
        any((0..self.latency).map(|cycles| is(&self.waited(state), cycles)))
    }

    /// The invariant: no more cycles are counted than the latency.
    pub fn invariant(&self, state: &[Edge]) -> Edge {
        self.is_executing(state).or(&self.is_complete(state))
    }

    /// The count after one more cycle; it stops at the latency.
    pub fn one_more(&self, state: &[Edge]) -> Vec<Edge> {
        let mut next = vec![Edge::constant(false); self.waited.len()];
        for cycles in 0..=self.latency {
            let now = is(&self.waited(state), cycles);
            let more = (cycles + 1).min(self.latency);
            for (i, bit) in next.iter_mut().enumerate() {
                if more >> i & 1 != 0 {
                    *bit = bit.or(&now);
                }
            }
        }
        next
    }

    /// Restricts the state of a run: the count is 0.
    pub fn at_the_first_cycle(&self, run: &mut Unrolling) {
        for place in &self.waited {
            run.state[*place] = Edge::constant(false);
        }
    }

    /// The reset is asserted in this clock.
    pub fn resets(&self, clock: &UnitClock) -> Edge {
        let (port, asserted) = self.reset;
        if asserted { clock.is(port) } else { clock.is(port).not() }
    }

    /// The reset is not asserted in this clock.
    pub fn runs(&self, clock: &UnitClock) -> Edge {
        self.resets(clock).not()
    }
}
