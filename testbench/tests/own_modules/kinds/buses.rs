//! Arbiters, buses and networks.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

/// Grants by least recent use: a matrix says who goes before whom.
#[hdl_module]
struct MatrixArbiter {
    clock: Signal<In, Clock>,
    request: Signal<In, Bits<4>>,
    grant: Signal<Out, Bits<4>>,
    before: [DFF<Bits<4>>; 4],
    wins: [Signal<Local, Bit>; 4],
}

impl Logic for MatrixArbiter {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.before[i].clock.next = self.clock.val();
            // A row has a one for each rival that is served first; rows with a higher number begin behind the others.
            self.wins[i].next = self.request.val().get_bit(i) & !(self.before[i].q.val() & self.request.val()).any();
        }
        for i in 0..4 {
            self.before[i].d.next = self.before[i].q.val();
            for j in 0..4 {
                if i != j && self.wins[i].val() {
                    // Reads only the row's old value, so that the last winner counts.
                    self.before[i].d.next = bits::<4>(0b1111) ^ (bits::<4>(1) << i as u64);
                } else if i != j && self.wins[j].val() {
                    self.before[i].d.next = self.before[i].q.val().replace_bit(j, false);
                }
            }
        }
        self.grant.next = bits::<4>(0)
            .replace_bit(0, self.wins[0].val())
            .replace_bit(1, self.wins[1].val())
            .replace_bit(2, self.wins[2].val())
            .replace_bit(3, self.wins[3].val());
    }
}

const WEIGHTS: [u64; 3] = [4, 2, 1];

/// A round robin in which each client is served several times in a row.
#[hdl_module]
struct WeightedRoundRobin {
    clock: Signal<In, Clock>,
    request: Signal<In, Bits<3>>,
    owner: Signal<Out, Bits<2>>,
    busy: Signal<Out, Bit>,
    turn: DFF<Bits<2>>,
    #[default(DFFWithInit::new(4.into()))]
    credit: DFFWithInit<Bits<3>>,
}

impl Logic for WeightedRoundRobin {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, turn, credit);
        let following = if self.turn.q.val() == 2 {
            bits::<2>(0)
        } else {
            self.turn.q.val() + 1
        };
        let wants = match self.turn.q.val().index() {
            0 => self.request.val().get_bit(0),
            1 => self.request.val().get_bit(1),
            _ => self.request.val().get_bit(2),
        };
        let serves = wants && self.credit.q.val().any();
        if serves {
            self.credit.d.next = self.credit.q.val() - 1;
        } else {
            self.turn.d.next = following;
            self.credit.d.next = match following.index() {
                0 => bits::<3>(WEIGHTS[0]),
                1 => bits::<3>(WEIGHTS[1]),
                _ => bits::<3>(WEIGHTS[2]),
            };
        }
        self.owner.next = self.turn.q.val();
        self.busy.next = serves;
    }
}

/// A bank of registers on APB, with enables for bytes, a register that only counts and one that clears by ones.
#[hdl_module]
struct ApbBank {
    clock: Signal<In, Clock>,
    psel: Signal<In, Bit>,
    penable: Signal<In, Bit>,
    pwrite: Signal<In, Bit>,
    paddr: Signal<In, Bits<4>>,
    pstrb: Signal<In, Bits<2>>,
    pwdata: Signal<In, Bits<16>>,
    events: Signal<In, Bits<16>>,
    prdata: Signal<Out, Bits<16>>,
    pready: Signal<Out, Bit>,
    pslverr: Signal<Out, Bit>,
    scratch: [DFF<Bits<16>>; 2],
    writes: DFF<Bits<16>>,
    flags: DFF<Bits<16>>,
}

