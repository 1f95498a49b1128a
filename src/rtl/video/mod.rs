//! The SIMD video ALU. `docs/video-alu.md` explains the architecture.

mod accumulate;
mod adder;
mod alu;
mod bundles;
mod carry_adder;
mod carry_sum;
mod clamp;
pub mod codes;
mod config;
pub mod core;
mod cuts;
mod decode;
mod dot;
mod lane;
mod merge;
mod merge_adder;
mod operand;
mod select;

pub use config::VideoConfig;

use crate::Top;
use crate::error::{ConfigError, DesignError};
use crate::netlist::{Design, lower_documented, lower_without};
use rust_hdl_core::prelude::Block;

/// The ALU with its handshake, as a rust-hdl block: module `video_alu`, ready to be stepped.
///
/// Errors: a configuration out of range.
pub fn alu(config: &VideoConfig) -> Result<Box<dyn Top>, ConfigError> {
    config.validate()?;
    Ok(if config.reset.active_low {
        Box::new(alu::VideoAluActiveLow::new(config))
    } else {
        Box::new(alu::VideoAlu::new(config))
    })
}

/// The arithmetic without a handshake, as a rust-hdl block: module `video_core`, ready to be stepped.
///
/// Errors: a configuration out of range.
pub fn core(config: &VideoConfig) -> Result<Box<dyn Top>, ConfigError> {
    config.validate()?;
    Ok(Box::new(core::VideoCore::new(config)))
}

/// The netlist of `alu`.
pub fn design(config: &VideoConfig) -> Result<Design, DesignError> {
    let alu: Box<dyn Block> = alu(config)?;
    Ok(lower_documented(&*alu)?)
}

/// The netlist of `core`.
pub fn core_design(config: &VideoConfig) -> Result<Design, DesignError> {
    let core: Box<dyn Block> = core(config)?;
    Ok(lower_without(&*core, &["packed_modifiers", "saturated"])?)
}
