//! The registers that claims speak of.

use super::cfu::RiscvCfu;
use super::cv_x_if::RiscvCvXIf;
use super::cv_x_if_1::RiscvCvXIf1;
pub use super::executor::Executor;
use super::neorv32::Neorv32Cfu;
pub use super::offloaded::{FindRegister, OffloadedRegisters};
use super::pcpi::RiscvPcpi;
use super::{Interface, RiscvConfig};
use crate::leaf::{instance, state};
use crate::netlist::StateHandle;

/// A register of the executor, which is the same behind every interface.
pub fn executing(interface: Interface, register: StateHandle) -> StateHandle {
    match interface {
        Interface::Pcpi => register.inside(&instance!(RiscvPcpi, executor)),
        Interface::Neorv32 => executing(Interface::Pcpi, register).inside(&instance!(Neorv32Cfu, unit)),
        Interface::Cfu => register.inside(&instance!(RiscvCfu, executor)),
        Interface::CvXIf => register.inside(&instance!(RiscvCvXIf, executor)),
        Interface::CvXIf1 { .. } => register.inside(&instance!(RiscvCvXIf1, executor)),
    }
}

/// The registers of a configuration.
pub fn offloaded(config: &RiscvConfig, find: FindRegister) -> Result<OffloadedRegisters, String> {
    match config.interface {
        Interface::CvXIf1 { split } => RiscvCvXIf1::registers(config, split, find),
        _ => RiscvCvXIf::registers(config, find),
    }
}

/// The mark at NEORV32's interface that an instruction is executed.
pub fn busy() -> StateHandle {
    state!(Neorv32Cfu, busy)
}
