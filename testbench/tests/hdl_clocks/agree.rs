//! Blocks of several clocks compute the same in all forms.

use super::fifo::AsynchronousFifo;
use super::together::{Together, agree};
use crate::hdl_memories::lint;
use crate::settings::first_seed;
use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use lanesmith::sim::testbench::Random;
use std::collections::VecDeque;

/// Three clocks, registers of all kinds, memories on two of them.
#[derive(LogicBlock)]
struct Mixture {
    first: Signal<In, Clock>,
    second: Signal<In, Clock>,
    third: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    clear: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    value: Signal<In, Bits<8>>,
    address: Signal<In, Bits<3>>,
    total: Signal<Out, Bits<8>>,
    held: Signal<Out, Bits<8>>,
    word: Signal<Out, Bits<8>>,
    now: Signal<Out, Bits<8>>,
    both: Signal<Out, Bits<8>>,
    sum: Register<Bits<8>>,
    hold: Register<Bits<8>>,
    plain: DFF<Bits<8>>,
    copy: DFF<Bits<8>>,
    store: Memory<Bits<8>, 3, 1>,
    open: Memory<Bits<8>, 3, 1>,
    ram: RAM<Bits<8>, 3>,
}

impl Default for Mixture {
    fn default() -> Self {
        let style = |asynchronous| ResetStyle {
            asynchronous,
            active_low: false,
        };
        Mixture {
            first: Signal::default(),
            second: Signal::default(),
            third: Signal::default(),
            reset: Signal::default(),
            clear: Signal::default(),
            enable: Signal::default(),
            value: Signal::default(),
            address: Signal::default(),
            total: Signal::default(),
            held: Signal::default(),
            word: Signal::default(),
            now: Signal::default(),
            both: Signal::default(),
            sum: Register::new(style(false), 0x11.into()),
            hold: Register::new(style(true), 0x22.into()),
            plain: DFF::default(),
            copy: DFF::default(),
            store: Memory::synchronous(8),
            open: Memory::asynchronous(6),
            ram: RAM::from((1..9_u64).map(Bits::from)),
        }
    }
}

impl Logic for Mixture {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.clock.next = self.first.val();
        self.sum.reset.next = self.reset.val();
        self.sum.enable.next = true;
        self.sum.d.next = self.sum.q.val() + self.hold.q.val();
        self.hold.clock.next = self.second.val();
        self.hold.reset.next = self.clear.val();
        self.hold.enable.next = self.enable.val();
        self.hold.d.next = self.value.val() ^ self.sum.q.val();
        self.plain.clock.next = self.third.val();
        self.plain.d.next = self.sum.q.val() ^ self.hold.q.val() ^ self.ram.read_data.val();
        self.copy.clock.next = self.first.val();
        self.copy.d.next = self.plain.q.val();
        self.store.clock.next = self.second.val();
        self.store.write_enable.next = self.enable.val();
        self.store.write_address.next = self.address.val();
        self.store.write_data.next = self.plain.q.val();
        self.store.read_enable[0].next = !self.enable.val();
        self.store.read_address[0].next = bit_cast::<3, 8>(self.sum.q.val());
        self.open.clock.next = self.third.val();
        self.open.write_enable.next = !self.enable.val();
        self.open.write_address.next = self.address.val();
        self.open.write_data.next = self.value.val();
        self.open.read_enable[0].next = true;
        self.open.read_address[0].next = bit_cast::<3, 8>(self.copy.q.val());
        self.ram.read_clock.next = self.first.val();
        self.ram.write_clock.next = self.third.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_address.next = bit_cast::<3, 8>(self.hold.q.val());
        self.ram.write_enable.next = self.enable.val();
        self.ram.write_data.next = self.value.val();
        self.total.next = self.sum.q.val() + self.copy.q.val();
        self.held.next = self.hold.q.val();
        self.word.next = self.store.read_data[0].val();
        self.now.next = self.open.read_data[0].val();
        self.both.next = self.ram.read_data.val() ^ self.plain.q.val();
    }
}

lanesmith::top!(Mixture {
    first,
    second,
    third,
    reset,
    clear,
    enable,
    value,
    address,
    total,
    held,
    word,
    now,
    both
});

#[test]
fn registers_and_memories_of_three_clocks_follow_their_own() {
    let seed = first_seed();
    let all = agree("three clocks", Box::new(Mixture::default()), 4000, seed);
    assert_eq!(all.clocks, ["first", "second", "third"]);
    assert_eq!(lint(&all.design), "");
    if let Some((known, bits)) = all.icarus("three clocks") {
        // An asynchronous memory of 6 words is read at 8 addresses.
        assert!(known * 10 > bits * 7, "{known} of {bits} bits are known");
    }
    assert!(hdl::check(Mixture::default(), 1000, seed).is_ok());
}

#[test]
fn an_asynchronous_fifo_gives_what_it_took_in_order_at_every_ratio_of_its_clocks_in_every_form() {
    let seed = first_seed();
    for (slow, fast) in [(1, 9), (9, 1), (5, 7)] {
        let mut all = Together::new(Box::new(AsynchronousFifo::default()));
        assert_eq!(all.clocks, ["read_clock", "write_clock"]);
        let [read, write, data_in] = ["read", "write", "data_in"].map(|name| all.index(name));
        let mut random = Random::new(seed);
        let (mut inside, mut given, mut was_full) = (VecDeque::new(), 0, false);
        for step in 0..1500 {
            let at = format!("ratio {slow}:{fast}, step {step}, seed {seed}");
            let word = random.bits() & 0xff;
            all.set(data_in, word);
            all.set(read, 0);
            all.set(write, 0);
            all.settle(&at);
            // In the end it is emptied.
            let (empty, full) = (all.get("empty") == 1, all.get("full") == 1);
            was_full |= full;
            let (reads, writes) = (
                !empty && random.below(8) > 0,
                !full && random.below(8) > 0 && step < 1300,
            );
            all.set(read, reads.into());
            all.set(write, writes.into());
            all.settle(&at);
            let (edge_in, edge_out) = match random.below(8) {
                0 => (true, true),
                _ if random.below(slow + fast) < slow => (true, false),
                _ => (false, true),
            };
            if reads && edge_out {
                assert_eq!(inside.pop_front(), Some(all.get("data_out")), "{at}");
                given += 1;
            }
            if writes && edge_in {
                inside.push_back(word);
            }
            // The clocks are in the order of the ports: read, write.
            all.tick(|clock| [edge_out, edge_in][clock]);
        }
        assert!(
            inside.is_empty() && given > 100,
            "{} left, {given} given, {slow}:{fast}",
            inside.len()
        );
        assert!(was_full || slow < fast, "{slow}:{fast}");
        assert_eq!(lint(&all.design), "");
        if let Some((known, bits)) = all.icarus(&format!("ratio {slow}:{fast}")) {
            // What a RAM shows is unknown until it is read after a write.
            assert!(known * 10 > bits * 9, "{known} of {bits} bits are known");
        }
    }
}
