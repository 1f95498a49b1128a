//! The register-ISA datapath: 15 typed registers, packed, saturating and floating-point arithmetic.

mod alu;
mod bit_reverse;
mod byte_result;
mod byte_swizzle;
mod config;
mod datapath;
mod decoder;
mod execute_register;
mod float_special;
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
mod type_file;
mod type_rules;

pub use alu::BrewAlu;
pub use config::{Config, ConfigError, RegisterFileForm};
pub use datapath::BrewDatapath;
pub use decoder::BrewDecoder;
