//! Buses and arbiters.

use super::harness::{Own, own};
use lanesmith::hdl::prelude::*;

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

pub const MODULES: &[Own] = &[
    own!("AXI4-Lite writes", AxiWrite),
    own!("interrupt controller", InterruptController),
];
