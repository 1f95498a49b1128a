//! The register-ISA datapath: 15 typed registers, packed, saturating and floating-point arithmetic.

mod alu;
mod bit_reverse;
mod byte_result;
mod byte_swizzle;
mod config;
mod decoder;
mod float_special;
mod lane_adder;
mod lane_compare;
mod lane_overflow;
mod lane_shifter;

pub use alu::BrewAlu;
pub use config::{Config, ConfigError, RegisterFileForm};
pub use decoder::BrewDecoder;
