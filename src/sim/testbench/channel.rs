//! The two ends of a valid/ready stream, as a testbench sees them.
//!
//! Rules on each side: a transfer happens in a cycle in which valid and ready are both 1; a valid payload stays until
//! it is taken; valid does not wait for ready.

use super::{Fault, FaultKind, Gate, Random};
use crate::sim::Engine;

/// The port indices of a stream.
#[derive(Clone, Debug)]
pub struct Channel {
    valid: usize,
    ready: usize,
    payload: Vec<usize>,
}

impl Channel {
    /// The ports `PREFIXvalid`, `PREFIXready` and `PREFIXNAME` for each of `payload`; panics if one is missing.
    pub fn new(engine: &dyn Engine, prefix: &str, payload: &[&str]) -> Self {
        let port = |name: &str| engine.port(&format!("{prefix}{name}"));
        Channel {
            valid: port("valid"),
            ready: port("ready"),
            payload: payload.iter().map(|name| port(name)).collect(),
        }
    }
}

/// What a source has for the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A payload was written.
    Item,
    /// Nothing now; ask again.
    Later,
    /// Nothing any more.
    Done,
}

/// Feeds a stream. An offered payload is held until it is accepted; while nothing is offered the payload ports carry
/// anything, so that hardware which takes notice of them without valid is found out: in a third of the cycles zeros, in a
/// third what was offered last, else noise.
#[derive(Clone, Debug)]
pub struct Driver {
    channel: Channel,
    gate: Gate,
    noise: Random,
    payload: Vec<u64>,
    held: bool,
    done: bool,
}

impl Driver {
    /// A driver whose gaps follow `gate`.
    pub fn new(channel: Channel, gate: Gate, noise: Random) -> Self {
        let payload = vec![0; channel.payload.len()];
        Driver {
            channel,
            gate,
            noise,
            payload,
            held: false,
            done: false,
        }
    }

    /// Before the cycle settles: asks `source` where something may be offered, and sets the ports.
    pub fn drive(&mut self, engine: &mut dyn Engine, source: impl FnOnce(&mut [u64]) -> Offer) {
        if !self.held && !self.done && self.gate.next_cycle() {
            let offer = source(&mut self.payload);
            self.held = offer == Offer::Item;
            self.done = offer == Offer::Done;
        }
        engine.set(self.channel.valid, u64::from(self.held));
        if !self.held {
            return self.nothing(engine);
        }
        for (port, value) in self.channel.payload.iter().zip(&self.payload) {
            engine.set(*port, *value);
        }
    }

    /// Sets the payload ports of a cycle in which nothing is offered.
    fn nothing(&mut self, engine: &mut dyn Engine) {
        let what = self.noise.below(3);
        for (port, last) in self.channel.payload.iter().zip(&self.payload) {
            let value = match what {
                0 => 0,
                1 => *last,
                _ => self.noise.bits(),
            };
            engine.set(*port, value);
        }
    }

    /// After the cycle settled: whether the hardware took what was offered.
    pub fn taken(&mut self, engine: &dyn Engine) -> bool {
        let taken = self.held && engine.get(self.channel.ready) != 0;
        self.held &= !taken;
        taken
    }

    /// Offers nothing, for a cycle of reset, and forgets what was held.
    pub fn idle(&mut self, engine: &mut dyn Engine) {
        self.held = false;
        engine.set(self.channel.valid, 0);
        self.nothing(engine);
    }

    /// Whether something is offered now.
    pub fn holds(&self) -> bool {
        self.held
    }

    /// Asks again: there may be another source.
    pub fn resume(&mut self) {
        self.done = false;
    }

    /// Whether the source is exhausted and nothing is offered.
    pub fn finished(&self) -> bool {
        self.done && !self.held
    }
}

/// Empties a stream and checks its protocol.
#[derive(Clone, Debug)]
pub struct Monitor {
    channel: Channel,
    gate: Gate,
    payload: Vec<u64>,
    previous: Vec<u64>,
    ready: bool,
    stalled: bool,
}

impl Monitor {
    /// A monitor whose readiness follows `gate`.
    pub fn new(channel: Channel, gate: Gate) -> Self {
        let width = channel.payload.len();
        Monitor {
            channel,
            gate,
            payload: vec![0; width],
            previous: vec![0; width],
            ready: false,
            stalled: false,
        }
    }

    /// Before the cycle settles: sets ready.
    pub fn drive(&mut self, engine: &mut dyn Engine) {
        self.ready = self.gate.next_cycle();
        engine.set(self.channel.ready, u64::from(self.ready));
    }

    /// After the cycle settled: checks that a stalled output stayed, and tells whether one is transferred.
    pub fn observe(&mut self, engine: &dyn Engine, cycle: u64) -> Result<bool, Fault> {
        let fault = |kind, detail| Err(Fault { cycle, kind, detail });
        let valid = self.valid(engine);
        std::mem::swap(&mut self.payload, &mut self.previous);
        for (value, port) in self.payload.iter_mut().zip(&self.channel.payload) {
            *value = engine.get(*port);
        }
        if self.stalled && !valid {
            return fault(FaultKind::Withdrawn, format!("{:#x?} was waiting", self.previous));
        }
        if self.stalled && self.payload != self.previous {
            let changed = self.channel.payload.iter().zip(self.previous.iter().zip(&self.payload));
            let changes: Vec<String> = changed
                .filter(|(_, (before, after))| before != after)
                .map(|(port, (before, after))| format!("{} {before:#x} -> {after:#x}", engine.ports()[*port].name))
                .collect();
            return fault(FaultKind::Unstable, changes.join(", "));
        }
        self.stalled = valid && !self.ready;
        Ok(valid && self.ready)
    }

    /// The payload as of the last `observe`, in the order of the stream's ports.
    pub fn payload(&self) -> &[u64] {
        &self.payload
    }

    /// Whether the hardware offers a result, as of the last settle.
    pub fn valid(&self, engine: &dyn Engine) -> bool {
        engine.get(self.channel.valid) != 0
    }

    /// Whether an output was left waiting in the last observed cycle.
    pub fn stalls(&self) -> bool {
        self.stalled
    }

    /// Forgets a stalled output, for a reset.
    pub fn forget(&mut self) {
        self.stalled = false;
    }
}
