//! Serial protocols: lines with one wire, and lines with a clock.

use super::{Kind, kind};
use lanesmith::hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Frame {
    Idle,
    Start,
    Data,
    Parity,
    Stop,
}

/// A UART's receiver with even parity, four samples for each bit.
#[hdl_module]
struct ParityUart {
    clock: Signal<In, Clock>,
    line: Signal<In, Bit>,
    data: Signal<Out, Bits<5>>,
    valid: Signal<Out, Bit>,
    parity_error: Signal<Out, Bit>,
    framing_error: Signal<Out, Bit>,
    state: DFF<Frame>,
    phase: DFF<Bits<2>>,
    count: DFF<Bits<3>>,
    shift: DFF<Bits<5>>,
    odd: DFF<Bit>,
}

impl Logic for ParityUart {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, phase, count, shift, odd);
        let middle = self.phase.q.val() == 1;
        let end = self.phase.q.val().all();
        self.phase.d.next = self.phase.q.val() + 1;
        self.valid.next = false;
        self.framing_error.next = false;
        match self.state.q.val() {
            Frame::Idle => {
                self.phase.d.next = 0.into();
                if !self.line.val() {
                    self.state.d.next = Frame::Start;
                }
            }
            Frame::Start if middle && self.line.val() => self.state.d.next = Frame::Idle,
            Frame::Start => {
                self.count.d.next = 0.into();
                self.odd.d.next = false;
                if end {
                    self.state.d.next = Frame::Data;
                }
            }
            Frame::Data => {
                if middle {
                    self.shift.d.next = (self.shift.q.val() >> 1).replace_bit(4, self.line.val());
                    self.odd.d.next = self.odd.q.val() ^ self.line.val();
                }
                if end {
                    self.count.d.next = self.count.q.val() + 1;
                    if self.count.q.val() == 4 {
                        self.state.d.next = Frame::Parity;
                    }
                }
            }
            Frame::Parity => {
                if middle {
                    self.odd.d.next = self.odd.q.val() ^ self.line.val();
                }
                if end {
                    self.state.d.next = Frame::Stop;
                }
            }
            Frame::Stop if middle => {
                self.valid.next = self.line.val() & !self.odd.q.val();
                self.framing_error.next = !self.line.val();
                self.state.d.next = Frame::Idle;
            }
            Frame::Stop => {}
        }
        self.parity_error.next = self.odd.q.val() & (self.state.q.val() == Frame::Stop);
        self.data.next = self.shift.q.val();
    }
}

/// A slave of SPI in a chosen mode, which samples its lines with the system clock.
#[hdl_module]
struct SpiSlave {
    clock: Signal<In, Clock>,
    sclk: Signal<In, Bit>,
    select_n: Signal<In, Bit>,
    mosi: Signal<In, Bit>,
    mode: Signal<In, Bits<2>>,
    answer: Signal<In, Bits<8>>,
    miso: Signal<Out, Bit>,
    received: Signal<Out, Bits<8>>,
    strobe: Signal<Out, Bit>,
    last: DFF<Bit>,
    bits: DFF<Bits<3>>,
    input: DFF<Bits<8>>,
    output: DFF<Bits<8>>,
}

impl Logic for SpiSlave {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last, bits, input, output);
        let polarity = self.mode.val().get_bit(1);
        let phase = self.mode.val().get_bit(0);
        self.last.d.next = self.sclk.val();
        let leading = (self.last.q.val() == polarity) & (self.sclk.val() != polarity);
        let trailing = (self.last.q.val() != polarity) & (self.sclk.val() == polarity);
        let sample = if phase { trailing } else { leading };
        let shift = if phase { leading } else { trailing };
        self.strobe.next = false;
        if self.select_n.val() {
            self.bits.d.next = 0.into();
            self.output.d.next = self.answer.val();
        } else {
            if sample {
                self.input.d.next = (self.input.q.val() << 1) + self.mosi.val();
                self.bits.d.next = self.bits.q.val() + 1;
                self.strobe.next = self.bits.q.val().all();
            }
            if shift {
                self.output.d.next = self.output.q.val() << 1;
            }
        }
        self.miso.next = self.output.q.val().get_bit(7) & !self.select_n.val();
        self.received.next = self.input.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Stereo {
    left: Bits<6>,
    right: Bits<6>,
}

