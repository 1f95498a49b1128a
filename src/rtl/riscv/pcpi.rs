//! PicoRV32's co-processor interface (its README, section "Pico Co-Processor Interface").

use super::RiscvConfig;
use super::constants::instruction;
use super::custom_opcode::CustomOpcode;
use super::executor::Executor;
use super::packed::PackedOpcode;
use super::packed_codes::Major;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The SIMD video instructions for PicoRV32.
///
/// Claims its own instructions in their first cycle with `pcpi_wait`, which keeps the core from an
/// illegal-instruction trap, and leaves all others to the core.
#[hdl_module]
pub(super) struct RiscvPcpi {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Active low. Drops the current instruction; the state takes its reset value.
    pub(super) reset_n: Signal<In, Bit>,
    /// The core offers an instruction, until the unit answers or the core traps.
    pub(super) pcpi_valid: Signal<In, Bit>,
    /// The instruction word.
    pub(super) pcpi_insn: Signal<In, Bits<32>>,
    /// First source register.
    pub(super) pcpi_rs1: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) pcpi_rs2: Signal<In, Bits<32>>,
    /// The core must write rd; 1 together with pcpi_ready.
    pub(super) pcpi_wr: Signal<Out, Bit>,
    /// Value for rd.
    pub(super) pcpi_rd: Signal<Out, Bits<32>>,
    /// The instruction is one of the unit's.
    pub(super) pcpi_wait: Signal<Out, Bit>,
    /// The unit answers, and executes the instruction on this edge.
    pub(super) pcpi_ready: Signal<Out, Bit>,
    pub(super) executor: Executor,
    own: Signal<Local, Bit>,
    answer: Signal<Local, Bit>,
    custom_opcode: CustomOpcode,
    packed_opcode: PackedOpcode,
}

impl RiscvPcpi {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        RiscvPcpi {
            executor: Executor::new(config),
            custom_opcode: CustomOpcode::new(config),
            packed_opcode: PackedOpcode::new(config),
            ..RiscvPcpi::default()
        }
    }
}

impl Logic for RiscvPcpi {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.custom_opcode, self.packed_opcode {
            opcode: self.pcpi_insn.val().get_bits::<7>(instruction::OPCODE),
        });
        connect!(self.executor {
            clock, reset: self.reset_n.val(), rs1: self.pcpi_rs1.val(), rs2: self.pcpi_rs2.val(),
            function_id: (bit_cast::<10, 7>(self.pcpi_insn.val().get_bits::<7>(instruction::FUNCT7)) << 3)
                | bit_cast::<10, 3>(self.pcpi_insn.val().get_bits::<3>(instruction::FUNCT3)),
            third: false, rs3: 0.into(), scalar: self.custom_opcode.scalar.val(),
            major: self.packed_opcode.major.val(), immediate: self.pcpi_insn.val().get_bits::<10>(instruction::RS1),
        });
        self.own.next = self.pcpi_valid.val()
            & (self.custom_opcode.simd.val()
                | self.custom_opcode.scalar.val()
                | (self.packed_opcode.major.val() != Major::None))
            & self.executor.known.val();
        self.answer.next = self.own.val() & self.executor.done.val();
        connect!(self.executor { present: self.own.val(), finish: self.answer.val() });
        self.pcpi_wait.next = self.own.val();
        self.pcpi_ready.next = self.answer.val();
        self.pcpi_wr.next = self.answer.val();
        self.pcpi_rd.next = self.executor.result.val();
    }
}
