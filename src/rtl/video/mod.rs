//! The SIMD video ALU.

mod config;

pub use config::{Config, ConfigError};
