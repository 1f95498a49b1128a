//! The SIMD video ALU in a RISC-V core. `docs/riscv.md` explains the interfaces.

mod cfu;
mod config;
mod constants;
mod cv_x_if;
mod decoder;
mod executor;
mod pcpi;

pub(super) use config::core;
pub use config::{Config, Interface};

use crate::netlist::{Design, lower_documented};
use crate::rtl::Top;
use crate::units::{ConfigError, DesignError};
use rust_hdl::prelude::Block;

/// The unit behind its interface, as a rust-hdl block ready to be stepped.
///
/// Errors: a configuration out of range.
pub fn unit(config: &Config) -> Result<Box<dyn Top>, ConfigError> {
    config.video().validate()?;
    Ok(match config.interface {
        Interface::Pcpi => Box::new(pcpi::RiscvPcpi::new(config)),
        Interface::Cfu => Box::new(cfu::RiscvCfu::new(config)),
        Interface::CvXIf => Box::new(cv_x_if::RiscvCvXIf::new(config)),
    })
}

/// The netlist of [`unit`].
pub fn design(config: &Config) -> Result<Design, DesignError> {
    let unit: Box<dyn Block> = unit(config)?;
    Ok(lower_documented(&*unit, |_| None)?)
}
