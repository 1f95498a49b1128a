//! What can be chosen about the hardware, and where its pipeline is cut.

use crate::error::ConfigError;

/// A configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScalarConfig {
    /// Cycles from operands to result, 1 to 4.
    pub latency: u32,
    /// `vmad`.
    pub mad: bool,
}

impl ScalarConfig {
    /// The smallest latency.
    pub const MIN_LATENCY: u32 = 1;
    /// The largest latency.
    pub const MAX_LATENCY: u32 = 4;

    /// Checks the range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        match (Self::MIN_LATENCY..=Self::MAX_LATENCY).contains(&self.latency) {
            true => Ok(()),
            false => Err(ConfigError(format!("latency {} is not one of 1 to 4", self.latency))),
        }
    }

    /// The places that hold registers, chosen by measurement (see `docs/numbers.md`).
    pub(super) fn cuts(&self) -> ScalarCuts {
        ScalarCuts {
            select: self.latency >= 4,
            sums: self.latency >= 2,
            exact: self.latency != 2,
            limit: self.latency >= 2,
        }
    }
}

/// The places that can hold registers, in the order of the data flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScalarCuts {
    /// Behind the selection of the operands' parts.
    pub(super) select: bool,
    /// Behind the first carry chains, the first levels of the shifter and the products of half-words.
    pub(super) sums: bool,
    /// Behind the exact result, and the product.
    pub(super) exact: bool,
    /// Behind `.sat`, and the sum of `vmad`.
    pub(super) limit: bool,
}
