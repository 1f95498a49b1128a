//! The state of a run that the players of all interfaces share: clock, gates, noise and the reset in the traffic.

use super::view::{Progress, WaveObserver};
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{Clock, Gate, Random, TestbenchFault, TestbenchFaultKind, TrafficSettings};

/// Cycles of reset before a run.
const RESET: u32 = 2;

/// The outcome of an instruction without a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionOutcome {
    /// The unit answered with the expected result.
    Answered,
    /// The unit did not answer, because the instruction is foreign.
    Ignored,
    /// The core withdrew it.
    Withdrawn,
    /// A reset ended it.
    Reset,
}

/// The answer that the unit must give to an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExpectedAnswer {
    /// The value for rd; `None` for a foreign instruction.
    pub rd: Option<u32>,
    /// The number of cycles before the cycle of the answer.
    pub cycles: u32,
}

/// Clock, gates, noise and the reset of a run.
pub(super) struct Session {
    pub clock: Clock,
    /// Opens in cycles in which the core offers an instruction.
    pub gaps: Gate,
    /// Opens in cycles in which the core accepts an answer.
    pub stalls: Gate,
    /// Random values for ports without a meaning, and for random times.
    pub noise: Random,
    /// The cycle of the reset in the traffic.
    reset_at: Option<u64>,
    /// Whether this reset has happened.
    pub was_reset: bool,
    /// The wrong result, after a fault.
    pub got: Option<u32>,
    /// The instruction whose answer comes next, for the waves.
    pub due: Option<Progress>,
    /// The core has offered it.
    pub is_offered: bool,
    pub observer: WaveObserver,
}

impl Session {
    /// A run before its reset.
    pub fn new(
        engine: Box<dyn Engine>,
        observer: WaveObserver,
        settings: TrafficSettings,
        reset_at: Option<u64>,
    ) -> Self {
        let mut random = Random::new(settings.seed);
        let gaps = Gate::new(settings.gaps, random.fork());
        let stalls = Gate::new(settings.stalls, random.fork());
        Session {
            clock: Clock::new(engine),
            gaps,
            stalls,
            noise: random,
            reset_at: reset_at.map(|cycle| cycle + u64::from(RESET)),
            was_reset: false,
            got: None,
            due: None,
            is_offered: false,
            observer,
        }
    }

    /// Sets an input.
    pub fn set(&mut self, port: usize, value: u64) {
        self.clock.engine_mut().set(port, value);
    }

    /// Reads a port as of the last settle.
    pub fn get(&self, port: usize) -> u64 {
        self.clock.engine().get(port)
    }

    /// A value for a port without a meaning in this cycle: 0, `last` or a random value.
    pub fn garbage(&mut self, last: u64) -> u64 {
        match self.noise.below(3) {
            0 => 0,
            1 => last,
            _ => self.noise.bits(),
        }
    }

    /// The reset before a run.
    pub fn reset(&mut self) {
        self.clock.set_reset(true);
        for _ in 0..RESET {
            self.clock.settle();
            self.tick();
        }
        self.clock.set_reset(false);
    }

    /// Whether the reset in the traffic comes in this cycle.
    pub fn resets_now(&mut self) -> bool {
        let now = self.reset_at == Some(self.clock.cycle());
        self.was_reset |= now;
        now
    }

    /// A cycle of reset with the inputs as they are.
    pub fn reset_cycle(&mut self) {
        self.clock.set_reset(true);
        self.clock.settle();
        self.tick();
        self.clock.set_reset(false);
    }

    /// Ends the cycle.
    pub fn tick(&mut self) {
        let observer = &self.observer;
        self.is_offered |= observer.is_offering(self.clock.engine());
        let progress = self.due.as_ref().filter(|_| self.is_offered);
        self.clock
            .tick(|engine, values| observer.values(progress, engine, values));
    }

    pub fn fault<T>(&self, kind: TestbenchFaultKind, detail: impl Into<String>) -> Result<T, TestbenchFault> {
        Err(TestbenchFault {
            cycle: self.clock.cycle(),
            kind,
            detail: detail.into(),
        })
    }

    /// Compares the result of an answer with the expected one.
    pub fn judge(&mut self, got: u64, rd: u32) -> Result<(), TestbenchFault> {
        if got == u64::from(rd) {
            return Ok(());
        }
        self.got = Some(got as u32);
        self.fault(
            TestbenchFaultKind::WrongResult,
            format!("got {got:#010x}, expected {rd:#010x}"),
        )
    }
}
