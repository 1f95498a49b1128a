//! Packed instructions beside the ALU: what its core has to do, its operands, moves, and `vxsat`.

use super::RiscvConfig;
use super::packed_codes::{Major, access, access_bit, field, immediate, opcode};
use super::packed_decoder::PackedDecoder;
use super::packed_moves::PackedMoves;
use crate::leaf::{Register, state};
use crate::netlist::StateHandle;
use crate::optional;
use crate::video::codes::packed_bit;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Finds the major opcode of a packed instruction.
#[hdl_module(name = "riscv_packed_opcode")]
pub(super) struct PackedOpcode {
    /// Bits 6:0 of the instruction.
    pub(super) opcode: Signal<In, Bits<7>>,
    /// The major opcode of the instruction:
    pub(super) major: Signal<Out, Major>,
    has_packed: Constant<Bit>,
    has_vxsat: Constant<Bit>,
}

impl PackedOpcode {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        PackedOpcode {
            has_packed: Constant::new(config.features.packed),
            has_vxsat: Constant::new(config.features.vxsat),
            ..PackedOpcode::default()
        }
    }
}

impl Logic for PackedOpcode {
    #[hdl_gen]
    fn update(&mut self) {
        self.major.next = Major::None;
        if self.has_packed.val() & (self.opcode.val() == opcode::OP_32) {
            self.major.next = Major::Op32;
        }
        if self.has_packed.val() & (self.opcode.val() == opcode::OP_IMM_32) {
            self.major.next = Major::OpImm32;
        }
        if self.has_vxsat.val() & (self.opcode.val() == opcode::SYSTEM) {
            self.major.next = Major::System;
        }
    }
}

/// Packed instructions of the RISC-V P extension, as far as the ALU does not do them.
///
/// Prepares control word and operands for the ALU, has the results that it does not compute, and holds `vxsat`.
#[hdl_module(name = "riscv_packed")]
pub(super) struct PackedPart {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// vxsat becomes 0.
    pub(super) reset: Signal<In, Bit>,
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// The major opcode of the instruction:
    pub(super) major: Signal<In, Major>,
    /// Bits 24:15 of the instruction.
    pub(super) immediate: Signal<In, Bits<10>>,
    /// First source register.
    pub(super) rs1: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) rs2: Signal<In, Bits<32>>,
    /// The value of rd before the instruction.
    pub(super) rd: Signal<In, Bits<32>>,
    /// The result is taken on this edge.
    pub(super) finish: Signal<In, Bit>,
    /// The ALU has clamped a result.
    pub(super) saturated: Signal<In, Bit>,
    /// The instruction is an operation.
    pub(super) operation: Signal<Out, Bit>,
    /// The instruction is an access to vxsat.
    pub(super) access: Signal<Out, Bit>,
    /// The low bits of the ALU's control word.
    pub(super) control: Signal<Out, Bits<9>>,
    /// Modifiers of packed instructions: halve 0, mask 1, crossed 2.
    pub(super) modifiers: Signal<Out, Bits<3>>,
    /// The ALU's second operand.
    pub(super) b: Signal<Out, Bits<32>>,
    /// The ALU's operand c.
    pub(super) c: Signal<Out, Bits<32>>,
    /// The result is not the ALU's.
    pub(super) moves: Signal<Out, Bit>,
    /// The result of a move, or the value that an access reads.
    pub(super) d: Signal<Out, Bits<32>>,
    decoder: PackedDecoder,
    mover: PackedMoves,
    vxsat: Vec<Register<Bit>>,
    operand: Signal<Local, Bit>,
    writes: Signal<Local, Bit>,
}

impl PackedPart {
    /// The control and status register `vxsat`.
    pub(super) fn vxsat() -> StateHandle {
        state!(PackedPart, vxsat[0])
    }

    pub(super) fn new(config: &RiscvConfig) -> Self {
        PackedPart {
            decoder: PackedDecoder::new(config),
            mover: PackedMoves::new(config),
            vxsat: optional(config.features.vxsat, || Register::new(config.reset(), false)),
            ..PackedPart::default()
        }
    }
}

impl Logic for PackedPart {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.decoder { function_id, major, immediate });
        self.operation.next = self.decoder.operation.val();
        self.access.next = self.decoder.access.val();
        self.control.next = self.decoder.control.val();
        self.modifiers.next = self.decoder.modifiers.val();
        self.moves.next = self.decoder.moves.val();

        self.b.next = self.rs2.val();
        if self.decoder.first.val() {
            self.b.next = cat!(32 of 8: self.rs2.val().get_bits::<8>(0), self.rs2.val().get_bits::<8>(0),
                self.rs2.val().get_bits::<8>(0), self.rs2.val().get_bits::<8>(0));
            if self.decoder.halves.val() {
                self.b.next = cat!(32 of 16: self.rs2.val().get_bits::<16>(0), self.rs2.val().get_bits::<16>(0));
            }
        }
        if self.decoder.modifiers.val().get_bit(packed_bit::CROSSED) {
            self.b.next = (self.rs2.val() << 16) | (self.rs2.val() >> 16);
        }
        if self.decoder.zero.val() {
            self.b.next = bits::<32>(0);
        }
        self.c.next = bits::<32>(0);
        if self.decoder.adds_to_rs2.val() {
            self.c.next = self.rs2.val();
        }
        if self.decoder.reads_rd.val() {
            self.c.next = self.rd.val();
        }

        connect!(self.mover { clock, function_id, major, immediate, halves: self.decoder.halves.val(), rs1, rs2 });
        self.d.next = self.mover.d.val();

        self.operand.next = self.rs1.val().get_bit(0);
        if self.function_id.val().get_bit(access_bit::IMMEDIATE) {
            self.operand.next = self.immediate.val().get_bit(immediate::SIGN);
        }
        self.writes.next = self.operand.val() | (self.function_id.val().get_bits::<2>(field::GROUP) == access::WRITE);
        for i in 0..self.vxsat.len() {
            connect!(self.vxsat[i] {
                clock, reset, d: true,
                enable: self.finish.val() & ((self.decoder.access.val() & self.writes.val())
                    | (self.decoder.operation.val() & !self.decoder.moves.val() & self.saturated.val())),
            });
            if self.decoder.access.val() {
                self.d.next = bit_cast::<32, 1>(self.vxsat[i].q.val().into());
                self.vxsat[i].d.next = self.operand.val();
                if self.function_id.val().get_bits::<2>(field::GROUP) == access::CLEAR {
                    self.vxsat[i].d.next = false;
                }
            }
        }
    }
}
