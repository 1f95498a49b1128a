//! The options that choose a core and its unit.

use crate::core::RiscvCore;
use clap::Args;
use lanesmith::console::Failure;
use lanesmith::console::configuration::{Configuration, Scope};
use lanesmith::unit::UnitEntry;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::RiscvConfig;

/// The units of the cores.
#[derive(Clone, Debug)]
struct OfCores;

impl Scope for OfCores {
    fn includes(entry: &UnitEntry) -> bool {
        RiscvCore::ALL.iter().any(|core| core.module().module == entry.module)
    }
}

/// Flatten this into a subcommand. Without an option of the configuration the unit has everything but packed instructions.
#[derive(Args)]
pub(super) struct CoreWithUnit {
    /// The core, whose interface determines the module of the unit
    #[arg(long, value_enum, default_value = "picorv32")]
    pub core: RiscvCore,
    #[command(flatten)]
    configuration: Configuration<OfCores>,
}

/// The latency without an option.
pub(super) const LATENCY: u32 = 1;

impl CoreWithUnit {
    /// The configuration of the unit. Errors: options that conflict, or a unit that this core cannot have.
    pub(super) fn config(&self) -> Result<RiscvConfig, Failure> {
        let core = self.core;
        if !self.configuration.is_given() {
            return Ok(core.unit(LATENCY));
        }
        let selection = self.configuration.selection_of(core.module())?;
        let Some(Riscv(config)) = Riscv::of(&selection) else {
            unreachable!("a module of a core");
        };
        if config.interface != core.interface() {
            return Err(Failure::new(format_args!(
                "{} has CV-X-IF 0.2: leave out --cv-x-if 1.0",
                core.name()
            )));
        }
        Ok(config)
    }
}
