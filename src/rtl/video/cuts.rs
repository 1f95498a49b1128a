//! Where the pipeline is cut.

use super::VideoConfig;
use crate::device::Device;

/// The places that can hold pipeline registers, in the order of the data flow; `docs/video-alu.md` draws them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cuts {
    /// After operand selection.
    pub(super) select: bool,
    /// After the two carry chains.
    pub(super) add: bool,
    /// After the lane results.
    pub(super) result: bool,
    /// After the clamp codes and the first level of the accumulate tree.
    pub(super) clamp: bool,
    /// Before the final adder.
    pub(super) merge: bool,
    /// At the output.
    pub(super) output: bool,
}

impl Cuts {
    /// The cuts of a pipeline, chosen by measurement (see `docs/numbers.md`).
    pub(super) fn new(config: &VideoConfig) -> Self {
        let none = Cuts::default();
        match config.latency {
            0 => none,
            1 => Cuts { result: true, ..none },
            2 => Cuts {
                select: true,
                result: true,
                ..none
            },
            // Selection is short enough there to lie before the carry chains.
            3 if config.device == Device::Ecp5 => Cuts {
                add: true,
                clamp: true,
                output: true,
                ..none
            },
            3 => Cuts {
                select: true,
                result: true,
                output: true,
                ..none
            },
            4 => Cuts {
                select: true,
                add: true,
                clamp: true,
                output: true,
                ..none
            },
            _ => Cuts {
                select: true,
                add: true,
                result: true,
                merge: true,
                output: true,
                ..none
            },
        }
    }
}

/// Whether the last adder merges as well. That takes registers before it, whose resets come late: they have the longest path unless
/// selection and carry chains are one stage.
pub(super) fn merges_in_adder(config: &VideoConfig) -> bool {
    let cuts = Cuts::new(config);
    config.has_carry_cells() && config.accumulate && cuts.clamp && !cuts.select
}

/// The places that can hold pipeline registers on the way of a dot product, in the order of the data flow. The last ones, before
/// the final adder and at the output, it has in common with the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DotCuts {
    /// After the products.
    pub(super) product: bool,
    /// After their correction by sign.
    pub(super) exact: bool,
    /// After the sums of two products.
    pub(super) pairs: bool,
}

impl Cuts {
    /// The cuts of the dot products beside these. Factors are not selected and lanes not merged, so that there are places for
    /// the products and their sums instead.
    pub(super) fn dot(self) -> DotCuts {
        DotCuts {
            product: self.select || self.add,
            exact: self.select && self.add,
            pairs: self.result || self.clamp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_has_as_many_cuts_as_cycles() {
        let devices = [Device::Portable, Device::Ecp5, Device::Ice40];
        let configs = devices.map(|device| {
            (0..=VideoConfig::MAX_LATENCY).map(move |latency| VideoConfig {
                device,
                ..VideoConfig::full(latency)
            })
        });
        for config in configs.into_iter().flatten() {
            let cuts = Cuts::new(&config);
            let places = [cuts.select, cuts.add, cuts.result, cuts.clamp, cuts.merge, cuts.output];
            assert_eq!(places.iter().filter(|cut| **cut).count() as u32, config.latency);
            let dot = cuts.dot();
            let places = [dot.product, dot.exact, dot.pairs, cuts.merge, cuts.output];
            assert_eq!(places.iter().filter(|cut| **cut).count() as u32, config.latency);
        }
    }
}