impl Logic for ApbBank {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, writes, flags);
        let access = self.psel.val() && self.penable.val();
        let write = access && self.pwrite.val();
        let low = if self.pstrb.val().get_bit(0) {
            bits::<16>(0xff)
        } else {
            bits::<16>(0)
        };
        let high = if self.pstrb.val().get_bit(1) {
            bits::<16>(0xff00)
        } else {
            bits::<16>(0)
        };
        let mask = low | high;
        for i in 0..2 {
            self.scratch[i].clock.next = self.clock.val();
            self.scratch[i].d.next = self.scratch[i].q.val();
            if write && self.paddr.val() == 2 * i as u64 {
                self.scratch[i].d.next = (self.scratch[i].q.val() & !mask) | (self.pwdata.val() & mask);
            }
        }
        self.flags.d.next = self.flags.q.val() | self.events.val();
        if write && self.paddr.val() == 6 {
            self.flags.d.next = (self.flags.q.val() & !(self.pwdata.val() & mask)) | self.events.val();
        }
        if write {
            self.writes.d.next = self.writes.q.val() + 1;
        }
        self.pslverr.next = false;
        self.prdata.next = match self.paddr.val().index() {
            0 => self.scratch[0].q.val(),
            2 => self.scratch[1].q.val(),
            4 => self.writes.q.val(),
            6 => self.flags.q.val(),
            _ => bits::<16>(0),
        };
        if access && (self.paddr.val().get_bit(0) | self.paddr.val().get_bit(3)) {
            self.pslverr.next = true;
        }
        self.pready.next = access;
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Write {
    Wait,
    HaveAddress,
    HaveData,
    Respond,
}

/// The channels of a write on AXI4-Lite, which come in any order.
#[hdl_module]
struct AxiWrite {
    clock: Signal<In, Clock>,
    reset_n: Signal<In, Bit>,
    awvalid: Signal<In, Bit>,
    awaddr: Signal<In, Bits<4>>,
    wvalid: Signal<In, Bit>,
    wdata: Signal<In, Bits<8>>,
    bready: Signal<In, Bit>,
    awready: Signal<Out, Bit>,
    wready: Signal<Out, Bit>,
    bvalid: Signal<Out, Bit>,
    bresp: Signal<Out, Bits<2>>,
    sum: Signal<Out, Bits<8>>,
    #[default(Register::new(ResetStyle { asynchronous: false, active_low: true }, Write::Wait))]
    state: Register<Write>,
    address: DFF<Bits<4>>,
    data: DFF<Bits<8>>,
    total: DFF<Bits<8>>,
}

impl Logic for AxiWrite {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, address, data, total);
        self.state.clock.next = self.clock.val();
        self.state.reset.next = self.reset_n.val();
        self.state.enable.next = true;
        let state = self.state.q.val();
        self.awready.next = state == Write::Wait || state == Write::HaveData;
        self.wready.next = state == Write::Wait || state == Write::HaveAddress;
        self.bvalid.next = state == Write::Respond;
        let takes_address = self.awvalid.val() && self.awready.val();
        let takes_data = self.wvalid.val() && self.wready.val();
        if takes_address {
            self.address.d.next = self.awaddr.val();
        }
        if takes_data {
            self.data.d.next = self.wdata.val();
        }
        self.state.d.next = match (state, takes_address, takes_data) {
            (Write::Wait, true, true) | (Write::HaveData, true, _) | (Write::HaveAddress, _, true) => Write::Respond,
            (Write::Wait, true, false) => Write::HaveAddress,
            (Write::Wait, false, true) => Write::HaveData,
            (Write::Respond, _, _) if self.bready.val() => Write::Wait,
            _ => state,
        };
        let bad = self.address.q.val() > 11;
        self.bresp.next = if bad { bits::<2>(2) } else { bits::<2>(0) };
        if self.bvalid.val() && self.bready.val() && !bad {
            self.total.d.next = self.total.q.val() + self.data.q.val();
        }
        self.sum.next = self.total.q.val();
    }
}

/// Any of four inputs to each of four outputs.
#[hdl_module]
struct Crossbar {
    from: [Signal<In, Bits<5>>; 4],
    route: [Signal<In, Bits<2>>; 4],
    enable: Signal<In, Bits<4>>,
    to: [Signal<Out, Bits<5>>; 4],
    shared: Signal<Out, Bit>,
}

impl Logic for Crossbar {
    #[hdl_gen]
    fn update(&mut self) {
        self.shared.next = false;
        for i in 0..4 {
            self.to[i].next = 0.into();
            if self.enable.val().get_bit(i) {
                self.to[i].next = self.from[self.route[i].val().index()].val();
            }
            for j in 0..i {
                if self.route[i].val() == self.route[j].val() {
                    self.shared.next = true;
                }
            }
        }
    }
}

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
    kind!("matrix arbiter", MatrixArbiter),
    kind!("weighted round robin", WeightedRoundRobin),
    kind!("APB registers", ApbBank),
    kind!("AXI4-Lite writes", AxiWrite),
    kind!("crossbar", Crossbar),
    kind!("interrupt controller", InterruptController),
    kind!("ring node", RingNode),
    kind!("DMA channel", DmaChannel),
    kind!("packet multiplexer", PacketMux),
    kind!("barrier", Barrier),
];
