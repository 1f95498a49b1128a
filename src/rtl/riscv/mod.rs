//! The SIMD video ALU in a RISC-V core. `docs/riscv.md` explains the interfaces.

mod cfu;
mod config;
mod constants;
mod custom_opcode;
mod cv_x_if;
mod cv_x_if_1;
mod decoder;
mod executor;
mod features;
mod neorv32;
mod offloaded;
mod packed;
mod packed_codes;
mod packed_decoder;
mod packed_moves;
mod pcpi;
mod scalar;
pub mod state;
mod word_decoder;

pub use config::core;
pub use config::{Interface, RiscvConfig};
pub use features::{Features, Opcode};

use crate::Top;
use crate::error::{ConfigError, DesignError};
use crate::netlist::{Design, Net, ResetStyle, lower_documented};
use rust_hdl_core::prelude::Block;

/// The unit behind its interface, as a rust-hdl block ready to be stepped.
///
/// Errors: a configuration out of range.
pub fn unit(config: &RiscvConfig) -> Result<Box<dyn Top>, ConfigError> {
    config.validate()?;
    Ok(match config.interface {
        Interface::Pcpi => Box::new(pcpi::RiscvPcpi::new(config)),
        Interface::Cfu if config.features.scalar => Box::new(cfu::RiscvCfu::<11>::new(config)),
        Interface::Cfu => Box::new(cfu::RiscvCfu::<10>::new(config)),
        Interface::Neorv32 => Box::new(neorv32::Neorv32Cfu::new(config)),
        Interface::CvXIf => Box::new(cv_x_if::RiscvCvXIf::new(config)),
        Interface::CvXIf1 { split } => Box::new(cv_x_if_1::RiscvCvXIf1::new(config, split)),
    })
}

/// The netlist of [`unit()`].
pub fn design(config: &RiscvConfig) -> Result<Design, DesignError> {
    let unit: Box<dyn Block> = unit(config)?;
    let mut design = lower_documented(&*unit)?;
    name_reset(&mut design, config.reset());
    if config.features.scalar && config.interface == Interface::Cfu {
        let function = net(&mut design, "riscv_cfu", "cmd_payload_function_id");
        function.doc += " Bit 10: it is in the opcode of scalar instructions.";
    }
    Ok(design)
}

/// A net of a module, which must exist.
fn net<'a>(design: &'a mut Design, module: &str, name: &str) -> &'a mut Net {
    let module = design.modules.iter_mut().find(|one| one.name == module);
    let nets = &mut module.expect("a module of this name").nets;
    nets.iter_mut()
        .find(|net| net.name == name)
        .expect("a net of this name")
}

/// Names and documents the executor's reset after its level, which is the interface's.
fn name_reset(design: &mut Design, style: ResetStyle) {
    let (name, level) = match style.active_low {
        true => ("reset_n", "Active low."),
        false => ("reset", "Active high."),
    };
    let reset = net(design, "riscv_executor", "reset");
    reset.name = name.to_owned();
    reset.doc = format!("{level} {}", reset.doc);
}
