//! A testbench for hardware with one input stream and one output stream.

use super::{Channel, Clock, Driver, Fault, FaultKind, Gate, Monitor, Offer, Profile, Random};
use crate::sim::Engine;

/// Decides what is sent, and judges what comes back.
pub trait Scoreboard {
    /// Writes the next payload, in the order of the input stream's ports.
    fn offer(&mut self, payload: &mut [u64]) -> Offer;
    /// The payload offered last was taken in `cycle`.
    fn accepted(&mut self, cycle: u64);
    /// A result came, in the order of the output stream's ports.
    fn retired(&mut self, payload: &[u64], cycle: u64) -> Result<(), Fault>;
    /// How much was accepted and has not retired.
    fn outstanding(&self) -> usize;
    /// The hardware was reset: what is outstanding never retires.
    fn flush(&mut self);
    /// Values of the recorder's helper signals, appended in their order, after `accepted` and before `retired`.
    fn helpers(&self, _engine: &dyn Engine, _values: &mut Vec<u64>) {}
}

/// How a bench behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// When the driver offers.
    pub gaps: Profile,
    /// When the monitor takes.
    pub stalls: Profile,
    /// Decides gaps, stalls and noise.
    pub seed: u64,
}

/// A stream by its port prefix and its payload ports, such as `("in_", &["a", "b"])`.
pub type StreamNames<'a> = (&'a str, &'a [&'a str]);

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cycles from the first offer to the end, drain included.
    pub cycles: u64,
    /// Payloads that the hardware took.
    pub accepted: u64,
    /// Results that came back right.
    pub retired: u64,
}

/// Driver, hardware and monitor under one clock.
pub struct Bench {
    clock: Clock,
    driver: Driver,
    monitor: Monitor,
    refused: u32,
    silent: u32,
}

/// Cycles without progress that count as stuck: far above any latency here, below the longest stall.
const PATIENCE: u32 = 64;
const _: () = assert!(PATIENCE < Profile::LONG);
/// Cycles at the end of a run in which a surplus result would show.
const DRAIN: u32 = 16;
/// Cycles recorded after a fault, so that it does not stand at the very edge of the waves.
const AFTERMATH: u32 = 4;

impl Bench {
    /// Connects to the streams `input` and `output` of an engine. Call [`Bench::reset`] before the first run.
    pub fn new(engine: Box<dyn Engine>, input: StreamNames, output: StreamNames, settings: Settings) -> Self {
        let mut random = Random::new(settings.seed);
        let mut gate = |profile| Gate::new(profile, random.fork());
        let (gaps, stalls) = (gate(settings.gaps), gate(settings.stalls));
        let (sink, source) = (
            Channel::new(&*engine, input.0, input.1),
            Channel::new(&*engine, output.0, output.1),
        );
        Bench {
            clock: Clock::new(engine),
            driver: Driver::new(sink, gaps, random),
            monitor: Monitor::new(source, stalls),
            refused: 0,
            silent: 0,
        }
    }

    /// The clock: cycle count, engine, waves.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Holds the reset for `cycles` cycles, whatever is in flight. From the second cycle on nothing may be valid.
    pub fn reset(&mut self, scoreboard: &mut dyn Scoreboard, cycles: u32) -> Result<(), Fault> {
        scoreboard.flush();
        self.monitor.forget();
        self.clock.set_reset(true);
        for i in 0..cycles {
            self.driver.idle(self.clock.engine_mut());
            self.monitor.drive(self.clock.engine_mut());
            self.clock.settle();
            let valid = self.monitor.valid(self.clock.engine());
            let cycle = self.clock.cycle();
            self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
            if i > 0 && valid {
                return Err(Fault {
                    cycle,
                    kind: FaultKind::ValidInReset,
                    detail: format!("in cycle {i} of the reset"),
                });
            }
        }
        self.clock.set_reset(false);
        Ok(())
    }

    /// Runs until everything is sent and has come back, or for `cycles` cycles, or to the first fault. The next run may have
    /// another scoreboard.
    pub fn run(&mut self, scoreboard: &mut dyn Scoreboard, cycles: Option<u64>) -> Result<Summary, Fault> {
        self.driver.resume();
        let first = self.clock.cycle();
        let end = cycles.map_or(u64::MAX, |cycles| first + cycles);
        let mut summary = Summary::default();
        let mut drained = 0;
        while drained < DRAIN && self.clock.cycle() < end {
            if let Err(fault) = self.step(scoreboard, &mut summary) {
                self.aftermath(scoreboard);
                return Err(fault);
            }
            if self.driver.finished() && scoreboard.outstanding() == 0 {
                drained += 1;
            }
        }
        summary.cycles = self.clock.cycle() - first;
        Ok(summary)
    }

    fn step(&mut self, scoreboard: &mut dyn Scoreboard, summary: &mut Summary) -> Result<(), Fault> {
        let engine = self.clock.engine_mut();
        self.driver.drive(engine, |payload| scoreboard.offer(payload));
        self.monitor.drive(engine);
        self.clock.settle();
        let cycle = self.clock.cycle();
        let offered = self.driver.holds();
        let accepted = self.driver.taken(self.clock.engine());
        if accepted {
            scoreboard.accepted(cycle);
            summary.accepted += 1;
        }
        let owed = scoreboard.outstanding() > 0;
        let result = self.monitor.observe(self.clock.engine(), cycle);
        self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
        let took = result?;
        if took {
            scoreboard.retired(self.monitor.payload(), cycle)?;
            summary.retired += 1;
        }
        let waiting = self.monitor.stalls();
        count(&mut self.refused, offered && !accepted && !took && !waiting);
        count(&mut self.silent, owed && !took && !waiting);
        let stuck = |what: &str| {
            Err(Fault {
                cycle,
                kind: FaultKind::Stuck,
                detail: format!("{what} for {PATIENCE} cycles"),
            })
        };
        match (self.refused, self.silent) {
            (PATIENCE, _) => stuck("an instruction was offered and not accepted, although no result waited,"),
            (_, PATIENCE) => stuck("an instruction was accepted and no result came"),
            _ => Ok(()),
        }
    }

    fn aftermath(&mut self, scoreboard: &dyn Scoreboard) {
        for _ in 0..AFTERMATH {
            self.driver.idle(self.clock.engine_mut());
            self.monitor.drive(self.clock.engine_mut());
            self.clock.settle();
            self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
        }
    }
}

fn count(counter: &mut u32, waits: bool) {
    *counter = if waits { *counter + 1 } else { 0 };
}
