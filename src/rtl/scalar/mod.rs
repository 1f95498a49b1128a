//! The hardware of the scalar video instructions. `docs/video-scalar.md` explains the architecture.

mod clamp;
mod codes;
mod config;
pub mod core;
mod merge;
mod multiply_add;
mod primary;
mod product;
mod select;
mod shift;
mod unit;

pub use config::ScalarConfig;

use crate::Top;
use crate::error::{ConfigError, DesignError};
use crate::netlist::{Design, lower_documented};
use rust_hdl_core::prelude::Block;

/// The unit with its handshake, as a rust-hdl block: module `video_scalar`, ready to be stepped.
///
/// Errors: a configuration out of range.
pub fn scalar(config: &ScalarConfig) -> Result<Box<dyn Top>, ConfigError> {
    config.validate()?;
    Ok(Box::new(unit::VideoScalar::new(config)))
}

/// The netlist of [`scalar`].
pub fn design(config: &ScalarConfig) -> Result<Design, DesignError> {
    let block: Box<dyn Block> = scalar(config)?;
    Ok(lower_documented(&*block)?)
}
