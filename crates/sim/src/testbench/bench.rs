//! A testbench for hardware with one input stream and one output stream.

use super::scoreboard::{DRAIN, PATIENCE, streams};
use super::{
    Channel, Clock, Driver, Gate, Monitor, Scoreboard, StreamNames, Summary, TestbenchFault, TestbenchFaultKind,
    TrafficSettings,
};
use crate::Engine;

/// Driver, hardware and monitor under one clock.
pub struct Bench {
    clock: Clock,
    driver: Driver,
    monitor: Monitor,
    /// Cycles without progress: an offer is not accepted, a result is owed.
    refused: u32,
    silent: u32,
}

/// The number of cycles recorded after a fault, so that the waves do not end at it.
const AFTERMATH: u32 = 4;

impl Bench {
    /// Connects to the streams `input` and `output` of an engine. Call [`Bench::reset`] before the first run.
    pub fn new(engine: Box<dyn Engine>, input: StreamNames, output: StreamNames, settings: TrafficSettings) -> Self {
        let [input, output] = [input, output].map(|names| Channel::new(engine.ports(), names));
        let [gaps, stalls, noise] = streams(settings.seed);
        Bench {
            driver: Driver::new(input, Gate::new(settings.gaps, gaps), noise),
            monitor: Monitor::new(output, Gate::new(settings.stalls, stalls)),
            clock: Clock::new(engine),
            refused: 0,
            silent: 0,
        }
    }

    /// The clock: cycle count, engine, waves.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Holds the reset for `cycles` cycles, at any time. From the second cycle on, no output may be valid.
    pub fn reset(&mut self, scoreboard: &mut dyn Scoreboard, cycles: u32) -> Result<(), TestbenchFault> {
        scoreboard.flush();
        self.monitor.forget();
        self.clock.set_reset(true);
        for of_reset in 0..cycles {
            self.idle();
            let (is_valid, cycle) = (self.monitor.valid(self.clock.engine()), self.clock.cycle());
            self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
            if is_valid && of_reset > 0 {
                let message = format!("in cycle {of_reset} of the reset");
                return Err(TestbenchFault::new(cycle, TestbenchFaultKind::ValidInReset, message));
            }
        }
        self.clock.set_reset(false);
        Ok(())
    }

    /// Settles a cycle without an offer.
    fn idle(&mut self) {
        self.driver.idle(self.clock.engine_mut());
        self.monitor.drive(self.clock.engine_mut());
        self.clock.settle();
    }

    /// Runs until all payloads have results, for `cycles` cycles, or to the first fault. The next run may have another scoreboard.
    pub fn run(&mut self, scoreboard: &mut dyn Scoreboard, cycles: Option<u64>) -> Result<Summary, TestbenchFault> {
        self.driver.resume();
        let first = self.clock.cycle();
        let end = cycles.map_or(u64::MAX, |cycles| first.saturating_add(cycles));
        let mut summary = Summary::default();
        let mut drained = 0;
        while drained < DRAIN && self.clock.cycle() < end {
            if let Err(fault) = self.step(scoreboard, &mut summary) {
                for _ in 0..AFTERMATH {
                    self.idle();
                    self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
                }
                return Err(fault);
            }
            drained += u32::from(self.driver.finished() && scoreboard.outstanding() == 0);
        }
        summary.cycles = self.clock.cycle() - first;
        Ok(summary)
    }

    fn step(&mut self, scoreboard: &mut dyn Scoreboard, summary: &mut Summary) -> Result<(), TestbenchFault> {
        self.driver
            .drive(self.clock.engine_mut(), |payload| scoreboard.offer(payload));
        self.monitor.drive(self.clock.engine_mut());
        self.clock.settle();
        let (engine, cycle) = (self.clock.engine(), self.clock.cycle());
        let offered = self.driver.holds();
        let accepted = self.driver.taken(engine);
        if accepted {
            scoreboard.accepted(cycle);
            summary.accepted += 1;
        }
        let owed = scoreboard.outstanding() > 0;
        let result = self.monitor.observe(engine, cycle);
        self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
        let took = result?;
        if took {
            scoreboard.retired(self.monitor.payload(), cycle)?;
            summary.retired += 1;
        }
        let moves = took || self.monitor.stalls();
        let count = |counter: u32, waits: bool| if waits && !moves { counter + 1 } else { 0 };
        self.refused = count(self.refused, offered && !accepted);
        self.silent = count(self.silent, owed);
        let what = match (self.refused, self.silent) {
            (PATIENCE, _) => "an instruction was offered and not accepted, although no result waited,",
            (_, PATIENCE) => "an instruction was accepted and no result came",
            _ => return Ok(()),
        };
        let message = format!("{what} for {PATIENCE} cycles");
        Err(TestbenchFault::new(cycle, TestbenchFaultKind::Stuck, message))
    }
}
