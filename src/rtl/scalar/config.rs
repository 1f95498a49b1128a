//! The configuration of the scalar unit, and the pipeline registers that its latency implies.

use crate::error::ConfigError;

/// A configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScalarConfig {
    /// Cycles from operands to result, 1 to 4.
    pub latency: u32,
    /// Whether the unit executes `vmad`, which takes a multiplier.
    pub mad: bool,
}

impl ScalarConfig {
    /// The smallest latency.
    pub const MIN_LATENCY: u32 = 1;
    /// The largest latency.
    pub const MAX_LATENCY: u32 = 4;

    /// Checks the range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if (Self::MIN_LATENCY..=Self::MAX_LATENCY).contains(&self.latency) {
            Ok(())
        } else {
            Err(ConfigError(format!("latency {} is not one of 1 to 4", self.latency)))
        }
    }

    /// The places that hold registers, one for each cycle of latency. Measurement chose them (see `docs/numbers.md`).
    ///
    /// | latency | registers after |
    /// | --- | --- |
    /// | 1 | `exact` |
    /// | 2 | `sums`, `limit` |
    /// | 3 | `sums`, `exact`, `limit` |
    /// | 4 | `select`, `sums`, `exact`, `limit` |
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
    /// After the selected parts of `a` and `b`.
    pub(super) select: bool,
    /// After the first carry chains, the first levels of the shifter, and `vmad`'s products of half-words.
    pub(super) sums: bool,
    /// After the exact result: that before `.sat`. Of `vmad`: between the two additions that make `a * b + c` of the products.
    pub(super) exact: bool,
    /// After `.sat`, before the secondary operation or merge with `c`. Of `vmad`: after `a * b + c`, before scale and `.sat`.
    pub(super) limit: bool,
}
