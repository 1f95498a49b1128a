//! Driver and monitor of a valid/ready stream.
//!
//! Rules on each side: a transfer happens in a cycle in which valid and ready are both 1; a valid payload stays until it is
//! accepted; valid does not wait for ready.

use super::{Gate, Random, TestbenchFault, TestbenchFaultKind};
use crate::{Engine, Port, index};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

/// A stream by its port prefix and its payload ports, such as `("in_", &["a", "b"])`.
pub type StreamNames<'a> = (&'a str, &'a [&'a str]);

/// The ports of hardware, by index: of an engine, or of many copies alike.
pub trait Pins {
    /// Sets an input port.
    fn put(&mut self, port: usize, value: u64);
    /// Reads an output port as of the last settle.
    fn look(&self, port: usize) -> u64;
}

impl Pins for dyn Engine + '_ {
    fn put(&mut self, port: usize, value: u64) {
        self.set(port, value);
    }

    fn look(&self, port: usize) -> u64 {
        self.get(port)
    }
}

/// The port indices of a stream. Clones share them.
#[derive(Clone, Debug)]
pub struct Channel {
    pub(super) valid: usize,
    pub(super) ready: usize,
    pub(super) payload: Rc<[usize]>,
}

/// A value for each payload port, stored inline: with many copies of the hardware, allocating each payload would take longer than
/// using it.
type Payload = SmallVec<[u64; 5]>;

impl Channel {
    /// The ports `PREFIXvalid`, `PREFIXready` and `PREFIXNAME` for each of `payload`; panics if one is missing.
    pub fn new(ports: &[Port], (prefix, payload): StreamNames) -> Self {
        let port = |name: &str| index(ports, &format!("{prefix}{name}"));
        Channel {
            valid: port("valid"),
            ready: port("ready"),
            payload: payload.iter().map(|name| port(name)).collect(),
        }
    }
}

/// The answer of a source to the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A payload was written.
    Item,
    /// No payload now; ask again.
    Later,
    /// No further payloads.
    Done,
}

/// Drives a stream. An offered payload is held until it is accepted. While valid is 0 the payload ports carry zeros, the last
/// payload or noise, a third of the cycles each, to detect hardware that uses them without valid.
#[derive(Clone, Debug)]
pub struct Driver {
    channel: Channel,
    gate: Gate,
    noise: Random,
    payload: Payload,
    held: bool,
    done: bool,
}

impl Driver {
    /// A driver whose gaps follow `gate`.
    pub fn new(channel: Channel, gate: Gate, noise: Random) -> Self {
        let payload = smallvec![0; channel.payload.len()];
        Driver {
            channel,
            gate,
            noise,
            payload,
            held: false,
            done: false,
        }
    }

    /// Before the cycle settles: asks `source` for a payload if it may offer one, and sets the ports.
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
        let ports = self.channel.payload.iter().zip(&self.payload);
        ports.for_each(|(port, value)| engine.set(*port, *value));
    }

    /// Sets the payload ports of a cycle without an offer.
    fn nothing(&mut self, engine: &mut dyn Engine) {
        let what = self.noise.below(3);
        for (port, last) in self.channel.payload.iter().zip(&self.payload) {
            engine.set(*port, unused(what, *last, &mut self.noise));
        }
    }

    /// After the cycle settled: whether the hardware accepted the offer.
    pub fn taken(&mut self, engine: &dyn Engine) -> bool {
        let taken = self.held && engine.get(self.channel.ready) != 0;
        self.held &= !taken;
        taken
    }

    /// Withdraws the offer, for a cycle of reset.
    pub fn idle(&mut self, engine: &mut dyn Engine) {
        self.held = false;
        engine.set(self.channel.valid, 0);
        self.nothing(engine);
    }

    /// Whether a payload is offered now.
    pub fn holds(&self) -> bool {
        self.held
    }

    /// Asks the source again: it may be a new one.
    pub fn resume(&mut self) {
        self.done = false;
    }

    /// Whether the source is exhausted and no payload is offered.
    pub fn finished(&self) -> bool {
        self.done && !self.held
    }
}

/// The value of a payload port without an offer: zero, the last payload's or noise.
pub(super) fn unused(what: u32, last: u64, noise: &mut Random) -> u64 {
    match what {
        0 => 0,
        1 => last,
        _ => noise.bits(),
    }
}

/// Receives a stream and checks its protocol.
#[derive(Clone, Debug)]
pub struct Monitor {
    channel: Channel,
    gate: Gate,
    payload: Payload,
    previous: Payload,
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
            payload: smallvec![0; width],
            previous: smallvec![0; width],
            ready: false,
            stalled: false,
        }
    }

    /// Before the cycle settles: sets ready.
    pub fn drive(&mut self, engine: &mut dyn Engine) {
        self.ready = self.gate.next_cycle();
        engine.set(self.channel.ready, u64::from(self.ready));
    }

    /// After the cycle settled: checks that a stalled output did not change, and returns whether one is transferred.
    pub fn observe(&mut self, engine: &dyn Engine, cycle: u64) -> Result<bool, TestbenchFault> {
        let valid = self.valid(engine);
        std::mem::swap(&mut self.payload, &mut self.previous);
        for (value, port) in self.payload.iter_mut().zip(self.channel.payload.iter()) {
            *value = engine.get(*port);
        }
        if self.stalled && !valid {
            let message = format!("{:#x?} was waiting", &self.previous[..]);
            return Err(TestbenchFault::new(cycle, TestbenchFaultKind::Withdrawn, message));
        }
        if self.stalled && self.payload != self.previous {
            let values = self.previous.iter().zip(&self.payload);
            let values = self.channel.payload.iter().zip(values);
            let changed = values.filter(|(_, (before, after))| before != after);
            let changes = changed.map(|(port, (before, after))| {
                let name = &engine.ports()[*port].name;
                format!("{name} {before:#x} -> {after:#x}")
            });
            let message = changes.collect::<Vec<_>>().join(", ");
            return Err(TestbenchFault::new(cycle, TestbenchFaultKind::Unstable, message));
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

    /// Whether an output was stalled in the last observed cycle.
    pub fn stalls(&self) -> bool {
        self.stalled
    }

    /// Forgets a stalled output, for a reset.
    pub fn forget(&mut self) {
        self.stalled = false;
    }
}
