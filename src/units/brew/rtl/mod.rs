//! The register-ISA datapath: 15 typed registers, packed, saturating and floating-point arithmetic.

mod alu;
mod bit_reverse;
mod byte_result;
mod byte_swizzle;
mod config;
mod datapath;
mod decoder;
mod execute_register;
mod float_normalise;
mod float_order;
mod float_round;
mod float_special;
mod float_unit;
mod float_unpack;
mod glossary;
mod immediate;
mod instruction_register;
mod lane_adder;
mod lane_compare;
mod lane_overflow;
mod lane_shifter;
mod multiplier;
mod operand_stage;
mod register_file;
mod retire_register;
mod slow_unit;
mod sticky_shift;
mod type_file;
mod type_rules;

pub use alu::BrewAlu;
pub use config::{Config, RegisterFileForm};
pub use datapath::BrewDatapath;
pub use decoder::BrewDecoder;

use crate::netlist::{Design, LowerError, lower_documented};
use crate::rtl::Top;
use glossary::{ENTERING, GLOSSARY};
use rust_hdl::prelude::Block;

/// The datapath of a valid configuration as a rust-hdl block. Ports: see [`BrewDatapath`].
pub fn datapath(config: &Config) -> Box<dyn Top> {
    let mut top = BrewDatapath::new(config);
    top.connect_all();
    Box::new(top)
}

/// The integer unit alone as a netlist: combinational, or with `registered` two pipeline stages; with or without
/// comparison of integers.
pub fn alu_design(registered: bool, compares: bool) -> Result<Design, LowerError> {
    lower_documented(&BrewAlu::new(registered, compares, false), meaning)
}

/// The decoder alone as a netlist.
pub fn decoder_design() -> Result<Design, LowerError> {
    lower_documented(&BrewDecoder::default(), meaning)
}

/// The datapath of a valid configuration as a netlist.
pub fn design(config: &Config) -> Result<Design, LowerError> {
    lower_documented(&BrewDatapath::new(config), meaning)
}

/// What the glossary says of a port.
fn meaning(port: &str) -> Option<String> {
    let name = port.strip_prefix(ENTERING).unwrap_or(port);
    let entry = GLOSSARY.iter().find(|(known, _)| *known == name);
    entry.map(|(_, meaning)| (*meaning).to_owned())
}
