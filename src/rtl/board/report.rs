//! The result as a line of text on a serial port: 8 data bits, no parity, one stop bit.

use crate::leaf::{Memory, Register};
use crate::netlist::ResetStyle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// A character of the text from this code on is a digit of the signature: its number, the lowest digit 0, is in the low four bits.
pub const DIGIT: u8 = 0x80;
/// The most characters of a line.
pub const MOST: usize = 127;

/// Sends the result again and again.
#[hdl_module]
pub(super) struct Report {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Sends nothing.
    pub(super) reset: Signal<In, Bit>,
    /// There is a result.
    pub(super) finished: Signal<In, Bit>,
    /// The result is right.
    pub(super) pass: Signal<In, Bit>,
    /// The signature.
    pub(super) signature: Signal<In, Bits<40>>,
    /// The serial line.
    pub(super) serial: Signal<Out, Bit>,
    #[default(Memory::synchronous(256))]
    text: Memory<Bits<8>, 8, 1>,
    place: Register<Bits<7>>,
    pause: Register<Bits<22>>,
    timer: Register<Bits<8>>,
    left: Register<Bits<4>>,
    frame: Register<Bits<10>>,
    idle: Signal<Local, Bit>,
    more: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    tick: Signal<Local, Bit>,
    code: Signal<Local, Bits<8>>,
    digit: Signal<Local, Bits<4>>,
    character: Signal<Local, Bits<8>>,
    length: Constant<Bits<7>>,
    last: Constant<Bits<8>>,
}

impl Report {
    /// `lines` are the texts of a wrong and a right result, of one length. A bit takes `divisor` clocks, 2 to 256.
    pub(super) fn new(lines: [&[u8]; 2], divisor: u32) -> Self {
        let padded = |line: &[u8]| {
            let mut line = line.to_vec();
            line.resize(MOST + 1, 0);
            line
        };
        let text = lines.into_iter().flat_map(padded);
        let reset = ResetStyle::default();
        Report {
            text: Memory::synchronous(256).with_contents(text.map(|code| Bits::from(u64::from(code)))),
            place: Register::new(reset, 0.into()),
            pause: Register::new(reset, 0.into()),
            timer: Register::new(reset, 0.into()),
            left: Register::new(reset, 0.into()),
            frame: Register::new(reset, 0.into()),
            length: Constant::new(Bits::from(lines[0].len() as u64)),
            last: Constant::new(Bits::from(u64::from(divisor - 1))),
            ..Report::default()
        }
    }
}

impl Logic for Report {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.place, self.pause, self.timer, self.left, self.frame { clock, reset, enable: true });
        self.idle.next = self.left.q.val() == 0;
        self.more.next = self.place.q.val() != self.length.val();
        self.load.next = (self.idle.val() & self.finished.val()) & self.more.val();
        self.tick.next = self.timer.q.val() == self.last.val();

        self.place.d.next = self.place.q.val();
        self.pause.d.next = 0.into();
        if self.load.val() {
            self.place.d.next = self.place.q.val() + 1;
        } else if self.idle.val() & !self.more.val() {
            self.pause.d.next = self.pause.q.val() + 1;
            if self.pause.q.val().all() {
                self.place.d.next = 0.into();
            }
        }

        // The text is read a clock ahead.
        self.text.clock.next = self.clock.val();
        self.text.write_enable.next = false;
        self.text.write_address.next = 0.into();
        self.text.write_data.next = 0.into();
        self.text.read_enable[0].next = true;
        self.text.read_address[0].next = bit_cast::<8, 7>(self.place.d.val());
        if self.pass.val() {
            self.text.read_address[0].next = bit_cast::<8, 7>(self.place.d.val()) | 0x80;
        }
        self.code.next = self.text.read_data[0].val();
        self.digit.next = 0.into();
        for i in 0..10 {
            if self.code.val().get_bits::<4>(0).index() == i {
                self.digit.next = self.signature.val().get_bits::<4>(4 * i);
            }
        }
        self.character.next = self.code.val();
        if self.code.val().get_bit(7) {
            self.character.next = bit_cast::<8, 4>(self.digit.val()) + 0x30;
            if self.digit.val() > 9 {
                self.character.next = bit_cast::<8, 4>(self.digit.val()) + 0x57;
            }
        }

        self.timer.d.next = self.timer.q.val() + 1;
        self.left.d.next = self.left.q.val();
        self.frame.d.next = self.frame.q.val();
        if self.load.val() {
            self.timer.d.next = 0.into();
            self.left.d.next = 10.into();
            self.frame.d.next = (bit_cast::<10, 8>(self.character.val()) << 1) | 0x200;
        } else if self.tick.val() {
            self.timer.d.next = 0.into();
            self.frame.d.next = self.frame.q.val() >> 1;
            if !self.idle.val() {
                self.left.d.next = self.left.q.val() - 1;
            }
        }
        self.serial.next = self.idle.val() | self.frame.q.val().get_bit(0);
    }
}
