//! A unit under a clock, as every interface's player of the core needs it.

use super::view::{ExpectedResult, WaveObserver};
use crate::sim::Engine;
use crate::sim::testbench::{Clock, Gate, Random, TestbenchFault, TestbenchFaultKind, TrafficSettings};

/// Cycles of reset before a run.
const RESET: u32 = 2;

/// How an instruction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InstructionOutcome {
    /// The unit gave the right answer.
    Answered,
    /// Nobody answered, rightly.
    Ignored,
    /// The core took it back.
    Withdrawn,
    /// There was a reset.
    Reset,
}

/// What the unit is to do with an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExpectedAnswer {
    /// What goes to `rd`; nothing where the instruction is somebody else's.
    pub rd: Option<u32>,
    /// The cycles that it takes before the one of the answer.
    pub cycles: u32,
}

/// Clock, willingness of both sides, and noise.
pub(super) struct Session {
    pub clock: Clock,
    /// When the core offers.
    pub gaps: Gate,
    /// When the core takes.
    pub stalls: Gate,
    pub noise: Random,
    /// The cycle of a reset in the traffic, and whether it came.
    reset_at: Option<u64>,
    pub was_reset: bool,
    /// The answer, after a wrong one.
    pub got: Option<u32>,
    /// Whose answer comes next, for waves.
    pub due: Option<ExpectedResult>,
    pub observer: WaveObserver,
}

impl Session {
    /// A unit after a reset.
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

    /// A value for ports that nobody looks at: 0, `last` or noise.
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
        let (observer, due) = (&self.observer, self.due);
        self.clock.tick(|engine, values| observer.values(due, engine, values));
    }

    pub fn fault<T>(&self, kind: TestbenchFaultKind, detail: impl Into<String>) -> Result<T, TestbenchFault> {
        Err(TestbenchFault {
            cycle: self.clock.cycle(),
            kind,
            detail: detail.into(),
        })
    }

    /// Judges an answer.
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
