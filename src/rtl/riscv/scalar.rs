//! Scalar instructions beside those of the ALU.

use super::RiscvConfig;
use super::constants::{SCALAR_RESET, scalar_configuration, scalar_function, scalar_operation, scalar_operation_bit};
use crate::leaf::{Register, state};
use crate::netlist::StateHandle;
use crate::scalar::core::ScalarCore;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Decodes the function of a scalar instruction.
#[hdl_module(name = "riscv_scalar_decoder")]
pub(super) struct ScalarDecoder {
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// The function is a scalar operation.
    pub(super) operation: Signal<Out, Bit>,
    /// The function is an access to the scalar configuration.
    pub(super) access: Signal<Out, Bit>,
    /// The operation uses c, whatever the scalar configuration.
    pub(super) accumulates: Signal<Out, Bit>,
    code: Signal<Local, Bits<4>>,
    has_mad: Constant<Bit>,
}

impl ScalarDecoder {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        ScalarDecoder {
            has_mad: Constant::new(config.features.mad),
            ..ScalarDecoder::default()
        }
    }
}

impl Logic for ScalarDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.code.next = self.function_id.val().get_bits::<4>(scalar_function::OP);
        self.operation.next = true;
        self.access.next = false;
        self.accumulates.next = self.function_id.val().get_bits::<2>(scalar_function::SECONDARY).any();
        match self.code.val().to_u64() {
            scalar_operation::SHL => {
                self.operation.next = !self.function_id.val().get_bit(scalar_function::B_SIGNED);
            }
            scalar_operation::SHR => {
                self.operation.next = !self.function_id.val().get_bit(scalar_function::B_SIGNED);
            }
            scalar_operation::MAD => {
                self.operation.next = self.has_mad.val();
                self.accumulates.next = true;
            }
            scalar_operation::READ_CONFIGURATION => {
                self.operation.next = false;
                self.access.next = !self.function_id.val().get_bits::<6>(scalar_function::D_SIGNED).any();
            }
            scalar_operation::SWAP_CONFIGURATION => {
                self.operation.next = false;
                self.access.next = !self.function_id.val().get_bits::<6>(scalar_function::D_SIGNED).any();
            }
            _ => {
                // Comparisons have neither a type of d nor a limit.
                if self.code.val().get_bit(scalar_operation_bit::SET) {
                    self.operation.next = !self.function_id.val().get_bit(scalar_function::D_SIGNED)
                        & !self.function_id.val().get_bit(scalar_function::SATURATE);
                }
            }
        }
    }
}

/// Executes scalar instructions, and holds their configuration.
#[hdl_module(name = "riscv_scalar")]
pub(super) struct ScalarPart {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The scalar configuration takes its reset value.
    pub(super) reset: Signal<In, Bit>,
    /// An instruction is present; stays 1 until the instruction is finished.
    pub(super) present: Signal<In, Bit>,
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// First source register.
    pub(super) rs1: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) rs2: Signal<In, Bits<32>>,
    /// Third operand.
    pub(super) c: Signal<In, Bits<32>>,
    /// A scalar instruction is finished on this edge.
    pub(super) finish: Signal<In, Bit>,
    /// The function is a scalar operation.
    pub(super) operation: Signal<Out, Bit>,
    /// The function is an access to the scalar configuration.
    pub(super) access: Signal<Out, Bit>,
    /// The operation uses c, whatever the scalar configuration.
    pub(super) accumulates: Signal<Out, Bit>,
    /// Result of an operation.
    pub(super) d: Signal<Out, Bits<32>>,
    /// The scalar configuration.
    pub(super) held: Signal<Out, Bits<12>>,
    decoder: ScalarDecoder,
    core: ScalarCore,
    configuration: Register<Bits<12>>,
    code: Signal<Local, Bits<4>>,
    part: Signal<Local, Bits<3>>,
    control: Signal<Local, Bits<20>>,
}

impl ScalarPart {
    /// The scalar configuration.
    pub(super) fn configuration() -> StateHandle {
        state!(ScalarPart, configuration)
    }

    pub(super) fn new(config: &RiscvConfig) -> Self {
        ScalarPart {
            decoder: ScalarDecoder::new(config),
            core: ScalarCore::new(&config.scalar()),
            configuration: Register::new(config.reset(), SCALAR_RESET.into()),
            ..ScalarPart::default()
        }
    }
}

impl Logic for ScalarPart {
    #[hdl_gen]
    fn update(&mut self) {
        self.code.next = self.function_id.val().get_bits::<4>(scalar_function::OP);
        self.decoder.function_id.next = self.function_id.val();
        self.operation.next = self.decoder.operation.val();
        self.access.next = self.decoder.access.val();
        self.accumulates.next = self.decoder.accumulates.val();

        // The scale of vmad is in the place of the part of d.
        self.part.next = self.configuration.q.val().get_bits::<3>(scalar_configuration::DSEL);
        if self.code.val() == scalar_operation::MAD {
            self.part.next = bit_cast::<3, 2>(self.configuration.q.val().get_bits::<2>(scalar_configuration::SCALE));
        }
        self.control.next = bit_cast::<20, 8>(self.function_id.val().get_bits::<8>(scalar_function::OP))
            | (bit_cast::<20, 6>(self.configuration.q.val().get_bits::<6>(scalar_configuration::ASEL)) << 8)
            | (bit_cast::<20, 3>(self.part.val()) << 14)
            | (bit_cast::<20, 2>(self.function_id.val().get_bits::<2>(scalar_function::SECONDARY)) << 17)
            | (bit_cast::<20, 1>(self.configuration.q.val().get_bit(scalar_configuration::WRAP).into()) << 19);
        connect!(self.core { clock, enable: self.present.val(), control, a: self.rs1.val(), b: self.rs2.val(), c });
        self.d.next = self.core.d.val();

        connect!(self.configuration {
            clock, reset, d: self.rs1.val().get_bits::<12>(0),
            enable: self.finish.val() & self.decoder.access.val()
                & (self.code.val() == scalar_operation::SWAP_CONFIGURATION),
        });
        self.held.next = self.configuration.q.val();
    }
}
