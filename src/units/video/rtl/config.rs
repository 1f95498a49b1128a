//! What can be chosen about the SIMD video ALU.

use crate::netlist::ResetStyle;
use crate::units::ConfigError;

/// A configuration of the SIMD video ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// Cycles from operands to result, 0 (combinational) to 5.
    pub latency: u32,
    /// `.asel` and `.bsel`; without them every instruction uses its default selectors.
    pub selectors: bool,
    /// `.add`; without it the accumulate bit is ignored.
    pub accumulate: bool,
    /// The `vop2` instructions; without them the width bit is ignored.
    pub dual: bool,
    /// How the valid bits reset.
    pub reset: ResetStyle,
}

impl Config {
    /// The largest latency.
    pub const MAX_LATENCY: u32 = 5;

    /// Everything on, synchronous active-high reset.
    pub fn full(latency: u32) -> Self {
        Config {
            latency,
            selectors: true,
            accumulate: true,
            dual: true,
            reset: ResetStyle {
                asynchronous: false,
                active_low: false,
            },
        }
    }

    /// Checks the ranges.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.latency > Self::MAX_LATENCY {
            return Err(ConfigError(format!("latency {} is not one of 0 to 5", self.latency)));
        }
        Ok(())
    }
}
