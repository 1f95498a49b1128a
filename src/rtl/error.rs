//! Errors of configurations and designs.

use crate::netlist::LowerError;
use std::fmt;

/// The error in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError(pub String);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ConfigError {}

/// Why a selection has no design: a configuration out of range, or hardware that the lowering refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignError(pub String);

impl fmt::Display for DesignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DesignError {}

impl From<ConfigError> for DesignError {
    fn from(error: ConfigError) -> Self {
        DesignError(error.0)
    }
}

impl From<LowerError> for DesignError {
    fn from(error: LowerError) -> Self {
        DesignError(error.to_string())
    }
}
