//! What is the same behind every interface: state, and the ALU's core.

use super::Config;
use super::constants::{
    CHAIN, DUAL_MODIFIERS, QUAD_MODIFIERS, access_bit, function, reset_configuration, version, writable,
};
use super::decoder::Decoder;
use crate::comment;
use crate::hdl_gen;
use crate::rtl::leaf::Register;
use crate::units::video::rtl::core::VideoCore;
use rust_hdl::prelude::*;

/// Executes one instruction at a time. Function and operands stay put from the first cycle with `present` set to the one
/// with `finish` set, in which the state changes.
#[derive(LogicBlock)]
pub(super) struct Executor {
    pub(super) clock: Signal<In, Clock>,
    /// At the level that the configuration's reset has.
    pub(super) reset: Signal<In, Bit>,
    pub(super) present: Signal<In, Bit>,
    pub(super) function_id: Signal<In, Bits<10>>,
    pub(super) rs1: Signal<In, Bits<32>>,
    pub(super) rs2: Signal<In, Bits<32>>,
    /// c is `rs3`.
    pub(super) third: Signal<In, Bit>,
    pub(super) rs3: Signal<In, Bits<32>>,
    pub(super) finish: Signal<In, Bit>,
    pub(super) known: Signal<Out, Bit>,
    pub(super) done: Signal<Out, Bit>,
    pub(super) result: Signal<Out, Bits<32>>,
    decoder: Decoder,
    core: VideoCore,
    configuration: Register<Bits<29>>,
    c: Register<Bits<32>>,
    waited: Register<Bits<3>>,
    code: Signal<Local, Bits<3>>,
    operation: Signal<Local, Bit>,
    access: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    modifiers: Signal<Local, Bits<28>>,
    quad_modifiers: Constant<Bits<28>>,
    dual_modifiers: Constant<Bits<28>>,
    writable: Constant<Bits<29>>,
    version: Constant<Bits<32>>,
    latency: Constant<Bits<3>>,
    has_third: Constant<Bit>,
}

impl Executor {
    pub(super) fn new(config: &Config) -> Self {
        Executor {
            clock: Signal::default(),
            reset: Signal::default(),
            present: Signal::default(),
            function_id: Signal::default(),
            rs1: Signal::default(),
            rs2: Signal::default(),
            third: Signal::default(),
            rs3: Signal::default(),
            finish: Signal::default(),
            known: Signal::default(),
            done: Signal::default(),
            result: Signal::default(),
            decoder: Decoder::new(config),
            core: VideoCore::new(&config.video()),
            configuration: Register::new(config.reset(), reset_configuration(config).into()),
            c: Register::new(config.reset(), 0.into()),
            waited: Register::new(config.reset(), 0.into()),
            code: Signal::default(),
            operation: Signal::default(),
            access: Signal::default(),
            write: Signal::default(),
            full: Signal::default(),
            modifiers: Signal::default(),
            quad_modifiers: Constant::new(Bits::from(QUAD_MODIFIERS)),
            dual_modifiers: Constant::new(Bits::from(DUAL_MODIFIERS)),
            writable: Constant::new(Bits::from(writable(config))),
            version: Constant::new(Bits::from(version(config))),
            latency: Constant::new(Bits::from(u64::from(config.latency))),
            has_third: Constant::new(config.features.third),
        }
    }
}

impl Logic for Executor {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module riscv_executor: Decodes a function of ten bits, executes it, and holds configuration and c.");
        comment!("port clock: Rising edge.");
        comment!("port reset: Configuration and c to their first values.");
        comment!("port present: There is an instruction; it holds until it is finished.");
        comment!("port function_id: funct7 and funct3 of the instruction.");
        comment!("port rs1: First source register.");
        comment!("port rs2: Second source register.");
        comment!("port third: c is a third source register.");
        comment!("port rs3: Third source register.");
        comment!("port finish: The result is taken on this edge, and the state changes. Only with done.");
        comment!("port known: The function is one of the unit's.");
        comment!("port done: The result is there.");
        comment!("port result: What goes to rd.");
        self.code.next = self.function_id.val().get_bits::<3>(function::OP);
        self.decoder.function_id.next = self.function_id.val();
        self.decoder.third.next = self.third.val();
        self.operation.next = self.decoder.operation.val();
        self.access.next = self.decoder.access.val();
        self.write.next = self.code.val().get_bit(access_bit::WRITE);
        self.known.next = self.operation.val() | self.access.val();

        if self.function_id.val().get_bit(function::HELD) {
            self.modifiers.next = self.configuration.q.val().get_bits::<28>(0);
        } else {
            self.modifiers.next = self.quad_modifiers.val();
            if self.function_id.val().get_bit(function::WIDTH) {
                self.modifiers.next = self.dual_modifiers.val();
            }
        }
        self.core.clock.next = self.clock.val();
        self.core.enable.next = self.present.val();
        self.core.control.next = (bit_cast::<37, 28>(self.modifiers.val()) << 9)
            | bit_cast::<37, 9>(self.function_id.val().get_bits::<9>(function::OP));
        self.core.a.next = self.rs1.val();
        self.core.b.next = self.rs2.val();
        self.core.c.next = self.c.q.val();
        if self.has_third.val() & self.third.val() {
            self.core.c.next = self.rs3.val();
        }

        // A finished instruction may wait for somebody to take its result.
        self.full.next = self.waited.q.val() == self.latency.val();
        self.waited.clock.next = self.clock.val();
        self.waited.reset.next = self.reset.val();
        self.waited.enable.next = true;
        self.waited.d.next = self.waited.q.val();
        if !self.full.val() {
            self.waited.d.next = self.waited.q.val() + 1;
        }
        if !self.present.val() | !self.operation.val() | self.finish.val() {
            self.waited.d.next = 0.into();
        }
        self.done.next = self.full.val() | !self.operation.val();

        self.result.next = self.core.d.val();
        if self.access.val() {
            self.result.next = bit_cast::<32, 29>(self.configuration.q.val());
            if self.code.val().get_bit(access_bit::C) {
                self.result.next = self.c.q.val();
            }
            if self.code.val().get_bit(access_bit::VERSION) {
                self.result.next = self.version.val();
            }
        }

        self.configuration.clock.next = self.clock.val();
        self.configuration.reset.next = self.reset.val();
        self.configuration.enable.next =
            self.finish.val() & self.access.val() & self.write.val() & !self.code.val().get_bit(access_bit::C);
        self.configuration.d.next = self.rs1.val().get_bits::<29>(0) & self.writable.val();
        self.c.clock.next = self.clock.val();
        self.c.reset.next = self.reset.val();
        self.c.enable.next =
            self.finish.val() & self.access.val() & self.write.val() & self.code.val().get_bit(access_bit::C);
        self.c.d.next = self.rs1.val();
        if self.operation.val() {
            self.c.enable.next =
                self.finish.val() & self.decoder.accumulates.val() & self.configuration.q.val().get_bit(CHAIN);
            if self.has_third.val() & self.third.val() {
                self.c.enable.next = false;
            }
            self.c.d.next = self.core.d.val();
        }
    }
}
