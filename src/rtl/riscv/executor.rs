//! What is the same behind every interface: state, and the ALU's core.

use super::RiscvConfig;
use super::constants::{
    CHAIN, DUAL_MODIFIERS, QUAD_MODIFIERS, access_bit, function, reset_configuration, version, writable,
};
use super::decoder::Decoder;
use super::packed::PackedPart;
use super::packed_codes::Major;
use super::scalar::ScalarPart;
use crate::leaf::{Register, instance, state};
use crate::netlist::StateHandle;
use crate::optional;
use crate::video::core::VideoCore;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Decodes a function of ten bits, executes it, and holds the state.
///
/// Executes one instruction at a time. Function and operands stay put from the first cycle with `present` set to
/// the one with `finish` set, in which the state changes.
#[hdl_module(name = "riscv_executor")]
pub struct Executor {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The state takes its reset value.
    pub(super) reset: Signal<In, Bit>,
    /// An instruction is present; stays 1 until the instruction is finished.
    pub(super) present: Signal<In, Bit>,
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// First source register.
    pub(super) rs1: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) rs2: Signal<In, Bits<32>>,
    /// c is a third source register.
    pub(super) third: Signal<In, Bit>,
    /// Third source register.
    pub(super) rs3: Signal<In, Bits<32>>,
    /// The instruction has the opcode of scalar instructions.
    pub(super) scalar: Signal<In, Bit>,
    /// The major opcode of a packed instruction:
    pub(super) major: Signal<In, Major>,
    /// Bits 24:15 of a packed instruction.
    pub(super) immediate: Signal<In, Bits<10>>,
    /// The result is taken on this edge, and the state changes. Only with done.
    pub(super) finish: Signal<In, Bit>,
    /// The function is one of the unit's.
    pub(super) known: Signal<Out, Bit>,
    /// The result is valid.
    pub(super) done: Signal<Out, Bit>,
    /// Value for rd.
    pub(super) result: Signal<Out, Bits<32>>,
    decoder: Decoder,
    core: VideoCore,
    scalar_part: Vec<ScalarPart>,
    packed_part: Vec<PackedPart>,
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
    has_custom: Constant<Bit>,
    has_packed: Constant<Bit>,
    is_packed: Signal<Local, Bit>,
    is_held: Signal<Local, Bit>,
    low_control: Signal<Local, Bits<9>>,
    held_configuration: Signal<Local, Bits<29>>,
    held_c: Signal<Local, Bits<32>>,
}

impl Executor {
    /// The configuration of custom instructions.
    pub fn configuration() -> StateHandle {
        state!(Executor, configuration)
    }

    /// The third operand of custom instructions.
    pub fn c() -> StateHandle {
        state!(Executor, c)
    }

    /// The cycles that an operation has been executed for.
    pub fn waited() -> StateHandle {
        state!(Executor, waited)
    }

    /// The control and status register `vxsat`.
    pub fn vxsat() -> StateHandle {
        PackedPart::vxsat().inside(&instance!(Executor, packed_part[0]))
    }

    /// The scalar configuration.
    pub fn scalar_configuration() -> StateHandle {
        ScalarPart::configuration().inside(&instance!(Executor, scalar_part[0]))
    }

    pub(super) fn new(config: &RiscvConfig) -> Self {
        Executor {
            decoder: Decoder::new(config),
            core: VideoCore::new(&config.core()),
            scalar_part: optional(config.features.scalar, || ScalarPart::new(config)),
            packed_part: optional(config.features.packed, || PackedPart::new(config)),
            configuration: Register::new(config.reset(), reset_configuration(config).into()),
            c: Register::new(config.reset(), 0.into()),
            waited: Register::new(config.reset(), 0.into()),
            quad_modifiers: Constant::new(Bits::from(QUAD_MODIFIERS)),
            dual_modifiers: Constant::new(Bits::from(DUAL_MODIFIERS)),
            writable: Constant::new(Bits::from(writable(config))),
            version: Constant::new(Bits::from(version(config))),
            latency: Constant::new(Bits::from(u64::from(config.latency))),
            has_third: Constant::new(config.features.third),
            has_custom: Constant::new(config.features.custom),
            has_packed: Constant::new(config.features.packed),
            ..Executor::default()
        }
    }
}

