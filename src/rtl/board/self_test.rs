//! The self-test around a unit with the handshake.

use super::operands::OperandSource;
use super::report::Report;
use super::signature::SignatureRegister;
use super::{SelfTestConfig, WORDS};
use crate::leaf::{DFF, Memory, Register};
use crate::netlist::ResetStyle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Offers instructions with gaps, accepts results with stalls, compares their signature with the expected one, and reports.
#[hdl_module]
pub(super) struct SelfTest {
    /// Rising edge.
    clock: Signal<In, Clock>,
    /// Resets the unit, for 1,024 clocks after power-up.
    reset: Signal<Out, Bit>,
    /// An instruction is offered.
    in_valid: Signal<Out, Bit>,
    /// The instruction is accepted on this edge.
    in_ready: Signal<In, Bit>,
    /// Control word.
    in_control: Signal<Out, Bits<40>>,
    /// First operand.
    in_a: Signal<Out, Bits<32>>,
    /// Second operand.
    in_b: Signal<Out, Bits<32>>,
    /// Third operand.
    in_c: Signal<Out, Bits<32>>,
    /// Number of the instruction.
    in_tag: Signal<Out, Bits<8>>,
    /// A result is offered.
    out_valid: Signal<In, Bit>,
    /// The result is accepted on this edge.
    out_ready: Signal<Out, Bit>,
    /// Result.
    out_d: Signal<In, Bits<32>>,
    /// Its tag.
    out_tag: Signal<In, Bits<8>>,
    /// Serial line with the result.
    serial: Signal<Out, Bit>,
    /// On after the right signature.
    led_pass: Signal<Out, Bit>,
    /// On after a wrong signature, or if results are missing.
    led_fail: Signal<Out, Bit>,
    startup: DFF<Bits<11>>,
    running: Signal<Local, Bit>,
    traffic: Register<Bits<16>>,
    #[default(Memory::synchronous(WORDS as u32))]
    words: Memory<Bits<40>, 9, 1>,
    operands: OperandSource,
    index: Register<Bits<25>>,
    next_index: Signal<Local, Bits<25>>,
    offering: Register<Bit>,
    accepted: Signal<Local, Bit>,
    received: Register<Bits<25>>,
    delivered: Signal<Local, Bit>,
    clocks: Register<Bits<28>>,
    done: Signal<Local, Bit>,
    finished: Signal<Local, Bit>,
    pass: Signal<Local, Bit>,
    signature: SignatureRegister,
    report: Report,
    count: Constant<Bits<25>>,
    limit: Constant<Bits<28>>,
    expected: Constant<Bits<40>>,
    active_low: Constant<Bit>,
}

impl SelfTest {
    pub(super) fn new(config: &SelfTestConfig) -> Self {
        let reset = ResetStyle::default();
        let words = config.words.iter().cycle().take(WORDS);
        SelfTest {
            startup: DFF::new(0.into()),
            traffic: Register::new(reset, 0xace1.into()),
            words: Memory::synchronous(WORDS as u32).with_contents(words.map(|word| Bits::from(*word))),
            operands: OperandSource::new(),
            index: Register::new(reset, 0.into()),
            offering: Register::new(reset, false),
            received: Register::new(reset, 0.into()),
            clocks: Register::new(reset, 0.into()),
            signature: SignatureRegister::new(),
            report: Report::new([&config.lines[0], &config.lines[1]], config.divisor),
            count: Constant::new(Bits::from(u64::from(config.count))),
            limit: Constant::new(Bits::from(8 * u64::from(config.count) + 64)),
            expected: Constant::new(Bits::from(config.signature)),
            active_low: Constant::new(config.leds_active_low),
            ..SelfTest::default()
        }
    }
}

impl Logic for SelfTest {
    #[hdl_gen]
    fn update(&mut self) {
        // Block memories of iCE40 are not readable in the first microseconds after configuration.
        self.startup.clock.next = self.clock.val();
        self.running.next = self.startup.q.val().get_bit(10);
        self.startup.d.next = self.startup.q.val();
        if !self.running.val() {
            self.startup.d.next = self.startup.q.val() + 1;
        }
        self.reset.next = !self.running.val();

        // x^16 + x^14 + x^13 + x^11 + 1.
        connect!(self.traffic { clock, reset: !self.running.val(), enable: true, d: self.traffic.q.val() << 1 });
        if self.traffic.q.val().get_bit(15)
            ^ (self.traffic.q.val().get_bit(13) ^ (self.traffic.q.val().get_bit(12) ^ self.traffic.q.val().get_bit(10)))
        {
            self.traffic.d.next = (self.traffic.q.val() << 1) | 1;
        }

        self.accepted.next = self.offering.q.val() & self.in_ready.val();
        self.next_index.next = self.index.q.val();
        if self.accepted.val() {
            self.next_index.next = self.index.q.val() + 1;
        }
        connect!(self.index { clock, reset: !self.running.val(), enable: true, d: self.next_index.val() });
        connect!(self.offering { clock, reset: !self.running.val(), enable: true });
        self.offering.d.next = (self.next_index.val() != self.count.val())
            & ((self.offering.q.val() & !self.in_ready.val())
                | (self.traffic.q.val().get_bit(0) | self.traffic.q.val().get_bit(3)));
        self.words.clock.next = self.clock.val();
        self.words.write_enable.next = false;
        self.words.write_address.next = 0.into();
        self.words.write_data.next = 0.into();
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = self.next_index.val().get_bits::<9>(0);
        connect!(self.operands { clock, reset: !self.running.val(), enable: self.accepted.val() });
        self.in_valid.next = self.offering.q.val();
        self.in_control.next = self.words.read_data[0].val();
        self.in_a.next = self.operands.a.val();
        self.in_b.next = self.operands.b.val();
        self.in_c.next = self.operands.c.val();
        self.in_tag.next = self.index.q.val().get_bits::<8>(0);

        self.out_ready.next = self.traffic.q.val().get_bit(7) | self.traffic.q.val().get_bit(10);
        self.done.next = self.received.q.val() == self.count.val();
        self.finished.next = self.done.val() | (self.clocks.q.val() == self.limit.val());
        self.delivered.next = (self.out_valid.val() & self.out_ready.val()) & !self.finished.val();
        connect!(self.received {
            clock, reset: !self.running.val(), enable: self.delivered.val(), d: self.received.q.val() + 1,
        });
        connect!(self.clocks {
            clock, reset: !self.running.val(), enable: !self.finished.val(), d: self.clocks.q.val() + 1,
        });
        connect!(self.signature {
            clock, reset: !self.running.val(), enable: self.delivered.val(), d: self.out_d.val(), tag: self.out_tag.val(),
        });
        self.pass.next = self.done.val() & (self.signature.signature.val() == self.expected.val());
        connect!(self.report {
            clock, reset: !self.running.val(), finished: self.finished.val(), pass: self.pass.val(),
            signature: self.signature.signature.val(),
        });
        self.serial.next = self.report.serial.val();
        self.led_pass.next = self.pass.val() ^ self.active_low.val();
        self.led_fail.next = (self.finished.val() & !self.pass.val()) ^ self.active_low.val();
    }
}
