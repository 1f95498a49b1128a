//! Interrupts, networks and copies.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Claim {
    valid: Bit,
    source: Bits<3>,
    level: Bits<2>,
}

/// The most urgent of eight pending interrupts above a threshold.
#[hdl_module]
struct InterruptController {
    clock: Signal<In, Clock>,
    lines: Signal<In, Bits<8>>,
    mask: Signal<In, Bits<8>>,
    priorities: Signal<In, Bits<16>>,
    threshold: Signal<In, Bits<2>>,
    complete: Signal<In, Bit>,
    claim: Signal<Out, Claim>,
    pending: DFF<Bits<8>>,
    best: [Signal<Local, Claim>; 9],
}

impl Logic for InterruptController {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pending);
        self.best[0].next.valid = false;
        self.best[0].next.source = 0.into();
        self.best[0].next.level = self.threshold.val();
        for i in 0..8_usize {
            let level = self.priorities.val().get_bits::<2>(2 * i);
            let candidate = self.pending.q.val().get_bit(i) && self.mask.val().get_bit(i);
            self.best[i + 1].next = self.best[i].val();
            if candidate && level > self.best[i].val().level {
                self.best[i + 1].next.valid = true;
                self.best[i + 1].next.source = bits::<3>(i as u64);
                self.best[i + 1].next.level = level;
            }
        }
        self.claim.next = self.best[8].val();
        self.pending.d.next = self.pending.q.val() | self.lines.val();
        if self.complete.val() && self.best[8].val().valid {
            self.pending.d.next =
                (self.pending.q.val() | self.lines.val()).replace_bit(self.best[8].val().source.index(), false);
        }
    }
}

/// One direction of a router in a ring: what is not for here goes on, before what is sent here.
#[hdl_module]
struct RingNode {
    clock: Signal<In, Clock>,
    address: Signal<In, Bits<3>>,
    ring_valid: Signal<In, Bit>,
    ring_flit: Signal<In, Bits<11>>,
    local_valid: Signal<In, Bit>,
    local_flit: Signal<In, Bits<11>>,
    next_valid: Signal<Out, Bit>,
    next_flit: Signal<Out, Bits<11>>,
    eject: Signal<Out, Bit>,
    payload: Signal<Out, Bits<8>>,
    stalled: Signal<Out, Bit>,
    valid: DFF<Bit>,
    flit: DFF<Bits<11>>,
}

impl Logic for RingNode {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, flit);
        let here = self.ring_flit.val().get_bits::<3>(8) == self.address.val();
        let passes = self.ring_valid.val() && !here;
        self.eject.next = self.ring_valid.val() && here;
        self.payload.next = if self.eject.val() {
            self.ring_flit.val().get_bits::<8>(0)
        } else {
            bits::<8>(0)
        };
        self.stalled.next = passes && self.local_valid.val();
        self.valid.d.next = passes || self.local_valid.val();
        self.flit.d.next = if passes {
            self.ring_flit.val()
        } else {
            self.local_flit.val()
        };
        self.next_valid.next = self.valid.q.val();
        self.next_flit.next = self.flit.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Dma {
    Idle,
    Read,
    Write,
    Finish,
}

/// Copies a block within a memory, word by word.
#[hdl_module]
struct DmaChannel {
    clock: Signal<In, Clock>,
    go: Signal<In, Bit>,
    source: Signal<In, Bits<4>>,
    target: Signal<In, Bits<4>>,
    length: Signal<In, Bits<3>>,
    poke: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    busy: Signal<Out, Bit>,
    word: Signal<Out, Bits<8>>,
    finished: Signal<Out, Bits<3>>,
    #[default(Memory::synchronous(16))]
    memory: Memory<Bits<8>, 4, 1>,
    state: DFF<Dma>,
    from: DFF<Bits<4>>,
    to: DFF<Bits<4>>,
    left: DFF<Bits<3>>,
    runs: DFF<Bits<3>>,
}

