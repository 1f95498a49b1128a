//! Several clocks.

use super::harness::{Own, own};
use lanesmith::hdl::prelude::*;

/// Three clocks, registers of all kinds, memories on two of them.
#[hdl_module]
pub struct Mixture {
    first: Signal<In, Clock>,
    second: Signal<In, Clock>,
    third: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    reset_hold: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    value: Signal<In, Bits<8>>,
    address: Signal<In, Bits<3>>,
    total: Signal<Out, Bits<8>>,
    held: Signal<Out, Bits<8>>,
    word: Signal<Out, Bits<8>>,
    now: Signal<Out, Bits<8>>,
    both: Signal<Out, Bits<8>>,
    #[default(Register::new(ResetStyle { asynchronous: false, active_low: false }, 0x11.into()))]
    sum: Register<Bits<8>>,
    #[default(Register::new(ResetStyle { asynchronous: true, active_low: false }, 0x22.into()))]
    hold: Register<Bits<8>>,
    plain: DFF<Bits<8>>,
    copy: DFF<Bits<8>>,
    #[default(Memory::synchronous(8))]
    store: Memory<Bits<8>, 3, 1>,
    #[default(Memory::asynchronous(8))]
    open: Memory<Bits<8>, 3, 1>,
    #[default(RAM::from((1..9_u64).map(Bits::from)))]
    ram: RAM<Bits<8>, 3>,
}

impl Logic for Mixture {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, first, sum, copy);
        clock!(self, second, hold, store);
        clock!(self, third, plain, open);
        self.sum.reset.next = self.reset.val();
        self.sum.enable.next = true;
        self.sum.d.next = self.sum.q.val() + self.hold.q.val();
        self.hold.reset.next = self.reset_hold.val();
        self.hold.enable.next = self.enable.val();
        self.hold.d.next = self.value.val() ^ self.sum.q.val();
        self.plain.d.next = self.sum.q.val() ^ self.hold.q.val() ^ self.ram.read_data.val();
        self.copy.d.next = self.plain.q.val();
        self.store.write_enable.next = self.enable.val();
        self.store.write_address.next = self.address.val();
        self.store.write_data.next = self.plain.q.val();
        self.store.read_enable[0].next = !self.enable.val();
        self.store.read_address[0].next = bit_cast::<3, 8>(self.sum.q.val());
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

/// Two flip-flops behind each other.
#[derive(LogicBlock, Default)]
pub struct Synchroniser<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub sig_in: Signal<In, Bits<N>>,
    pub sig_out: Signal<Out, Bits<N>>,
    dff0: DFF<Bits<N>>,
    dff1: DFF<Bits<N>>,
}

impl<const N: usize> Logic for Synchroniser<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, dff0, dff1);
        self.dff0.d.next = self.sig_in.val();
        self.dff1.d.next = self.dff0.q.val();
        self.sig_out.next = self.dff1.q.val();
    }
}

/// A FIFO of eight words whose ends have clocks of their own; each side sees the other's pointer in Gray code.
#[hdl_module]
pub struct AsynchronousFifo {
    read_clock: Signal<In, Clock>,
    write_clock: Signal<In, Clock>,
    read: Signal<In, Bit>,
    write: Signal<In, Bit>,
    data_in: Signal<In, Bits<8>>,
    data_out: Signal<Out, Bits<8>>,
    empty: Signal<Out, Bit>,
    full: Signal<Out, Bit>,
    words: RAM<Bits<8>, 3>,
    head: DFF<Bits<4>>,
    head_gray: DFF<Bits<4>>,
    tail: DFF<Bits<4>>,
    tail_gray: DFF<Bits<4>>,
    head_seen: Synchroniser<4>,
    tail_seen: Synchroniser<4>,
}

impl Logic for AsynchronousFifo {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, read_clock, head, head_gray);
        dff_setup!(self, write_clock, tail, tail_gray);
        clock!(self, read_clock, tail_seen);
        clock!(self, write_clock, head_seen);
        self.head_seen.sig_in.next = self.head_gray.q.val();
        self.tail_seen.sig_in.next = self.tail_gray.q.val();
        self.empty.next = self.head_gray.q.val() == self.tail_seen.sig_out.val();
        // Full is a round behind: in Gray code the two upper bits differ.
        self.full.next = self.tail_gray.q.val() == (self.head_seen.sig_out.val() ^ bits::<4>(0xc));
        if self.read.val() && !self.empty.val() {
            self.head.d.next = self.head.q.val() + 1;
        }
        if self.write.val() && !self.full.val() {
            self.tail.d.next = self.tail.q.val() + 1;
        }
        self.head_gray.d.next = self.head.d.val() ^ (self.head.d.val() >> 1);
        self.tail_gray.d.next = self.tail.d.val() ^ (self.tail.d.val() >> 1);
        self.words.read_clock.next = self.read_clock.val();
        self.words.write_clock.next = self.write_clock.val();
        // The word behind the one that is read now is at the output in the next clock.
        self.words.read_address.next = bit_cast::<3, 4>(self.head.d.val());
        self.words.write_address.next = bit_cast::<3, 4>(self.tail.q.val());
        self.words.write_data.next = self.data_in.val();
        self.words.write_enable.next = self.write.val() && !self.full.val();
        self.data_out.next = self.words.read_data.val();
    }
}

/// A register of one clock resets one of another.
#[hdl_module]
pub struct CrossedReset {
    fast: Signal<In, Clock>,
    slow: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    go: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    #[default(Register::new(ResetStyle { asynchronous: true, active_low: false }, false))]
    raised: Register<Bit>,
    #[default(Register::new(ResetStyle { asynchronous: true, active_low: false }, 0.into()))]
    word: Register<Bits<4>>,
}

impl Logic for CrossedReset {
    #[hdl_gen]
    fn update(&mut self) {
        self.raised.clock.next = self.fast.val();
        self.word.clock.next = self.slow.val();
        self.raised.reset.next = self.clear.val();
        self.raised.enable.next = true;
        self.raised.d.next = self.go.val();
        self.word.reset.next = self.raised.q.val();
        self.word.enable.next = true;
        self.word.d.next = self.d.val();
        self.y.next = self.word.q.val();
    }
}

pub const MODULES: &[Own] = &[
    own!("state of three clocks", Mixture),
    own!("FIFO of two clocks", AsynchronousFifo),
    own!("a reset from another clock", CrossedReset),
];
