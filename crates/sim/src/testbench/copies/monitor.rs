//! The monitors of all copies: [`Monitor`](super::super::Monitor), a column for each of its facts.

use crate::Sliced;
use crate::testbench::Channel;
use crate::testbench::gate::GateCopies;
use crate::testbench::mask::{first, is_empty, without};
use lanesmith_algebra::{Bit, Slice};

/// Receives the output streams and checks their protocol.
pub(super) struct MonitorCopies<const N: usize> {
    channel: Channel,
    gates: GateCopies,
    /// The planes of the payload ports as of the last two observations, the later one first.
    payloads: [Vec<Slice<N>>; 2],
    ready: Slice<N>,
    stalled: Slice<N>,
}

/// What the monitors see in a cycle.
pub(super) struct Observed<const N: usize> {
    /// The copies with a transfer.
    pub took: Slice<N>,
    /// The copies that violate a rule of the stream.
    pub broken: Slice<N>,
}

impl<const N: usize> MonitorCopies<N> {
    pub fn new(channel: Channel, gates: GateCopies) -> Self {
        MonitorCopies {
            channel,
            gates,
            payloads: [vec![], vec![]],
            ready: Slice([0; N]),
            stalled: Slice([0; N]),
        }
    }

    /// Before the cycle settles: sets ready in the copies of `active`.
    pub fn drive(&mut self, hardware: &mut Sliced<N>, active: &Slice<N>) {
        self.ready = self.gates.next_cycle(active);
        hardware.set_planes(self.channel.ready, &[self.ready]);
    }

    /// After the cycle settled.
    pub fn observe(&mut self, hardware: &Sliced<N>, active: &Slice<N>) -> Observed<N> {
        let valid = self.valid(hardware).and(active);
        let [now, before] = &mut self.payloads;
        std::mem::swap(now, before);
        now.clear();
        for port in &*self.channel.payload {
            now.extend_from_slice(&hardware.planes(*port));
        }
        let changed = match is_empty(&self.stalled) {
            true => Slice([0; N]),
            false => {
                let differ = now.iter().zip(&*before).map(|(now, before)| now.xor(before));
                differ.fold(Slice([0; N]), |changed, differ| changed.or(&differ))
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
    pub fn first_valid(&self, hardware: &Sliced<N>) -> Option<usize> {
        first(&self.valid(hardware))
    }

    fn valid(&self, hardware: &Sliced<N>) -> Slice<N> {
        hardware.planes(self.channel.valid)[0]
    }

    /// The copies whose output was stalled in the last observed cycle.
    pub fn stalls(&self) -> Slice<N> {
        self.stalled
    }

    /// Forgets stalled outputs, for a reset.
    pub fn forget(&mut self) {
        self.stalled = Slice([0; N]);
    }
}
