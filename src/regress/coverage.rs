//! Coverage over the bins of all units.

use crate::sim::cover::{BinSet, Cross};
use crate::units::crosses;

/// The bins that were hit, a set for each of [`crosses`].
#[derive(Clone, Debug)]
pub struct Coverage(Vec<BinSet>);

impl Default for Coverage {
    fn default() -> Self {
        Coverage(crosses().map(|_| BinSet::default()).collect())
    }
}

impl Coverage {
    /// The coverage of a unit with these crosses.
    pub fn of(own: &'static [Cross], hits: Vec<BinSet>) -> Self {
        let mut coverage = Coverage::default();
        for (cross, hits) in own.iter().zip(hits) {
            let place = crosses().position(|other| std::ptr::eq(other, cross));
            coverage.0[place.expect("a cross of the table")] = hits;
        }
        coverage
    }

    /// The bins that were hit, for each of [`crosses`].
    pub fn sets(&self) -> impl Iterator<Item = &BinSet> {
        self.0.iter()
    }

    /// Adds the hits of `other`.
    pub fn unite(&mut self, other: &Coverage) {
        for (set, other) in self.0.iter_mut().zip(&other.0) {
            set.unite(other);
        }
    }
}
