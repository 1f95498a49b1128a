//! The custom functions unit of NEORV32 (`neorv32_cpu_alu_cfu`), which gets whole instruction words since April 2026 (stnolting/neorv32, pull
//! request 1524).

use super::RiscvConfig;
use super::pcpi::RiscvPcpi;
use crate::leaf::Register;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The SIMD video instructions for NEORV32, as its custom functions unit.
///
/// A word that is none of the unit's gets no answer: after 512 clocks the core takes it for an illegal instruction.
#[hdl_module(name = "neorv32_cfu")]
pub(super) struct Neorv32Cfu {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Active low. Drops the current instruction; the state takes its reset value.
    pub(super) reset_n: Signal<In, Bit>,
    /// The first clock of an instruction.
    pub(super) start: Signal<In, Bit>,
    /// The instruction word; it stays the same until valid.
    pub(super) inst: Signal<In, Bits<32>>,
    /// First source register; it stays the same until valid.
    pub(super) rs1: Signal<In, Bits<32>>,
    /// Second source register; it stays the same until valid.
    pub(super) rs2: Signal<In, Bits<32>>,
    /// Value for rd.
    pub(super) result: Signal<Out, Bits<32>>,
    /// The unit answers, and executes the instruction on this edge.
    pub(super) valid: Signal<Out, Bit>,
    pub(super) unit: RiscvPcpi,
    pub(super) busy: Register<Bit>,
}

impl Neorv32Cfu {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        Neorv32Cfu {
            unit: RiscvPcpi::new(config),
            busy: Register::new(config.reset(), false),
            ..Neorv32Cfu::default()
        }
    }
}

impl Logic for Neorv32Cfu {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.unit {
            clock, reset_n, pcpi_valid: self.start.val() | self.busy.q.val(), pcpi_insn: self.inst.val(),
            pcpi_rs1: self.rs1.val(), pcpi_rs2: self.rs2.val(),
        });
        connect!(self.busy {
            clock, reset: self.reset_n.val(), enable: true, d: self.unit.pcpi_wait.val() & !self.unit.pcpi_ready.val(),
        });
        self.result.next = self.unit.pcpi_rd.val();
        self.valid.next = self.unit.pcpi_ready.val();
    }
}
