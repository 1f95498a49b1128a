//! Caches, predictors and buffers of stores.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

/// A direct-mapped cache of four lines, filled a clock after a miss.
#[hdl_module]
struct DirectCache {
    clock: Signal<In, Clock>,
    read: Signal<In, Bit>,
    address: Signal<In, Bits<6>>,
    flush: Signal<In, Bit>,
    memory_data: Signal<In, Bits<8>>,
    data: Signal<Out, Bits<8>>,
    hit: Signal<Out, Bit>,
    misses: Signal<Out, Bits<8>>,
    #[default(Memory::asynchronous(4))]
    lines: Memory<Bits<8>, 2, 1>,
    tags: [DFF<Bits<4>>; 4],
    valid: DFF<Bits<4>>,
    fill: DFF<Bit>,
    missed: DFF<Bits<6>>,
    count: DFF<Bits<8>>,
}

impl Logic for DirectCache {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, fill, missed, count);
        let index = self.address.val().get_bits::<2>(0);
        let line = self.missed.q.val().get_bits::<2>(0);
        for i in 0..4 {
            self.tags[i].clock.next = self.clock.val();
            self.tags[i].d.next = self.tags[i].q.val();
        }
        self.lines.clock.next = self.clock.val();
        self.lines.read_address[0].next = index;
        self.lines.write_address.next = line;
        self.lines.write_data.next = self.memory_data.val();
        self.lines.write_enable.next = self.fill.q.val();
        self.hit.next = self.read.val()
            && self.valid.q.val().get_bit(index.index())
            && self.tags[index.index()].q.val() == self.address.val().get_bits::<4>(2);
        self.fill.d.next = self.read.val() && !self.hit.val();
        if self.fill.d.val() {
            self.missed.d.next = self.address.val();
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.fill.q.val() {
            self.tags[line.index()].d.next = self.missed.q.val().get_bits::<4>(2);
            self.valid.d.next = self.valid.q.val().replace_bit(line.index(), true);
        }
        if self.flush.val() {
            self.valid.d.next = 0.into();
        }
        self.data.next = if self.hit.val() {
            self.lines.read_data[0].val()
        } else {
            bits::<8>(0)
        };
        self.misses.next = self.count.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Line {
    valid: Bit,
    tag: Bits<3>,
    data: Bits<5>,
}

/// Two ways, of which the one not used last is replaced.
#[hdl_module]
struct TwoWays {
    clock: Signal<In, Clock>,
    lookup: Signal<In, Bit>,
    insert: Signal<In, Bit>,
    key: Signal<In, Bits<3>>,
    value: Signal<In, Bits<5>>,
    hit: Signal<Out, Bit>,
    found: Signal<Out, Bits<5>>,
    way: [DFF<Line>; 2],
    recent: DFF<Bit>,
    match_way: [Signal<Local, Bit>; 2],
}

impl Logic for TwoWays {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, recent);
        self.found.next = 0.into();
        for i in 0..2 {
            self.way[i].clock.next = self.clock.val();
            self.way[i].d.next = self.way[i].q.val();
            self.match_way[i].next = self.way[i].q.val().valid & (self.way[i].q.val().tag == self.key.val());
            if self.match_way[i].val() {
                self.found.next = self.way[i].q.val().data;
            }
        }
        let hit = self.match_way[0].val() | self.match_way[1].val();
        self.hit.next = hit && self.lookup.val();
        let victim = if hit {
            self.match_way[1].val()
        } else {
            !self.recent.q.val()
        };
        if self.insert.val() {
            self.recent.d.next = victim;
            for i in 0..2 {
                if victim == (i == 1) {
                    self.way[i].d.next.valid = true;
                    self.way[i].d.next.tag = self.key.val();
                    self.way[i].d.next.data = self.value.val();
                }
            }
        } else if hit && self.lookup.val() {
            self.recent.d.next = self.match_way[1].val();
        }
    }
}

/// Translates pages by four entries, replaced in turn, with global entries that survive a change of the address space.
#[hdl_module]
struct Tlb {
    clock: Signal<In, Clock>,
    page: Signal<In, Bits<6>>,
    refill: Signal<In, Bit>,
    frame: Signal<In, Bits<5>>,
    global: Signal<In, Bit>,
    change: Signal<In, Bit>,
    physical: Signal<Out, Bits<5>>,
    miss: Signal<Out, Bit>,
    pages: [DFF<Bits<6>>; 4],
    frames: [DFF<Bits<5>>; 4],
    valid: [DFF<Bit>; 4],
    globals: [DFF<Bit>; 4],
    victim: DFF<Bits<2>>,
}