impl Logic for DmaChannel {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, from, to, left, runs);
        self.memory.clock.next = self.clock.val();
        self.memory.read_enable[0].next = self.state.q.val() != Dma::Write;
        self.memory.read_address[0].next = self.from.q.val();
        self.memory.write_enable.next = self.state.q.val() == Dma::Write || self.poke.val();
        self.memory.write_address.next = self.to.q.val();
        self.memory.write_data.next = if self.poke.val() {
            self.data.val()
        } else {
            self.memory.read_data[0].val()
        };
        match self.state.q.val() {
            Dma::Idle => {
                if self.go.val() {
                    self.from.d.next = self.source.val();
                    self.to.d.next = self.target.val();
                    self.left.d.next = self.length.val();
                    self.state.d.next = Dma::Read;
                }
            }
            Dma::Read => {
                self.state.d.next = if self.left.q.val().any() {
                    Dma::Write
                } else {
                    Dma::Finish
                }
            }
            Dma::Write => {
                self.from.d.next = self.from.q.val() + 1;
                self.to.d.next = self.to.q.val() + 1;
                self.left.d.next = self.left.q.val() - 1;
                self.state.d.next = Dma::Read;
            }
            Dma::Finish => {
                self.runs.d.next = self.runs.q.val() + 1;
                self.state.d.next = Dma::Idle;
            }
        }
        self.busy.next = self.state.q.val() != Dma::Idle;
        self.word.next = self.memory.read_data[0].val();
        self.finished.next = self.runs.q.val();
    }
}

/// Packets of four bytes from streams of bytes, kept whole: one stream owns the output until its packet ends.
#[hdl_module]
struct PacketMux {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bits<2>>,
    last: Signal<In, Bits<2>>,
    data: [Signal<In, Bits<6>>; 2],
    accept: Signal<In, Bit>,
    ready: Signal<Out, Bits<2>>,
    out_valid: Signal<Out, Bit>,
    out_last: Signal<Out, Bit>,
    out: Signal<Out, Bits<6>>,
    owner: DFF<Bits<1>>,
    locked: DFF<Bit>,
}

impl Logic for PacketMux {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, owner, locked);
        let other = !self.owner.q.val();
        let stays = self.locked.q.val() || !self.valid.val().get_bit(other.index());
        let chosen = if stays { self.owner.q.val() } else { other };
        self.out_valid.next = self.valid.val().get_bit(chosen.index());
        self.out_last.next = self.out_valid.val() && self.last.val().get_bit(chosen.index());
        self.out.next = self.data[chosen.index()].val();
        self.ready.next = bits::<2>(0).replace_bit(chosen.index(), self.accept.val());
        if self.out_valid.val() && self.accept.val() {
            self.owner.d.next = chosen;
            self.locked.d.next = !self.out_last.val();
        }
    }
}

/// A wait for all of six participants.
#[hdl_module]
struct Barrier {
    clock: Signal<In, Clock>,
    arrive: Signal<In, Bits<6>>,
    members: Signal<In, Bits<6>>,
    release: Signal<Out, Bit>,
    generation: Signal<Out, Bits<4>>,
    waiting: Signal<Out, Bits<3>>,
    arrived: DFF<Bits<6>>,
    count: DFF<Bits<4>>,
    sums: [Signal<Local, Bits<3>>; 7],
}

impl Logic for Barrier {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, arrived, count);
        let now = self.arrived.q.val() | self.arrive.val();
        self.release.next = (now | !self.members.val()).all();
        self.arrived.d.next = now;
        if self.release.val() {
            self.arrived.d.next = 0.into();
            self.count.d.next = self.count.q.val() + 1;
        }
        self.sums[0].next = 0.into();
        for i in 0..6 {
            self.sums[i + 1].next = self.sums[i].val() + self.arrived.q.val().get_bit(i);
        }
        self.waiting.next = self.sums[6].val();
        self.generation.next = self.count.q.val();
    }
}

pub const KINDS: &[Kind] = &[
    kind!("interrupt controller", InterruptController),
    kind!("ring node", RingNode),
    kind!("DMA channel", DmaChannel),
    kind!("packet multiplexer", PacketMux),
    kind!("barrier", Barrier),
];
