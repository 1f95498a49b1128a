//! The register-ISA datapath: 15 typed registers, packed, saturating and floating-point arithmetic.

mod alu;
mod bundles;
mod byte_result;
mod codes;
mod config;
mod datapath;
mod decoder;
mod float_normalise;
mod float_order;
mod float_round;
mod float_special;
mod float_unit;
mod float_unpack;
mod immediate;
mod integer_unit;
mod lane_adder;
mod lane_compare;
mod lane_overflow;
mod lane_shifter;
mod multiplier;
mod operand_stage;
mod register_file;
mod result_choice;
mod result_merge;
mod serial_product;
mod slow_unit;
pub mod state;
mod sticky_shift;
mod type_file;
mod type_rules;

pub use alu::BrewAlu;
pub use config::{DatapathConfig, RegisterFileForm};
pub use datapath::BrewDatapath;

use crate::Top;
use crate::netlist::{Design, LowerError, lower_documented};
use rust_hdl_core::prelude::Block;

/// The datapath of a valid configuration as a rust-hdl block. Ports: see [`BrewDatapath`].
pub fn datapath(config: &DatapathConfig) -> Box<dyn Top> {
    let mut top = BrewDatapath::new(config);
    top.connect_all();
    Box::new(top)
}

/// The integer unit alone as a netlist: combinational, or with `registered` two pipeline stages; with or without
/// comparison of integers.
pub fn alu_design(registered: bool, compares: bool) -> Result<Design, LowerError> {
    lower_documented(&BrewAlu::new(registered, compares))
}

/// The datapath of a valid configuration as a netlist.
pub fn design(config: &DatapathConfig) -> Result<Design, LowerError> {
    lower_documented(&BrewDatapath::new(config))
}