impl Logic for Tlb {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, victim);
        self.miss.next = true;
        self.physical.next = 0.into();
        for i in 0..4 {
            self.pages[i].clock.next = self.clock.val();
            self.frames[i].clock.next = self.clock.val();
            self.valid[i].clock.next = self.clock.val();
            self.globals[i].clock.next = self.clock.val();
            self.pages[i].d.next = self.pages[i].q.val();
            self.frames[i].d.next = self.frames[i].q.val();
            self.globals[i].d.next = self.globals[i].q.val();
            self.valid[i].d.next = self.valid[i].q.val() && (!self.change.val() || self.globals[i].q.val());
            if self.valid[i].q.val() && self.pages[i].q.val() == self.page.val() {
                self.miss.next = false;
                self.physical.next = self.frames[i].q.val();
            }
            if self.refill.val() && self.victim.q.val() == i as u64 {
                self.pages[i].d.next = self.page.val();
                self.frames[i].d.next = self.frame.val();
                self.globals[i].d.next = self.global.val();
                self.valid[i].d.next = true;
            }
        }
        if self.refill.val() {
            self.victim.d.next = self.victim.q.val() + 1;
        }
    }
}

/// Eight counters of two bits that predict branches, chosen by address and history.
#[hdl_module]
struct BranchPredictor {
    clock: Signal<In, Clock>,
    address: Signal<In, Bits<3>>,
    resolve: Signal<In, Bit>,
    taken: Signal<In, Bit>,
    predicted: Signal<Out, Bit>,
    wrong: Signal<Out, Bits<8>>,
    counters: [DFF<Bits<2>>; 8],
    history: DFF<Bits<3>>,
    errors: DFF<Bits<8>>,
}

impl Logic for BranchPredictor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, history, errors);
        for i in 0..8 {
            self.counters[i].clock.next = self.clock.val();
            self.counters[i].d.next = self.counters[i].q.val();
        }
        let entry = (self.address.val() ^ self.history.q.val()).index();
        let counter = self.counters[entry].q.val();
        self.predicted.next = counter.get_bit(1);
        if self.resolve.val() {
            self.history.d.next = (self.history.q.val() << 1) | bit_cast::<3, 1>(self.taken.val().into());
            self.counters[entry].d.next = match (counter.index(), self.taken.val()) {
                (3, true) => bits::<2>(3),
                (0, false) => bits::<2>(0),
                (_, true) => counter + 1,
                (_, false) => counter - 1,
            };
            if self.predicted.val() != self.taken.val() {
                self.errors.d.next = self.errors.q.val() + 1;
            }
        }
        self.wrong.next = self.errors.q.val();
    }
}

/// Stores on their way to memory: loads see the youngest one to their address.
#[hdl_module]
struct StoreBuffer {
    clock: Signal<In, Clock>,
    store: Signal<In, Bit>,
    address: Signal<In, Bits<4>>,
    data: Signal<In, Bits<8>>,
    drain: Signal<In, Bit>,
    forward: Signal<Out, Bit>,
    loaded: Signal<Out, Bits<8>>,
    full: Signal<Out, Bit>,
    drained: Signal<Out, Bits<8>>,
    addresses: [DFF<Bits<4>>; 3],
    values: [DFF<Bits<8>>; 3],
    count: DFF<Bits<2>>,
}

impl Logic for StoreBuffer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        let pops = self.drain.val() && self.count.q.val().any();
        let room = self.count.q.val() != 3 || pops;
        let pushes = self.store.val() && room;
        let kept = if pops {
            self.count.q.val() - 1
        } else {
            self.count.q.val()
        };
        self.forward.next = false;
        self.loaded.next = 0.into();
        for i in 0..3 {
            self.addresses[i].clock.next = self.clock.val();
            self.values[i].clock.next = self.clock.val();
            // The oldest is the first; all move up when it leaves.
            let following = if i < 2 { i + 1 } else { i };
            self.addresses[i].d.next = if pops {
                self.addresses[following].q.val()
            } else {
                self.addresses[i].q.val()
            };
            self.values[i].d.next = if pops {
                self.values[following].q.val()
            } else {
                self.values[i].q.val()
            };
            if pushes && kept == i as u64 {
                self.addresses[i].d.next = self.address.val();
                self.values[i].d.next = self.data.val();
            }
            if self.count.q.val() > i as u64 && self.addresses[i].q.val() == self.address.val() {
                self.forward.next = true;
                self.loaded.next = self.values[i].q.val();
            }
        }
        self.count.d.next = if pushes { kept + 1 } else { kept };
        self.full.next = !room;
        self.drained.next = if pops { self.values[0].q.val() } else { bits::<8>(0) };
    }
}

pub const KINDS: &[Kind] = &[
    kind!("direct-mapped cache", DirectCache),
    kind!("two-way cache", TwoWays),
    kind!("TLB", Tlb),
    kind!("branch predictor", BranchPredictor),
    kind!("store buffer", StoreBuffer),
];