/// I2S: words of two channels, the first bit a clock behind the change of the channel.
#[hdl_module]
struct I2sReceiver {
    clock: Signal<In, Clock>,
    channel: Signal<In, Bit>,
    data: Signal<In, Bit>,
    sample: Signal<Out, Stereo>,
    fresh: Signal<Out, Bit>,
    before: DFF<Bit>,
    word: DFF<Bits<6>>,
    kept: DFF<Stereo>,
}

impl Logic for I2sReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, before, word, kept);
        self.before.d.next = self.channel.val();
        self.word.d.next = (self.word.q.val() << 1) | bit_cast::<6, 1>(self.data.val().into());
        let ends = self.before.q.val() != self.channel.val();
        if ends {
            if self.before.q.val() {
                self.kept.d.next.right = self.word.d.val();
            } else {
                self.kept.d.next.left = self.word.d.val();
            }
        }
        self.fresh.next = ends & self.before.q.val();
        self.sample.next = self.kept.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Wire {
    Rest,
    Reset,
    Listen,
    Slot,
    Recover,
}

/// The master of a one-wire bus: reset with presence, and slots of one bit.
#[hdl_module]
struct OneWire {
    clock: Signal<In, Clock>,
    command: Signal<In, Bits<2>>,
    sensed: Signal<In, Bit>,
    pull: Signal<Out, Bit>,
    busy: Signal<Out, Bit>,
    present: Signal<Out, Bit>,
    read: Signal<Out, Bit>,
    state: DFF<Wire>,
    timer: DFF<Bits<5>>,
    bit: DFF<Bit>,
    seen: DFF<Bit>,
}

const RESET_TIME: u64 = 20;
const SLOT_TIME: u64 = 9;

impl Logic for OneWire {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, timer, bit, seen);
        self.pull.next = false;
        self.timer.d.next = self.timer.q.val() + 1;
        match self.state.q.val() {
            Wire::Rest => {
                self.timer.d.next = 0.into();
                match self.command.val().index() {
                    1 => self.state.d.next = Wire::Reset,
                    2 | 3 => {
                        self.bit.d.next = self.command.val().get_bit(0);
                        self.state.d.next = Wire::Slot;
                    }
                    _ => {}
                }
            }
            Wire::Reset => {
                self.pull.next = true;
                if self.timer.q.val() == RESET_TIME {
                    self.timer.d.next = 0.into();
                    self.seen.d.next = false;
                    self.state.d.next = Wire::Listen;
                }
            }
            Wire::Listen => {
                if !self.sensed.val() {
                    self.seen.d.next = true;
                }
                if self.timer.q.val().all() {
                    self.state.d.next = Wire::Rest;
                }
            }
            Wire::Slot => {
                self.pull.next = (self.timer.q.val() < 2) | !self.bit.q.val();
                if self.timer.q.val() == 3 {
                    self.bit.d.next = self.bit.q.val() & self.sensed.val();
                }
                if self.timer.q.val() == SLOT_TIME {
                    self.state.d.next = Wire::Recover;
                }
            }
            Wire::Recover => self.state.d.next = Wire::Rest,
        }
        self.busy.next = self.state.q.val() != Wire::Rest;
        self.present.next = self.seen.q.val();
        self.read.next = self.bit.q.val();
    }
}

/// Scan codes of a PS/2 keyboard: eleven bits at falling edges of the keyboard's clock.
#[hdl_module]
struct Ps2 {
    clock: Signal<In, Clock>,
    ps2_clock: Signal<In, Bit>,
    ps2_data: Signal<In, Bit>,
    code: Signal<Out, Bits<8>>,
    valid: Signal<Out, Bit>,
    released: Signal<Out, Bit>,
    history: DFF<Bits<2>>,
    frame: DFF<Bits<11>>,
    count: DFF<Bits<4>>,
    breaks: DFF<Bit>,
}

