//! Selects few vectors with high functional coverage: every pair or triple of classes, and every bin of small crosses.

use lanesmith_sim::cover::{BinSet, Cross};
use std::collections::HashSet;

/// Crosses with at most this many bins are covered bin by bin.
const SMALL: usize = 600;

/// The coverage of the selected vectors.
#[derive(Clone, Debug)]
pub struct Goals {
    crosses: &'static [Cross],
    /// The bins of each cross.
    bins: Vec<BinSet>,
    /// The number of combined axes.
    strength: u32,
    /// The combinations that were hit: the cross, a bit for each of the combined axes, and the classes in the order of the axes.
    combinations: HashSet<(usize, u32, Vec<usize>)>,
}

impl Goals {
    /// Goals without hits: all combinations of the classes of `strength` axes of these crosses.
    pub fn new(crosses: &'static [Cross], strength: u32) -> Self {
        Goals {
            crosses,
            bins: vec![BinSet::default(); crosses.len()],
            strength,
            combinations: HashSet::new(),
        }
    }

    /// Adds the bins in `hits`, a set for each cross. Returns whether they contain a new combination of classes, or a new bin of a
    /// small cross.
    pub fn reach(&mut self, hits: &[BinSet]) -> bool {
        let mut is_new = false;
        for (number, (cross, hits)) in self.crosses.iter().zip(hits).enumerate() {
            for bin in hits.iter() {
                if self.bins[number].contains(bin) {
                    continue;
                }
                self.bins[number].insert(bin);
                is_new |= cross.combinations() <= SMALL;
                let place = cross.place(bin);
                let strength = self.strength.min(place.len() as u32);
                let mut axes = (1 << strength) - 1;
                while axes < 1 << place.len() {
                    let classes = place.iter().enumerate().filter(|(axis, _)| axes >> axis & 1 != 0);
                    let classes = classes.map(|(_, class)| *class).collect();
                    is_new |= self.combinations.insert((number, axes, classes));
                    axes = following(axes);
                }
            }
        }
        is_new
    }
}

/// The next greater number with as many bits that are 1 (Gosper).
fn following(bits: u32) -> u32 {
    let lowest = bits & bits.wrapping_neg();
    let carried = bits + lowest;
    (((carried ^ bits) >> 2) / lowest) | carried
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_sim::cover::Axis;

    fn crosses() -> &'static [Cross] {
        let axes = ["a", "b", "c"].map(|name| Axis::new(name, (0..10).map(|class| class.to_string())));
        Vec::leak(vec![Cross::new("test", ["cross", "For a test."], axes.into(), vec![])])
    }

    #[test]
    fn a_bin_is_new_while_a_combination_of_its_classes_is() {
        let crosses = crosses();
        for (strength, is_new) in [(1, false), (2, false), (3, true)] {
            let mut goals = Goals::new(crosses, strength);
            let mut reach = |place: [usize; 3]| {
                let mut hits = BinSet::default();
                hits.insert(crosses[0].index(&place));
                goals.reach(&[hits])
            };
            assert!(reach([1, 1, 1]) && reach([1, 1, 2]) && reach([1, 2, 1]) && reach([2, 1, 1]));
            assert!(!reach([1, 1, 1]));
            assert!(reach([1, 2, 2]) == (strength > 1) && reach([2, 1, 2]) == (strength > 1));
            assert!(reach([2, 2, 1]) == (strength > 1));
            // All its pairs were hit by others.
            assert_eq!(reach([2, 2, 2]), is_new, "strength {strength}");
        }
    }
}
