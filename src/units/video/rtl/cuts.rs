//! Where the pipeline is cut.

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
    /// The cuts of a pipeline of `latency` cycles, chosen by measurement (see `docs/area.md`).
    pub(super) fn new(latency: u32) -> Self {
        let none = Cuts::default();
        match latency {
            0 => none,
            1 => Cuts { result: true, ..none },
            2 => Cuts {
                select: true,
                result: true,
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

/// The places that can hold pipeline registers on the way of a dot product, in the order of the data flow. The last one is the
/// output's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DotCuts {
    /// After the products.
    pub(super) product: bool,
    /// After the sums of two products.
    pub(super) pairs: bool,
    /// After the sum of all.
    pub(super) sum: bool,
    /// Before the final adder.
    pub(super) gated: bool,
}

impl Cuts {
    /// The cuts of the dot products beside these. Factors are not selected and lanes not merged, so that there are places for
    /// the products and their sums instead.
    pub(super) fn dot(self) -> DotCuts {
        DotCuts {
            product: self.select,
            pairs: self.add || self.result,
            sum: self.add && (self.result || self.clamp),
            gated: self.merge,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::video::rtl::Config;

    #[test]
    fn a_pipeline_has_as_many_cuts_as_cycles() {
        for latency in 0..=Config::MAX_LATENCY {
            let cuts = Cuts::new(latency);
            let places = [cuts.select, cuts.add, cuts.result, cuts.clamp, cuts.merge, cuts.output];
            assert_eq!(places.iter().filter(|cut| **cut).count() as u32, latency);
            let dot = cuts.dot();
            let places = [dot.product, dot.pairs, dot.sum, dot.gated, cuts.output];
            assert_eq!(places.iter().filter(|cut| **cut).count() as u32, latency);
        }
    }
}