impl Logic for Ps2 {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, history, frame, count, breaks);
        self.history.d.next = (self.history.q.val() << 1) | bit_cast::<2, 1>(self.ps2_clock.val().into());
        let falls = self.history.q.val() == 2;
        let frame = (self.frame.q.val() >> 1).replace_bit(10, self.ps2_data.val());
        let code = frame.get_bits::<8>(1);
        let good = !frame.get_bit(0) && frame.get_bit(10) && frame.get_bits::<9>(1).xor();
        self.valid.next = false;
        if falls {
            self.frame.d.next = frame;
            self.count.d.next = self.count.q.val() + 1;
            if self.count.q.val() == 10 {
                self.count.d.next = 0.into();
                self.breaks.d.next = code == 0xf0;
                self.valid.next = good;
            }
        }
        self.code.next = code;
        self.released.next = self.breaks.q.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Tap {
    TestLogicReset,
    RunTestIdle,
    SelectDr,
    CaptureDr,
    ShiftDr,
    Exit1Dr,
    PauseDr,
    Exit2Dr,
    UpdateDr,
    SelectIr,
    CaptureIr,
    ShiftIr,
    Exit1Ir,
    PauseIr,
    Exit2Ir,
    UpdateIr,
}

/// The controller of a JTAG port, with an instruction and a bypass register.
#[hdl_module]
struct JtagTap {
    clock: Signal<In, Clock>,
    tms: Signal<In, Bit>,
    tdi: Signal<In, Bit>,
    tdo: Signal<Out, Bit>,
    instruction: Signal<Out, Bits<4>>,
    state: DFF<Tap>,
    shift: DFF<Bits<4>>,
    held: DFF<Bits<4>>,
    bypass: DFF<Bit>,
}

impl Logic for JtagTap {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, shift, held, bypass);
        self.state.d.next = match (self.state.q.val(), self.tms.val()) {
            (Tap::TestLogicReset, true) => Tap::TestLogicReset,
            (Tap::TestLogicReset | Tap::RunTestIdle | Tap::UpdateDr | Tap::UpdateIr, false) => Tap::RunTestIdle,
            (Tap::RunTestIdle | Tap::UpdateDr | Tap::UpdateIr, true) => Tap::SelectDr,
            (Tap::SelectDr, false) => Tap::CaptureDr,
            (Tap::SelectDr, true) => Tap::SelectIr,
            (Tap::CaptureDr | Tap::ShiftDr | Tap::Exit2Dr, false) => Tap::ShiftDr,
            (Tap::CaptureDr | Tap::ShiftDr, true) => Tap::Exit1Dr,
            (Tap::Exit1Dr | Tap::PauseDr, false) => Tap::PauseDr,
            (Tap::Exit1Dr | Tap::Exit2Dr, true) => Tap::UpdateDr,
            (Tap::PauseDr, true) => Tap::Exit2Dr,
            (Tap::SelectIr, false) => Tap::CaptureIr,
            (Tap::SelectIr, true) => Tap::TestLogicReset,
            (Tap::CaptureIr | Tap::ShiftIr | Tap::Exit2Ir, false) => Tap::ShiftIr,
            (Tap::CaptureIr | Tap::ShiftIr, true) => Tap::Exit1Ir,
            (Tap::Exit1Ir | Tap::PauseIr, false) => Tap::PauseIr,
            (Tap::Exit1Ir | Tap::Exit2Ir, true) => Tap::UpdateIr,
            (Tap::PauseIr, true) => Tap::Exit2Ir,
        };
        match self.state.q.val() {
            Tap::TestLogicReset => self.held.d.next = 0xf.into(),
            Tap::CaptureIr => self.shift.d.next = 0b0101.into(),
            Tap::ShiftIr => self.shift.d.next = (self.shift.q.val() >> 1).replace_bit(3, self.tdi.val()),
            Tap::UpdateIr => self.held.d.next = self.shift.q.val(),
            Tap::CaptureDr => self.bypass.d.next = false,
            Tap::ShiftDr => self.bypass.d.next = self.tdi.val(),
            _ => {}
        }
        self.tdo.next = match self.state.q.val() {
            Tap::ShiftIr => self.shift.q.val().get_bit(0),
            _ => self.bypass.q.val(),
        };
        self.instruction.next = self.held.q.val();
    }
}

pub const KINDS: &[Kind] = &[
    kind!("UART with parity", ParityUart),
    kind!("SPI slave of four modes", SpiSlave),
    kind!("I2S receiver", I2sReceiver),
    kind!("one-wire master", OneWire),
    kind!("PS/2 keyboard", Ps2).quiet(&["valid", "released"]),
    kind!("JTAG port", JtagTap),
];
