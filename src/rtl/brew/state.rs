//! The state of the datapath that claims speak of.

use super::config::RegisterFileForm;
use super::datapath::BrewDatapath;
use super::register_file::{RegisterFileAsynchronous, RegisterFileSynchronous};
use super::slow_unit::SlowUnit;
use super::type_file::TypeFile;
use crate::netlist::{InstanceHandle, StateHandle};

/// The units whose instructions take several clocks, and the clocks that they have worked.
pub fn slow(serial_multiplier: bool) -> (InstanceHandle, Vec<StateHandle>) {
    let slow = BrewDatapath::slow_unit();
    let mut counts = vec![SlowUnit::count()];
    if serial_multiplier {
        counts.extend(SlowUnit::serial_counts());
    }
    let counts = counts.into_iter().map(|count| count.inside(&slow)).collect();
    (slow, counts)
}

/// The registers' values: a memory.
pub fn register_values(form: RegisterFileForm) -> StateHandle {
    match form {
        RegisterFileForm::Synchronous => RegisterFileSynchronous::values().inside(&BrewDatapath::synchronous_file()),
        RegisterFileForm::Asynchronous => RegisterFileAsynchronous::values().inside(&BrewDatapath::asynchronous_file()),
    }
}

/// The write of the last cycle that a register file with synchronous reads holds.
pub fn last_write() -> [StateHandle; 3] {
    RegisterFileSynchronous::last().map(|register| register.inside(&BrewDatapath::synchronous_file()))
}

/// The type code of register `number`.
pub fn register_type(number: usize) -> StateHandle {
    TypeFile::code(number).inside(&BrewDatapath::types())
}
