//! The drivers of all copies: [`Driver`](super::super::Driver), a column for each of its facts.

use super::{CopySet, ScoreboardCopies, WORDS, by_copy};
use crate::Sliced;
use crate::testbench::channel::unused;
use crate::testbench::gate::GateCopies;
use crate::testbench::mask::{for_each, without};
use crate::testbench::{Channel, Random};
use lanesmith_algebra::{Bit, Slice};
use smallvec::{SmallVec, smallvec};

/// Drives the input streams.
pub(super) struct DriverCopies {
    channel: Channel,
    gates: GateCopies,
    noise: Vec<Random>,
    /// The payload offered last by the copies of `overwritten`; the ports of the others have it.
    last: Vec<SmallVec<[u64; 5]>>,
    overwritten: CopySet,
    held: CopySet,
    done: CopySet,
}

impl DriverCopies {
    /// `gates` decides about gaps; `noise` has a stream for each copy.
    pub fn new(channel: Channel, gates: GateCopies, noise: Vec<Random>) -> Self {
        let last = by_copy::<_, WORDS>(|_| smallvec![0; channel.payload.len()]);
        DriverCopies {
            channel,
            gates,
            noise,
            last,
            overwritten: Slice([0; WORDS]),
            held: Slice([0; WORDS]),
            done: Slice([0; WORDS]),
        }
    }

    /// Before the cycle settles: asks for the payloads of those copies of `active` that may offer one, and sets the ports.
    pub fn drive(&mut self, hardware: &mut Sliced<WORDS>, active: &CopySet, source: &mut impl ScoreboardCopies) {
        let asked = without(&without(active, &self.held), &self.done);
        let open = self.gates.next_cycle(&asked);
        let done = source.offer(&open, &mut hardware.columns_mut(&self.channel.payload));
        let new = without(&open, &done);
        self.done = self.done.or(&done);
        self.held = self.held.or(&new);
        self.overwritten = without(&self.overwritten, &new);
        self.set(hardware, active);
    }

    /// Sets valid, and the payload ports of copies without an offer.
    fn set(&mut self, hardware: &mut Sliced<WORDS>, active: &CopySet) {
        hardware.set_planes(self.channel.valid, &[self.held]);
        let ports = &self.channel.payload[..];
        for_each(&without(active, &self.held), |copy| {
            let (noise, last) = (&mut self.noise[copy], &mut self.last[copy]);
            let is_last = !self.overwritten.get(copy);
            let what = noise.below(3);
            self.overwritten.set(copy, what != 1);
            for (port, last) in ports.iter().zip(last) {
                if is_last {
                    *last = hardware.get(copy, *port);
                }
                hardware.set(copy, *port, unused(what, *last, noise));
            }
        });
    }

    /// After the cycle settled: the copies whose hardware accepted the offer.
    pub fn taken(&mut self, hardware: &Sliced<WORDS>) -> CopySet {
        let taken = self.held.and(&hardware.planes(self.channel.ready)[0]);
        self.held = without(&self.held, &taken);
        taken
    }

    /// Withdraws the offers, for a cycle of reset.
    pub fn idle(&mut self, hardware: &mut Sliced<WORDS>) {
        self.held = Slice([0; WORDS]);
        self.set(hardware, &Slice([u64::MAX; WORDS]));
    }

    /// The copies that offer a payload now.
    pub fn holds(&self) -> CopySet {
        self.held
    }

    /// Asks the source again: it may be a new one.
    pub fn resume(&mut self) {
        self.done = Slice([0; WORDS]);
    }

    /// The copies without a further payload.
    pub fn finished(&self) -> CopySet {
        without(&self.done, &self.held)
    }
}
