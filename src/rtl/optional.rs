//! Blocks that a configuration may leave out.

use rust_hdl::prelude::{Block, Logic, Probe};
use std::ops::{Index, IndexMut};

/// As many blocks as there are, and a spare one that is none of the hardware.
///
/// A kernel's text is read as a whole, whatever its conditions: it names blocks that a configuration does not have. They
/// all are the spare one then, which no simulation and no probe sees.
pub struct Optional<T> {
    blocks: Vec<T>,
    spare: Box<T>,
}

impl<T> Optional<T> {
    /// `count` blocks.
    pub fn new(count: usize, mut make: impl FnMut() -> T) -> Self {
        Optional {
            spare: Box::new(make()),
            blocks: std::iter::repeat_with(make).take(count).collect(),
        }
    }

    /// These blocks.
    pub fn of(blocks: Vec<T>, spare: T) -> Self {
        let spare = Box::new(spare);
        Optional { blocks, spare }
    }
}

impl<T: Default> Default for Optional<T> {
    /// None.
    fn default() -> Self {
        Optional::new(0, T::default)
    }
}

impl<T> Index<usize> for Optional<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        self.blocks.get(index).unwrap_or(&self.spare)
    }
}

impl<T> IndexMut<usize> for Optional<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        self.blocks.get_mut(index).unwrap_or(&mut self.spare)
    }
}

impl<T: Logic> Logic for Optional<T> {
    fn update(&mut self) {}
}

impl<T: Block> Block for Optional<T> {
    fn connect_all(&mut self) {
        self.blocks.connect_all();
    }

    fn update_all(&mut self) {
        self.blocks.update_all();
    }

    fn has_changed(&self) -> bool {
        self.blocks.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.blocks.accept(name, probe);
    }
}
