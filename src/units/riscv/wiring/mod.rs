//! Files that connect a unit with its core.

use super::options;
use super::rtl::Interface;
use lanesmith_unit::Wiring;

/// The SystemVerilog module that connects CV32E40X with its unit.
pub const CV32E40X: &str = include_str!("riscv_cv32e40x.sv");

pub(super) const CV32E40X_WIRING: Wiring = Wiring {
    module: "riscv_cv32e40x",
    takes_prefix: true,
    extension: "sv",
    text: |values| {
        let of_its_revision = options::config(Interface::CvXIf, values).interface == Interface::CvXIf;
        of_its_revision.then_some(CV32E40X)
    },
};

/// The module that the CFU Playground instantiates.
pub(super) const PLAYGROUND_WIRING: Wiring = Wiring {
    module: "Cfu",
    takes_prefix: false,
    extension: "v",
    text: |_| Some(include_str!("cfu.v")),
};

/// NEORV32's entity for custom functions, which instantiates the unit.
pub(super) const NEORV32_WIRING: Wiring = Wiring {
    module: "neorv32_cpu_alu_cfu",
    takes_prefix: false,
    extension: "vhd",
    text: |_| Some(include_str!("neorv32_cpu_alu_cfu.vhd")),
};
