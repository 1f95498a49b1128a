//! A FIFO whose ends have clocks of their own, and the synchroniser in it.

use lanesmith::hdl::prelude::*;

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

/// Eight words; each side sees the other's pointer in Gray code.
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
