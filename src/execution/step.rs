//! An instruction of a unit that a thread has executed.

use crate::unit::pipelined::Case;
use crate::units::ptx::PtxUnit;
use std::fmt;
use std::ops::Range;

/// An executed instruction of a unit.
#[derive(Clone, Debug)]
pub struct Step {
    /// The unit.
    pub unit: &'static PtxUnit,
    /// The instruction with its operands.
    pub case: Case,
    /// The earlier steps whose results its operands come from, by their numbers.
    pub needs: Box<[u64]>,
    /// Where and when it was executed.
    pub origin: Origin,
}

/// Where and when an instruction was executed.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The index of the block in the grid, `%ctaid`.
    pub block: [u32; 3],
    /// The index of the thread in its block, `%tid`.
    pub thread: [u32; 3],
    /// The instruction's place in the text.
    pub place: Range<usize>,
    /// Its line, from 1.
    pub line: usize,
    /// How often the thread has executed it, this time included.
    pub iteration: u32,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bx, by, bz] = self.block;
        let [x, y, z] = self.thread;
        let (line, iteration) = (self.line, self.iteration);
        write!(
            f,
            "line {line}, thread ({x},{y},{z}) of block ({bx},{by},{bz}), iteration {iteration}"
        )
    }
}
