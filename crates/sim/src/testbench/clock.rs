//! A clocked engine under test with its reset and, if wanted, its waves.

use crate::wave::WaveRecorder;
use crate::{Engine, Port};

/// An engine, its cycle count, and its recording.
///
/// Every cycle is: set inputs, [`settle`](Clock::settle), look, [`tick`](Clock::tick).
pub struct Clock {
    engine: Box<dyn Engine>,
    reset: Option<(usize, u64)>,
    waves: Option<WaveRecorder>,
    cycle: u64,
}

impl Clock {
    /// Takes an engine in its initial state. A port `reset` (active high) or `reset_n` (active low) is its reset.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Clock {
            reset: reset(engine.ports()),
            engine,
            waves: None,
            cycle: 0,
        }
    }

    /// Begins to record.
    pub fn record(&mut self, waves: WaveRecorder) {
        self.waves = Some(waves);
    }

    /// Ends the recording, if there is one, and returns it.
    pub fn take_waves(&mut self) -> Option<WaveRecorder> {
        self.waves.take()
    }

    /// Counts cycles from 0 again.
    pub fn restart(&mut self) {
        self.cycle = 0;
    }

    /// The current cycle, from 0.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// The engine, for reading.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The engine, for setting inputs.
    pub fn engine_mut(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// Sets the reset port, if there is one.
    pub fn set_reset(&mut self, asserted: bool) {
        if let Some((port, active)) = self.reset {
            self.engine.set(port, if asserted { active } else { 1 - active });
        }
    }

    /// Settles the cycle's inputs.
    pub fn settle(&mut self) {
        self.engine.settle();
    }

    /// Ends the cycle. `helpers` gives the values of the recorder's helper signals, in their order; it is called only
    /// where the cycle is recorded.
    pub fn tick(&mut self, helpers: impl FnOnce(&dyn Engine, &mut Vec<u64>)) {
        if let Some(waves) = self.waves.as_mut().filter(|waves| waves.wants(self.cycle)) {
            waves.sample(&*self.engine, self.cycle, helpers);
        }
        self.engine.tick();
        self.cycle += 1;
    }
}

/// The port that is a reset, and the level at which it acts.
pub(super) fn reset(ports: &[Port]) -> Option<(usize, u64)> {
    let find = |name: &str| ports.iter().position(|port| port.name == name);
    let high = find("reset").map(|port| (port, 1));
    high.or(find("reset_n").map(|port| (port, 0)))
}
