//! Driver and monitor around hardware with one input stream and one output stream, cycle by cycle.

use super::{Channel, Driver, Gate, Monitor, Offer, Pins, Profile, Random, TestbenchFault, TestbenchFaultKind};
use crate::Engine;

/// The source of payloads and the check of results.
pub trait Scoreboard {
    /// Writes the next payload, in the order of the input stream's ports.
    fn offer(&mut self, payload: &mut [u64]) -> Offer;
    /// The payload offered last was accepted in `cycle`.
    fn accepted(&mut self, cycle: u64);
    /// A result arrived, in the order of the output stream's ports.
    fn retired(&mut self, payload: &[u64], cycle: u64) -> Result<(), TestbenchFault>;
    /// Number of accepted payloads without a result yet.
    fn outstanding(&self) -> usize;
    /// The hardware was reset: outstanding payloads get no result.
    fn flush(&mut self);
    /// Values of the recorder's helper signals, appended in their order, after `accepted` and before `retired`.
    fn helpers(&self, _engine: &dyn Engine, _values: &mut Vec<u64>) {}
}

/// How driver and monitor behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrafficSettings {
    /// The pattern of offers.
    pub gaps: Profile,
    /// The pattern of acceptance.
    pub stalls: Profile,
    /// Seed of gaps, stalls and noise.
    pub seed: u64,
}

/// Result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cycles from the first offer to the end, drain included.
    pub cycles: u64,
    /// Accepted payloads.
    pub accepted: u64,
    /// Correct results.
    pub retired: u64,
}

/// Cycles without progress that count as stuck: far above any latency of the units, below the longest stall.
pub(super) const PATIENCE: u32 = 64;
const _: () = assert!(PATIENCE < Profile::LONG);
/// Cycles at the end of a run that detect surplus results.
pub(super) const DRAIN: u32 = 16;

/// Driver and monitor of one instance of hardware, on any engine.
pub(super) struct Station {
    driver: Driver,
    monitor: Monitor,
    refused: u32,
    silent: u32,
}

/// Observations of a settled cycle.
pub(super) struct Seen {
    /// The hardware accepted the offer.
    accepted: bool,
    /// A payload was offered.
    offered: bool,
    /// A result was outstanding.
    owed: bool,
    /// A result was transferred, or a rule was violated.
    result: Result<bool, TestbenchFault>,
}

impl Station {
    /// On the input and the output stream.
    pub fn new([input, output]: [Channel; 2], settings: TrafficSettings) -> Self {
        let [gaps, stalls, noise] = streams(settings.seed);
        Station {
            driver: Driver::new(input, Gate::new(settings.gaps, gaps), noise),
            monitor: Monitor::new(output, Gate::new(settings.stalls, stalls)),
            refused: 0,
            silent: 0,
        }
    }

    /// Before a cycle settles: offers the scoreboard's next payload, and sets ready.
    pub fn drive(&mut self, pins: &mut (impl Pins + ?Sized), scoreboard: &mut (impl Scoreboard + ?Sized)) {
        self.driver.drive(pins, |payload| scoreboard.offer(payload));
        self.monitor.drive(pins);
    }

    /// Before a cycle of reset settles: withdraws the offer, and sets ready.
    pub fn idle(&mut self, pins: &mut (impl Pins + ?Sized)) {
        self.driver.idle(pins);
        self.monitor.drive(pins);
    }

    /// After a cycle of reset settled: from the second one on, no output may be valid.
    pub fn is_silent(&self, pins: &(impl Pins + ?Sized), cycle: u64, of_reset: u32) -> Result<(), TestbenchFault> {
        if of_reset == 0 || !self.monitor.valid(pins) {
            return Ok(());
        }
        Err(valid_in_reset(of_reset, cycle))
    }

    /// After a cycle settled: its observations. Reports an accepted payload to the scoreboard.
    pub fn observe(
        &mut self,
        pins: &(impl Pins + ?Sized),
        scoreboard: &mut (impl Scoreboard + ?Sized),
        cycle: u64,
    ) -> Seen {
        let offered = self.driver.holds();
        let accepted = self.driver.taken(pins);
        if accepted {
            scoreboard.accepted(cycle);
        }
        Seen {
            accepted,
            offered,
            owed: scoreboard.outstanding() > 0,
            result: self.monitor.observe(pins, cycle),
        }
    }

    /// Has the scoreboard check the transferred result, and detects lack of progress.
    pub fn judge(
        &mut self,
        seen: Seen,
        scoreboard: &mut (impl Scoreboard + ?Sized),
        cycle: u64,
        summary: &mut Summary,
    ) -> Result<(), TestbenchFault> {
        summary.accepted += u64::from(seen.accepted);
        let took = seen.result?;
        if took {
            scoreboard.retired(self.monitor.payload(), cycle)?;
            summary.retired += 1;
        }
        let waiting = self.monitor.stalls();
        count(&mut self.refused, seen.offered && !seen.accepted && !took && !waiting);
        count(&mut self.silent, seen.owed && !took && !waiting);
        match (self.refused, self.silent) {
            (PATIENCE, _) => Err(stuck(Wait::ForAcceptance, cycle)),
            (_, PATIENCE) => Err(stuck(Wait::ForResult, cycle)),
            _ => Ok(()),
        }
    }

    /// Forgets a stalled output, for a reset.
    pub fn forget(&mut self) {
        self.monitor.forget();
    }

    /// Asks for work again: the scoreboard may be a new one.
    pub fn resume(&mut self) {
        self.driver.resume();
    }
}

/// The streams of gaps, stalls and noise.
pub(super) fn streams(seed: u64) -> [Random; 3] {
    let mut random = Random::new(seed);
    let (gaps, stalls) = (random.fork(), random.fork());
    [gaps, stalls, random]
}

/// An output was valid in reset.
pub(super) fn valid_in_reset(of_reset: u32, cycle: u64) -> TestbenchFault {
    TestbenchFault {
        cycle,
        kind: TestbenchFaultKind::ValidInReset,
        detail: format!("in cycle {of_reset} of the reset"),
    }
}

/// What a stuck testbench waits for.
pub(super) enum Wait {
    ForAcceptance,
    ForResult,
}

/// There was no progress for [`PATIENCE`] cycles.
pub(super) fn stuck(wait: Wait, cycle: u64) -> TestbenchFault {
    let what = match wait {
        Wait::ForAcceptance => "an instruction was offered and not accepted, although no result waited,",
        Wait::ForResult => "an instruction was accepted and no result came",
    };
    TestbenchFault {
        cycle,
        kind: TestbenchFaultKind::Stuck,
        detail: format!("{what} for {PATIENCE} cycles"),
    }
}

fn count(counter: &mut u32, waits: bool) {
    *counter = if waits { *counter + 1 } else { 0 };
}

/// The end of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Drain(u32);

impl Drain {
    /// Counts a cycle without remaining work.
    pub fn note(&mut self, station: &Station, scoreboard: &(impl Scoreboard + ?Sized)) {
        self.0 += u32::from(station.driver.finished() && scoreboard.outstanding() == 0);
    }

    /// Whether a surplus result would have appeared by now.
    pub fn is_over(self) -> bool {
        self.0 >= DRAIN
    }
}
