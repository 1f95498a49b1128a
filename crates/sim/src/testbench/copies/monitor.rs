//! The monitors of all copies: [`Monitor`](super::super::Monitor), a column for each of its facts.

use super::{CopySet, WORDS};
use crate::Sliced;
use crate::testbench::Channel;
use crate::testbench::gate::GateCopies;
use crate::testbench::mask::{first, is_empty, without};
use lanesmith_algebra::{Bit, Slice};

/// Receives the output streams and checks their protocol.
pub(super) struct MonitorCopies {
    channel: Channel,
    gates: GateCopies,
    /// The planes of the payload ports as of the last two observations, the later one first.
    payloads: [Vec<CopySet>; 2],
    ready: CopySet,
    stalled: CopySet,
}

/// What the monitors see in a cycle.
pub(super) struct Observed {
    /// The copies with a transfer.
    pub took: CopySet,
    /// The copies that violate a rule of the stream.
    pub broken: CopySet,
}

impl MonitorCopies {
    pub fn new(channel: Channel, gates: GateCopies) -> Self {
        MonitorCopies {
            channel,
            gates,
            payloads: [vec![], vec![]],
            ready: Slice([0; WORDS]),
            stalled: Slice([0; WORDS]),
        }
    }

    /// Before the cycle settles: sets ready in the copies of `active`.
    pub fn drive(&mut self, hardware: &mut Sliced<WORDS>, active: &CopySet) {
        self.ready = self.gates.next_cycle(active);
        hardware.set_planes(self.channel.ready, &[self.ready]);
    }

    /// After the cycle settled.
    pub fn observe(&mut self, hardware: &Sliced<WORDS>, active: &CopySet) -> Observed {
        let valid = self.valid(hardware).and(active);
        let [now, before] = &mut self.payloads;
        std::mem::swap(now, before);
        now.clear();
        for port in &*self.channel.payload {
            now.extend_from_slice(&hardware.planes(*port));
        }
        let changed = match is_empty(&self.stalled) {
            true => Slice([0; WORDS]),
            false => {
                let differ = now.iter().zip(&*before).map(|(now, before)| now.xor(before));
                differ.fold(Slice([0; WORDS]), |changed, differ| changed.or(&differ))
            }
        };
        let broken = self.stalled.and(&valid.not().or(&changed)).and(active);
        self.stalled = without(&valid, &self.ready);
        Observed {
            took: valid.and(&self.ready),
            broken,
        }
    }

    /// The payload ports.
    pub fn ports(&self) -> &[usize] {
        &self.channel.payload[..]
    }

    /// The first copy that offers a result, as of the last settle.
    pub fn first_valid(&self, hardware: &Sliced<WORDS>) -> Option<usize> {
        first(&self.valid(hardware))
    }

    fn valid(&self, hardware: &Sliced<WORDS>) -> CopySet {
        hardware.planes(self.channel.valid)[0]
    }

    /// The copies whose output was stalled in the last observed cycle.
    pub fn stalls(&self) -> CopySet {
        self.stalled
    }

    /// Forgets stalled outputs, for a reset.
    pub fn forget(&mut self) {
        self.stalled = Slice([0; WORDS]);
    }
}
