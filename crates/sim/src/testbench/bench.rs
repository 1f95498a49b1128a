//! A testbench for hardware with one input stream and one output stream.

use super::station::{Drain, Station};
use super::{Channel, Clock, Scoreboard, StreamNames, Summary, TestbenchFault, TrafficSettings};
use crate::Engine;

/// Driver, hardware and monitor under one clock.
pub struct Bench {
    clock: Clock,
    station: Station,
}

/// The number of cycles recorded after a fault, so that the waves do not end at it.
const AFTERMATH: u32 = 4;

impl Bench {
    /// Connects to the streams `input` and `output` of an engine. Call [`Bench::reset`] before the first run.
    pub fn new(engine: Box<dyn Engine>, input: StreamNames, output: StreamNames, settings: TrafficSettings) -> Self {
        Bench {
            station: Station::new(
                [input, output].map(|names| Channel::new(engine.ports(), names)),
                settings,
            ),
            clock: Clock::new(engine),
        }
    }

    /// The clock: cycle count, engine, waves.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Holds the reset for `cycles` cycles, at any time. From the second cycle on, no output may be valid.
    pub fn reset(&mut self, scoreboard: &mut dyn Scoreboard, cycles: u32) -> Result<(), TestbenchFault> {
        scoreboard.flush();
        self.station.forget();
        self.clock.set_reset(true);
        for i in 0..cycles {
            self.station.idle(self.clock.engine_mut());
            self.clock.settle();
            let silent = self.station.is_silent(self.clock.engine(), self.clock.cycle(), i);
            self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
            silent?;
        }
        self.clock.set_reset(false);
        Ok(())
    }

    /// Runs until all payloads have results, for `cycles` cycles, or to the first fault. The next run may have another scoreboard.
    pub fn run(&mut self, scoreboard: &mut dyn Scoreboard, cycles: Option<u64>) -> Result<Summary, TestbenchFault> {
        self.station.resume();
        let first = self.clock.cycle();
        let end = cycles.map_or(u64::MAX, |cycles| first.saturating_add(cycles));
        let mut summary = Summary::default();
        let mut drain = Drain::default();
        while !drain.is_over() && self.clock.cycle() < end {
            if let Err(fault) = self.step(scoreboard, &mut summary) {
                self.aftermath(scoreboard);
                return Err(fault);
            }
            drain.note(&self.station, scoreboard);
        }
        summary.cycles = self.clock.cycle() - first;
        Ok(summary)
    }

    fn step(&mut self, scoreboard: &mut dyn Scoreboard, summary: &mut Summary) -> Result<(), TestbenchFault> {
        self.station.drive(self.clock.engine_mut(), scoreboard);
        self.clock.settle();
        let cycle = self.clock.cycle();
        let seen = self.station.observe(self.clock.engine(), scoreboard, cycle);
        self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
        self.station.judge(seen, scoreboard, cycle, summary)
    }

    fn aftermath(&mut self, scoreboard: &dyn Scoreboard) {
        for _ in 0..AFTERMATH {
            self.station.idle(self.clock.engine_mut());
            self.clock.settle();
            self.clock.tick(|engine, values| scoreboard.helpers(engine, values));
        }
    }
}
