//! Modes: saturation, merging or accumulation of the lanes' results.

/// The secondary operation on lane results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Low bits merged into `c`.
    Merge,
    /// `.sat`: clamped to the destination type, then merged into `c`.
    Saturate,
    /// `.add`: the exact results added to `c`.
    Accumulate,
}

impl Mode {
    /// All modes, in the order of their discriminants.
    pub const ALL: [Mode; 3] = [Mode::Merge, Mode::Saturate, Mode::Accumulate];

    /// How it is written after the types.
    pub fn suffix(self) -> &'static str {
        match self {
            Mode::Merge => "",
            Mode::Saturate => ".sat",
            Mode::Accumulate => ".add",
        }
    }
}
