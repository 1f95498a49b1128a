//! The bins of all modules together.

use super::cover::{BinSet, Cross};
use super::{brew, video};

/// All crosses.
pub fn crosses() -> impl Iterator<Item = &'static Cross> {
    video::cover::CROSSES.iter().chain(&*brew::cover::CROSSES)
}

/// The bins that were hit.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    pub(super) video: video::cover::Hits,
    pub(super) brew: brew::cover::Hits,
}

impl Coverage {
    /// The bins that were hit, for each of [`crosses`].
    pub fn sets(&self) -> impl Iterator<Item = &BinSet> {
        self.video.iter().chain(&self.brew)
    }

    fn sets_mut(&mut self) -> impl Iterator<Item = &mut BinSet> {
        self.video.iter_mut().chain(&mut self.brew)
    }

    /// Adds what `other` has hit.
    pub fn unite(&mut self, other: &Coverage) {
        for (set, other) in self.sets_mut().zip(other.sets()) {
            set.unite(other);
        }
    }
}
