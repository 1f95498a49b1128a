//! Frames, messages and pulses on serial lines.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

/// CAN: takes stuffed bits out, and computes the checksum of 15 bits.
#[hdl_module]
struct CanBits {
    clock: Signal<In, Clock>,
    start: Signal<In, Bit>,
    line: Signal<In, Bit>,
    bit: Signal<Out, Bit>,
    valid: Signal<Out, Bit>,
    stuff_error: Signal<Out, Bit>,
    checksum: Signal<Out, Bits<15>>,
    last: DFF<Bit>,
    run: DFF<Bits<3>>,
    crc: DFF<Bits<15>>,
}

impl Logic for CanBits {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last, run, crc);
        let same = self.line.val() == self.last.q.val();
        let stuffed = self.run.q.val() == 5;
        self.last.d.next = self.line.val();
        self.run.d.next = if same && !stuffed {
            self.run.q.val() + 1
        } else {
            bits::<3>(1)
        };
        self.valid.next = !stuffed;
        self.stuff_error.next = stuffed & same;
        let shifted = self.crc.q.val() << 1;
        if !stuffed {
            self.crc.d.next = if self.line.val() ^ self.crc.q.val().get_bit(14) {
                shifted ^ bits::<15>(0x4599)
            } else {
                shifted
            };
        }
        if self.start.val() {
            self.crc.d.next = 0.into();
            self.run.d.next = 1.into();
        }
        self.bit.next = self.line.val();
        self.checksum.next = self.crc.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Note {
    channel: Bits<4>,
    key: Bits<7>,
    velocity: Bits<7>,
}

/// Notes of MIDI, with running status.
#[hdl_module]
struct Midi {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    byte: Signal<In, Bits<8>>,
    note: Signal<Out, Note>,
    on: Signal<Out, Bit>,
    off: Signal<Out, Bit>,
    status: DFF<Bits<8>>,
    key: DFF<Bits<7>>,
    second: DFF<Bit>,
}

impl Logic for Midi {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, status, key, second);
        self.on.next = false;
        self.off.next = false;
        self.note.next.channel = self.status.q.val().get_bits::<4>(0);
        self.note.next.key = self.key.q.val();
        self.note.next.velocity = self.byte.val().get_bits::<7>(0);
        if self.valid.val() {
            if self.byte.val().get_bit(7) {
                // Real-time messages leave the status alone.
                if self.byte.val() < 0xf8 {
                    self.status.d.next = self.byte.val();
                    self.second.d.next = false;
                }
            } else {
                match self.status.q.val().index() {
                    0..=0x7f => {}
                    0x80..=0x9f => {
                        self.second.d.next = !self.second.q.val();
                        if self.second.q.val() {
                            let sounds = self.status.q.val().get_bit(4) && self.byte.val().any();
                            self.on.next = sounds;
                            self.off.next = !sounds;
                        } else {
                            self.key.d.next = self.byte.val().get_bits::<7>(0);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Frames between flags of HDLC: 01111110 begins and ends one, seven ones abort it.
#[hdl_module]
struct Hdlc {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    line: Signal<In, Bit>,
    byte: Signal<Out, Bits<8>>,
    valid: Signal<Out, Bit>,
    inside: Signal<Out, Bit>,
    aborts: Signal<Out, Bits<4>>,
    window: DFF<Bits<8>>,
    data: DFF<Bits<8>>,
    count: DFF<Bits<3>>,
    open: DFF<Bit>,
    aborted: DFF<Bits<4>>,
}

const FLAG: u64 = 0b0111_1110;

impl Logic for Hdlc {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, window, data, count, open, aborted);
        let window = (self.window.q.val() >> 1).replace_bit(7, self.line.val());
        self.valid.next = false;
        if self.enable.val() {
            self.window.d.next = window;
            if window == FLAG {
                self.open.d.next = true;
                self.count.d.next = 0.into();
            } else if window.get_bits::<7>(1).all() {
                self.open.d.next = false;
                if self.open.q.val() {
                    self.aborted.d.next = self.aborted.q.val() + 1;
                }
            } else if self.open.q.val() && window.get_bits::<6>(2) != 0b01_1111 {
                self.data.d.next = (self.data.q.val() >> 1).replace_bit(7, self.line.val());
                self.count.d.next = self.count.q.val() + 1;
                self.valid.next = self.count.q.val().all();
            }
        }
        self.byte.next = self.data.d.val();
        self.inside.next = self.open.q.val();
        self.aborts.next = self.aborted.q.val();
    }
}

/// Drives lights whose zeros are short pulses and whose ones are long.
#[hdl_module]
struct Ws2812 {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    colour: Signal<In, Bits<12>>,
    line: Signal<Out, Bit>,
    ready: Signal<Out, Bit>,
    shift: DFF<Bits<12>>,
    left: DFF<Bits<4>>,
    tick: DFF<Bits<3>>,
}

impl Logic for Ws2812 {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, shift, left, tick);
        let idle = !self.left.q.val().any();
        let high = if self.shift.q.val().get_bit(11) {
            bits::<3>(4)
        } else {
            bits::<3>(2)
        };
        self.line.next = !idle && self.tick.q.val() < high;
        self.ready.next = idle;
        match (idle, self.load.val()) {
            (true, true) => {
                self.shift.d.next = self.colour.val();
                self.left.d.next = 12.into();
                self.tick.d.next = 0.into();
            }
            (true, false) => {}
            (false, _) if self.tick.q.val() == 5 => {
                self.tick.d.next = 0.into();
                self.shift.d.next = self.shift.q.val() << 1;
                self.left.d.next = self.left.q.val() - 1;
            }
            _ => self.tick.d.next = self.tick.q.val() + 1,
        }
    }
}

pub const KINDS: &[Kind] = &[
    kind!("CAN checksum and stuffing", CanBits),
    kind!("MIDI parser", Midi),
    kind!("HDLC frames", Hdlc).quiet(&["aborts"]),
    kind!("WS2812 driver", Ws2812),
];
