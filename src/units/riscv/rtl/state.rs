//! The registers that claims speak of.

use super::cfu::RiscvCfu;
use super::cv_x_if::{RiscvCvXIf, RiscvCvXIf1};
pub(in crate::units::riscv) use super::executor::Executor;
use super::neorv32::Neorv32Cfu;
use super::pcpi::RiscvPcpi;
use super::{Interface, RiscvConfig};
use crate::netlist::StateHandle;
use crate::rtl::leaf::{instance, state};

/// A register of the executor, which is the same behind every interface.
pub fn executing(interface: Interface, register: StateHandle) -> StateHandle {
    match interface {
        Interface::Pcpi => register.inside(&instance!(RiscvPcpi, executor)),
        Interface::Neorv32 => executing(Interface::Pcpi, register).inside(&instance!(Neorv32Cfu, unit)),
        Interface::Cfu => register.inside(&instance!(RiscvCfu<10>, executor)),
        Interface::CvXIf => register.inside(&instance!(RiscvCvXIf, executor)),
        Interface::CvXIf1 { .. } => register.inside(&instance!(RiscvCvXIf1, executor)),
    }
}

/// The registers of a unit at CV-X-IF without the executor's; `None` for a register that a configuration lacks.
#[derive(Clone)]
pub struct OffloadedRegisters<T> {
    pub held: T,
    pub committed: T,
    pub early: T,
    pub early_kill: T,
    pub early_id: T,
    pub function_id: T,
    pub id: T,
    pub rd: T,
    /// Of the source operands; only the third one may be missing.
    pub operands: [Option<T>; 3],
    pub third: Option<T>,
    pub scalar: Option<T>,
    pub major: Option<T>,
    pub immediate: Option<T>,
    pub hartid: Option<T>,
    pub loaded: Option<T>,
}

impl OffloadedRegisters<StateHandle> {
    /// Those of a configuration.
    pub fn of(config: &RiscvConfig) -> Self {
        let features = &config.features;
        let (all, split) = match config.interface {
            Interface::CvXIf1 { split } => (RiscvCvXIf1::all_registers(), split),
            _ => (RiscvCvXIf::registers(), false),
        };
        let [rs1, rs2, rs3] = all.operands;
        let has_rs3 = features.third || features.packed && features.third_is_rd;
        OffloadedRegisters {
            operands: [rs1, rs2, rs3.filter(|_| has_rs3)],
            third: all.third.filter(|_| features.third),
            scalar: all.scalar.filter(|_| features.scalar),
            major: all.major.filter(|_| features.packed),
            immediate: all.immediate.filter(|_| features.packed),
            loaded: all.loaded.filter(|_| split),
            ..all
        }
    }
}

impl<T> OffloadedRegisters<T> {
    /// The same for values of another kind. Error: the first one of `f`.
    pub fn try_map<U>(self, f: impl Fn(T) -> Result<U, String>) -> Result<OffloadedRegisters<U>, String> {
        let some = |register: Option<T>| register.map(&f).transpose();
        let [rs1, rs2, rs3] = self.operands;
        Ok(OffloadedRegisters {
            held: f(self.held)?,
            committed: f(self.committed)?,
            early: f(self.early)?,
            early_kill: f(self.early_kill)?,
            early_id: f(self.early_id)?,
            function_id: f(self.function_id)?,
            id: f(self.id)?,
            rd: f(self.rd)?,
            operands: [some(rs1)?, some(rs2)?, some(rs3)?],
            third: some(self.third)?,
            scalar: some(self.scalar)?,
            major: some(self.major)?,
            immediate: some(self.immediate)?,
            hartid: some(self.hartid)?,
            loaded: some(self.loaded)?,
        })
    }
}

/// The mark at NEORV32's interface that an instruction is executed.
pub fn busy() -> StateHandle {
    state!(Neorv32Cfu, busy)
}
