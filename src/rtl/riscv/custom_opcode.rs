//! The opcodes that RISC-V leaves to custom instructions.

use super::RiscvConfig;
use super::constants::opcode;
use crate::{LogicState, hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// An opcode for custom instructions (The RISC-V Instruction Set Manual, volume I, table "RISC-V base opcode map").
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Custom {
    /// custom-0.
    Custom0,
    /// custom-1.
    Custom1,
    /// custom-2.
    Custom2,
    /// custom-3.
    Custom3,
}

const CUSTOM: [Custom; 4] = [Custom::Custom0, Custom::Custom1, Custom::Custom2, Custom::Custom3];

/// Compares an instruction's opcode with the custom opcodes of the unit.
#[hdl_module(name = "riscv_custom_opcode")]
pub(super) struct CustomOpcode {
    /// Bits 6:0 of the instruction.
    pub(super) opcode: Signal<In, Bits<7>>,
    /// The opcode is that of the SIMD video instructions.
    pub(super) simd: Signal<Out, Bit>,
    /// The opcode is that of the scalar video instructions.
    pub(super) scalar: Signal<Out, Bit>,
    own: Signal<Local, Bits<7>>,
    own_scalar: Signal<Local, Bits<7>>,
    selected: Constant<Custom>,
    has_scalar: Constant<Bit>,
}

impl CustomOpcode {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        CustomOpcode {
            selected: Constant::new(CUSTOM[config.features.opcode as usize]),
            has_scalar: Constant::new(config.features.scalar),
            ..CustomOpcode::default()
        }
    }
}

impl Logic for CustomOpcode {
    #[hdl_gen]
    fn update(&mut self) {
        self.own_scalar.next = bits::<7>(opcode::CUSTOM_3);
        match self.selected.val() {
            Custom::Custom0 => self.own.next = bits::<7>(opcode::CUSTOM_0),
            Custom::Custom1 => self.own.next = bits::<7>(opcode::CUSTOM_1),
            Custom::Custom2 => self.own.next = bits::<7>(opcode::CUSTOM_2),
            Custom::Custom3 => {
                self.own.next = bits::<7>(opcode::CUSTOM_3);
                self.own_scalar.next = bits::<7>(opcode::CUSTOM_2);
            }
        }
        self.simd.next = self.opcode.val() == self.own.val();
        self.scalar.next = self.has_scalar.val() & (self.opcode.val() == self.own_scalar.val());
    }
}
