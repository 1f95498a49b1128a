//! The registers that claims speak of.

use super::Interface;
use super::cfu::RiscvCfu;
use super::cv_x_if::RiscvCvXIf;
use super::executor::Executor;
use super::pcpi::RiscvPcpi;
use crate::netlist::{InstanceHandle, StateHandle};
use crate::rtl::leaf::instance;

/// What is the same behind every interface.
fn executor(interface: Interface) -> InstanceHandle {
    match interface {
        Interface::Pcpi => instance!(RiscvPcpi, executor),
        Interface::Cfu => instance!(RiscvCfu<10>, executor),
        Interface::CvXIf => instance!(RiscvCvXIf, executor),
    }
}

/// Configuration, `c`, and the cycles that an operation has been executed for.
pub fn executing(interface: Interface) -> [StateHandle; 3] {
    Executor::state().map(|register| register.inside(&executor(interface)))
}

/// The scalar configuration of a unit with scalar instructions.
pub fn scalar_configuration(interface: Interface) -> StateHandle {
    Executor::scalar_configuration().inside(&executor(interface))
}

/// The registers of the wrapper for CV-X-IF by their names.
pub fn offloaded() -> [(&'static str, StateHandle); 13] {
    RiscvCvXIf::registers()
}
