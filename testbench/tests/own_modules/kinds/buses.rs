//! Arbiters and buses.

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

pub const KINDS: &[Kind] = &[
    kind!("matrix arbiter", MatrixArbiter),
    kind!("weighted round robin", WeightedRoundRobin),
    kind!("APB registers", ApbBank),
    kind!("AXI4-Lite writes", AxiWrite),
    kind!("crossbar", Crossbar),
];
