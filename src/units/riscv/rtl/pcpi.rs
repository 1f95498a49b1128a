//! PicoRV32's co-processor interface (its README, section "Pico Co-Processor Interface").

use super::Config;
use super::constants::{CUSTOM, instruction};
use super::executor::Executor;
use crate::comment;
use crate::hdl_gen;
use rust_hdl::prelude::*;

/// Claims its own instructions in their first cycle with `pcpi_wait`, which keeps the core from an illegal-instruction
/// trap, and leaves all others to the core.
#[derive(LogicBlock)]
pub(super) struct RiscvPcpi {
    pub(super) clock: Signal<In, Clock>,
    pub(super) reset_n: Signal<In, Bit>,
    pub(super) pcpi_valid: Signal<In, Bit>,
    pub(super) pcpi_insn: Signal<In, Bits<32>>,
    pub(super) pcpi_rs1: Signal<In, Bits<32>>,
    pub(super) pcpi_rs2: Signal<In, Bits<32>>,
    pub(super) pcpi_wr: Signal<Out, Bit>,
    pub(super) pcpi_rd: Signal<Out, Bits<32>>,
    pub(super) pcpi_wait: Signal<Out, Bit>,
    pub(super) pcpi_ready: Signal<Out, Bit>,
    executor: Executor,
    own: Signal<Local, Bit>,
    answer: Signal<Local, Bit>,
    opcode: Constant<Bits<7>>,
}

impl RiscvPcpi {
    pub(super) fn new(config: &Config) -> Self {
        RiscvPcpi {
            clock: Signal::default(),
            reset_n: Signal::default(),
            pcpi_valid: Signal::default(),
            pcpi_insn: Signal::default(),
            pcpi_rs1: Signal::default(),
            pcpi_rs2: Signal::default(),
            pcpi_wr: Signal::default(),
            pcpi_rd: Signal::default(),
            pcpi_wait: Signal::default(),
            pcpi_ready: Signal::default(),
            executor: Executor::new(config),
            own: Signal::default(),
            answer: Signal::default(),
            opcode: Constant::new(Bits::from(CUSTOM[config.features.opcode as usize])),
        }
    }
}

impl Logic for RiscvPcpi {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module riscv_pcpi: The SIMD video instructions for PicoRV32.");
        comment!("port clock: Rising edge.");
        comment!("port reset_n: Active low. Gives up what is under way; configuration and c to their first values.");
        comment!("port pcpi_valid: The core offers an instruction; it holds until it is answered or trapped.");
        comment!("port pcpi_insn: The instruction word.");
        comment!("port pcpi_rs1: First source register.");
        comment!("port pcpi_rs2: Second source register.");
        comment!("port pcpi_wr: rd is written, with pcpi_ready.");
        comment!("port pcpi_rd: What goes to rd.");
        comment!("port pcpi_wait: The instruction is one of the unit's.");
        comment!("port pcpi_ready: It is executed on this edge.");
        self.executor.clock.next = self.clock.val();
        self.executor.reset.next = self.reset_n.val();
        self.executor.function_id.next = (bit_cast::<10, 7>(self.pcpi_insn.val().get_bits::<7>(instruction::FUNCT7))
            << 3)
            | bit_cast::<10, 3>(self.pcpi_insn.val().get_bits::<3>(instruction::FUNCT3));
        self.executor.rs1.next = self.pcpi_rs1.val();
        self.executor.rs2.next = self.pcpi_rs2.val();
        self.executor.third.next = false;
        self.executor.rs3.next = 0.into();
        self.own.next = self.pcpi_valid.val()
            & (self.pcpi_insn.val().get_bits::<7>(instruction::OPCODE) == self.opcode.val())
            & self.executor.known.val();
        self.answer.next = self.own.val() & self.executor.done.val();
        self.executor.present.next = self.own.val();
        self.executor.finish.next = self.answer.val();
        self.pcpi_wait.next = self.own.val();
        self.pcpi_ready.next = self.answer.val();
        self.pcpi_wr.next = self.answer.val();
        self.pcpi_rd.next = self.executor.result.val();
    }
}

crate::top!(RiscvPcpi {
    clock,
    reset_n,
    pcpi_valid,
    pcpi_insn,
    pcpi_rs1,
    pcpi_rs2,
    pcpi_wr,
    pcpi_rd,
    pcpi_wait,
    pcpi_ready,
});
