//! What can be chosen about the SIMD video ALU.

use crate::device::Device;
use crate::error::ConfigError;
use crate::netlist::ResetStyle;
use crate::optional;

/// A configuration of the SIMD video ALU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VideoConfig {
    /// Cycles from operands to result, 0 (combinational) to 5.
    pub latency: u32,
    /// `.asel` and `.bsel`; without them every instruction uses its default selectors.
    pub selectors: bool,
    /// `.add`; without it the result is 0 where the accumulate bit is 1.
    pub accumulate: bool,
    /// The instructions on two half-words; without them the result is 0 where the width bit is 1.
    pub dual: bool,
    /// The comparisons `vset2` and `vset4`; without them the result of their control words is 0.
    pub vset: bool,
    /// The dot products `dp4a` and `dp2a`; without them likewise.
    pub dot: bool,
    /// What packed instructions of the RISC-V P extension need besides: halved sums and differences, masks, half-words that add and
    /// subtract, and whether a result was clamped. Only the units in RISC-V cores have it, with `vset`.
    pub packed: bool,
    /// What it is made for.
    pub device: Device,
    /// How the valid bits reset.
    pub reset: ResetStyle,
}

impl VideoConfig {
    /// The largest latency.
    pub const MAX_LATENCY: u32 = 5;

    /// All of `vop2` and `vop4` and nothing else, synchronous active-high reset.
    pub fn full(latency: u32) -> Self {
        VideoConfig {
            latency,
            selectors: true,
            accumulate: true,
            dual: true,
            vset: false,
            dot: false,
            packed: false,
            device: Device::Portable,
            reset: ResetStyle {
                asynchronous: false,
                active_low: false,
            },
        }
    }

    /// All families of instructions.
    pub fn all(latency: u32) -> Self {
        VideoConfig {
            vset: true,
            dot: true,
            ..Self::full(latency)
        }
    }

    /// Whether operands are inverted where they are selected. Those of dot products never are.
    pub(super) fn inverts_in_selection(&self) -> bool {
        self.selectors && self.device == Device::Ice40
    }

    /// Whether adders are made of carry chains with look-up tables, which invert and choose besides.
    pub(super) fn has_carry_cells(&self) -> bool {
        self.device == Device::Ecp5
    }

    /// A block made of cells, where hardware is made for one device.
    pub(super) fn in_cells<T>(&self, make: impl Fn(Device) -> T) -> Vec<T> {
        optional(self.device.has_cells(), || make(self.device))
    }

    /// Checks the ranges.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.latency > Self::MAX_LATENCY {
            return Err(ConfigError(format!("latency {} is not one of 0 to 5", self.latency)));
        }
        Ok(())
    }
}
