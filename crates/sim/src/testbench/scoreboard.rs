//! What a testbench needs besides its hardware: work, traffic and the judgement of results.

use super::{Offer, Profile, Random, TestbenchFault};
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

/// The streams of gaps, stalls and noise.
pub(super) fn streams(seed: u64) -> [Random; 3] {
    let mut random = Random::new(seed);
    let (gaps, stalls) = (random.fork(), random.fork());
    [gaps, stalls, random]
}