impl Logic for Executor {
    #[hdl_gen]
    fn update(&mut self) {
        self.code.next = self.function_id.val().get_bits::<3>(function::OP);
        connect!(self.decoder { function_id, third });
        self.is_packed.next = !self.has_custom.val() | (self.has_packed.val() & (self.major.val() != Major::None));
        self.operation.next = self.has_custom.val() & self.decoder.operation.val();
        self.access.next = self.has_custom.val() & self.decoder.access.val();
        self.write.next = self.code.val().get_bit(access_bit::WRITE);
        for i in 0..self.scalar_part.len() {
            connect!(self.scalar_part[i] {
                clock, reset, present: self.present.val() & self.scalar.val(), function_id, rs1, rs2,
                c: self.held_c.val(), finish: self.finish.val() & self.scalar.val(),
            });
            if self.scalar.val() {
                self.operation.next = self.scalar_part[i].operation.val();
                self.access.next = self.scalar_part[i].access.val();
                // The scalar configuration is no part of the state here.
                self.write.next = false;
            }
        }
        self.low_control.next = self.function_id.val().get_bits::<9>(function::OP);
        self.is_held.next = self.has_custom.val() & self.function_id.val().get_bit(function::HELD);
        self.held_configuration.next = bits::<29>(0);
        self.held_c.next = bits::<32>(0);
        if self.has_custom.val() {
            self.held_configuration.next = self.configuration.q.val();
            self.held_c.next = self.c.q.val();
        }
        connect!(self.core { a: self.rs1.val(), b: self.rs2.val(), c: self.held_c.val() });
        if self.has_third.val() & self.third.val() {
            self.core.c.next = self.rs3.val();
        }
        self.core.packed_modifiers.next = bits::<3>(0);
        for i in 0..self.packed_part.len() {
            connect!(self.packed_part[i] {
                clock, reset, function_id, major, immediate, rs1, rs2, rd: self.rs3.val(), finish,
                saturated: self.core.saturated.val(),
            });
            if self.is_packed.val() {
                self.operation.next = self.packed_part[i].operation.val();
                self.access.next = self.packed_part[i].access.val();
                // The state of custom instructions stays.
                self.write.next = false;
                self.low_control.next = self.packed_part[i].control.val();
                self.is_held.next = false;
                self.core.packed_modifiers.next = self.packed_part[i].modifiers.val();
                self.core.b.next = self.packed_part[i].b.val();
                self.core.c.next = self.packed_part[i].c.val();
            }
        }
        self.known.next = self.operation.val() | self.access.val();

        if self.is_held.val() {
            self.modifiers.next = self.held_configuration.val().get_bits::<28>(0);
        } else {
            self.modifiers.next = self.quad_modifiers.val();
            if self.low_control.val().get_bit(function::WIDTH) {
                self.modifiers.next = self.dual_modifiers.val();
            }
        }
        connect!(self.core {
            clock, enable: self.present.val(),
            control: (bit_cast::<37, 28>(self.modifiers.val()) << 9) | bit_cast::<37, 9>(self.low_control.val()),
        });

        // A finished instruction may wait for somebody to take its result.
        self.full.next = self.waited.q.val() == self.latency.val();
        connect!(self.waited { clock, reset, enable: true, d: self.waited.q.val() });
        if !self.full.val() {
            self.waited.d.next = self.waited.q.val() + 1;
        }
        if !self.present.val() | !self.operation.val() | self.finish.val() {
            self.waited.d.next = 0.into();
        }
        self.done.next = self.full.val() | !self.operation.val();

        self.result.next = self.core.d.val();
        if self.access.val() {
            self.result.next = bit_cast::<32, 29>(self.held_configuration.val());
            if self.code.val().get_bit(access_bit::C) {
                self.result.next = self.held_c.val();
            }
            if self.code.val().get_bit(access_bit::VERSION) {
                self.result.next = self.version.val();
            }
        }
        for i in 0..self.scalar_part.len() {
            if self.scalar.val() {
                self.result.next = self.scalar_part[i].d.val();
                if self.access.val() {
                    self.result.next = bit_cast::<32, 12>(self.scalar_part[i].held.val());
                }
            }
        }

        for i in 0..self.packed_part.len() {
            if self.is_packed.val() {
                self.result.next = self.core.d.val();
                if self.packed_part[i].moves.val() | self.access.val() {
                    self.result.next = self.packed_part[i].d.val();
                }
            }
        }

        connect!(self.configuration {
            clock, reset, d: self.rs1.val().get_bits::<29>(0) & self.writable.val(),
            enable: self.finish.val() & self.access.val() & self.write.val() & !self.code.val().get_bit(access_bit::C),
        });
        connect!(self.c {
            clock, reset, d: self.rs1.val(),
            enable: self.finish.val() & self.access.val() & self.write.val() & self.code.val().get_bit(access_bit::C),
        });
        if self.operation.val() {
            self.c.enable.next =
                self.finish.val() & self.decoder.accumulates.val() & self.held_configuration.val().get_bit(CHAIN);
            if self.has_third.val() & self.third.val() {
                self.c.enable.next = false;
            }
            self.c.d.next = self.core.d.val();
        }
        for i in 0..self.scalar_part.len() {
            if self.scalar.val() & self.operation.val() {
                self.c.enable.next = self.finish.val()
                    & self.scalar_part[i].accumulates.val()
                    & self.held_configuration.val().get_bit(CHAIN);
                self.c.d.next = self.scalar_part[i].d.val();
            }
        }
        if self.is_packed.val() {
            self.c.enable.next = false;
        }
    }
}
